// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import CanvasGeometry
@testable import TextTypesetting

/// Ranges of characters, words, lines and paragraphs; bindings; selections.
@Suite struct RangeTests {
  static func layout(
    _ string: String, width: Double? = nil, bindings: [TextRange] = [],
    _ change: (inout AttributedText) -> Void = { _ in }
  ) throws -> TextLayout {
    var text = Fixture.text(string)
    for range in bindings { text[binding: range] = TextBinding() }
    change(&text)
    return try TextLayout(text, in: TextContainer(width: width), fonts: Fixture.fonts)
  }

  private static func string(_ layout: TextLayout, _ range: TextRange) -> String {
    String(decoding: layout.text.utf16[range.range], as: UTF16.self)
  }

  /// The distinct ranges at all offsets, in order.
  private static func ranges(_ layout: TextLayout, _ granularity: TextGranularity) -> [String] {
    var found: [TextRange] = []
    for offset in 0..<layout.text.length {
      let range = layout.range(of: granularity, at: TextPosition(offset))
      #expect(range.contains(offset))
      #expect(
        layout.range(of: granularity, at: TextPosition(offset + 1, affinity: .upstream)) == range)
      if found.last != range { found.append(range) }
    }
    return found.map { string(layout, $0) }
  }

  @Test func characters() throws {
    let string = "Ab\u{301}\u{1F469}\u{200D}\u{1F4BB}\r\nffi漢שָׁ\u{2028}x"
    let layout = try Self.layout(string)
    #expect(Self.ranges(layout, .character) == string.map { String($0) })
  }

  @Test func words() throws {
    let layout = try Self.layout("Don't  stop, 3.14 x\u{301}y!\nשלום עולם")
    #expect(
      Self.ranges(layout, .word) == [
        "Don't", "  ", "stop", ",", " ", "3.14", " ", "x\u{301}y", "!", "\n", "שלום", " ", "עולם",
      ])
  }

  @Test func linesAndParagraphs() throws {
    let layout = try Self.layout("aaa bbb\u{2028}ccc\r\n\nd", width: 2500)
    #expect(Self.ranges(layout, .line) == ["aaa ", "bbb\u{2028}", "ccc\r\n", "\n", "d"])
    #expect(Self.ranges(layout, .paragraph) == ["aaa bbb\u{2028}ccc\r\n", "\n", "d"])
    // At a wrap the affinity decides.
    #expect(layout.range(of: .line, at: TextPosition(4)) == TextRange(4, 8))
    #expect(layout.range(of: .line, at: TextPosition(4, affinity: .upstream)) == TextRange(0, 4))
    let separators = try Self.layout("\u{2028}a\u{2028}\u{2028}")
    #expect(separators.range(of: .paragraph, at: TextPosition(1)) == TextRange(0, 4))
    #expect(separators.range(of: .paragraph, at: TextPosition(4)) == TextRange(0, 4))
  }

  @Test(arguments: [TextGranularity.character, .word, .line, .paragraph])
  func endsAndOffsetsOutside(_ granularity: TextGranularity) throws {
    let empty = try Self.layout("")
    for offset in [Int.min, -1, 0, 1, .max] {
      for affinity in TextPosition.Affinity.allCases {
        let position = TextPosition(offset, affinity: affinity)
        #expect(empty.range(of: granularity, at: position) == TextRange(0, 0))
        #expect(empty.position(leftOf: position, by: granularity).offset == 0)
        #expect(empty.position(rightOf: position, by: granularity).offset == 0)
      }
    }
    let layout = try Self.layout("ab cd")
    let whole = granularity == .line || granularity == .paragraph
    let last = whole ? TextRange(0, 5) : granularity == .word ? TextRange(3, 5) : TextRange(4, 5)
    for offset in [5, 6, .max] {
      #expect(layout.range(of: granularity, at: TextPosition(offset)) == last)
    }
    #expect(
      layout.range(of: granularity, at: TextPosition(-7))
        == layout.range(of: granularity, at: TextPosition(0)))
    // The blank line at the end.
    let blank = try Self.layout("ab\n")
    let expected = whole ? TextRange(3, 3) : TextRange(2, 3)
    #expect(blank.range(of: granularity, at: TextPosition(3)) == expected)
  }

  @Test func bindingsAreOneCharacterAndOneWord() throws {
    // "ab[cd ef]gh [--] ij"
    let bound = [TextRange(2, 7), TextRange(10, 12)]
    let layout = try Self.layout("abcd efgh --ij", bindings: bound)
    #expect(
      Self.ranges(layout, .character) == ["a", "b", "cd ef", "g", "h", " ", "--", "i", "j"])
    #expect(Self.ranges(layout, .word) == ["ab", "cd ef", "gh", " ", "--", "ij"])
    func forwards(_ granularity: TextGranularity) -> [Int] {
      var offsets = [0]
      while offsets.count < 20, let last = offsets.last, last < layout.text.length {
        offsets.append(layout.position(after: TextPosition(last), by: granularity).offset)
      }
      return offsets
    }
    func backwards(_ granularity: TextGranularity) -> [Int] {
      var offsets = [layout.text.length]
      while offsets.count < 20, let last = offsets.last, last > 0 {
        offsets.append(layout.position(before: TextPosition(last), by: granularity).offset)
      }
      return offsets
    }
    #expect(forwards(.character) == [0, 1, 2, 7, 8, 9, 10, 12, 13, 14])
    #expect(backwards(.character) == [14, 13, 12, 10, 9, 8, 7, 2, 1, 0])
    #expect(forwards(.word) == [0, 2, 7, 9, 12, 14])
    #expect(backwards(.word) == [14, 12, 10, 7, 2, 0])
    for granularity in [TextGranularity.character, .word] {
      for inside in 3..<7 {
        #expect(layout.position(after: TextPosition(inside), by: granularity).offset == 7)
        #expect(layout.position(before: TextPosition(inside), by: granularity).offset == 2)
        #expect(layout.position(rightOf: TextPosition(inside), by: granularity).offset == 7)
        #expect(layout.position(leftOf: TextPosition(inside), by: granularity).offset == 2)
      }
      for offset in [0, 1, 2, 7, 8, 9, 10, 12, 13, 14] {
        let position = TextPosition(offset)
        #expect(
          layout.position(rightOf: position, by: granularity).offset
            == layout.position(after: position, by: granularity).offset)
        #expect(
          layout.position(leftOf: position, by: granularity).offset
            == layout.position(before: position, by: granularity).offset)
      }
    }
  }

  @Test func bindingsOverParagraphsAndLines() throws {
    let layout = try Self.layout("ab\ncd\nef", bindings: [TextRange(1, 7)])
    #expect(layout.position(after: TextPosition(0), by: .paragraph).offset == 7)
    #expect(layout.position(before: TextPosition(8), by: .paragraph).offset == 1)
    #expect(layout.position(after: TextPosition(1), by: .character).offset == 7)
    #expect(layout.position(after: TextPosition(0), by: .word).offset == 1)
    #expect(layout.position(after: TextPosition(0), by: .line).offset == 1)
    #expect(layout.position(before: TextPosition(8), by: .line).offset == 1)
    // A binding that ends within a grapheme holds all of it.
    let mark = try Self.layout("ae\u{301}b", bindings: [TextRange(0, 2)])
    #expect(mark.range(of: .character, at: TextPosition(0)) == TextRange(0, 3))
    #expect(mark.position(after: TextPosition(0), by: .character).offset == 3)
  }

  @Test func aPointInABindingGivesOneOfItsEnds() throws {
    let layout = try Self.layout("abcdefgh", bindings: [TextRange(2, 6)])
    let plain = try Self.layout("abcdefgh")
    let (left, right) = (plain.carets(inLine: 0)[2].x, plain.carets(inLine: 0)[6].x)
    func offset(_ x: Double) -> Int { layout.position(at: Point(x: x, y: 10)).offset }
    #expect(offset(left + (right - left) * 0.45) == 2)
    #expect(offset(left + (right - left) * 0.55) == 6)
    for x in stride(from: -100, through: plain.size.width + 100, by: 20) {
      let inPlain = plain.position(at: Point(x: x, y: 10))
      if inPlain.offset <= 2 || inPlain.offset >= 6 {
        #expect(layout.position(at: Point(x: x, y: 10)) == inPlain)
      } else {
        #expect([2, 6].contains(offset(x)))
      }
    }
  }

  @Test func selectionsOfOneDirection() throws {
    let layout = try Self.layout("abc def\nghi", width: 2500)
    let carets = layout.carets(inLine: 0).map(\.x)
    let one = layout.selection(for: TextRange(1, 2))
    #expect(one.range == TextRange(1, 2) && one.rectangles == layout.rectangles(for: one.range))
    #expect(one.startCaret == layout.caret(at: TextPosition(1)))
    #expect(one.endCaret.minX == carets[2] && one.endCaret.width == 0)
    // Over lines: each caret on the line of its character.
    let all = layout.selection(for: TextRange(0, 99))
    #expect(all.range == TextRange(0, 11) && all.rectangles.count == 3)
    #expect(all.startCaret.minY == 0 && all.startCaret.height == layout.lines[0].height)
    #expect(all.endCaret.minY == layout.lines[2].origin.y)
    #expect(near(all.endCaret.minX, layout.lines[2].width))
    // The end of a wrapped line lies on that line, its white space within the box.
    let wrapped = layout.selection(for: TextRange(0, 4))
    #expect(wrapped.endCaret.minY == 0 && wrapped.endCaret.minX <= 2500)
    #expect(wrapped.endCaret.minX > carets[3] - 1e-6)
    // The terminator alone.
    #expect(layout.selection(for: TextRange(7, 8)).endCaret.minY == layout.lines[1].origin.y)
    let empty = layout.selection(for: TextRange(5, 5))
    #expect(empty.rectangles.isEmpty && empty.startCaret == layout.caret(at: TextPosition(5)))
    #expect(empty.startCaret == empty.endCaret)
    let none = try Self.layout("").selection(for: TextRange(-3, 8))
    #expect(none.range == TextRange(0, 0) && none.rectangles.isEmpty)
  }

  @Test func selectionsWhereDirectionsMix() throws {
    // "abc אבג def": the Hebrew word lies at 4..<7.
    let layout = try Self.layout("abc אבג def")
    let hebrew = layout.selection(for: TextRange(4, 7))
    #expect(hebrew.rectangles.count == 1)
    #expect(near(hebrew.startCaret.minX, hebrew.rectangles[0].maxX))
    #expect(near(hebrew.endCaret.minX, hebrew.rectangles[0].minX))
    // From the Latin into the Hebrew word: two stretches.
    let mixed = layout.selection(for: TextRange(2, 5))
    #expect(mixed.rectangles.count == 2)
    #expect(near(mixed.startCaret.minX, mixed.rectangles[0].minX))
    #expect(near(mixed.endCaret.minX, mixed.rectangles[1].minX))
    #expect(mixed.rectangles[1].minX > mixed.rectangles[0].maxX)
  }

  @Test func selectionsAreWholeGraphemesAndBindings() throws {
    let layout = try Self.layout("a\u{1F469}\u{200D}\u{1F4BB}bcdef", bindings: [TextRange(7, 9)])
    #expect(layout.selection(for: TextRange(2, 3)).range == TextRange(1, 6))
    #expect(layout.selection(for: TextRange(0, 8)).range == TextRange(0, 9))
    #expect(layout.selection(for: TextRange(8, 10)).range == TextRange(7, 10))
    #expect(layout.selection(for: TextRange(8, 8)).range == TextRange(7, 7))
    #expect(layout.selection(for: TextRange(3, 3)).range == TextRange(1, 1))
    #expect(layout.selection(for: TextRange(9, 9)).range == TextRange(9, 9))
    // A ligature is divided, each of its letters can be selected.
    let ligature = try Self.layout("office")
    let widths = (1..<4).map {
      ligature.selection(for: TextRange($0, $0 + 1)).rectangles.map(\.width)
    }
    #expect(widths.allSatisfy { $0.count == 1 && $0[0] > 0 })
  }

  @Test func selectionsOfTextThatIsLeftOut() throws {
    let text = Fixture.text("abc def ghi jkl")
    let layout = try TextLayout(
      text, in: TextContainer(width: 4000, maximumLines: 1), fonts: Fixture.fonts)
    #expect(layout.isTruncated)
    let all = layout.selection(for: text.range)
    #expect(all.range == text.range && all.rectangles.count == 1)
    #expect(all.endCaret.minY == 0 && all.endCaret.minX >= all.rectangles[0].maxX - 1e-6)
    #expect(layout.selection(for: TextRange(13, 15)).rectangles.isEmpty)
  }

  @Test func aLineInALowContainer() throws {
    let layout = try TextLayout(
      Fixture.text("abc def"), in: TextContainer(height: 3), fonts: Fixture.fonts)
    #expect(layout.lines.count == 1 && layout.isCutOff)
    for granularity in TextGranularity.allCases {
      for offset in [0, 3, 7, 9] {
        let position = TextPosition(offset)
        #expect(layout.position(leftOf: position, by: granularity).offset <= min(offset, 7))
        #expect(layout.position(rightOf: position, by: granularity).offset >= min(offset, 7))
        let range = layout.range(of: granularity, at: position)
        #expect(range.end <= 7)
        if granularity == .line { #expect(range == TextRange(0, 7)) }
      }
    }
    let selection = layout.selection(for: TextRange(1, 5))
    #expect(selection.range == TextRange(1, 5) && selection.rectangles.count == 1)
    #expect(selection.startCaret.minX < selection.endCaret.minX)
  }
}
