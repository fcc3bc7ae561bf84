// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel

@testable import TextShaping

@Suite struct PreparedStyleTests {
  private func prepared(_ style: ShapingStyle = ShapingStyle()) throws -> PreparedStyle {
    try PreparedStyle(
      style, fonts: .embedded, shared: StyleFonts(StyleFonts.Key(style), fonts: .embedded))
  }

  @Test func theContextsOfATextInManyScriptsAreKept() throws {
    let style = try prepared()
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
    let (one, other) = (try prepared(), try prepared())
    for unit in "aא漢".utf16 {
      let (a, b) = unsafe (
        try one.font(for: unit, .never).takeUnretainedValue(),
        try other.font(for: unit, .never).takeUnretainedValue()
      )
      // Equal, yet not the same object: threads that count references to one wait for each other.
      #expect(a == b && a !== b)
      #expect(unsafe try one.font(for: unit, .never).takeUnretainedValue() === a)
    }
  }

  @Test func stylesThatDifferInSizeShareTheirFonts() throws {
    let styles = PreparedStyles()
    styles.open(.embedded)
    var style = ShapingStyle()
    func font(_ change: (inout ShapingStyle) -> Void) throws -> UnsafeMutableRawPointer {
      change(&style)
      return unsafe try styles.prepare(.passUnretained(style.storage), .never)
        .font(for: 0x61, .never).toOpaque()
    }
    let first = unsafe try font { _ in }
    #expect(unsafe try font { $0.size = 13.5 } == first)
    #expect(unsafe try font { $0.wordSpacing = 1 } == first)
    #expect(unsafe try font { $0.baselineOffset = 2 } == first)
    #expect(unsafe try font { $0.language = "ja" } != first)
  }
}
