// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextModel
import TextTestSupport

@testable import TextTypesetting

/// Lines beside soft hyphens: where one ends at one, its hyphen is seen. Source: CSS Text 3, 6.1.
@Suite("Soft hyphens") struct SoftHyphenTests {
  private static let strings = [
    "banatola\u{AD}to", "a\u{AD}b\u{AD}c", "il\u{AD}il\u{AD}il", "extra\u{AD}ordi\u{AD}nary words",
    "one ba\u{AD}na\u{AD}na", "of\u{AD}fi\u{AD}ce", "e\u{301}e\u{301}\u{AD}o",
    "two\u{AD}\u{AD}ways",
    "שלום\u{AD}עולם\u{AD}גדול מאוד\u{AD}מאוד", "בית\u{AD}ספר", "سلام\u{AD}دنيا",
    "ба\u{AD}на\u{AD}на",
  ]

  @Test(
    "A line that ends at one ends in a hyphen, and none begins with one", arguments: strings,
    [LineBreaking.greedy, .balanced, .optimal(BreakCosts())])
  func seen(_ string: String, _ breaking: LineBreaking) throws {
    let units = Array(string.utf16)
    for size in [20.0, 40] {
      let whole = try Fixture.width(string, size: size)
      for width in stride(from: 2, through: whole + 2, by: size / 40) {
        let layout = try Fixture.layout(string, width: width, size: size) {
          $0.lineBreaking = breaking
        }
        #expect(layout.strings.joined() == string)
        for line in layout.lines {
          let name = "\(string.debugDescription) \(breaking) at \(width), line \(line.index)"
          let isLast = line.range.end == units.count
          let hyphens = line.runs.filter { $0.kind == .hyphen }.count
          #expect(hyphens == (!isLast && units[line.range.end - 1] == 0xAD ? 1 : 0), "\(name)")
          #expect(units[line.range.start] != 0xAD, "\(name)")
          // Else it is one character, with its hyphen if one belongs there.
          let graphemes = layout.carets(inLine: line.index).count - 1
          let most = 1 + units[line.range.range].filter { $0 == 0xAD || $0 == 0x20 }.count
          #expect(line.width <= width + LineBreaker.tolerance || graphemes <= most, "\(name)")
        }
      }
    }
  }

  /// As Chromium breaks it: 93.8 and 89.2 px are the widths with the hyphen and without, at 20 px.
  @Test func aHyphenThatDoesNotFitMovesTheBreak() throws {
    let string = "banatola\u{AD}to"
    let word = try Fixture.width("banatola", size: 20)
    let hyphenated = try Fixture.width("banatola\u{2010}", size: 20)
    func lines(_ width: Double) throws -> [String] {
      try Fixture.layout(string, width: width, size: 20).strings
    }
    #expect(try lines(hyphenated) == ["banatola\u{AD}", "to"])
    for width in [hyphenated - 0.1, (word + hyphenated) / 2, word + 0.1, word] {
      #expect(try lines(width) == ["banatol", "a\u{AD}to"])
    }
    let overflowing = try Fixture.layout(string, width: word, size: 20) {
      $0.overflowWrap = .normal
    }
    #expect(overflowing.strings == ["banatola\u{AD}", "to"])
    #expect(overflowing.lines[0].runs.last?.kind == .hyphen)
  }

  /// A character that is not seen has no part in the width of its neighbour: the line that is as
  /// wide as its letters, and its hyphen, holds them.
  @Test(
    "A line fits exactly beside what is not seen",
    arguments: ["שלום", "سلام", "word", "क्ष", "ক্ষ"], ["\u{AD}", "\u{200B}"])
  func exactly(_ word: String, _ invisible: String) throws {
    let string = word + invisible + word + invisible + word
    let wide = try Fixture.layout(string, width: try Fixture.width(word) * 1.6)
    #expect(wide.strings == [word + invisible, word + invisible, word])
    // Arabic letters join across it, so that the lines have other forms than the word.
    let (own, isJoined) = (try Fixture.width(word), word == "سلام")
    #expect(invisible == "\u{AD}" || isJoined || near(wide.lines[0].width, own))
    let width = try #require(wide.lines.map(\.width).max())
    #expect(try Fixture.layout(string, width: width).strings == wide.strings)
    let two = try Fixture.layout(string, width: try Fixture.width(word) * 2.7)
    #expect(two.strings == [word + invisible + word + invisible, word])
    #expect(try Fixture.layout(string, width: two.lines[0].width).strings == two.strings)
  }
}
