// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import Testing
import TextModel
import TextPainting
import TextTestSupport
import TextTypesetting

@Suite("Vertical text is painted") struct TurnedTextTests {
  /// Text of one font with every kind of paint.
  private static func text() -> AttributedText {
    var text = AttributedText(
      "Zwei Segel erhellend die tiefblaue Bucht", style: TextStyle(shaping: ShapingStyle(size: 18)))
    text.updatePaint(TextRange(0, 4)) { $0.background = TextBackground(.white) }
    text.updatePaint(TextRange(5, 10)) { $0.border = TextBorder(color: .black, width: 1) }
    text.updatePaint(TextRange(11, 20)) { $0.stroke = TextStroke(width: 1) }
    text.updatePaint(TextRange(21, 24)) {
      $0.shadows = [TextShadow(color: .black, offset: Point(x: 2, y: 1), blurRadius: 2)]
    }
    return text
  }

  @Test("Sideways text of one font is horizontal text under a quarter turn, pixel for pixel")
  func quarterTurn() throws {
    let text = Self.text()
    let across = try TextLayout(
      text, in: TextContainer(width: 150), fonts: BundledFonts.collection)
    var container = TextContainer(height: 150)
    container.writingMode = .verticalRL
    let down = try TextLayout(text, in: container, fonts: BundledFonts.collection)
    #expect(down.lines.count > 2)
    let size = Size(width: down.size.width + 20, height: 170)
    var turned = try GraphicsContext(size: size, scale: 2)
    turned.concatenate(
      AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: down.size.width + 10, ty: 10))
    try turned.draw(across)
    var vertical = try GraphicsContext(size: size, scale: 2)
    try vertical.draw(down, at: Point(x: 10, y: 10))
    let (a, b) = (turned.makeBitmap(), vertical.makeBitmap())
    #expect(try a.pngData() == b.pngData())
    #expect(try down.inkBounds(scale: 2).width > 0)
    let ink = try down.inkBounds()
    let expected = try across.inkBounds()
    #expect(abs(ink.minY - expected.minX) < 1e-6)
    #expect(abs(ink.maxX - (down.size.width - expected.minY)) < 1e-6)
  }
}
