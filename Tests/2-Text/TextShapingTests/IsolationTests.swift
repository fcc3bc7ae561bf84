// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Spans with a direction of their own have the levels that FSI, LRI or RLI and PDI around them
/// give. In the strings `<` begins an isolate, `>` ends it.
@Suite struct IsolationTests {
  private static func shaped(
    _ string: String, _ isolation: TextIsolation, _ direction: TextDirection, isVertical: Bool
  ) throws -> ShapedText {
    var paragraph = ParagraphStyle.default
    paragraph.direction = direction
    var text = AttributedText(
      string.filter { $0 != "<" && $0 != ">" }, style: TextStyle(paragraph: paragraph))
    var (offset, start) = (0, 0)
    for character in string {
      switch character {
      case "<": start = offset
      case ">":
        text.updateShaping(TextRange(start, offset)) { $0.isolation = isolation }
        // A part of it in another style is no isolate of its own.
        if offset - start > 1 { text.updateShaping(TextRange(start, start + 1)) { $0.size = 20 } }
      default: offset += character.utf16.count
      }
    }
    return try ShapedText(text, fonts: BundledFonts.collection, isVertical: isVertical)
  }

  /// The level of each code unit, by paragraphs.
  private static func levels(_ shaped: ShapedText) -> [[UInt8]] {
    shaped.paragraphs.map { paragraph in
      paragraph.runs.flatMap { [UInt8](repeating: $0.level, count: $0.textRange.count) }
    }
  }

  private static let strings = [
    "abc <שלום> 1-2", "אבג <abc> 3-4", "<אב>: 5", "<אב!> cd", "אב <12-34> גד", "a<b>c",
    "אב <ab, גד> הו", "אב<>גד", "<123>", "אב <(ab)> (גד)", "<!>", "אב <ab> <cd> גד",
    "ab\u{2028}<אב> 1", "אב <גד\u{2028}ab> 2", "",
  ]

  @Test(arguments: strings, TextDirection.allCases)
  func levelsAreThoseOfIsolates(_ string: String, _ direction: TextDirection) throws {
    for (isolation, mark) in [
      (TextIsolation.auto, "\u{2068}"), (.leftToRight, "\u{2066}"), (.rightToLeft, "\u{2067}"),
    ] {
      // Isolates beside each other are one, those with a space between them are two.
      let marked =
        string.contains("<>")
        ? string.filter { $0 != "<" && $0 != ">" }
        : string.replacing("<", with: mark).replacing(">", with: "\u{2069}")
      let ours = Self.levels(try Self.shaped(string, isolation, direction, isVertical: false))
      let theirs = Self.levels(
        try Self.shaped(marked, .none, direction, isVertical: false)
      )
      // Without those of the marks themselves.
      var expected: [[UInt8]] = []
      var scalars = Array(marked.utf16)
      for levels in theirs {
        var kept: [UInt8] = []
        for level in levels {
          let unit = scalars.removeFirst()
          if !(0x2066...0x2069).contains(unit) { kept.append(level) }
        }
        if !scalars.isEmpty { scalars.removeFirst() }
        expected.append(kept)
      }
      #expect(ours == expected, "\(string) \(isolation)")
    }
  }

  @Test func verticalLines() throws {
    let vertical = try Self.shaped("אב <ab, גד> הו", .leftToRight, .auto, isVertical: true)
    let horizontal = try Self.shaped("אב <ab, גד> הו", .leftToRight, .auto, isVertical: false)
    #expect(Self.levels(vertical) == Self.levels(horizontal))
  }

  @Test func simpleText() throws {
    let shaped = try Self.shaped("ab <cd!> ef", .rightToLeft, .auto, isVertical: false)
    #expect(Self.levels(shaped) == [[0, 0, 0, 2, 2, 1, 0, 0, 0]])
    let plain = try Self.shaped("ab <cd!> ef", .none, .auto, isVertical: false)
    #expect(Set(Self.levels(plain)[0]) == [0])
  }

  @Test func manyIsolates() throws {
    let string = String(repeating: "<אב> a ", count: 400)
    let levels = Self.levels(try Self.shaped(string, .auto, .leftToRight, isVertical: false))[0]
    for i in 0..<400 { #expect(levels[i * 5] == 3 || levels[i * 5] == 1) }
  }
}
