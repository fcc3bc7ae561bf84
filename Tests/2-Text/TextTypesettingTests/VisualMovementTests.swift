// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import TextTypesetting

/// Carets that go left and right over text of both directions.
@Suite struct VisualMovementTests {
  private static func layout(
    _ string: String, width: Double? = nil, direction: TextDirection = .auto
  ) throws -> TextLayout {
    try Fixture.layout(string, width: width) { $0.direction = direction }
  }

  /// The places that a caret comes to, the first included.
  private static func places(
    _ layout: TextLayout, from start: TextPosition, toRight right: Bool,
    by granularity: TextGranularity = .character
  ) -> [TextPosition] {
    var found = [start]
    while found.count < 100, let last = found.last {
      let next =
        right
        ? layout.position(rightOf: last, by: granularity)
        : layout.position(leftOf: last, by: granularity)
      if next == last { break }
      found.append(next)
    }
    return found
  }

  private static func xs(_ layout: TextLayout, _ places: [TextPosition]) -> [Double] {
    places.map { layout.caret(at: $0).minX }
  }

  /// In one direction, movement is that along the text, over lines and paragraphs.
  @Test(arguments: [
    "Ab, cde\u{301} \u{1F469}\u{200D}\u{1F4BB}x\r\n\nffi 12\nend", "aaa bbb ccc dddddd", "x",
    "one\u{2028}two\n",
  ])
  func leftToRight(_ string: String) throws {
    for width in [nil, 3000.0] {
      let layout = try Self.layout(string, width: width)
      for offset in layout.lines.indices.flatMap({ layout.carets(inLine: $0).map(\.offset) }) {
        for granularity in [TextGranularity.character, .word, .paragraph] {
          let position = TextPosition(offset)
          #expect(
            layout.position(rightOf: position, by: granularity)
              == layout.position(after: position, by: granularity))
          #expect(
            layout.position(leftOf: position, by: granularity)
              == layout.position(before: position, by: granularity))
        }
      }
    }
  }

  @Test(arguments: ["שלום עולם, טוב", "שָׁלוֹם\nעולם", "אבג דהו זחט"])
  func rightToLeft(_ string: String) throws {
    for width in [nil, 3000.0] {
      let layout = try Self.layout(string, width: width)
      for offset in layout.lines.indices.flatMap({ layout.carets(inLine: $0).map(\.offset) }) {
        for granularity in [TextGranularity.character, .word, .paragraph] {
          let position = TextPosition(offset)
          #expect(
            layout.position(leftOf: position, by: granularity).offset
              == layout.position(after: position, by: granularity).offset)
          #expect(
            layout.position(rightOf: position, by: granularity).offset
              == layout.position(before: position, by: granularity).offset)
        }
      }
    }
  }

  /// Each step goes on by one grapheme in its direction, and back over the same places.
  @Test(arguments: [
    "abc אבג def", "אבג abc דהו", "abc אבג 12 דה def", "a אב", "אב a", "1 א 2 b",
    "ab (אב cd) גד", "אב\u{200F}גabc",
  ])
  func mixedDirections(_ string: String) throws {
    for direction in [TextDirection.leftToRight, .rightToLeft] {
      let layout = try Self.layout(string, direction: direction)
      let ltr = direction == .leftToRight
      let line = VisualLine(layout, 0)
      #expect(line.order.count == layout.text.length)
      #expect(Set(line.order).count == line.order.count)
      let start = line.position(atRightEdge: false, of: 0)
      let right = Self.places(layout, from: start, toRight: true)
      #expect(right.count == string.count + 1)
      let xs = Self.xs(layout, right)
      #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
      #expect(near(xs[0], 0) && near(xs[xs.count - 1], layout.size.width))
      let end = right[right.count - 1]
      let left = Self.places(layout, from: end, toRight: false)
      let back = Self.xs(layout, left.reversed())
      #expect(zip(xs, back).allSatisfy { near($0, $1) } && back.count == xs.count)
      // The logical ends of the line are places of their own.
      #expect(layout.position(leftOf: start, by: .line).offset == (ltr ? 0 : layout.text.length))
      #expect(layout.position(rightOf: start, by: .line).offset == (ltr ? layout.text.length : 0))
    }
  }

  @Test func placesBetweenDirections() throws {
    let layout = try Self.layout("abc אבג def")
    let right = Self.places(layout, from: TextPosition(0), toRight: true)
    // The Hebrew letters come last to first.
    #expect(right.map(\.offset) == [0, 1, 2, 3, 4, 6, 5, 4, 8, 9, 10, 11])
    let words = Self.places(layout, from: TextPosition(0), toRight: true, by: .word)
    #expect(words.map(\.offset) == [0, 3, 4, 11])
    let back = Self.places(layout, from: TextPosition(11), toRight: false, by: .word)
    #expect(back.map(\.offset) == [11, 8, 7, 0])
  }

  @Test func fromLineToLine() throws {
    // Right-to-left paragraphs: the next line is reached at the left.
    let layout = try Self.layout("אבג דהו\nabc", width: 2500)
    #expect(layout.strings == ["אבג ", "דהו\n", "abc"])
    let left = Self.places(layout, from: TextPosition(0), toRight: false)
    #expect(left.prefix(8).map(\.offset) == [0, 1, 2, 3, 4, 5, 6, 7])
    // The start of a paragraph of the other direction.
    #expect(layout.position(leftOf: TextPosition(7), by: .character) == TextPosition(8))
    #expect(layout.position(leftOf: TextPosition(7), by: .word).offset == 8)
    // A Hebrew word that is broken in a left-to-right paragraph.
    let broken = try Self.layout("ab אבגדהוזח", width: 2500, direction: .leftToRight)
    #expect(broken.lines.count > 2)
    for index in broken.lines.indices {
      let line = VisualLine(broken, index)
      let places = line.order.indices.map { line.position(atRightEdge: true, of: $0) }
      let start = line.position(atRightEdge: false, of: 0)
      #expect(broken.lineIndex(containing: start) == index)
      let found = Self.places(broken, from: start, toRight: true)
      for (place, expected) in zip(found.dropFirst(), places) {
        #expect(near(broken.caret(at: place).minX, broken.caret(at: expected).minX))
        #expect(broken.lineIndex(containing: place) == index)
      }
    }
    // Every place is left again, from line to line, up to the end and back to the beginning.
    let all = Self.places(broken, from: TextPosition(0), toRight: true)
    #expect(broken.lineIndex(containing: all[all.count - 1]) == broken.lines.count - 1)
    let back = Self.places(broken, from: all[all.count - 1], toRight: false)
    #expect(back[back.count - 1].offset == 0)
  }

  @Test func endsOfLines() throws {
    let layout = try Self.layout("aaa bbb\n\nאבג", width: 2500)
    #expect(layout.strings == ["aaa ", "bbb\n", "\n", "אבג"])
    #expect(
      layout.position(rightOf: TextPosition(1), by: .line) == TextPosition(4, affinity: .upstream))
    #expect(layout.position(leftOf: TextPosition(4, affinity: .upstream), by: .line).offset == 0)
    #expect(layout.position(leftOf: TextPosition(6), by: .line).offset == 4)
    #expect(layout.position(rightOf: TextPosition(4), by: .line).offset == 7)
    #expect(layout.position(rightOf: TextPosition(8), by: .line).offset == 8)
    #expect(layout.position(rightOf: TextPosition(10), by: .line).offset == 9)
    #expect(layout.position(leftOf: TextPosition(10), by: .line).offset == 12)
    #expect(layout.position(rightOf: TextPosition(1), by: .paragraph).offset == 8)
    #expect(layout.position(rightOf: TextPosition(11), by: .paragraph).offset == 9)
  }

  @Test func positionsOutsideTheText() throws {
    let layout = try Self.layout("abc אבג")
    for offset in [Int.min, -1, 8, .max] {
      for affinity in TextPosition.Affinity.allCases {
        for granularity in TextGranularity.allCases {
          let position = TextPosition(offset, affinity: affinity)
          let left = layout.position(leftOf: position, by: granularity).offset
          let right = layout.position(rightOf: position, by: granularity).offset
          #expect((0...7).contains(left) && (0...7).contains(right))
        }
      }
    }
  }

  /// Text that is left out is not entered; a token before the end of the text is one character.
  @Test(arguments: ["abc def ghi jkl mno", "אבג דהו זחט יכל מנס", "abc דהו ghi יכל mno"])
  func tokens(_ string: String) throws {
    for truncation in TextContainer.Truncation.allCases {
      let layout = try TextLayout(
        Fixture.text(string),
        in: TextContainer(width: 6000, maximumLines: 1, truncation: truncation),
        fonts: Fixture.fonts)
      #expect(layout.isTruncated && layout.lines.count == 1)
      let line = VisualLine(layout, 0)
      let hasTail = layout.tailRange != nil
      #expect(hasTail == (truncation == .start || truncation == .middle))
      // White space before an ellipsis is not set.
      let runs = layout.lines[0].runs.filter { $0.kind == .text }
      let shown = runs.reduce(0) { $0 + $1.range.count }
      #expect(shown >= layout.visibleRanges.reduce(-1) { $0 + $1.count })
      #expect(line.order.count == shown + (hasTail ? 1 : 0))
      let start = line.position(atRightEdge: false, of: 0)
      let right = Self.places(layout, from: start, toRight: true)
      #expect(right.count == line.order.count + 1)
      let xs = Self.xs(layout, right)
      #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
      let left = Self.places(layout, from: right[right.count - 1], toRight: false)
      #expect(zip(xs, Self.xs(layout, left.reversed())).allSatisfy { near($0, $1) })
      for place in right {
        #expect(
          layout.visibleRanges.contains { $0.start <= place.offset && place.offset <= $0.end }
            || [layout.leftOut.start, layout.leftOut.end].contains(place.offset))
        for granularity in [TextGranularity.word, .line, .paragraph] {
          for next in [
            layout.position(leftOf: place, by: granularity),
            layout.position(rightOf: place, by: granularity),
          ] {
            #expect(!layout.leftOut.contains(next.offset) || next.offset == layout.leftOut.start)
          }
        }
      }
    }
  }
}
