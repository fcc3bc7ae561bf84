// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Random texts of many scripts, styles and languages come out the same on every path: shaped as a
/// whole, assembled from words, as simple text, in other chunks, from cold and from warm caches.
@Suite struct EquivalentShapingTests {
  private static let pieces: [[String]] = [
    ["office", "AVATAR", "fjord", "To", "a", "Wave,", "(7)", "12:30", "naïve", "x-y"],
    ["Ёжик", "ёлка", "щука", "и", "№"], ["Ελλάδα", "πόλη", "ᾠδή"],
    ["مرحبا", "بالعالم", "لا", "٣٤", "\u{64B}", "ـ"], ["שלום", "עוֹלָם", "12"],
    ["क्षत्रिय", "हिन्दी", "नमस्ते"], ["ภาษาไทย", "ก่า"], ["ខ្មែរ"], ["မြန်မာ"],
    ["日本語", "東京、", "한국어", "カナ"], ["👩‍🚀", "❤️", "❤︎", "🇩🇪", "👍🏽", "☺"],
    ["\t", "\u{200D}", "\u{AD}", "\u{2060}", "\u{3000}", "\u{A0}", "e\u{301}t"],
  ]

  private func string(_ generator: inout SeededGenerator) -> String {
    // Most texts keep to one script, so that each path is taken.
    let number = Int.random(in: 0..<2 * Self.pieces.count, using: &generator)
    let main = Self.pieces[number < Self.pieces.count ? number : number % 3]
    let isPure = Bool.random(using: &generator)
    var string = ""
    for _ in 0..<Int.random(in: 1...24, using: &generator) {
      let other = !isPure && Int.random(in: 0..<4, using: &generator) == 0
      let pieces = other ? Self.pieces.randomElement(using: &generator) ?? [] : main
      string += pieces.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: string += "  "
      case 1: string += ""
      case 2: string += isPure ? " " : "\n"
      default: string += " "
      }
    }
    return string
  }

  private func text(_ string: String, _ generator: inout SeededGenerator) -> AttributedText {
    var text = styles(string, &generator)
    guard text.length > 2, Int.random(in: 0..<3, using: &generator) == 0 else { return text }
    let a = Int.random(in: 0..<text.length, using: &generator)
    let b = Int.random(in: a..<text.length, using: &generator)
    let language = ["ja", "ar", "tr", "sr"].randomElement(using: &generator) ?? ""
    text.updateShaping(TextRange(a, b)) {
      $0.language = language
      $0.font = FontDescriptor(families: ["serif"])
    }
    return text
  }

  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func everyPathGivesTheSameGlyphs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let words = WordCache(byteLimit: 1 << 20)
    let tiny = WordCache(byteLimit: 12_000)
    let paragraphs = ParagraphCache(byteLimit: 1 << 20)
    let paths: [(String, ShapingEnvironment)] = [
      ("words", ShapingEnvironment(words: words, findsSimpleText: false)),
      ("known words", ShapingEnvironment(words: words, findsSimpleText: false)),
      ("simple text", ShapingEnvironment(words: words)),
      ("few words", ShapingEnvironment(words: tiny)),
      ("paragraphs", ShapingEnvironment(words: words, paragraphs: paragraphs)),
      ("known paragraphs", ShapingEnvironment(words: words, paragraphs: paragraphs)),
    ]
    var simple = 0
    for round in 0..<100 {
      let string = string(&generator)
      let text = text(string, &generator)
      let whole = try ShapedText(text, fonts: .embedded, environment: anew)
      let expected = description(whole)
      for (name, environment) in paths {
        let found = try shaped(text, .embedded, environment)
        #expect(
          found == expected, "seed \(seed), round \(round), \(name): \(string.debugDescription)")
      }
      // Whether HarfBuzz draws the dotted circle of a broken syllable of Khmer or Myanmar depends
      // on how many syllables come before it in the chunk.
      if !text.utf16.contains(where: { 0x1000...0x109F ~= $0 || 0x1780...0x17FF ~= $0 }) {
        let chunks = ShapingEnvironment(chunkLength: 96, words: nil)
        let found = try shaped(text, .embedded, chunks)
        #expect(
          found == expected, "seed \(seed), round \(round), chunks: \(string.debugDescription)")
      }
      // Runs end elsewhere, glyphs do not change.
      let parts = try ShapedText(
        text, fonts: .embedded,
        environment: ShapingEnvironment(partLength: 32, words: words, findsSimpleText: false))
      #expect(
        glyphs(parts) == glyphs(whole),
        "seed \(seed), round \(round), parts: \(string.debugDescription)")
      let units = Array(string.utf16)
      if SimpleText.shared.paragraph(at: 0, in: units.span) != nil { simple += 1 }
    }
    // Both kinds of texts were there, and the caches were used.
    #expect(simple > 10 && simple < 90)
    #expect(words.byteCount > 0 && tiny.byteCount > 0 && paragraphs.byteCount > 0)
  }
}
