// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Space between ideographs and letters or numbers: at 80 points an eighth of an em is 10.
@Suite struct AutospaceTests {
  private static func layout(
    _ string: String, _ autospace: TextAutospace = .normal, width: Double? = nil,
    mode: WritingMode = .horizontal, _ change: (inout ShapingStyle) -> Void = { _ in },
    paragraph: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> TextLayout {
    var shaping = ShapingStyle(size: 80)
    shaping.autospace = autospace
    change(&shaping)
    var style = ParagraphStyle.default
    paragraph(&style)
    var container = TextContainer(width: mode == .horizontal ? width : nil)
    container.writingMode = mode
    if mode != .horizontal { container.height = width }
    return try TextLayout(
      AttributedText(string, style: TextStyle(shaping: shaping, paragraph: style)),
      in: container, fonts: Fixture.fonts)
  }

  /// The space behind each grapheme of the first line, in points.
  private static func spaces(
    _ string: String, _ autospace: TextAutospace = .normal, mode: WritingMode = .horizontal,
    _ change: (inout ShapingStyle) -> Void = { _ in }
  ) throws -> [Double] {
    func widths(_ autospace: TextAutospace) throws -> [Double] {
      let carets = try layout(string, autospace, mode: mode, change).carets(inLine: 0).map(\.x)
      return zip(carets.dropFirst(), carets).map { $0 - $1 }
    }
    return try zip(widths(autospace), widths(.none)).map { (($0 - $1) * 100).rounded() / 100 }
  }

  @Test(arguments: [
    ("漢A字", [10, 10, 0]), ("漢1字", [10, 10, 0]), ("漢 A", [0, 0, 0]), ("A漢", [10, 0]),
    ("あA", [10, 0]), ("アA", [10, 0]), ("・A", [0, 0]), ("。A", [0, 0]), ("漢（A", [0, 0, 0]),
    ("漢Ａ", [0, 0]), ("漢１", [0, 0]), ("漢я", [10, 0]), ("漢Ω", [10, 0]), ("漢가", [0, 0]),
    ("漢$1", [0, 0, 0]), ("漢,", [0, 0]), ("々A", [10, 0]), ("漢e\u{301}字", [10, 10, 0]),
    ("か\u{3099}A", [10, 0]), ("漢\u{FE00}A", [10, 0]), ("漢\u{200B}A", [0, 0, 0]),
    ("𠀀A", [10, 0]), ("ab", [0, 0]), ("漢字", [0, 0]), ("漢12字", [10, 0, 10, 0]),
  ])
  func pairs(_ string: String, _ expected: [Int]) throws {
    #expect(try Self.spaces(string) == expected.map(Double.init), "\(string)")
  }

  @Test func theTwoParts() throws {
    #expect(try Self.spaces("漢A字1", .ideographAlpha) == [10, 10, 0, 0])
    #expect(try Self.spaces("漢A字1", .ideographNumeric) == [0, 0, 10, 0])
    #expect(try Self.spaces("漢A字1", .none) == [0, 0, 0, 0])
  }

  @Test func letterSpacingIsBesides() throws {
    #expect(try Self.spaces("漢A字") { $0.letterSpacing = 7 } == [10, 10, 0])
  }

  /// Hebrew is beside another letter than the one that it follows.
  @Test func rightToLeft() throws {
    #expect(try Self.spaces("漢שא").allSatisfy { $0 == 0 })
    let widths = try [TextAutospace.normal, .none].map {
      try Self.layout("ש漢A", $0).lines[0].width
    }
    #expect(near(widths[0] - widths[1], 10))
  }

  @Test func theStyleBeforeDecides() throws {
    var text = AttributedText("漢A字A", style: TextStyle(shaping: ShapingStyle(size: 80)))
    let plain = try TextLayout(text, fonts: Fixture.fonts).lines[0].width
    text.updateShaping(TextRange(0, 2)) { $0.autospace = .normal }
    #expect(try near(TextLayout(text, fonts: Fixture.fonts).lines[0].width, plain + 20))
    text.updateShaping(TextRange(2, 3)) { $0.size = 40 }
    let small = try TextLayout(text, fonts: Fixture.fonts).lines[0].width
    text.updateShaping(TextRange(2, 3)) { $0.autospace = .normal }
    #expect(try near(TextLayout(text, fonts: Fixture.fonts).lines[0].width, small + 5))
  }

  // MARK: - Vertical lines

  @Test func verticalLines() throws {
    #expect(try Self.spaces("漢A字", mode: .verticalRL) == [10, 10, 0])
    #expect(
      try Self.spaces("漢A字", mode: .verticalRL) { $0.textOrientation = .upright } == [0, 0, 0])
    #expect(
      try Self.spaces("漢A字", mode: .verticalRL) { $0.textOrientation = .sideways } == [10, 10, 0])
    // Digits side by side stand upright.
    #expect(
      try Self.spaces("漢12字", mode: .verticalRL) { $0.textCombine = .digits(2) } == [0, 0, 0, 0])
    #expect(try Self.spaces("漢12字", mode: .verticalRL) == [10, 0, 10, 0])
  }

  // MARK: - Ends of lines

  /// The widths of lines.
  private static func widths(_ string: String, width: Double) throws -> [Double] {
    try layout(string, width: width).lines.map { ($0.width * 1000).rounded() / 1000 }
  }

  @Test func aLineEndsWithoutSpace() throws {
    // Four ideographs are 320, and 330 with the space behind them.
    for width in [320.0, 325, 330, 339] {
      let layout = try Self.layout("漢字漢字A字", width: width)
      #expect(layout.lines.map(\.range) == [TextRange(0, 4), TextRange(4, 6)], "\(width)")
      #expect(layout.lines[0].width == 320)
      #expect(layout.carets(inLine: 0).map(\.x) == [0, 80, 160, 240, 320])
    }
    // Digits and ideographs are one run, in which the line ends: 3 × 80, and the digit's width.
    let digit = try Self.layout("1").lines[0].width
    #expect(try Self.widths("漢字漢1字字漢1", width: 330) == [250 + digit, 250 + digit])
    // Without a space at the end, and with one inside.
    #expect(try Self.widths("漢字1字字", width: 170 + digit) == [170 + digit, 160])
    #expect(try Self.layout("漢字1字", width: 169 + digit).lines[0].range == TextRange(0, 2))
  }

  @Test func aLineBeginsWithoutSpace() throws {
    let letter = try Self.layout("A").lines[0].width
    let layout = try Self.layout("漢字A字", width: 165)
    #expect(layout.lines[0].width == 160)
    #expect(near(layout.lines[1].width, letter + 90))
    #expect(layout.carets(inLine: 1)[0].x == 0)
  }

  @Test func alignedAndJustified() throws {
    let right = try Self.layout("漢字漢字A字", width: 335) {
      _ in
    } paragraph: {
      $0.alignment = .right
    }
    #expect(near(right.lines[0].inlineStart, 15))
    // Three gaps take 15 points.
    let justified = try Self.layout("漢字漢字A字", width: 335) {
      _ in
    } paragraph: {
      $0.alignment = .justify
    }
    let carets = justified.carets(inLine: 0).map(\.x)
    for (caret, x) in zip(carets, [0.0, 85, 170, 255, 335]) { #expect(near(caret, x), "\(carets)") }
  }

  /// A word of letters and ideographs that is kept together is cut anywhere, also at a space.
  @Test func cutWords() throws {
    let layout = try Self.layout("漢字漢字A字", width: 322) {
      _ in
    } paragraph: {
      $0.wordBreak = .keepAll
    }
    #expect(layout.lines.allSatisfy { $0.width <= 322 })
    let cut = layout.lines.first { $0.range.end == 4 }
    #expect(cut == nil || near(cut?.width ?? 0, Double(80 * (cut?.range.count ?? 0))))
  }

  @Test func optimalAndBalancedLines() throws {
    for breaking in [LineBreaking.balanced, .optimal(BreakCosts())] {
      let layout = try Self.layout(
        String(repeating: "漢字A字1漢", count: 20), width: 500
      ) { _ in
      } paragraph: {
        $0.lineBreaking = breaking
      }
      for line in layout.lines {
        #expect(line.width <= 500 + LineBreaker.tolerance)
        let carets = layout.carets(inLine: line.index)
        #expect(near((carets.last?.x ?? 0) - carets[0].x, line.width))
      }
    }
  }

  @Test func textsWithoutIdeographsAreTheSame() throws {
    #expect(try Self.spaces("Letters 123 and я").allSatisfy { $0 == 0 })
    #expect(try Self.layout("", .normal).lines.count == 1)
  }

  @Test func aLongText() throws {
    let part = try Self.spaces("漢A1字")
    let long = try Self.spaces(String(repeating: "漢A1字", count: 3000))
    #expect(Array(long[..<4]) == part)
    #expect(long.reduce(0, +) == 3000 * 20)
  }
}
