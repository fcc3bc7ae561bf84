// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextModel

/// The bounds of the numbers of paint styles. A number that is not finite counts as 0.
enum PaintLimits {
  /// The greatest thickness of lines and widths of strokes and borders, in points.
  static let width = 1000.0
  /// The greatest offset, inset, radius and distance of a shadow, in points.
  static let distance = 100_000.0
  /// The most shadows of one range; the topmost ones are drawn.
  static let shadows = 16
  /// The greatest miter of a stroke as a multiple of its width, as in browsers.
  static let miter = 4.0

  /// A number within ±``distance``; 0 if it is not finite.
  static func offset(_ value: Double) -> Double {
    value.isFinite ? max(-distance, min(distance, value)) : 0
  }

  /// A width up to ``width``; 0 if it is not finite or not positive.
  static func width(_ value: Double) -> Double {
    value.isFinite ? max(0, min(width, value)) : 0
  }
}

extension TextDecoration {
  /// The thickness of one line in points: the decoration's own, or, if it has none, that of the
  /// font.
  func thickness(font: Double) -> Double {
    let own = thickness.map { PaintLimits.width($0) } ?? 0
    return (own > 0 ? own : PaintLimits.width(font)) * (style == .thick ? 2 : 1)
  }
}

extension TextStroke {
  /// The line along the outlines, in points; `nil` if it has no width.
  var style: StrokeStyle? {
    let width = PaintLimits.width(width)
    return width > 0
      ? StrokeStyle(lineWidth: width, lineJoin: .miter, miterLimit: PaintLimits.miter) : nil
  }
}

extension TextShadow {
  /// The offset in points.
  var drawnOffset: Point {
    Point(x: PaintLimits.offset(offset.x), y: PaintLimits.offset(offset.y))
  }

  /// The standard deviation of the blur, in points.
  var deviation: Double { max(0, PaintLimits.offset(blurRadius)) / 2 }
}

extension PaintStyle {
  /// The shadows that are drawn: of the first ``PaintLimits/shadows``, those that are not clear.
  var drawnShadows: ArraySlice<TextShadow> {
    let all = shadows
    if all.isEmpty { return [] }
    return all.prefix(PaintLimits.shadows).filter { $0.color.alpha > 0 }[...]
  }

  /// An upper bound of the distance from the frames of lines at which the paint draws, in points,
  /// beyond that of glyphs.
  ///
  /// - Parameter scale: Device pixels per point.
  func reach(scale: Double) -> Double {
    if isPlain { return 0 }
    var lines = 0.0
    for line in [underline, overline, strikethrough] {
      guard let line else { continue }
      // The sum is enough for two lines and their gap, and for a wave of four thicknesses and two
      // points.
      lines = max(lines, abs(PaintLimits.offset(line.offset)) + 12 * line.thickness(font: 1) + 8)
    }
    let strokes = stroke?.style?.reach ?? 0
    var shadowed = 0.0
    for shadow in drawnShadows {
      let offset = shadow.drawnOffset
      let largest = GaussianBlur.largestDeviation / max(scale, 1e-6)
      let blur = GaussianBlur.furthest * min(shadow.deviation, largest) + 1
      shadowed = max(shadowed, abs(offset.x) + abs(offset.y) + blur + 2 / max(scale, 1e-6))
    }
    var boxes = 0.0
    for insets in [background?.shape.insets, border?.shape.insets] {
      guard let insets else { continue }
      for inset in [insets.top, insets.leading, insets.bottom, insets.trailing] {
        boxes = max(boxes, -PaintLimits.offset(inset))
      }
    }
    return max(lines, strokes) + shadowed + boxes
  }
}
