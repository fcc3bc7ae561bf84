// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextModel

/// The pattern of dashes and dots of a line. It begins at the line's start, also where only a part
/// of the line is drawn.
struct DashPattern {
  /// The starts of dashes and dots in one period, and the lengths of dashes; `nil` for a dot.
  private let marks: [(start: Double, length: Double?)]
  private let period: Double
  private let thickness: Double

  /// - Parameter style: A style with gaps; any other counts as dashed.
  init(_ style: TextDecoration.Style, thickness: Double) {
    self.thickness = thickness
    let t = thickness
    switch style {
    case .dotted: (marks, period) = ([(0, nil)], 2 * t)
    case .dashDot: (marks, period) = ([(0, 3 * t), (5 * t, nil)], 8 * t)
    case .dashDotDot:
      (marks, period) = ([(0, 3 * t), (5 * t, nil), (7.5 * t, nil)], 10.5 * t)
    default: (marks, period) = ([(0, 3 * t)], 5 * t)
    }
  }

  /// The lengths of dashes and gaps for a stroke along a path, whose width is the thickness.
  ///
  /// Dots are dashes without length, which have round caps.
  func lengths(_ style: TextDecoration.Style) -> [Double] {
    let t = thickness
    return switch style {
    case .dotted: [0, 2 * t]
    case .dashDot: [3 * t, 2 * t, t, 2 * t]
    case .dashDotDot: [3 * t, 2 * t, t, 1.5 * t, t, 2 * t]
    case .dashed: [3 * t, 2 * t]
    default: []
    }
  }

  /// The dashes and dots in a band.
  ///
  /// Gaps cut dashes; a dot that touches a gap is left out. A line of more than
  /// `CanvasLimits.dashes` visible periods is drawn solid.
  ///
  /// - Parameters:
  ///   - parts: The parts of the band that may be filled.
  ///   - visible: The columns that are needed; `nil` for all.
  func path(
    in band: Rect, parts: [(left: Double, right: Double)], visible: ClosedRange<Double>?
  ) -> Path {
    var path = Path()
    for part in parts {
      let left = max(part.left, (visible?.lowerBound ?? part.left) - period)
      let right = min(part.right, (visible?.upperBound ?? part.right) + period)
      guard left < right else { continue }
      let first = ((left - band.minX) / period).rounded(.down)
      let last = ((right - band.minX) / period).rounded(.down)
      guard last - first <= Double(CanvasLimits.dashes) else {
        path.addPath(
          Path(rect: Rect(x: left, y: band.minY, width: right - left, height: band.height)))
        continue
      }
      for turn in 0...Int(last - first) {
        let start = band.minX + (first + Double(turn)) * period
        for mark in marks {
          let x = start + mark.start
          if let length = mark.length {
            let (from, to) = (max(part.left, x), min(part.right, x + length))
            guard from < to else { continue }
            path.addPath(
              Path(rect: Rect(x: from, y: band.minY, width: to - from, height: band.height)))
          } else if x >= part.left, x + thickness <= part.right {
            path.addPath(
              Path(ellipseIn: Rect(x: x, y: band.minY, width: thickness, height: band.height)))
          }
        }
      }
    }
    return path
  }
}
