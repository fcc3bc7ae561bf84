// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A wave along a band: a sine whose crests touch the band's edges.
struct Wave {
  private let band: Rect
  private let thickness: Double
  /// The distance from the middle to a crest of the line's middle.
  private let amplitude: Double
  /// The length of a wave, long enough that the line's inner side at a crest keeps a radius and the
  /// outline does not cross itself.
  private let length: Double

  /// - Parameters:
  ///   - band: A rectangle as high as ``height(thickness:scale:)``.
  ///   - thickness: The thickness of the line.
  init(_ band: Rect, _ thickness: Double) {
    self.band = band
    self.thickness = thickness
    amplitude = (band.height - thickness) / 2
    length = 5 * amplitude
  }

  /// The height of a wave and its stroke.
  ///
  /// - Parameters:
  ///   - thickness: The thickness of the line, in units of a space.
  ///   - scale: Units for a point.
  static func height(thickness: Double, scale: Double) -> Double {
    // Much as in browsers: a line thinner than two points has the wave of a line of two points.
    1.75 * max(thickness, 2 * scale) + thickness
  }

  /// Points of the line for each wave.
  private static let steps = 32

  /// The outline of the wave in parts of the band; the phase counts from the band's start.
  ///
  /// A wave of more than `CanvasLimits.dashes` visible points is a straight line.
  func path(parts: [(left: Double, right: Double)], visible: ClosedRange<Double>?) -> Path {
    let step = length / Double(Self.steps)
    var path = Path()
    for part in parts {
      let left = max(part.left, (visible?.lowerBound ?? part.left) - length)
      let right = min(part.right, (visible?.upperBound ?? part.right) + length)
      guard left < right else { continue }
      let first = ((left - band.minX) / step).rounded(.down)
      let last = ((right - band.minX) / step).rounded(.up)
      guard last - first <= Double(CanvasLimits.dashes) else {
        let middle = band.minY + band.height / 2
        let straight = Rect(
          x: left, y: middle - thickness / 2, width: right - left, height: thickness)
        path.addPath(Path(rect: straight))
        continue
      }
      var (upper, lower) = ([Point](), [Point]())
      for place in 0...Int(last - first) {
        // The points count from the band's start, so that a part of the wave is like the whole; its
        // ends are cut.
        let number = first + Double(place)
        let (over, under) = sides(at: max(part.left, min(part.right, band.minX + number * step)))
        upper.append(over)
        lower.append(under)
      }
      path.move(to: upper[0])
      for point in upper.dropFirst() { path.addLine(to: point) }
      for point in lower.reversed() { path.addLine(to: point) }
      path.closeSubpath()
    }
    return path
  }

  /// The points on both sides of the line's middle at an x.
  private func sides(at x: Double) -> (over: Point, under: Point) {
    let turn = (x - band.minX) / length
    let angle = 2 * Double.pi * (turn - turn.rounded(.down))
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let y = band.minY + band.height / 2 - amplitude * sine
    let slope = -amplitude * cosine * 2 * Double.pi / length
    let half = thickness / 2 / (1 + slope * slope).squareRoot()
    return (
      Point(x: x + half * slope, y: y - half), Point(x: x - half * slope, y: y + half)
    )
  }
}
