// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import Testing
import TextModel

@testable import Pictures

@Suite struct TextSubstringsTests {
  private func json(_ text: String, _ range: TextRange) -> String {
    var writer = JSONWriter()
    TextSubstrings(utf16: Array(text.utf16)).write(range, to: &writer)
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  @Test(arguments: [
    "", "plain", "\u{7F}\u{80}\u{7FF}\u{800}", "\u{D7FF}\u{E000}\u{FFFF}", "\u{10000}a\u{10FFFF}",
    "Straße, été, żółć", "漢字かな", "नमस्ते", "👩‍👩‍👧 ok 🇩🇪",
  ])
  func partsAreThoseOfTheString(_ text: String) {
    let units = Array(text.utf16)
    let bounds = text.unicodeScalars.indices.map { $0.utf16Offset(in: text) } + [units.count]
    for (i, start) in bounds.enumerated() {
      for end in bounds[i...] {
        let part = String(decoding: units[start..<end], as: UTF16.self)
        #expect(json(text, TextRange(start, end)) == "\"\(part)\"")
        #expect(
          TextSubstrings(utf16: units).isSpace(TextRange(start, end))
            == part.allSatisfy(\.isWhitespace))
      }
    }
  }
}
