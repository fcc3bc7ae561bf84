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

@Suite("Lines along outlines, and ligatures of several colours") struct GlyphStrokerTests {
  @Test("Half of a stroke lies outside of the glyph, sharp corners reach up to four widths")
  func reach() throws {
    func frame(_ string: String, _ width: Double, scale: Double = 1) throws -> PixelRect {
      try RichPaintSample.draw(
        RichPaintSample.line(string, size: 60) {
          $0.stroke = width > 0 ? TextStroke(width: width) : nil
        }, scale: scale
      ).inkFrame
    }
    let (bare, stroked) = (try frame("H", 0), try frame("H", 6))
    #expect(bare.x - stroked.x == 3 && stroked.maxX - bare.maxX == 3)
    #expect(bare.y - stroked.y == 3 && stroked.maxY - bare.maxY == 3)
    let (small, large) = (try frame("H", 0, scale: 2), try frame("H", 6, scale: 2))
    #expect(small.x - large.x == 6 && large.maxY - small.maxY == 6)
    let (tip, long) = (try frame("∧", 0), try frame("∧", 4))
    #expect(tip.y - long.y >= 2 && tip.y - long.y <= 8)
  }

  @Test("The stroke has its own colour or the text's, over the fill; clear text is outlined")
  func colors() throws {
    func draw(_ color: Color, _ stroke: Color?) throws -> Bitmap {
      try RichPaintSample.draw(
        RichPaintSample.line("I", size: 60) {
          $0.color = color
          $0.stroke = TextStroke(color: stroke, width: 2)
        })
    }
    func row(_ picture: Bitmap) -> [UInt32] {
      let frame = picture.inkFrame
      let y = frame.y + frame.height / 2
      return (frame.x..<frame.maxX).map { picture.pixel(x: $0, y: y) }
        .filter { $0 >> 24 == 255 }
    }
    let (red, blue): (UInt32, UInt32) = (0xFF00_00FF, 0xFFFF_0000)
    let both = row(try draw(RichPaintSample.red, RichPaintSample.blue))
    #expect(both.first == blue && both.last == blue && both.contains(red))
    #expect(row(try draw(RichPaintSample.red, nil)).allSatisfy { $0 == red })
    let outlined = try draw(.clear, RichPaintSample.blue)
    let frame = outlined.inkFrame
    #expect(outlined.alpha(frame.x + frame.width / 2, frame.y + frame.height / 2) == 0)
    #expect(row(outlined).contains(blue))
  }

  /// A line with a ligature of ff and i, its characters in red, blue and black.
  private func ligature(_ colors: [Color]) throws -> TextLayout {
    var text = AttributedText("ffi", style: TextStyle(size: 60))
    for (index, color) in colors.enumerated() {
      text.updatePaint(TextRange(index, index + 1)) { $0.color = color }
    }
    return try TextLayout(text, fonts: BundledFonts.collection)
  }

  @Test("Each part of a ligature has the colour of its characters, up to the carets")
  func parts() throws {
    let layout = try ligature([RichPaintSample.red, RichPaintSample.blue, .black])
    let run = try #require(layout.lines[0].runs.first)
    #expect(run.glyphs.count == 1, "the font has this ligature")
    let carets = layout.carets(inLine: 0).map(\.x)
    let picture = try RichPaintSample.draw(layout)
    let one = try RichPaintSample.draw(ligature([.black]))
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        #expect(picture.alpha(x, y) == one.alpha(x, y))
        guard picture.alpha(x, y) == 255 else { continue }
        let place = Double(x) - 20 + 0.5
        let expected: UInt32 =
          place < carets[1].rounded()
          ? 0xFF00_00FF : place < carets[2].rounded() ? 0xFFFF_0000 : 0xFF00_0000
        #expect(picture.pixel(x: x, y: y) == expected)
      }
    }
    // Two of one colour are one part.
    var divider = LigatureDivider()
    let two = try ligature([RichPaintSample.red, RichPaintSample.red, .black])
    let parts = divider.parts(
      of: 0, in: try #require(two.lines[0].runs.first), paint: PaintCursor(two))
    #expect(parts.count == 2 && abs(parts[0].right - carets[2]) < 1e-9)
    #expect(parts[0].left == -.infinity && parts[1].right == .infinity)
  }

  @Test("In right-to-left text the first characters are at the right")
  func rightToLeft() throws {
    var text = AttributedText("لا", style: TextStyle(size: 60))
    text.updatePaint(TextRange(0, 1)) { $0.color = RichPaintSample.red }
    text.updatePaint(TextRange(1, 2)) { $0.color = RichPaintSample.blue }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let picture = try RichPaintSample.draw(layout)
    var (reds, blues) = ([Int](), [Int]())
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        if picture.pixel(x: x, y: y) == 0xFF00_00FF { reds.append(x) }
        if picture.pixel(x: x, y: y) == 0xFFFF_0000 { blues.append(x) }
      }
    }
    #expect(!reds.isEmpty && !blues.isEmpty)
    #expect((blues.max() ?? 0) < (reds.min() ?? 0))
  }

  @Test("A letter and its accent stay in one colour")
  func accent() throws {
    var text = AttributedText("e\u{301}", style: TextStyle(size: 40))
    text.updatePaint(TextRange(0, 1)) { $0.color = RichPaintSample.red }
    text.updatePaint(TextRange(1, 2)) { $0.color = RichPaintSample.blue }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let picture = try RichPaintSample.draw(layout)
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture.alpha(x, y) > 0 {
        #expect(picture.pixel(x: x, y: y) & 0x00FF_FF00 == 0)
      }
    }
  }

  @Test("Turned ligatures have their colours, too")
  func turned() throws {
    let layout = try ligature([RichPaintSample.red, RichPaintSample.blue, .black])
    var context = try GraphicsContext(size: Size(width: 150, height: 150))
    context.transform = AffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 60, ty: 5)
    try context.draw(layout)
    let picture = context.makeBitmap()
    var found: Set<UInt32> = []
    for y in 0..<150 { for x in 0..<150 { found.insert(picture.pixel(x: x, y: y)) } }
    #expect(found.isSuperset(of: [0xFF00_00FF, 0xFFFF_0000, 0xFF00_0000]))
  }
}
