// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import TextModel

/// The look of a box around text: a filled background or a border.
struct BoxLook: Hashable {
  /// The line of a border.
  struct Line: Hashable {
    /// The width of the border in points; positive.
    var width: Double
    var style: TextDecoration.Style
  }

  let color: Color
  let shape: TextBoxShape
  /// `nil` for a background.
  let line: Line?

  /// The background of a style; `nil` if it has none, or a clear one.
  init?(backgroundOf style: PaintStyle) {
    guard let background = style.background, background.color.alpha > 0 else { return nil }
    (color, shape, line) = (background.color, background.shape, nil)
  }

  /// The border of a style; `nil` if it has none, or one that is clear or has no width.
  init?(borderOf style: PaintStyle) {
    guard let border = style.border else { return nil }
    let width = PaintLimits.width(border.width)
    color = border.color ?? style.color
    shape = border.shape
    line = Line(width: width, style: border.style)
    guard width > 0, color.alpha > 0 else { return nil }
  }

  /// Whether the look is a rectangle on each line, which is drawn as a bar.
  var isBar: Bool { line == nil && shape == .plain }

  /// The distances of the edges inwards, in points.
  func insets(isRightToLeft: Bool) -> (top: Double, left: Double, bottom: Double, right: Double) {
    let leading = PaintLimits.offset(shape.insets.leading)
    let trailing = PaintLimits.offset(shape.insets.trailing)
    let (top, bottom) = (
      PaintLimits.offset(shape.insets.top), PaintLimits.offset(shape.insets.bottom)
    )
    return isRightToLeft ? (top, trailing, bottom, leading) : (top, leading, bottom, trailing)
  }

  /// The shapes to fill for boxes that form one outline.
  ///
  /// A border that does not fit inside fills the box. Dashes are stretched a little, so that a
  /// whole number of them goes round.
  func marks(_ boxes: [Rect], in space: MarkSpace) -> [TextMark] {
    let radius = max(0, PaintLimits.offset(shape.cornerRadius)) * space.scale
    guard let line else {
      if boxes.count == 1, radius == 0 {
        let box = boxes[0]
        return [
          TextMark(
            shape: space.rectangle(
              left: box.minX, top: box.minY, right: box.maxX, height: box.height), color: color)
        ]
      }
      let path = BoxOutline(boxes).path(radius: radius)
      return [TextMark(shape: .path(path, overlap: .none), color: color)]
    }
    let outline = BoxOutline(boxes)
    let width = space.thickness(line.width * (line.style == .thick ? 2 : 1))
    let isDouble = line.style == .double
    guard outline.holds(isDouble ? 3 * width : width) else {
      return [
        TextMark(shape: .path(outline.path(radius: radius), overlap: .none), color: color)
      ]
    }
    let middles = isDouble ? [width / 2, width * 5 / 2] : [width / 2]
    return middles.map { middle in
      let path = outline.path(radius: radius, inset: middle)
      var style = StrokeStyle(lineWidth: width)
      style.dashPattern = DashPattern(line.style, thickness: width).lengths(line.style)
      if line.style == .dotted { style.lineCap = .round }
      let period = style.dashPattern.reduce(0, +)
      if period > 0 {
        let length = path.length
        let factor = length / (max(1, (length / period).rounded()) * period)
        style.dashPattern = style.dashPattern.map { $0 * factor }
      }
      return TextMark(
        shape: .path(path.stroked(style, scale: space.flatness), overlap: .possible),
        color: color)
    }
  }
}
