// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

@testable import CanvasGeometry
import Testing
import CanvasDrawing

@testable import TextPainting

@Suite("The pictures that one scratch set holds")
struct RecentColorGlyphsTests {
  private static func key(_ glyph: UInt32) -> ColorGlyphKey {
    ColorGlyphKey(font: 3, glyph: glyph, size: 30.0.bitPattern, bins: 5, foreground: 0)
  }

  private static func image(_ glyph: UInt32, side: Int) throws -> ColorGlyphImage {
    let color = Color(red8: UInt8(glyph & 0xFF), green8: UInt8(glyph >> 8 & 0xFF), blue8: 7)
    let context = try GraphicsContext(
      pixels: PixelSize(width: side, height: side), background: color)
    return ColorGlyphImage(bitmap: context.makeBitmap(), left: Int(glyph), top: -3)
  }

  @Test("A key gives its own picture or none, however many there are")
  func manyPictures() throws {
    let recent = RecentColorGlyphs()
    var found = 0
    for glyph in UInt32(0)..<2000 {
      recent.keep(try Self.image(glyph, side: 4), for: Self.key(glyph))
      for known in [glyph, glyph / 2, glyph &- 40] where known <= glyph {
        guard let picture = recent.picture(for: Self.key(known)) else { continue }
        found += 1
        #expect(picture.left == Int(known) && picture.top == -3)
        var context = try GraphicsContext(pixels: PixelSize(width: 4, height: 4))
        #expect(context.blit(try #require(picture.pixels), atPixelX: 0, y: 0))
        let expected = try Self.image(known, side: 4)
        #expect(context.makeBitmap() == expected.bitmap)
      }
      #expect(recent.picture(for: Self.key(glyph)) != nil)
    }
    #expect(found > 4000)
    recent.removeAll()
    #expect(recent.byteCount == 0 && recent.picture(for: Self.key(1999)) == nil)
  }

  @Test("It holds no more than its bound, and no large picture")
  func bound() throws {
    let recent = RecentColorGlyphs()
    for glyph in UInt32(0)..<120 {
      recent.keep(try Self.image(glyph, side: 100), for: Self.key(glyph))
      #expect(recent.byteCount <= RecentColorGlyphs.byteLimit)
      #expect(recent.picture(for: Self.key(glyph)) != nil)
    }
    recent.keep(try Self.image(999, side: 200), for: Self.key(999))
    #expect(recent.picture(for: Self.key(999)) == nil)
  }

  @Test("A glyph without ink is known to have none")
  func noInk() {
    let recent = RecentColorGlyphs()
    recent.keep(ColorGlyphImage(bitmap: nil, left: 0, top: 0), for: Self.key(1))
    let known = recent.picture(for: Self.key(1))
    #expect(known != nil && known?.pixels == nil)
  }
}
