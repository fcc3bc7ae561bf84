// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import StyledDocuments

struct ScalarTextTests {
  @Test func offsetsBothWays() {
    let text = ScalarText("a😀b")
    #expect(text.scalarCount == 3 && text.utf16.count == 4)
    #expect((0...4).map(text.scalar(at:)) == [0, 1, 1, 2, 3])
    #expect((0...3).map(text.unit(at:)) == [0, 1, 3, 4])
    #expect(text.scalar(at: 99) == 3 && text.unit(at: 99) == 4 && text.unit(at: -1) == 0)
    #expect(text.range(scalars: 1, 2) == TextRange(1, 3))
    #expect(text.range(scalars: 2, 900) == TextRange(3, 4))
  }

  @Test func plainTextNeedsNoTables() {
    let text = ScalarText("añ漢")
    #expect(text.scalarCount == 3)
    #expect((0...3).map(text.scalar(at:)) == [0, 1, 2, 3])
  }

  /// Examples of the Unicode Standard, table 3-8, with U+FFFD for each maximal subpart.
  @Test func illFormedUTF8IsReplacedPerMaximalSubpart() {
    let cases: [([UInt8], Int)] = [
      ([0x41, 0xC0, 0xAF, 0x41], 4), ([0xE0, 0x80, 0x80], 3), ([0xF0, 0x9F, 0x98], 1),
      ([0xE2, 0x82, 0x41], 2), ([0xED, 0xA0, 0x80], 3), ([0xF4, 0x91, 0x92, 0x93, 0xFF], 5),
      ([0x61, 0xF1, 0x80, 0x80, 0xE1, 0x80, 0xC2, 0x62, 0x80, 0x63], 7), ([0], 1),
    ]
    for (bytes, count) in cases {
      #expect(ScalarText(utf8: bytes).scalarCount == count, "\(bytes)")
    }
  }

  @Test func loneSurrogatesAreReplaced() {
    let text = ScalarText(utf16: [0xD800, 0x61, 0xDC00, 0xD83D, 0xDE00])
    #expect(text.scalars == ["\u{FFFD}", "a", "\u{FFFD}", "😀"])
    let twice = ScalarText(utf16: [0xDC00, 0xDC01, 0xD83D, 0xD83D, 0xDE00, 0xD800])
    #expect(twice.scalarCount == 5)
    #expect(twice.utf16 == [0xFFFD, 0xFFFD, 0xFFFD, 0xD83D, 0xDE00, 0xFFFD])
    #expect(twice.scalars == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}", "😀", "\u{FFFD}"])
    #expect(ScalarText(scalars: [0xD800, 0x1F600]).utf16 == [0xFFFD, 0xD83D, 0xDE00])
  }
}
