// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel

@testable import TextShaping

@Suite struct PreparedStyleTests {
  @Test func theContextsOfATextInManyScriptsAreKept() throws {
    let style = PreparedStyle(ShapingStyle(), fonts: .embedded)
    let scratch = ShapingScratch()
    let font = try style.primaryOrigin().font
    let tags = [
      "Latn", "Grek", "Cyrl", "Arab", "Hebr", "Deva", "Thai", "Hira", "Kana", "Hani", "Hang",
      "Zyyy",
    ]
    func contexts() throws -> [WordContext] {
      try tags.flatMap { tag in
        try (0...1).map { level in
          try style.context(
            font: font, script: #require(FontTag(tag)), level: UInt8(level), scratch: scratch)
        }
      }
    }
    let first = try contexts()
    let again = try contexts()
    #expect(zip(first, again).allSatisfy { $0 === $1 })
    #expect(Set(first.map(\.id)).count == first.count)
  }

  @Test func aStyleHasFontsOfItsOwn() throws {
    let (one, other) = (
      PreparedStyle(ShapingStyle(), fonts: .embedded),
      PreparedStyle(ShapingStyle(), fonts: .embedded)
    )
    for unit in "aא漢".utf16 {
      let (a, b) = unsafe (
        try one.font(for: unit).takeUnretainedValue(),
        try other.font(for: unit).takeUnretainedValue()
      )
      // Equal, yet not the same object: threads that count references to one wait for each other.
      #expect(a == b && a !== b)
      #expect(unsafe try one.font(for: unit).takeUnretainedValue() === a)
    }
  }
}
