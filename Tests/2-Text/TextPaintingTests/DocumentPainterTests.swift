// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Drawing a document") struct DocumentPainterTests {
  /// Paragraphs with backgrounds and tight lines, so that they reach into each other.
  private static func sample() -> AttributedText {
    var paragraph = ParagraphStyle.default
    paragraph.lineHeight = .multiple(0.7)
    var text = AttributedText("")
    for index in 0..<120 {
      var style = TextStyle(size: 13.3 + Double(index % 4))
      style.paragraph = paragraph
      if index % 3 == 0 {
        style.paint.background = TextBackground(Color(red: 1, green: 0.9, blue: 0.4))
      }
      if index % 5 == 0 { style.paint.underline = TextDecoration() }
      text.append(
        "gjÅ فقط paragraph \(index) with a tail that wraps once or twice (gjpqy)\n", style: style)
    }
    return text
  }

  @Test("A tile laid out from nothing has the bytes of the whole layout", arguments: [1.0, 2.0])
  func firstTile(scale: Double) throws {
    let text = Self.sample()
    let fonts = BundledFonts.collection
    let whole = try TextLayout(text, in: TextContainer(width: 210), fonts: fonts)
    let size = Size(width: 210, height: 150)
    for index in [0, 37, 60, 119, 120] {
      var document = TextDocument(text, width: 210, fonts: fonts)
      let band = try document.layOut(around: index, from: 0, to: size.height)
      var context = try GraphicsContext(size: size, scale: scale)
      try context.draw(band, at: Point(x: 0, y: -document.y(ofParagraph: index)))
      let tile = context.makeBitmap()

      let start = document.textRange(ofParagraph: index).start
      let top = whole.line(containing: start).origin.y
      var other = try GraphicsContext(size: size, scale: scale)
      try other.draw(whole, at: Point(x: 0, y: -top))
      let expected = other.makeBitmap()
      #expect(tile == expected, "paragraph \(index)")
      #expect(index == 120 || tile.hasInk)
    }
  }

  @Test("Lines, strokes and shadows of a document are those of the whole layout")
  func richPaint() throws {
    var text = AttributedText("")
    for (index, change) in RichPaintSample.changes.enumerated() {
      var style = TextStyle(size: 14)
      change.apply(&style.paint)
      // Boxes of documents end at each paragraph.
      if style.paint.border?.shape.joinsLines ?? false { style.paint.border = nil }
      if style.paint.background?.shape.joinsLines ?? false { style.paint.background = nil }
      text.append("paragraph \(index) wraps over two or three lines (gjpqy)\n", style: style)
    }
    let fonts = BundledFonts.collection
    let whole = try TextLayout(text, in: TextContainer(width: 150), fonts: fonts)
    var document = TextDocument(text, width: 150, fonts: fonts)
    _ = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    let size = Size(width: 150, height: 200)
    for top in stride(from: 0, to: document.height, by: size.height) {
      // Shadows fall farther than glyphs reach.
      let band = try document.layOut(from: top - 60, to: top + size.height + 60)
      var context = try GraphicsContext(size: size)
      try context.draw(band, at: Point(x: 0, y: -top))
      var other = try GraphicsContext(size: size)
      try other.draw(whole, at: Point(x: 0, y: -top))
      let (tile, expected) = (context.makeBitmap(), other.makeBitmap())
      #expect(tile == expected, "from \(top)")
    }
  }

  @Test(
    "Nor does rounding at odd scales, where lines stand at round heights",
    arguments: [0.7, 1.15, 5.0 / 3])
  func oddScales(scale: Double) throws {
    var style = TextStyle(size: 13)
    style.paragraph.lineHeight = .fixed(17)
    style.paint.background = TextBackground(Color(red: 1, green: 0.9, blue: 0.4))
    style.paint.underline = TextDecoration()
    let text = AttributedText(
      (0..<150).map { "gj paragraph \($0) with a tail that wraps.\n" }.joined(), style: style)
    let fonts = BundledFonts.collection
    let whole = try TextLayout(text, in: TextContainer(width: 150), fonts: fonts)
    var document = TextDocument(text, width: 150, fonts: fonts)
    _ = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    let size = Size(width: 150, height: 300)
    for top in stride(from: 0, to: document.height, by: size.height) {
      let band = try document.layOut(from: top, to: top + size.height)
      var context = try GraphicsContext(size: size, scale: scale)
      try context.draw(band, at: Point(x: 0, y: -top))
      var other = try GraphicsContext(size: size, scale: scale)
      try other.draw(whole, at: Point(x: 0, y: -top))
      let (tile, expected) = (context.makeBitmap(), other.makeBitmap())
      #expect(tile == expected, "from \(top)")
    }
  }

  @Test(
    "A stretched, sheared or turned document has the bytes of the whole layout",
    arguments: [
      AffineTransform.scale(x: 2, y: 1), .scale(x: 1, y: 1.7), .scale(x: -1, y: 1),
      AffineTransform(a: 1, b: 0, c: 0.3, d: 1, tx: 0, ty: 0),
      AffineTransform(a: 0.980067, b: 0.198669, c: -0.198669, d: 0.980067, tx: 0, ty: 0),
    ])
  func otherTransforms(transform: AffineTransform) throws {
    let text = Self.sample()
    let fonts = BundledFonts.collection
    let whole = try TextLayout(text, in: TextContainer(width: 210), fonts: fonts)
    var document = TextDocument(text, width: 210, fonts: fonts)
    _ = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    let size = Size(width: 300, height: 150)
    for index in [0, 37, 119] {
      let top = document.y(ofParagraph: index)
      let band = try document.layOut(around: index, from: -150, to: 300)
      func picture(_ draw: (inout GraphicsContext) throws -> Void) throws -> Bitmap {
        var context = try GraphicsContext(size: size, scale: 1)
        if transform.a < 0 { context.concatenate(.translation(x: size.width, y: 0)) }
        context.concatenate(transform)
        try draw(&context)
        return context.makeBitmap()
      }
      let tile = try picture { try $0.draw(band, at: Point(x: 0, y: -top)) }
      let expected = try picture { try $0.draw(whole, at: Point(x: 0, y: -top)) }
      #expect(tile == expected, "paragraph \(index)")
      #expect(tile.hasInk)
    }
  }

  @Test("Lines are drawn also where a hundred million pixels lie above them")
  func farDown() throws {
    var (far, plain) = (TextStyle(size: 13), TextStyle(size: 13))
    plain.paragraph.lineHeight = .fixed(20)
    far.paragraph.lineHeight = .fixed(20)
    far.paragraph.spacingBefore = 1e7 - 30
    var text = AttributedText("first\n", style: plain)
    for _ in 0..<10 { text.append("far\n", style: far) }
    for index in 0..<40 { text.append("line \(index)\n", style: plain) }
    var document = TextDocument(text, width: 110, fonts: BundledFonts.collection)
    _ = try document.layOut(from: 0, to: .greatestFiniteMagnitude)
    let size = Size(width: 110, height: 200)
    let top = 1e8 - 50
    let band = try document.layOut(from: top, to: top + size.height)
    var context = try GraphicsContext(size: size, scale: 1)
    try context.draw(band, at: Point(x: 0, y: -top))
    let picture = context.makeBitmap()
    let rows = (0..<picture.height).filter { y in
      (0..<picture.width).contains { picture.pixel(x: $0, y: y) != 0 }
    }
    #expect(try #require(rows.last) > 180)
  }
}
