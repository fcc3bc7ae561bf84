// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextTypesetting

@Suite("Movement of carets, and ranges of documents") struct MovementTests {
  /// Words, an emoji of several scalars, a combining mark, an empty paragraph, CRLF.
  static let sample = "Ab, cde\u{301} \u{1F469}\u{200D}\u{1F4BB}x\r\n\n漢字かな 12\nend"

  private func document(_ string: String, width: Double = 100_000) -> TextDocument {
    TextDocument(Fixture.text(string), width: width, fonts: Fixture.fonts)
  }

  /// All positions from one end to the other.
  private func forwards(
    from start: Int = 0, _ next: (TextPosition) throws -> TextPosition
  ) rethrows -> [Int] {
    var offsets = [start]
    while offsets.count < 200 {
      let offset = try next(TextPosition(offsets[offsets.count - 1])).offset
      if offset == offsets[offsets.count - 1] { break }
      offsets.append(offset)
    }
    return offsets
  }

  @Test func byCharacter() throws {
    let string = Self.sample
    var expected = [0]
    for character in string { expected.append(expected.last! + character.utf16.count) }
    let layout = try Fixture.layout(string)
    var document = document(string)
    let end = expected.last!
    #expect(forwards { layout.position(after: $0, by: .character) } == expected)
    #expect(try forwards { try document.position(after: $0, by: .character) } == expected)
    let backwards = Array(expected.reversed())
    #expect(forwards(from: end) { layout.position(before: $0, by: .character) } == backwards)
    #expect(
      try forwards(from: end) { try document.position(before: $0, by: .character) } == backwards)
  }

  @Test func byWord() throws {
    let layout = try Fixture.layout(Self.sample)
    var document = document(Self.sample)
    let ends = forwards { layout.position(after: $0, by: .word) }
    func text(_ range: Range<Int>) -> String {
      String(decoding: layout.text.utf16[range], as: UTF16.self)
    }
    #expect(ends.first == 0 && ends[1] == 2 && text(ends[1]..<ends[2]) == ", cde\u{301}")
    #expect(ends.last == layout.text.length)
    #expect(try forwards { try document.position(after: $0, by: .word) } == ends)
    let starts = forwards(from: layout.text.length) { layout.position(before: $0, by: .word) }
    #expect(text(starts[1]..<starts[0]) == "end" && text(starts[2]..<starts[1]) == "12\n")
    #expect(starts.last == 0)
    let found = try forwards(from: layout.text.length) {
      try document.position(before: $0, by: .word)
    }
    #expect(found == starts)
  }

  @Test func byParagraph() throws {
    let layout = try Fixture.layout(Self.sample)
    var document = document(Self.sample)
    let starts = [0, 17, 18, 26, 29]
    #expect(forwards { layout.position(after: $0, by: .paragraph) } == starts)
    #expect(try forwards { try document.position(after: $0, by: .paragraph) } == starts)
    #expect(layout.position(before: TextPosition(28), by: .paragraph).offset == 26)
    #expect(layout.position(before: TextPosition(26), by: .paragraph).offset == 18)
    #expect(try document.position(before: TextPosition(28), by: .paragraph).offset == 26)
    #expect(try document.position(before: TextPosition(26), by: .paragraph).offset == 18)
    #expect(try document.position(before: TextPosition(0), by: .paragraph).offset == 0)
  }

  @Test func byLine() throws {
    let string = "aaa bbb ccc\n\nii dd"
    let width = 2500.0
    let layout = try Fixture.layout(string, width: width)
    #expect(layout.strings == ["aaa ", "bbb ", "ccc\n", "\n", "ii dd"])
    var document = document(string, width: width)
    let x = layout.caret(at: TextPosition(2)).minX
    var (inLayout, inDocument) = ([Int](), [Int]())
    var (a, b) = (TextPosition(2), TextPosition(2))
    for _ in 0..<5 {
      a = layout.position(after: a, by: .line, x: x)
      b = try document.position(after: b, by: .line, x: x)
      inLayout.append(a.offset)
      inDocument.append(b.offset)
    }
    #expect(inLayout == [6, 10, 12, 17, 18])
    #expect(inDocument == inLayout)
    (a, b) = (TextPosition(16), TextPosition(16))
    (inLayout, inDocument) = ([], [])
    for _ in 0..<5 {
      a = layout.position(before: a, by: .line, x: x)
      b = try document.position(before: b, by: .line, x: x)
      inLayout.append(a.offset)
      inDocument.append(b.offset)
    }
    #expect(inLayout == [12, 10, 6, 2, 0])
    #expect(inDocument == inLayout)
    // Without an x, the caret's own is kept.
    #expect(layout.position(after: TextPosition(5), by: .line).offset == 9)
  }

  @Test func aSelectedBlankLineHasARectangle() throws {
    let layout = try Fixture.layout("a\n\nb")
    let all = layout.rectangles(for: TextRange(0, 4))
    try #require(all.count == 3)
    #expect(near(all[1].width, try Fixture.width("a a") - 2 * Fixture.width("a")))
    #expect(all[1].minX == 0 && all[1].minY == layout.lines[1].origin.y)
    #expect(layout.rectangles(for: TextRange(2, 3)).count == 1)
    // The terminator of a line with text has none, nor has a blank line outside the range.
    #expect(layout.rectangles(for: TextRange(1, 2)).isEmpty)
    let right = try Fixture.layout("a\n\nb", width: 5000) {
      $0.alignment = .end
      $0.direction = .rightToLeft
    }
    #expect(try #require(right.rectangles(for: TextRange(2, 3)).first).minX == 0)
    let left = try Fixture.layout("a\n\nb", width: 5000) { $0.direction = .rightToLeft }
    #expect(near(try #require(left.rectangles(for: TextRange(2, 3)).first).maxX, 5000))
  }

  @Test func rectanglesOfADocumentAreThoseOfALayout() throws {
    let string = "abc def ghi\n\nשלום abc\r\nlast"
    let layout = try Fixture.layout(string, width: 3000)
    let length = layout.text.length
    for start in 0...length {
      for end in start...length {
        var document = document(string, width: 3000)
        let range = TextRange(start, end)
        let expected = layout.rectangles(for: range)
        // Until then the heights above are estimates.
        let band = try document.layOut(from: 0, to: 1e6)
        #expect(try document.rectangles(for: range) == expected)
        #expect(band.rectangles(for: range) == expected)
      }
    }
  }

  @Test func textOfARangeIsThatOfTheText() throws {
    let text = TextDocumentTests.sample(700, seed: 5)
    let document = TextDocument(text, width: 300, fonts: Fixture.fonts)
    for (start, end) in [(0, 0), (0, 1), (10, 500), (999, 9999), (5000, text.length + 7)] {
      #expect(document.text(in: TextRange(start, end)) == text[TextRange(start, end)])
    }
    // Every few units, so that ranges begin and end in short and empty paragraphs, too.
    for start in stride(from: 0, to: 400, by: 3) {
      for end in stride(from: start, to: start + 200, by: 7) {
        #expect(document.text(in: TextRange(start, end)) == text[TextRange(start, end)])
      }
    }
  }
}
