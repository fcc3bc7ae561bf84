// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextModel
import TextShaping
import TextTestSupport

@testable import CanvasGeometry
@testable import TextTypesetting

@Suite struct LineBreakerTests {
  @Test func emptyTextIsOneEmptyLine() throws {
    let layout = try Fixture.layout("", width: 100)
    #expect(layout.lines.count == 1)
    #expect(layout.lines[0].range == TextRange(0, 0))
    #expect(layout.lines[0].width == 0)
    #expect(layout.lines[0].height > 1000)
    #expect(layout.lines[0].runs.isEmpty)
    #expect(layout.carets(inLine: 0) == [Caret(offset: 0, x: 0)])
    #expect(layout.position(at: Point(x: 5, y: 5)) == TextPosition(0))
  }

  @Test func terminatorsEndLinesAndTheLastOneIsFollowedByAnEmptyLine() throws {
    for (string, lines) in [
      ("a\nb", ["a\n", "b"]), ("a\n", ["a\n", ""]), ("\n", ["\n", ""]),
      ("a\r\nb", ["a\r\n", "b"]), ("a\n\nb", ["a\n", "\n", "b"]),
      ("a\u{2029}b\u{85}c", ["a\u{2029}", "b\u{85}", "c"]),
    ] {
      let layout = try Fixture.layout(string, width: 10_000)
      #expect(layout.strings == lines, "\(string.debugDescription)")
      #expect(layout.lines.map(\.isHardBreak) == lines.indices.map { $0 < lines.count - 1 })
    }
  }

