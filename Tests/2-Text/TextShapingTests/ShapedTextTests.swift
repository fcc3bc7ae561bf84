// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Every glyph in logical order: font, glyph, cluster, offset, advance, flags.
private func rows(_ text: ShapedText) -> [String] {
  var rows: [String] = []
  for paragraph in text.paragraphs {
    for run in paragraph.runs {
      for k in 0..<run.glyphCount {
        let i = run.isRightToLeft ? run.glyphCount - 1 - k : k
        let offset = run.offset(at: i)
        rows.append(
          "\(run.font.id) \(run.glyph(at: i))=\(run.cluster(at: i))@\(offset.x),\(offset.y)"
            + "+\(run.advance(at: i)) \(run.flags(at: i).rawValue)")
      }
    }
  }
  return rows
}

private let words: [String] = [
  "office", "AVATAR", "To.", "Ävïtör", "e\u{301}a\u{308}", "co\u{AD}op", "x", "3", "-", "(A", "Wa:",
  "ёлка", "и\u{306}й", "السلام", "مُحَمَّد", "لا", "שָׁלוֹם", "क्षत्रिय", "हिन्दी", "ภาษาไทย", "日本語", "한국어",
  "👩‍🚀", "\u{301}a", "\u{200D}b", "\u{200B}", "",
]

private func randomText(_ generator: inout SeededGenerator) -> String {
  let first = Int.random(in: 0..<words.count, using: &generator)
  let span = Int.random(in: 1...8, using: &generator)
  return (0..<Int.random(in: 1...80, using: &generator)).map { _ in
    words[(first + Int.random(in: 0..<span, using: &generator)) % words.count]
  }.joined(separator: " ")
}

@Suite struct ShapedTextTests {
  @Test func latinLigature() throws {
    let shaped = try ShapedText(AttributedText("fi a"), fonts: .embedded)
    let run = try #require(shaped.paragraphs.first?.runs.first)
    #expect(shaped.paragraphs[0].runs.count == 1)
    #expect(run.font.face.postScriptName == "NotoSans-Regular")
    #expect((0..<run.glyphCount).map { run.cluster(at: $0) }.last == 3)
    #expect(run.totalAdvance == (0..<run.glyphCount).reduce(0) { $0 + Int64(run.advance(at: $1)) })
  }

  @Test(arguments: ["lol", "lol ol lol", "o"])
  func explodingSubstitutionsAreDrawnAsFarAsTheyWent(_ string: String) throws {
    let file = try FontFile(path: BundledFonts.testPath("Exploding.ttf"))
    let fonts = try FontCollection(given: [FontSource(file)], includesSystemFonts: false)
    let shaped = try ShapedText(AttributedText(string), fonts: fonts)
    let plain = try ShapedText(
      AttributedText(string), fonts: fonts, environment: ShapingEnvironment(words: nil))
    let run = try #require(shaped.paragraphs[0].runs.first)
    #expect(rows(shaped) == rows(plain))
    #expect(run.glyphCount >= string.utf16.count)
    let hasLimit = string.contains("l")
    #expect(shaped.incompleteRanges == (hasLimit ? [TextRange(0, string.utf16.count)] : []))
    // What follows is as always.
    let plainText = try ShapedText(AttributedText("o o"), fonts: fonts)
    #expect(plainText.incompleteRanges.isEmpty)
    let clusters = (0..<run.glyphCount).map { run.cluster(at: $0) }
    #expect(clusters == clusters.sorted())
  }

  @Test func letterSpacingSwitchesLigaturesOffAndFollowsEveryCluster() throws {
    let plain = try ShapedText(AttributedText("fi"), fonts: .embedded).paragraphs[0].runs[0]
    let style = TextStyle(shaping: ShapingStyle(letterSpacing: 2))
    let spaced = try ShapedText(AttributedText("fi", style: style), fonts: .embedded)
      .paragraphs[0].runs[0]
    #expect(spaced.glyphCount == 2)
    #expect(plain.glyphCount == 1 || plain.glyphCount == 2)
    #expect(abs(spaced.width - (plain.width + 4)) < 1)
  }

