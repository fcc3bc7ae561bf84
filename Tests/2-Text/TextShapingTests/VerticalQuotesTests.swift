// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// “ ” ‘ ’ in vertical lines: upright in the font's vertical forms, which Chinese has (CLREQ 3.1.2,
/// GB/T 15834), else turned. UAX #50 has them as R up to Unicode 16 and as Tr since Unicode 17.
@Suite("Vertical quotation marks") struct VerticalQuotesTests {
  @Test("They stand upright in Chinese", arguments: ["zh-Hans", "zh-Hant", "zh-CN", "zh-TW", "zh"])
  func upright(_ language: String) throws {
    #expect(try Vertical.runs("“甲”‘乙’", language: language) == ["“甲”‘乙’|"])
    #expect(try Vertical.runs("甲“ab”乙", language: language) == ["甲“|", "ab-", "”乙|"])
  }

  @Test("They are turned where the font has no form", arguments: ["ja", "ko", "en", ""])
  func turned(_ language: String) throws {
    #expect(try Vertical.runs("甲“乙”", language: language) == ["甲|", "“-", "乙|", "”-"])
  }

  @Test("So they are in fonts of other scripts")
  func otherFonts() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSans-Regular.ttf"])
    #expect(try Vertical.runs(Vertical.text("“a”", fonts: fonts, language: "zh")) == ["“a”-"])
  }

  @Test("An apostrophe is part of its word")
  func apostrophe() throws {
    #expect(try Vertical.runs("甲x’s乙", language: "zh") == ["甲|", "x’s-", "乙|"])
  }

  /// `hb-shape --direction=ttb --language=zh-Hans NotoSansCJK-Common.otf ‘’「」` has the same glyphs
  /// for both pairs, and others for “ and 『, which have the same shape in two widths.
  @Test func theFormsAreThoseOfBrackets() throws {
    let fonts = try BundledFonts.collection(of: ["NotoSansCJK-Common.otf"])
    let run = try #require(
      Vertical.text("‘甲’「甲」", fonts: fonts, language: "zh-Hans") {
        $0.textSpacingTrim = .spaceAll
      }.paragraphs[0].runs.first)
    #expect(run.glyphCount == 6)
    #expect(run.glyph(at: 0) == run.glyph(at: 3))
    #expect(run.glyph(at: 2) == run.glyph(at: 5))
    #expect(run.totalAdvance == 64 * 6000)
  }

  @Test func aStyleMayTurnThem() throws {
    let sideways = try Vertical.runs("甲“乙”", language: "zh") { $0.textOrientation = .sideways }
    #expect(sideways == ["甲“乙”-"])
  }
}
