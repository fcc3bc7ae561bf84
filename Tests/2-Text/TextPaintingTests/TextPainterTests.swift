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

@Suite("Drawing a layout")
struct TextPainterTests {
  @Test("Tiles make up the whole picture, byte for byte", arguments: [1.0, 2.0, 1.5])
  func tiles(scale: Double) throws {
    let layout = try PaintingSample.mixed()
    let whole = try PaintingSample.draw(layout, scale: scale)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3 {
      let width = Int.random(in: 20...150, using: &generator)
      let height = Int.random(in: 9...90, using: &generator)
      for top in stride(from: 0, to: whole.height, by: height) {
        for left in stride(from: 0, to: whole.width, by: width) {
          var context = try GraphicsContext(
            pixels: PixelSize(width: width, height: height), scale: scale)
          context.transform = AffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: -Double(left), ty: -Double(top))
          try context.draw(layout)
          let tile = context.makeBitmap()
          var different = 0
          for y in 0..<min(height, whole.height - top) {
            for x in 0..<min(width, whole.width - left)
            where tile.pixel(x: x, y: y) != whole.pixel(x: left + x, y: top + y) {
              different += 1
            }
          }
          #expect(different == 0, "tile at \(left), \(top) of \(width)×\(height)")
        }
      }
    }
  }

  @Test("A clip changes nothing inside it and lets nothing out")
  func clip() throws {
    let layout = try PaintingSample.mixed()
    let whole = try PaintingSample.draw(layout)
    var context = try GraphicsContext(size: layout.size)
    try context.clip(to: Rect(x: 30, y: 20, width: 90, height: 40))
    try context.draw(layout)
    let clipped = context.makeBitmap()
    for y in 0..<whole.height {
      for x in 0..<whole.width {
        let isInside = (30..<120).contains(x) && (20..<60).contains(y)
        #expect(clipped.pixel(x: x, y: y) == (isInside ? whole.pixel(x: x, y: y) : 0))
      }
    }
  }

  @Test("Lines are visible as far as their ink may overhang, and no farther")
  func overhang() throws {
    let layout = try TextLayout(
      AttributedText(
        String(repeating: "line\n", count: 60), style: TextStyle(size: 10)),
      fonts: BundledFonts.collection)
    let grid = try #require(PixelGrid(transform: .identity, origin: .zero))
    let height = layout.size.height / Double(layout.lines.count)
    let clip = PixelRect(x: 0, y: 300, width: 50, height: 10)
    let part = try #require(try VisiblePart(of: layout, grid: grid, clip: clip, .never))
    // Eight times the size to both sides.
    #expect(abs(part.lines.lowerBound - Int((300 - 80) / height)) <= 1)
    #expect(abs(part.lines.upperBound - Int((310 + 80) / height)) <= 1)
  }

  @Test("Each span has its own colour")
  func colors() throws {
    var text = AttributedText("\u{2588}\u{2588}", style: TextStyle(size: 20))
    text.updatePaint(TextRange(1, 2)) { $0.color = Color(red: 1, green: 0, blue: 0) }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let picture = try PaintingSample.draw(layout)
    let middle = picture.height / 2
    #expect(picture.pixel(x: picture.width / 4, y: middle) == 0xFF00_0000)
    #expect(picture.pixel(x: picture.width * 3 / 4, y: middle) == 0xFF00_00FF)
  }

  @Test("A translation by whole pixels moves the picture and changes nothing else")
  func translation() throws {
    let layout = try PaintingSample.mixed()
    let whole = try PaintingSample.draw(layout)
    var context = try GraphicsContext(
      size: Size(width: layout.size.width + 13, height: layout.size.height + 7))
    try context.draw(layout, at: Point(x: 13, y: 7))
    let moved = context.makeBitmap()
    for y in 0..<whole.height {
      for x in 0..<whole.width {
        #expect(moved.pixel(x: x + 13, y: y + 7) == whole.pixel(x: x, y: y))
      }
    }
  }

  @Test("Origins are quantised to a quarter of a pixel")
  func quantisation() throws {
    let layout = try TextLayout(
      AttributedText("quarter", style: TextStyle(size: 15)), fonts: BundledFonts.collection)
    func draw(_ x: Double, _ y: Double) throws -> Bitmap {
      var context = try GraphicsContext(size: Size(width: 80, height: 30))
      try context.draw(layout, at: Point(x: x, y: y), options: .exact)
      return context.makeBitmap()
    }
    // Sub-pixel positions of single glyphs move with the whole: compare offsets of exact quarters.
    #expect(try draw(4, 4) == draw(4, 4))
    #expect(try draw(4, 4) != draw(4.25, 4))
    #expect(try draw(4, 4) != draw(4, 4.25))
    #expect(try draw(4 + 1.0 / 1024, 4).hasInk)
  }

  @Test("A glyph too large to be kept is drawn all the same, cached or tiled")
  func largeGlyph() throws {
    let layout = try TextLayout(
      AttributedText("Sg", style: TextStyle(size: 700)), fonts: BundledFonts.collection)
    let masks = GlyphMaskCache()
    let whole = try PaintingSample.draw(layout, masks: masks, colors: ColorGlyphCache())
    #expect(whole.inkCount > 50_000)
    var context = try GraphicsContext(pixels: PixelSize(width: 200, height: 150))
    context.transform = .translation(x: -150, y: -260)
    try context.draw(layout)
    let tile = context.makeBitmap()
    for y in 0..<150 {
      for x in 0..<200 {
        if tile.pixel(x: x, y: y) != whole.pixel(x: x + 150, y: y + 260) {
          Issue.record("tile differs at \(x), \(y)")
          return
        }
      }
    }
  }

  @Test("Turned by a quarter, the picture is the upright one turned")
  func rotation() throws {
    let layout = try TextLayout(
      AttributedText("Turn", style: TextStyle(size: 40)), fonts: BundledFonts.collection)
    let side = 120.0
    var upright = try GraphicsContext(size: Size(width: side, height: side))
    try upright.draw(layout, options: .exact)
    let expected = upright.makeBitmap()
    var turned = try GraphicsContext(size: Size(width: side, height: side))
    turned.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: side, ty: 0)
    try turned.draw(layout)
    let picture = turned.makeBitmap()
    var sum = 0
    for y in 0..<Int(side) {
      for x in 0..<Int(side) {
        let a = Int(expected.pixel(x: x, y: y) >> 24)
        let b = Int(picture.pixel(x: Int(side) - 1 - y, y: x) >> 24)
        sum += abs(a - b)
      }
    }
    // Positions are not quantised when turned, so edges differ a little.
    #expect(Double(sum) / Double(expected.inkCount) < 12)
    #expect(picture.hasInk)
  }

  @Test("Transforms that flatten or are not finite draw nothing and do not trap")
  func strangeTransforms() throws {
    let layout = try PaintingSample.mixed()
    for t in [
      AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0),
      AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
      AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 1e300, ty: -1e300),
      AffineTransform(a: 1e12, b: 0, c: 0, d: 1e12, tx: 0, ty: 0),
      AffineTransform(a: 1e-12, b: 0, c: 0, d: 1e-12, tx: 0, ty: 0),
    ] {
      var context = try GraphicsContext(size: Size(width: 40, height: 40))
      context.transform = t
      try context.draw(layout)
      _ = context.makeBitmap()
    }
  }

  @Test("Synthetic bold has more ink, a synthetic oblique leans to the right")
  func synthesis() throws {
    let face = try BundledFonts.face("NotoSansArmenian-Regular.ttf")
    var plain = Path()
    var bold = Path()
    let glyph = try #require(face.font().glyph(for: "\u{531}"))
    face.font().paintedOutline(of: glyph, into: &plain)
    bold = plain.emboldened(by: Double(face.font().unitsPerEm) / 24)
    #expect(bold.bounds.width > plain.bounds.width + 20)
    #expect(bold.bounds.width < plain.bounds.width + 100)
    #expect(bold.bounds.height > plain.bounds.height + 20)
    let square = Path(rect: Rect(x: 0, y: 0, width: 100, height: 100)).emboldened(by: 10)
    #expect(square.bounds == Rect(x: -5, y: -5, width: 110, height: 110))
  }
}
