// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Full-width marks beside marks in another style, font or orientation. The numbers are Chromium's,
/// with the same font file at 100 pixels, unless they say otherwise.
@Suite("Trimming of full-width punctuation where runs meet") struct SpacingTrimEdgeTests {
  private static func text(
    _ string: String, _ language: String = "ja", _ span: Range<Int>? = nil,
    _ change: (inout ShapingStyle) -> Void = { _ in }
  ) -> AttributedText {
    var text = AttributedText(
      string, style: TextStyle(shaping: ShapingStyle(size: 100, language: language)))
    if let span { text.updateShaping(TextRange(span.lowerBound, span.upperBound), change) }
    return text
  }

  /// The widths of the characters, line by line.
  private static func widths(
    _ text: AttributedText, width: Double? = nil, fonts: FontCollection = Fixture.fonts,
    _ change: (inout TextContainer) -> Void = { _ in }
  ) throws -> [[Double]] {
    var container = TextContainer(width: width)
    change(&container)
    let layout = try TextLayout(text, in: container, fonts: fonts)
    return layout.lines.indices.map { line in
      let carets = layout.carets(inLine: line).map(\.x)
      return zip(carets.dropFirst(), carets).map { ($0 - $1).rounded() }
    }
  }

  @Test(
    "Sizes",
    arguments: [
      ("「あ」「い」", 0..<3, 150, [150, 150, 150, 50, 100, 100]),
      ("「あ」「い」", 3..<6, 80, [100, 100, 100, 40, 80, 80]),
      ("あ。」い", 2..<4, 150, [100, 50, 150, 150]), ("あ。」い", 0..<2, 150, [150, 75, 100, 100]),
      ("あ（「い", 2..<4, 150, [100, 100, 75, 150]), ("あ（「い", 0..<2, 150, [150, 150, 50, 100]),
      ("あ・「い", 2..<4, 150, [100, 100, 75, 150]), ("あ」・い", 0..<2, 150, [150, 75, 100, 100]),
      // Of a closing mark and a larger opening one the former is trimmed: CSS Text 4, 8.4.2.
      ("「あ」「い」", 3..<6, 150, [100, 100, 50, 150, 150, 150]),
      ("「あ」「い」", 0..<3, 80, [80, 80, 40, 100, 100, 100]),
      // No marks meet.
      ("あ」い「う", 2..<5, 150, [100, 100, 150, 150, 150]),
    ])
  func sizes(_ string: String, _ span: Range<Int>, _ size: Int, _ due: [Double]) throws {
    let text = Self.text(string, "ja", span) { $0.size = Double(size) }
    #expect(try Self.widths(text) == [due])
    let vertical = try Self.widths(text) { $0.writingMode = .verticalRL }
    #expect(vertical == [due])
  }