  @Test func linesWrapAtOpportunitiesAndWhiteSpaceHangs() throws {
    let word = try Fixture.width("word")
    let two = try Fixture.width("word word")
    let layout = try Fixture.layout("word word   word", width: two)
    #expect(layout.strings == ["word word   ", "word"])
    #expect(layout.visibleStrings == ["word word", "word"])
    #expect(near(layout.lines[0].width, two))
    #expect(near(layout.lines[1].width, word))
    #expect(
      try Fixture.layout("word word   word", width: two - 1).strings == [
        "word ", "word   ", "word",
      ])
    #expect(layout.size.width == two)
    #expect(!layout.lines[0].isHardBreak)
  }

  @Test func whatIsAsWideAsItsTextDoesNotWrap() throws {
    for string in ["The quick brown fox", "AV To. Wa", "a\u{301} b"] {
      let natural = try Fixture.layout(string, size: 17.3)
      let again = try Fixture.layout(string, width: natural.size.width, size: 17.3)
      #expect(again.lines.count == 1)
      let printed = (natural.size.width * 1e4).rounded() / 1e4
      #expect(try Fixture.layout(string, width: printed, size: 17.3).lines.count == 1)
      #expect(
        try Fixture.layout(string, width: natural.size.width - 0.02, size: 17.3).lines.count == 2)
    }
  }

  @Test func aWideWordBreaksAtGraphemesOrOverflows() throws {
    let width = try Fixture.width("aaa")
    let layout = try Fixture.layout("aaaaaaaa bb", width: width)
    #expect(layout.strings == ["aaa", "aaa", "aa ", "bb"])
    let overflowing = try Fixture.layout("aaaaaaaa bb", width: width) { $0.overflowWrap = .normal }
    #expect(overflowing.strings == ["aaaaaaaa ", "bb"])
    #expect(overflowing.lines[0].width > width)
    // Marks stay with their base, and a line has at least one grapheme.
    let marks = try Fixture.layout("e\u{301}e\u{301}e\u{301}", width: 1)
    #expect(marks.strings == ["e\u{301}", "e\u{301}", "e\u{301}"])
  }

  /// Lines may not end before these marks, spaces or not (UAX #14 LB13, LB17), so that each text is
  /// broken where there is no opportunity.
  @Test func whiteSpaceHangsAtEmergencyBreaks() throws {
    for (mark, space) in [("!", " "), ("?", " "), ("）", "\u{3000}"), ("!", "  "), ("—", " ")] {
      let row = Array(repeating: mark, count: 12).joined(separator: space)
      let width = try Fixture.width(Array(repeating: mark, count: 5).joined(separator: space))
      let layout = try Fixture.layout(row, width: width + 1)
      let full = String(repeating: mark + space, count: 5)
      #expect(layout.strings == [full, full, mark + space + mark], "\(mark)\(space)")
      #expect(layout.lines.allSatisfy { $0.width <= width + 1e-3 })
      // Room for the mark alone, and for nothing.
      for narrow in [try Fixture.width(mark), 0] {
        let lines = try Fixture.layout(row, width: narrow).strings
        #expect(lines == Array(repeating: mark + space, count: 11) + [mark])
      }
    }
    let spaces = String(repeating: " ", count: 20)
    let a = try Fixture.width("a")
    #expect(try Fixture.layout("a\(spaces))", width: a).strings == ["a\(spaces)", ")"])
    #expect(try Fixture.layout("a\(spaces))", width: 3 * a).strings == ["a\(spaces)", ")"])
    #expect(try Fixture.layout("a\t \t)", width: a).strings == ["a\t \t", ")"])
    #expect(
      try Fixture.layout("aa\(spaces)))a", width: a).strings == [
        "a", "a\(spaces)", ")", ")", "a",
      ])
    // A space that may not hang is like a letter.
    #expect(try Fixture.layout("a\u{A0}a", width: a).strings == ["a", "\u{A0}", "a"])
    // Among spaces of several kinds there are opportunities.
    for spaces in [" \t", "\t \t ", " \u{3000}", "\u{3000} \u{2003} ", " \u{205F} \u{3000} "] {
      for wrap in OverflowWrap.allCases {
        for mark in [")", "b"] {
          let layout = try Fixture.layout("a\(spaces)\(mark)", width: a) { $0.overflowWrap = wrap }
          #expect(layout.strings == ["a\(spaces)", mark], "\(spaces.debugDescription) \(wrap)")
          #expect(near(layout.lines[0].width, a))
        }
      }
    }
    // A space with a mark is like a letter, too.
    let marked = "字\u{3000}\u{3000}\u{301}）"
    #expect(
      try Fixture.layout(marked, width: 1000).strings == [
        "字\u{3000}", "\u{3000}\u{301}", "）",
      ])
    // From right to left as well.
    let alef = try Fixture.width("א")
    let hebrew = try Fixture.layout("א\(spaces)!", width: alef) { $0.direction = .rightToLeft }
    #expect(hebrew.strings == ["א\(spaces)", "!"])
  }

  @Test func anEmergencyBreakShapesBothSidesAgain() throws {
    // "AV" is kerned in Noto Sans; a break between the letters removes the kerning on both sides.
    let kerned = try Fixture.width("AV")
    let a = try Fixture.width("A")
    let v = try Fixture.width("V")
    try #require(kerned < a + v)
    let layout = try Fixture.layout("AVAV", width: a)
    #expect(layout.strings == ["A", "V", "A", "V"])
    for line in layout.lines {
      let alone = try Fixture.width(layout.strings[line.index])
      #expect(near(line.width, alone))
      #expect(near(line.runs.reduce(0) { $0 + $1.width }, alone))
    }
  }

  @Test func linesCoverTheTextAndAreFilledGreedily() throws {
    var random = SeededGenerator(seed: 7)
    let words = [
      "a", "AV", "To", "fi", "office", "wrapping", "—", "(x)", "e\u{301}te\u{301}", "שלום", "漢字",
      "かな", "10%",
    ]
    for round in 0..<60 {
      var string = ""
      for _ in 0..<Int.random(in: 1...25, using: &random) {
        string += words.randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) > 0 { string += " " }
        if Int.random(in: 0..<20, using: &random) == 0 { string += "\n" }
      }
      let width = Double(Int.random(in: 300...9000, using: &random))
      let layout = try Fixture.layout(string, width: width)
      var at = 0
      for line in layout.lines {
        #expect(line.range.start == at)
        at = line.range.end
        #expect(line.visibleRange.end <= line.range.end)
        let sum = line.runs.reduce(0) { $0 + $1.width }
        let visible = String(
          decoding: layout.text.utf16[line.visibleRange.range], as: UTF16.self)
        let alone = try Fixture.width(visible)
        #expect(near(line.width, alone, 0.01), "round \(round): \(visible)")
        #expect(sum >= line.width - 0.01)
        #expect(line.width <= width + 0.01 || visible.count == 1, "round \(round): \(visible)")
      }
      #expect(at == layout.text.length)
    }
  }

  @Test func aSoftHyphenIsSeenWhereTheLineBreaks() throws {
    let width = try Fixture.width("hyphen-")
    let layout = try Fixture.layout("hyphen\u{AD}ation", width: width)
    #expect(layout.strings == ["hyphen\u{AD}", "ation"])
    let runs = layout.lines[0].runs
    #expect(runs.map(\.kind) == [.text, .hyphen])
    #expect(layout.lines[0].width <= width + 1e-3)
    let unhyphenated = try Fixture.width("hyphen")
    #expect(layout.lines[0].width > unhyphenated)
    // Without room for the hyphen there is no break.
    let narrow = try Fixture.layout("hyphen\u{AD}ation", width: try Fixture.width("hyphen") + 1)
    #expect(narrow.lines[0].runs.allSatisfy { $0.kind == .text })
    #expect(try Fixture.layout("hyphen\u{AD}ation").lines[0].runs.allSatisfy { $0.kind == .text })
  }

  @Test func hostileContainersHaveADefinedOutcome() throws {
    for width in [0.0, -1.0, -Double.infinity, 1e-300] {
      let lines = try Fixture.layout("ab c", width: width).strings
      #expect(lines == ["a", "b ", "c"])
    }
    for width in [Double.nan, .infinity, 1e300, TextLimits.containerSide * 2] {
      #expect(try Fixture.layout("ab c", width: width).lines.count == 1)
    }
    for height in [0.0, -5, .nan, .infinity] {
      let layout = try TextLayout(
        Fixture.text("a b"), in: TextContainer(width: 600, height: height), fonts: Fixture.fonts)
      #expect(layout.lines.count == (height <= 0 ? 1 : 2))
    }
    let negative = try TextLayout(
      Fixture.text("a b"), in: TextContainer(width: 600, maximumLines: -3), fonts: Fixture.fonts)
    #expect(negative.lines.count == 2)
  }

  @Test func hostileParagraphStylesAreRefused() throws {
    func check(_ property: String, _ change: (inout ParagraphStyle) -> Void) {
      let error = #expect(throws: TypesettingError.self) {
        _ = try Fixture.layout("a\nb", width: 100, change)
      }
      #expect(error?.property == property)
      #expect(error?.description.hasPrefix("\(property): ") == true)
    }
    for bad in [Double.nan, .infinity, -.infinity, 1e8] {
      check("startIndent") { $0.startIndent = bad }
      check("endIndent") { $0.endIndent = bad }
      check("firstLineIndent") { $0.firstLineIndent = bad }
      check("lineSpacing") { $0.lineSpacing = bad }
      check("spacingBefore") { $0.spacingBefore = bad }
      check("spacingAfter") { $0.spacingAfter = bad }
      check("tabInterval") { $0.tabInterval = bad }
      check("tabStops") { $0.tabStops = [TabStop(position: bad)] }
      check("lineHeight") { $0.lineHeight = .fixed(bad) }
      check("lineHeight") { $0.lineHeight = .multiple(bad) }
      check("lineHeight") { $0.lineHeight = .relative(toSize: bad) }
    }
    check("lineHeight") { $0.lineHeight = .atLeast(-1) }
  }

  @Test func cancellationEndsALongLayout() throws {
    let text = Fixture.text(String(repeating: "word ", count: 20_000), size: 10)
    let shaped = try ShapedText(text, fonts: Fixture.fonts)
    let polls = Polls()
    let flag = CancellationFlag(poll: { if polls.count() == 3 { $0.set() } })
    let cancellation = Cancellation(flag: flag)
    #expect(throws: CancellationError.self) {
      _ = try TextLayout(shaped, in: TextContainer(width: 40), cancellation: cancellation)
    }
    #expect(polls.value == 3)
  }
}
