// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel

@testable import TextShaping

@Suite struct ResolvedStyleTests {
  private static func resolved(_ style: ShapingStyle = ShapingStyle()) throws -> ResolvedStyle {
    try ResolvedStyle(
      style, fonts: .embedded, shared: StyleFonts(StyleFonts.Key(style), fonts: .embedded))
  }

  /// In a process of its own: the place of a context depends on the font's number, which grows with
  /// the fonts that other tests open.
  @Test func theContextsOfATextInManyScriptsAreKept() async {
    await #expect(processExitsWith: .success) {
      let style = try Self.resolved()
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
      try #require(zip(first, again).allSatisfy { $0 === $1 })
      try #require(Set(first.map(\.rules.id)).count == first.count)
    }
  }

  @Test func aStyleHasFontsOfItsOwn() throws {
    let (one, other) = (try Self.resolved(), try Self.resolved())
    for unit in "aא漢".utf16 {
      func font(_ style: ResolvedStyle) throws -> Font {
        try style.shared.font(style.shared.slot(for: unit, .never))
      }
      let (a, b) = (try font(one), try font(other))
      // Equal, yet not the same object: threads that count references to one wait for each other.
      #expect(a == b && a !== b)
      #expect(try font(one) === a)
    }
  }

  @Test func stylesThatDifferInSizeShareTheirFonts() throws {
    let styles = ResolvedStyleCache()
    styles.open(.embedded)
    var style = ShapingStyle()
    func font(_ change: (inout ShapingStyle) -> Void) throws -> ObjectIdentifier {
      change(&style)
      let fonts = try styles.style(of: style.storage, .never).shared
      return ObjectIdentifier(try fonts.font(fonts.slot(for: 0x61, .never)))
    }
    let first = try font { _ in }
    #expect(try font { $0.size = 13.5 } == first)
    #expect(try font { $0.wordSpacing = 1 } == first)
    #expect(try font { $0.baselineOffset = 2 } == first)
    #expect(try font { $0.language = "ja" } != first)
  }
}