  @Test func terminatorsHaveNoGlyphAndTabsAreRunsOfTheirOwn() throws {
    let shaped = try ShapedText(AttributedText("a\tb\r\nc\n"), fonts: .embedded)
    #expect(shaped.paragraphs.map(\.range) == [TextRange(0, 5), TextRange(5, 7)])
    #expect(shaped.paragraphs[0].runs.map(\.kind) == [.text, .tab, .text])
    #expect(shaped.paragraphs[0].hasTabs)
    #expect(shaped.paragraphs[1].runs.reduce(0) { $0 + $1.glyphCount } == 1)
  }

  @Test func missingCharactersAreReported() throws {
    let fonts = try BundledFonts.collection(of: ["LiberationMono-Regular.ttf"])
    let shaped = try ShapedText(AttributedText("a\u{E0F0}\u{E0F1}b"), fonts: fonts)
    #expect(shaped.missing.map(\.range) == [TextRange(1, 3)])
    #expect(shaped.missing.first?.scalars == ["\u{E0F0}", "\u{E0F1}"])
  }

  @Test func badSizesAreRefused() {
    for size in [0, -1, Double.nan, .infinity, 1e9] {
      let style = TextStyle(shaping: ShapingStyle(size: size))
      #expect(throws: ShapingError.self) {
        try ShapedText(AttributedText("a", style: style), fonts: .embedded)
      }
    }
  }

  @Test func chunksEqualTheWhole() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let string = randomText(&generator)
      let text = AttributedText(string)
      let whole = try ShapedText(
        text, fonts: .embedded, environment: ShapingEnvironment(chunkLength: 1 << 20))
      let length = Int.random(in: 96...250, using: &generator)
      let cut = try ShapedText(
        text, fonts: .embedded, environment: ShapingEnvironment(chunkLength: length))
      #expect(rows(whole) == rows(cut), "chunks of \(length): \(string)")
    }
  }

  @Test func wordsFromTheCacheEqualShapingAnew() throws {
    var generator = SeededGenerator(seed: 11)
    for limit in [1 << 20, 20_000] {
      let cache = WordCache(byteLimit: limit)
      for i in 0..<150 {
        let string = randomText(&generator)
        let style = TextStyle(shaping: ShapingStyle(letterSpacing: i % 5 == 0 ? 0.7 : 0))
        let text = AttributedText(string, style: style)
        let anew = try ShapedText(
          text, fonts: .embedded, environment: ShapingEnvironment(words: nil))
        let cached = try ShapedText(
          text, fonts: .embedded, environment: ShapingEnvironment(words: cache))
        #expect(rows(anew) == rows(cached), "\(string)")
      }
      #expect(cache.byteCount <= limit)
      #expect(cache.byteCount > 0)
    }
  }

  @Test func reshapingAPartEqualsShapingItInContext() throws {
    let text = AttributedText("السلام عليكم office")
    let shaped = try ShapedText(text, fonts: .embedded)
    let paragraph = shaped.paragraphs[0]
    let run = paragraph.runs[0]
    let part = try shaped.reshape(run, TextRange(0, 3), in: paragraph)
    #expect(part.textRange == TextRange(0, 3))
    // Inside a word the letters stay joined: the glyphs are those of the whole run.
    let range = run.glyphRange(for: TextRange(0, 3))
    #expect((0..<part.glyphCount).map { part.glyph(at: $0) } == range.map { run.glyph(at: $0) })
  }

  @Test func cancellationStopsALongParagraph() throws {
    let flag = CancellationFlag()
    flag.set()
    #expect(throws: CancellationError.self) {
      try ShapedText(
        AttributedText(String(repeating: "a", count: 100_000)), fonts: .embedded,
        cancellation: Cancellation(flag: flag))
    }
  }
}

@Suite struct PlainRunTests {
  @Test func lineIsThatOfHBShape() throws {
    let font = try BundledFonts.face("LiberationMono-Regular.ttf").font()
    let run = try PlainRun([0x41, 0x62, 0x20], font: font)
    #expect(run.line == "[A=0+1229|b=1+1229|space=2+1229]")
    #expect(run.script.description == "Latn")
    #expect(run.language == "und")
  }

  @Test func badFeaturesAndScriptsAreRefused() throws {
    let font = try BundledFonts.face("LiberationMono-Regular.ttf").font()
    var options = PlainRun.Options()
    options.features = ["li ga=="]
    #expect(throws: ShapingError.self) { try PlainRun([0x41], font: font, options: options) }
    options.features = []
    options.script = "Latin"
    #expect(throws: ShapingError.self) { try PlainRun([0x41], font: font, options: options) }
  }
}