  @Test("A span of one size changes nothing", arguments: 1..<12)
  func spans(_ offset: Int) throws {
    let string = "（「漢」、『字』）。」（「い」"
    let whole = try Self.widths(Self.text(string))
    for change: (inout ShapingStyle) -> Void in [
      { $0.baselineOffset = 1 }, { $0.language = "ja-JP" },
      { $0.features = [FontFeature("zero", 1)] },
    ] {
      #expect(try Self.widths(Self.text(string, "ja", 0..<offset, change)) == whole)
      #expect(
        try Self.widths(Self.text(string, "ja", offset..<string.utf16.count, change)) == whole)
    }
  }

  /// The style of the mark that is trimmed decides.
  @Test func theStyleOfTheMarkDecides() throws {
    let opening = Self.text("あ」「い", "ja", 2..<4) { $0.textSpacingTrim = .spaceAll }
    #expect(try Self.widths(opening) == [[100, 100, 100, 100]])
    let closing = Self.text("あ」「い", "ja", 0..<2) { $0.textSpacingTrim = .spaceAll }
    #expect(try Self.widths(closing) == [[100, 100, 50, 100]])
    let both = Self.text("あ」）い", "ja", 0..<2) { $0.textSpacingTrim = .spaceAll }
    #expect(try Self.widths(both) == [[100, 100, 100, 100]])
    let english = Self.text("あ」「い", "ja", 0..<2) { $0.language = "en" }
    #expect(try Self.widths(english) == [[100, 100, 50, 100]])
  }

  /// A ruby may be wider than its base, so that its neighbours are not those of the base.
  @Test func marksAtTheBoundsOfRubyAreWhole() throws {
    var text = Self.text("あ」「い」「う")
    text[ruby: TextRange(2, 5)] = RubyText("x")
    #expect(try Self.widths(text) == [[100, 100, 100, 100, 100, 100, 100]])
  }

  @Test func marksAcrossDirectionsAreWhole() throws {
    // The bracket at level 2 stands beside the letter before it, not beside the one behind it.
    var text = Self.text("あ「い」（ב）")
    text.updateParagraphs(text.range) { $0.direction = .rightToLeft }
    let runs = try ShapedText(text, fonts: Fixture.fonts).paragraphs[0].runs
    #expect(runs.allSatisfy { $0.trimmedEdges.isEmpty })
    #expect(Set(runs.map(\.level)).count > 1)
  }

  /// By arithmetic: marks at both ends of a line are whole, as in one run.
  @Test func linesBeginAndEndWithWholeMarks() throws {
    let falling = Self.text("「あ」「い」", "ja", 0..<3) { $0.size = 150 }
    #expect(try Self.widths(falling, width: 450) == [[150, 150, 150], [100, 100, 100]])
    #expect(try Self.widths(falling, width: 375) == [[150, 150, 75], [100, 100, 100]])
    #expect(try Self.widths(falling, width: 649).map(\.count) == [3, 3])
    #expect(try Self.widths(falling, width: 700) == [[150, 150, 150, 50, 100, 100]])
    let rising = Self.text("「あ」「い」", "ja", 3..<6) { $0.size = 150 }
    #expect(try Self.widths(rising, width: 450) == [[100, 100, 100], [150, 150, 150]])
    #expect(try Self.widths(rising, width: 624).map(\.count) == [3, 3])
    #expect(try Self.widths(rising, width: 625) == [[100, 100, 50, 150, 150, 75]])
    // A stop is not trimmed at the end of a line, though beside the larger bracket.
    let stop = Self.text("あ。「い", "ja", 2..<4) { $0.size = 150 }
    #expect(try Self.widths(stop) == [[100, 50, 150, 150]])
    #expect(try Self.widths(stop, width: 300) == [[100, 100], [150, 150]])
  }

  @Test func everyCutShowsWholeMarks() throws {
    for (span, size) in [(0..<3, 150.0), (3..<6, 150), (2..<4, 80)] {
      let text = Self.text("「あ」「い」", "ja", span) { $0.size = size }
      let widths = try Self.widths(text, width: 1).map { $0[0] }
      // A closing bracket that does not fit may be trimmed, an opening one never is.
      for (i, width) in widths.enumerated() where i != 2 && i != 5 {
        #expect(width == (span.contains(i) ? size : 100))
      }
    }
  }

  /// Optimal and balanced lines measure as greedy ones do: no line is wider than its room.
  @Test(arguments: [LineBreaking.greedy, .balanced, .optimal])
  func everyWayOfBreakingFits(_ way: LineBreaking) throws {
    var text = Self.text(String(repeating: "漢「字」「か」（な）、", count: 12))
    for start in stride(from: 0, to: text.length - 7, by: 11) {
      text.updateShaping(TextRange(start + 4, start + 7)) { $0.size = start % 2 == 0 ? 150 : 80 }
    }
    text.updateParagraphs(text.range) { $0.lineBreaking = way }
    for width in stride(from: 400.0, through: 1500, by: 50) {
      let layout = try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
      for line in layout.lines { #expect(line.width <= width + 0.02) }
      #expect(layout.lines.last?.range.end == text.length)
    }
  }

  // MARK: - Turned and upright

  @Test func turnedAndUprightMarksAreAdjacent() throws {
    func widths(_ string: String, _ language: String = "ja") throws -> [Double] {
      try Self.widths(Self.text(string, language)) { $0.writingMode = .verticalRL }[0]
    }
    let mixed = try widths("(「あ」)")
    #expect(Array(mixed[1...3]) == [50, 100, 50])
    #expect(Array(try widths("あ」(")[0...1]) == [100, 100])
    // A turned bracket between upright ones.
    #expect(try widths("あ」)「い")[1] == 50)
  }

  // MARK: - Quotation marks

  private static func cjk() throws -> FontCollection {
    try BundledFonts.collection(of: ["NotoSansCJK-Common.otf"])
  }

  @Test(
    "Quotation marks are trimmed",
    arguments: [
      ("“‘甲’”", "1h1h1"), ("“一”“二”‘三’", "111h11h11"), ("（“甲”）“乙”，‘丙’。", "1h1h1h1h1h1h1"),
    ])
  func quotes(_ string: String, _ due: String) throws {
    let expected = [due.map { $0 == "h" ? 50.0 : 100 }]
    #expect(try Self.widths(Self.text(string, "zh-Hans"), fonts: Self.cjk()) == expected)
    let vertical = try Self.widths(Self.text(string, "zh-Hans"), fonts: Self.cjk()) {
      $0.writingMode = .verticalRL
    }
    #expect(vertical == expected)
  }

  @Test func aQuotationMarkBehindLatinIsTrimmedAtTheEndOfALine() throws {
    let text = Self.text("“gray”灰度灰度", "zh-Hans")
    let all = try Self.widths(text, fonts: Self.cjk())[0]
    let word = all[..<6].reduce(0, +)
    #expect(all[5] == 100)
    let layout = try TextLayout(
      text, in: TextContainer(width: word - 50), fonts: Self.cjk())
    #expect(layout.lines[0].range.end == 6)
    #expect(try Self.widths(text, width: word - 48, fonts: Self.cjk())[0].last == 50)
    #expect(try Self.widths(text, width: word, fonts: Self.cjk())[0].last == 100)
    // Proportional marks have no blank half.
    let english = Self.text("“gray” 灰度", "ja")
    let narrow = try Self.widths(english, fonts: Self.cjk())[0]
    let line = try Self.widths(english, width: narrow[..<6].reduce(0, +) + 1, fonts: Self.cjk())[0]
    #expect(Array(line[..<6]) == Array(narrow[..<6]))
  }
}
