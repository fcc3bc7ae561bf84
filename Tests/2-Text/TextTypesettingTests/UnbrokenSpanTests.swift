// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextShaping
import TextTestSupport

@testable import TextTypesetting

/// Spans within which lines do not break. The part in brackets is such a span.
@Suite struct UnbrokenSpanTests {
  private static func text(
    _ string: String, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> AttributedText {
    var paragraph = ParagraphStyle.default
    change(&paragraph)
    let style = TextStyle(shaping: ShapingStyle(size: 100), paragraph: paragraph)
    var text = AttributedText(string.filter { $0 != "[" && $0 != "]" }, style: style)
    var offset = 0
    var start = 0
    for character in string {
      if character == "[" {
        start = offset
      } else if character == "]" {
        text.updateShaping(TextRange(start, offset)) { $0.textWrap = .noWrap }
      } else {
        offset += character.utf16.count
      }
    }
    return text
  }

  /// The texts of the lines.
  private static func lines(
    _ string: String, width: Double = 1, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> [String] {
    let text = text(string, change)
    let layout = try TextLayout(
      text, in: TextContainer(width: width), fonts: Fixture.fonts)
    let units = text.utf16
    return layout.lines.map { String(decoding: units[$0.range.range], as: UTF16.self) }
  }

  private static func ordinary(_ paragraph: inout ParagraphStyle) {
    paragraph.overflowWrap = .normal
  }

  @Test(arguments: [
    ("a b c", ["a ", "b ", "c"]), ("a [b c] d", ["a ", "b c ", "d"]),
    ("[a b c]", ["a b c"]), ("a [b] c", ["a ", "b ", "c"]),
    // A space at the end of a span belongs to it, one before it does not.
    ("a [b c ]d", ["a ", "b c d"]), ("a [b ][c] d", ["a ", "b c ", "d"]),
    ("a[ b]", ["a b"]), ("a[ b] c", ["a b ", "c"]),
    ("a-b [c-d] e", ["a-", "b ", "c-d ", "e"]), ("漢字[漢字]漢", ["漢", "字", "漢字", "漢"]),
    ("[漢字]", ["漢字"]), ("a [b\nc d] e", ["a ", "b\n", "c d ", "e"]),
    ("a\u{AD}b [c\u{AD}d]", ["a\u{AD}", "b ", "c\u{AD}d"]), ("[]a b", ["a ", "b"]),
  ])
  func breaks(_ string: String, _ expected: [String]) throws {
    #expect(try Self.lines(string, change: Self.ordinary) == expected, "\(string)")
  }

  private static func lines(
    _ string: String, change: (inout ParagraphStyle) -> Void
  ) throws -> [String] {
    try lines(string, width: 1, change)
  }

  @Test func notEvenWhereNothingFits() throws {
    #expect(try Self.lines("ab[cd ef]gh") == ["a", "b", "cd ef", "g", "h"])
    #expect(try Self.lines("[abc]") == ["abc"])
    #expect(try Self.lines("ab [cd]") == ["a", "b ", "cd"])
    #expect(try Self.lines("ab[ cd]") == ["a", "b cd"])
    #expect(try Self.lines("[ab\u{301}c]d") == ["ab\u{301}c", "d"])
    // With room for three letters and one of the span.
    #expect(
      try Self.lines("aaa[bbb]aaaaa", width: 240) == ["aaa", "bbb", "aaaa", "a"])
  }

  @Test func hyphens() throws {
    let dictionary = try HyphenatedLineTests.dictionary("a1b")
    func lines(_ string: String) throws -> [String] {
      try Self.lines(string, width: 120) {
        $0.overflowWrap = .normal
        $0.hyphenation = Hyphenation(dictionary)
        $0.hyphenation?.minimumWordLength = 1
        $0.hyphenation?.minimumBefore = 1
        $0.hyphenation?.minimumAfter = 1
      }
    }
    #expect(try lines("aabb aabb").count == 4)
    #expect(try lines("aabb [aabb]") == ["aa", "bb ", "aabb"])
  }

  @Test func otherWaysOfBreaking() throws {
    for breaking in [LineBreaking.balanced, .optimal(BreakCosts())] {
      let lines = try Self.lines("aa bb [cc dd ee] ff gg", width: 450) {
        $0.lineBreaking = breaking
      }
      #expect(lines.contains { $0.contains("cc dd ee") }, "\(lines)")
    }
  }

  @Test func theLeastWidth() throws {
    let text = Self.text("a [bb cc] d") { $0.overflowWrap = .anywhere }
    let shaped = try ShapedText(text, fonts: Fixture.fonts)
    let whole = try TextLayout(Self.text("bb cc"), fonts: Fixture.fonts).lines[0].width
    #expect(near(try ContentWidths(shaped).least, whole))
  }

  @Test func manySpans() throws {
    let string = String(repeating: "[a b] c ", count: 500)
    #expect(try Self.lines(string, change: Self.ordinary).count == 1000)
  }
}
