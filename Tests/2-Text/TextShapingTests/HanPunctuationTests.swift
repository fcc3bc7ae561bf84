// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// The widths of punctuation that Latin and Han share, at 1000 points.
///
/// They are those that Chromium 156 has with Noto Sans CJK SC, TC, JP and KR, which have the glyphs
/// of the embedded font: 1000 for Chinese, the font's narrow marks for Japanese and Korean.
@Suite struct HanPunctuationTests {
  private func shape(
    _ string: String, _ language: String, isVertical: Bool = false,
    environment: ShapingEnvironment = .standard, families: [String] = []
  ) throws -> ShapedText {
    var style = TextStyle(shaping: ShapingStyle(size: 1000, language: language))
    style.shaping.font.families = families
    return try ShapedText(
      AttributedText(string, style: style), fonts: .embedded, isVertical: isVertical,
      environment: environment)
  }

  /// The width of each character, and the family of its font.
  private func widths(_ text: ShapedText) -> [Double] {
    var widths = [Double](repeating: 0, count: text.text.length)
    for run in text.paragraphs[0].runs {
      for glyph in 0..<run.glyphCount {
        widths[run.cluster(at: glyph)] += Double(run.advance(at: glyph)) * run.unit
      }
    }
    return widths.map { $0.rounded() }
  }

  @Test(arguments: [
    ("“", "zh-Hans", 1000.0), ("”", "zh-Hant", 1000), ("‘", "zh-HK", 1000), ("’", "zh", 1000),
    ("…", "zh", 1000), ("·", "zh", 1000), ("‥", "zh-TW", 1000), ("“", "ja", 474), ("”", "ko", 474),
    ("‘", "ja", 278), ("·", "ja", 561), ("…", "ja", 1000), ("…", "", 1000), ("…", "en", 1000),
    ("“", "en", 474), ("—", "ja", 1000),
  ])
  func betweenHan(mark: String, language: String, width: Double) throws {
    // In pairs where one mark is trimmed or joined: —— is one glyph of two ems.
    let text = mark == "—" ? "漢——字" : "漢\(mark)字"
    let found = widths(try shape(text, language))
    #expect(found.first == 1000 && found.last == 1000)
    let count = Double(found.count - 2)
    let sum = found[1..<found.count - 1].reduce(0, +)
    // Chromium's widths are rounded to 1/64 of a pixel at 20 px.
    #expect(abs(sum - width * count) <= 3, "\(mark) in \(language)")
  }

  /// The language decides in text of other scripts, too; a family that is named decides always.
  @Test func inLatin() throws {
    let chinese = widths(try shape("“x”", "zh-Hans"))
    #expect(chinese[0] == 1000 && chinese[2] == 1000)
    // An apostrophe is part of its word: as in English.
    #expect(widths(try shape("It’s", "zh")) == widths(try shape("It’s", "en")))
    let quoted = widths(try shape("say “漢” x", "en"))
    let plain = widths(try shape("say “x” x", "en"))
    #expect(quoted[4] == plain[4] && quoted[6] == plain[6])
    let named = widths(try shape("漢“字", "zh", families: ["Noto Sans"]))
    #expect(named[1] == plain[4])
  }

  /// A cached word, and text that needs no analysis, have the same fonts.
  @Test(arguments: ["“Hello,” he said… it’s", "a — b", "2024–2025", "漢字“x”、……漢"])
  func shortcuts(text: String) throws {
    for language in ["zh-Hans", "ja", "en", ""] {
      for _ in 0..<2 {
        let quick = try shape(text, language)
        let general = try shape(
          text, language, environment: ShapingEnvironment(words: nil, findsSimpleText: false))
        #expect(widths(quick) == widths(general), "\(language)")
      }
    }
  }

  /// Marks after very many characters are found as well: the search for them goes on in steps.
  @Test func farAway() throws {
    for count in [2047, 2048, 2049, 5000] {
      let text = String(repeating: "漢", count: count) + "“" + String(repeating: "字", count: 3)
      #expect(widths(try shape(text, "zh"))[count] == 1000)
    }
  }
}
