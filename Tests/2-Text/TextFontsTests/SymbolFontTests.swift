// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import TextFonts

/// Faces whose characters lie in the private use area, as those of symbol fonts do.
struct SymbolFontTests {
  private func face(_ ranges: [(ClosedRange<Int>, glyph: Int)]) throws -> FontFace {
    var font = try PatchedFont("NotoSans-Regular.ttf")
    font.replace("cmap", with: PatchedFont.characterMap(platform: 3, encoding: 0, ranges))
    return try FontFile(data: font.bytes).face()
  }

  @Test func anyPartOfTheAreaStandsForLatin() throws {
    // Lower-case letters alone: neither U+F020 nor U+F041.
    let lower = try face([(0xF061...0xF07A, glyph: 10)])
    #expect(lower.coverage.contains("a") && lower.coverage.contains("z"))
    #expect(!lower.coverage.contains("A") && !lower.coverage.contains(" "))
    #expect(lower.coverage.contains("\u{F061}") && lower.coverage.count == 52)
    // One character, the last of all.
    let last = try face([(0xF0FF...0xF0FF, glyph: 5)])
    #expect(last.coverage.contains("\u{FF}") && last.coverage.count == 2)
    #expect(last.font().glyph(for: "\u{FF}") == 5)
    // Icons elsewhere in the area stand for themselves.
    let icons = try face([(0xE000...0xE010, glyph: 5), (0xF300...0xF310, glyph: 40)])
    #expect(icons.coverage.count == 34)
  }

  /// In a Unicode map the area stands for itself.
  @Test func aUnicodeMapHasNoSymbols() throws {
    var font = try PatchedFont("NotoSans-Regular.ttf")
    font.replace(
      "cmap",
      with: PatchedFont.characterMap(platform: 3, encoding: 1, [(0xF041...0xF05A, glyph: 10)]))
    let face = try FontFile(data: font.bytes).face()
    #expect(face.coverage.count == 26 && !face.coverage.contains("A"))
  }

  /// Fonts for Arabic of the nineties have a page of the area. Source: HarfBuzz.
  @Test func anArabicPageStandsForArabic() throws {
    var font = try PatchedFont("NotoSans-Regular.ttf")
    font.replace(
      "cmap",
      with: PatchedFont.characterMap(platform: 3, encoding: 0, [(0xF020...0xF2FF, glyph: 10)]))
    // A table of version 0, whose upper byte names the page: Simplified Arabic.
    font.set(0, in: "OS/2", at: 0)
    font.set(0xB300, in: "OS/2", at: 62)
    let face = try FontFile(data: font.bytes).face()
    let plain = face.font()
    #expect(face.coverage.contains("\u{627}"))
    for c in UInt32(0x600)...0x6FF {
      let scalar = try #require(Unicode.Scalar(c))
      #expect(face.coverage.contains(scalar) == (plain.glyph(for: scalar) != nil))
    }
  }

  @Test func aSymbolFontDrawsItsLetters() throws {
    var changed = try PatchedFont("NotoSans-Regular.ttf")
    changed.replace(
      "cmap",
      with: PatchedFont.characterMap(platform: 3, encoding: 0, [(0xF061...0xF063, glyph: 10)]))
    let source = try FontSource(FontFile(data: changed.bytes))
    let fonts = FontCollection(
      given: [source], defaultFonts: DefaultFonts.all, includesSystemFonts: false)
    let cascade = fonts.cascade(for: FontDescriptor())
    #expect(try cascade.font(for: "b").font.face === source.face)
    #expect(try cascade.font(for: "d").font.face !== source.face)
    #expect(source.face.font().glyph(for: "b") == 11)
  }
}
