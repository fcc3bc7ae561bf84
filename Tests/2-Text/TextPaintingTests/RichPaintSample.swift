// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

/// Texts with all kinds of paint, and pictures of them.
enum RichPaintSample {
  static let red = Color(red: 1, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)
  static let yellow = Color(red: 1, green: 0.9, blue: 0.3)

  /// One line of one style.
  static func line(
    _ string: String, size: Double = 20, _ change: (inout PaintStyle) -> Void
  ) throws -> TextLayout {
    var style = TextStyle(size: size)
    change(&style.paint)
    return try TextLayout(
      AttributedText(string, style: style), fonts: BundledFonts.collection)
  }

  /// A paragraph in which a part has a style.
  static func paragraph(
    width: Double = 150, size: Double = 15, _ change: (inout PaintStyle) -> Void
  ) throws -> TextLayout {
    var text = AttributedText(
      "A range of text over several lines, gjpqy and more, up to here and no farther than that.",
      style: TextStyle(size: size))
    text.updatePaint(TextRange(11, 70), change)
    return try TextLayout(text, in: TextContainer(width: width), fonts: BundledFonts.collection)
  }

  /// A change of a style, with its name.
  struct Change: Sendable {
    let name: String
    let apply: @Sendable (inout PaintStyle) -> Void

    init(_ name: String, _ apply: @escaping @Sendable (inout PaintStyle) -> Void) {
      (self.name, self.apply) = (name, apply)
    }
  }

  /// Each kind of paint by itself.
  static let changes: [Change] = {
    let pad = EdgeInsets(top: -1, leading: -4, bottom: -2, trailing: -3)
    let joined = TextBoxShape(cornerRadius: 5, insets: pad, joinsLines: true)
    let block = TextBoxShape(cornerRadius: 8, insets: EdgeInsets(-2), extent: .block)
    var changes: [Change] = []
    for style in TextDecoration.Style.allCases {
      let under = TextDecoration(color: red, style: style, thickness: 1.7, skipsInk: true)
      let over = TextDecoration(color: blue, style: style)
      let border = TextBorder(color: red, width: 1.3, style: style, shape: joined)
      changes.append(Change("underline \(style)") { $0.underline = under })
      changes.append(Change("overline \(style)") { $0.overline = over })
      // A border has no waves.
      if style != .wavy { changes.append(Change("border \(style)") { $0.border = border }) }
    }
    let shadows = [
      TextShadow(color: red, offset: Point(x: 3, y: 2)),
      TextShadow(color: blue, offset: Point(x: -6, y: 9), blurRadius: 5),
    ]
    let inner = TextShadow(
      color: .black, offset: Point(x: 1, y: 1), blurRadius: 2, isInner: true)
    changes += [
      Change("strikethrough") { $0.strikethrough = TextDecoration(style: .wavy, offset: 1) },
      Change("rounded") { $0.background = TextBackground(yellow, cornerRadius: 4) },
      Change("joined") { $0.background = TextBackground(yellow, shape: joined) },
      Change("block") { $0.background = TextBackground(yellow, shape: block) },
      Change("block border") { $0.border = TextBorder(width: 2, style: .dotted, shape: block) },
      Change("stroke") { $0.stroke = TextStroke(color: blue, width: 1.5) },
      Change("gradient") { $0.fill = .gradient(TextGradient(colors: [red, blue]), over: .line) },
      Change("gradient of stretches") {
        $0.fill = .gradient(
          TextGradient(.radial, colors: [yellow, red], from: Point(x: 0.5, y: 0.5)), over: .run)
        $0.stroke = TextStroke(
          width: 1.5, fill: .gradient(TextGradient(.conic, colors: [red, blue]), over: .line))
      },
      Change("shadows") {
        $0.underline = TextDecoration()
        $0.shadows = shadows
      },
      Change("inner shadow") {
        $0.color = yellow
        $0.shadows = [inner]
      },
    ]
    return changes
  }()

  /// A picture of a layout with a margin.
  static func draw(
    _ layout: TextLayout, scale: Double = 1, margin: Double = 20, background: Color? = nil
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      size: Size(width: layout.size.width + 2 * margin, height: layout.size.height + 2 * margin),
      scale: scale, background: background)
    try context.draw(layout, at: Point(x: margin, y: margin))
    return context.makeBitmap()
  }
}

extension Bitmap {
  /// The alpha of a pixel.
  func alpha(_ x: Int, _ y: Int) -> Int { Int(pixel(x: x, y: y) >> 24) }

  /// The smallest rectangle around all pixels with ink.
  var inkFrame: PixelRect {
    let (frame, count) = area { $0 >> 24 > 0 }
    return count > 0 ? frame : PixelRect(x: width, y: height, width: 0, height: 0)
  }
}
