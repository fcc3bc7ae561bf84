// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// The numbers are Chromium's, with the same font file at 100 pixels.
@Suite("Trimming of adjacent full-width punctuation") struct SpacingTrimTests {
  private static func text(
    _ string: String, _ language: String, _ trim: TextSpacingTrim = .auto
  ) -> AttributedText {
    var shaping = ShapingStyle(size: 100, language: language)
    shaping.textSpacingTrim = trim
    return AttributedText(string, style: TextStyle(shaping: shaping))
  }

  /// The widths of the characters, line by line.
  private static func widths(
    _ string: String, _ language: String = "ja", width: Double? = nil,
    _ trim: TextSpacingTrim = .auto
  ) throws -> [[Double]] {
    let layout = try TextLayout(
      text(string, language, trim), in: TextContainer(width: width), fonts: Fixture.fonts)
    return layout.lines.indices.map { line in
      let carets = layout.carets(inLine: line).map(\.x)
      return zip(carets.dropFirst(), carets).map { ($0 - $1).rounded() }
    }
  }

  private static func decode(_ widths: String) -> [[Double]] {
    // 1 an em, h half an em, digits in between.
    widths.split(separator: " ").map { $0.map { $0 == "h" ? 50 : 100 } }
  }

  @Test(arguments: [
    ("「漢字」「かな」", "ja", "1111h111"), ("（漢）、（字）。」", "ja", "11h1h1hh1"),
    ("（漢）、（字）。」", "zh-TW", "11h1h1h11"), ("漢字。」です", "zh-CN", "11h111"),
    ("漢・「字", "ja", "11h1"), ("漢」・字", "ja", "1h11"), ("，「汉字」", "zh-Hans", "1h111"),
    ("漢：」字", "zh-CN", "1h11"), ("漢：」字", "ja", "1111"), ("漢　「字」　漢", "ko", "11h1h11"),
    ("』」）", "ja", "hh1"), ("（（「漢", "zh", "1hh1"), ("漢」（字", "ja_JP", "11h1"),
    ("かな」「漢", "ja", "111h1"), ("「漢字」「かな」", "en", "11111111"),
    ("「漢字」「かな」", "", "11111111"), ("「漢字」「かな」", "jav", "11111111"),
  ])
  func adjacentMarks(_ string: String, _ language: String, _ expected: String) throws {
    #expect(try Self.widths(string, language) == Self.decode(expected))
  }

  /// A closing mark gives up half of its width before every closing and middle mark, also a narrow
  /// one of its font, and before nothing else; an opening one after every opening, closing and
  /// middle mark.
  @Test func allPairs() throws {
    let opening = Array("「『（【〔《〈［｛"), closing = Array("」』）】〕》〉］｝")
    func width(_ at: Int, of string: String) throws -> Double {
      let all = try Self.widths("漢\(string)字")
      return all[0][at + 1]
    }
    for mark in closing {
      for next in closing + Array("・　、。｣") {
        #expect(try width(0, of: "\(mark)\(next)") == 50, "\(mark)\(next)")
      }
      for next in opening + Array("漢あ") {
        #expect(try width(0, of: "\(mark)\(next)") == 100, "\(mark)\(next)")
      }
    }
    for mark in opening {
      for before in opening + closing + Array("・　") {
        #expect(try width(1, of: "\(before)\(mark)") == 50, "\(before)\(mark)")
      }
      for before in Array("漢あア") {
        #expect(try width(1, of: "\(before)\(mark)") == 100, "\(before)\(mark)")
      }
    }
  }

  @Test(arguments: [
    ("漢字、「漢字", 300, "111 111"), ("漢字漢」「字", 400, "1111 11"),
    ("漢字漢」字字", 400, "1111 11"), ("漢字漢」字字", 350, "111h 11"),
    ("漢字漢。字字", 350, "11 111 1"), ("漢字漢」字字", 349, "11 111 1"),
    ("漢字漢」「字", 350, "111h 11"),
    ("「漢字漢「字", 300, "111 111"), ("漢字漢）」字字", 400, "111hh 11"),
    ("漢字漢）」字字", 450, "111h1 11"), ("漢字漢」、漢字漢字", 400, "11 1h11 111"),
    ("漢字漢」」", 400, "111hh"), ("漢字漢」", 350, "111h"), ("漢字漢「", 350, "111 1"),
  ])
  func lineEdges(_ string: String, _ width: Double, _ expected: String) throws {
    #expect(try Self.widths(string, width: width) == Self.decode(expected))
  }

  @Test func theStyleDecides() throws {
    #expect(try Self.widths("漢」「字", "ja", .spaceAll) == Self.decode("1111"))
    #expect(try Self.widths("漢」「字", "", .normal) == Self.decode("11h1"))
    #expect(try Self.widths("漢字漢」字", "ja", width: 350, .spaceAll) == Self.decode("11 111"))
    var text = Self.text("漢」「字", "ja")
    text.updateShaping(text.range) { $0.features = [FontFeature("palt", 0)] }
    let layout = try TextLayout(text, fonts: Fixture.fonts)
    #expect(layout.lines[0].width == 400)
  }

  @Test func aFontMayLookAtNeighboursItself() throws {
    let file = try FontFile(path: BundledFonts.testPath("ContextualSpacing.ttf"))
    let fonts = try FontCollection(given: [FontSource(file)], includesSystemFonts: false)
    func widths(_ language: String, width: Double? = nil) throws -> [Double] {
      try TextLayout(
        Self.text("漢」「漢", language), in: TextContainer(width: width), fonts: fonts
      ).lines.map(\.width)
    }
    #expect(try widths("ja") == [350])
    #expect(try widths("ja", width: 200) == [200, 200])
    #expect(try widths("en") == [400])
  }

  @Test func aLongTextIsTrimmedAsAShortOne() throws {
    let long = String(repeating: "（漢）、（字）。」漢字「", count: 2000)
    let part = Self.decode("h1h1h1hh1111")[0]
    let whole = try Self.widths(long)[0]
    #expect(whole.count == 24_000)
    #expect(Array(whole[12..<24]) == Array(part))
    #expect(Array(whole.suffix(12)) == Array(part))
  }
}
