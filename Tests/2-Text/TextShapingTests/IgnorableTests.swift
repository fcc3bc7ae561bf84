// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Default-ignorable characters are never drawn as `.notdef` nor reported as missing.
///
/// Source: Unicode 15.0, 5.21, and DerivedCoreProperties. Chromium draws a Hangul filler with the
/// first font that has it, as a blank of 0.92 em in Noto Sans CJK.
@Suite struct IgnorableTests {
  private func shape(
    _ string: String, _ fonts: FontCollection = .embedded, isVertical: Bool = false
  ) throws -> ShapedText {
    try ShapedText(
      AttributedText(string, style: TextStyle(shaping: ShapingStyle(size: 1000))), fonts: fonts,
      isVertical: isVertical)
  }

  private func glyphs(_ text: ShapedText) -> [(cluster: Int, glyph: UInt16, width: Double)] {
    text.paragraphs[0].runs.flatMap { run in
      (0..<run.glyphCount).map {
        (run.cluster(at: $0), run.glyph(at: $0), Double(run.advance(at: $0)) * run.unit)
      }
    }
  }

  private static let all: [Unicode.Scalar] = [
    0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
    0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F,
    0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
    0xE0000...0xE0FFF,
  ].flatMap { $0 }.compactMap { Unicode.Scalar(UInt32($0)) }

  @Test func noneIsABox() throws {
    let latin = try BundledFonts.collection(of: ["NotoSerif-Bold.ttf"])
    for fonts in [FontCollection.embedded, latin] {
      for scalar in Self.all {
        for text in ["a\(scalar)b", "\(scalar)", "א\(scalar)", "漢\(scalar)\(scalar)字"] {
          if fonts === latin, !text.unicodeScalars.allSatisfy({ $0.value < 0x80 || $0 == scalar }) {
            continue
          }
          let shaped = try shape(text, fonts)
          let code = String(scalar.value, radix: 16)
          #expect(shaped.missing.isEmpty, "U+\(code)")
          #expect(!glyphs(shaped).contains { $0.glyph == 0 }, "U+\(code)")
        }
      }
    }
    // The letter that no font has is reported alone.
    let missing = try shape("\u{180F}\u{10FFFF}\u{3164}", latin).missing
    #expect(missing.map(\.scalars) == [["\u{10FFFF}"]])
  }

  @Test(arguments: ["\u{3164}", "\u{115F}", "\u{1160}", "\u{FFA0}"])
  func fillersAreBlanksOfAFontThatHasThem(filler: String) throws {
    for text in ["a\(filler)b", "漢\(filler)字", "1\(filler)2"] {
      let found = glyphs(try shape(text)).filter { $0.cluster == 1 }
      #expect(found.map(\.width) == [920], "\(text)")
      #expect(found.allSatisfy { $0.glyph != 0 })
    }
    let upright = try shape("漢\(filler)字", isVertical: true)
    #expect(upright.missing.isEmpty && !glyphs(upright).contains { $0.glyph == 0 })
    // Where no font has it, it takes no room.
    let latin = try BundledFonts.collection(of: ["NotoSans-Regular.ttf"])
    let width = try shape("ab", latin).paragraphs[0].runs.reduce(0) { $0 + $1.width }
    #expect(
      try shape("a\(filler)b", latin).paragraphs[0].runs.reduce(0) { $0 + $1.width } == width)
  }

  /// CSS Text 3, 4: controls are visible.
  @Test func controlsStayVisible() throws {
    #expect(try shape("a\u{7}b").missing.map(\.scalars) == [["\u{7}"]])
  }
}
