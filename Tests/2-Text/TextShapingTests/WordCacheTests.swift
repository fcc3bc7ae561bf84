// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemConcurrency
import Testing
import TextAnalysis
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct WordCacheTests {
  /// Punctuation and digits take the script before them and not its direction, and letters that
  /// join stand beside anything: such items are kept whole, and look as if they were shaped in
  /// their text.
  @Test func itemsOfManyScripts() throws {
    let pieces = [
      "مرحبا", "بالعالم", "لا", "(", ")", ".", "،", "12", "٣٤", "שלום", "עולם", "abc", "Ép", "ก็มา",
      "नमस्ते",
      "👩‍🚀", "❤️", "東京", "한국", " ", " ", " ", "  ", "-", "\u{301}", "\u{640}", "\u{200D}", "\u{64B}",
      "\u{AD}",
    ]
    var generator = SeededGenerator(seed: 93)
    let cache = WordCache(byteLimit: 1 << 20)
    let tiny = WordCache(byteLimit: 12_000)
    for _ in 0..<600 {
      let string = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let text = styles(string, &generator)
      let expected = try shaped(text, .embedded, anew)
      for words in [cache, cache, tiny] {
        let found = try shaped(text, .embedded, ShapingEnvironment(words: words))
        #expect(found == expected, "\(string.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
  }

  /// Compares words from caches, large and tiny, with texts that are shaped anew.
  private func compare(_ face: FontSource, seed: UInt64, texts: Int) throws {
    let fonts = FontCollection(given: [face], includesSystemFonts: false)
    let source = WordSource(face.face)
    var generator = SeededGenerator(seed: seed)
    let cache = WordCache(byteLimit: 1 << 20)
    let tiny = WordCache(byteLimit: 12_000)
    for _ in 0..<texts {
      let string = source.text(&generator)
      let text = styles(string, &generator)
      let expected = try shaped(text, fonts, anew)
      for environment in [
        ShapingEnvironment(words: cache), ShapingEnvironment(words: tiny),
        ShapingEnvironment(words: cache, findsSimpleText: false),
      ] {
        let found = try shaped(text, fonts, environment)
        if found != expected {
          let (a, b) = (
            expected.split { $0 == "|" || $0 == "\n" }, found.split { $0 == "|" || $0 == "\n" }
          )
          let place =
            zip(a, b).enumerated().first { $0.1.0 != $0.1.1 && !$0.1.0.hasPrefix("R") }?.offset ?? 0
          Issue.record(
            """
            \(face.face.postScriptName), seed \(seed): \
            \(string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
            expected \(a.dropFirst(max(0, place - 2)).prefix(6).joined(separator: " | "))
            found \(b.dropFirst(max(0, place - 2)).prefix(6).joined(separator: " | "))
            """)
          return
        }
      }
    }
    #expect(tiny.byteCount <= tiny.byteLimit)
  }

  @Test(arguments: [
    "NotoSans-Regular.ttf", "NotoSans-BoldItalic.ttf", "NotoSerif-Italic.ttf",
    "LiberationMono-Regular.ttf", "NotoSansArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf", "NotoSansBengali-Regular.ttf", "NotoSansTamil-Regular.ttf",
    "NotoSansKhmer-Regular.ttf", "NotoSansMyanmar-Regular.ttf", "NotoSansThai-Regular.ttf",
    "NotoSansMongolian-Regular.ttf", "NotoSansAdlam-Regular.ttf", "NotoSansSyriac-Regular.ttf",
    "NotoSansMath-Regular.ttf", "NotoSansCJK-Common.otf", "NotoSansNKo-Regular.ttf",
    "NotoSansSinhala-Regular.ttf", "NotoSansJavanese-Regular.ttf",
  ])
  func wordsOfBundledFontsEqualShapingAnew(_ name: String) throws {
    try compare(FontSource(FontFile(path: BundledFonts.path(name))), seed: 3, texts: 60)
  }

  /// Items that are too long to be put together at once are divided before words. The parts are the
  /// same whether words are known or not, and have the glyphs that the items have in one piece.
  @Test(arguments: [
    "NotoSans-Regular.ttf", "NotoSerif-Italic.ttf", "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "NotoSansKhmer-Regular.ttf",
    "NotoSansThai-Regular.ttf", "NotoSansMongolian-Regular.ttf", "NotoSansCJK-Common.otf",
  ])
  func partsOfLongItems(_ name: String) throws {
    let face = try FontSource(FontFile(path: BundledFonts.path(name)))
    let fonts = FontCollection(given: [face], includesSystemFonts: false)
    let source = WordSource(face.face)
    var generator = SeededGenerator(seed: 31)
    let cache = WordCache(byteLimit: 1 << 20)
    var divided = 0
    for _ in 0..<60 {
      let string = source.text(&generator) + " " + source.text(&generator)
      let text = styles(string, &generator)
      let whole = try ShapedText(text, fonts: fonts, environment: anew)
      let parts = try ShapedText(
        text, fonts: fonts, environment: ShapingEnvironment(partLength: 24, words: nil))
      if runCount(parts) > runCount(whole) { divided += 1 }
      let (expected, found) = (glyphs(whole), glyphs(parts))
      let place = zip(expected, found).enumerated().first { $0.1.0 != $0.1.1 }?.offset
      #expect(
        found.count == expected.count && place == nil,
        "\(name): \(string); expected \(expected.dropFirst(max(0, (place ?? 0) - 2)).prefix(5)), found \(found.dropFirst(max(0, (place ?? 0) - 2)).prefix(5))"
      )
      // (Simple text has runs as long as the style; that is another way.)
      let known = try shaped(
        text, fonts, ShapingEnvironment(partLength: 24, words: cache, findsSimpleText: false))
      #expect(known == description(parts), "\(name): \(string)")
    }
    #expect(divided > 10)
  }

  /// A paragraph without an end is put together from words as well, whatever number of runs it
  /// takes.
  @Test func aLongParagraphIsPutTogetherFromWords() throws {
    let cache = WordCache(byteLimit: 1 << 20)
    let long = String(repeating: "sömé wörds åre hère ånd thère ", count: 4000)
    let text = try ShapedText(
      AttributedText(long), fonts: .embedded, environment: ShapingEnvironment(words: cache))
    #expect(cache.byteCount > 0)
    #expect(runCount(text) == 4)
    let whole = try ShapedText(
      AttributedText(long), fonts: .embedded,
      environment: ShapingEnvironment(partLength: 1 << 20, words: nil))
    #expect(glyphs(text) == glyphs(whole))
  }

  /// The same for font files that an environment variable names, if it is set: paths with colons
  /// between.
  @Test func wordsOfFurtherFontsEqualShapingAnew() throws {
    guard let list = getenv("WORD_CACHE_FONTS") else { return }
    for path in String(cString: list).split(separator: ":") {
      let file = try FontFile(path: String(path))
      for index in 0..<min(file.faceCount, 2) {
        try compare(FontSource(file, index: index), seed: 5, texts: 400)
      }
    }
  }

  @Test func prose() throws {
    let prose = """
      The “quick” brown fox (aged 7) jumps over 13 lazy dogs — isn’t it? Office: affluent, fjord; AVA To. WAVE…
      Ёжик и ёлка, 3 × 4 = 12; Ἀθῆναι, Ελλάδα και πόλη. İstanbul, Łódź, Århus, naïve, Tiếng Việt.
      السلام عليكم ورحمة الله؛ 12 و13. שלום עולם (123). क्षत्रिय हिन्दी में।  ภาษาไทย 日本語のテキスト 한국어 텍스트 👩‍🚀🇩🇪!
      a\u{301} b\u{308}c x\u{200D}y \u{301}z f\u{200C}i co\u{AD}op  double  spaces\tand tabs
      """
    let cache = WordCache(byteLimit: 1 << 20)
    for families in [[], ["serif"], ["monospace"]] {
      for line in prose.split(separator: "\n", omittingEmptySubsequences: false) + [
        Substring(prose)
      ] {
        let style = TextStyle(shaping: ShapingStyle(font: FontDescriptor(families: families)))
        let text = AttributedText(String(line), style: style)
        let expected = try shaped(text, .embedded, anew)
        for _ in 0..<2 {
          #expect(try shaped(text, .embedded, ShapingEnvironment(words: cache)) == expected)
          #expect(
            try shaped(
              text, .embedded, ShapingEnvironment(words: cache, findsSimpleText: false)) == expected
          )
        }
      }
    }
  }

  @Test func lanesShareWords() throws {
    var generator = SeededGenerator(seed: 17)
    let source = WordSource(try BundledFonts.face("NotoSans-Regular.ttf"))
    let texts = (0..<60).map { _ in AttributedText(source.text(&generator)) }
    let expected = try texts.map { try shaped($0, .embedded, anew) }
    let cache = WordCache(byteLimit: 60_000)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { lane in
      for i in texts.indices {
        let index = (i * 7 + lane * 13) % texts.count
        let found = try? shaped(texts[index], .embedded, ShapingEnvironment(words: cache))
        if found != expected[index] { failures.withLock { $0 += 1 } }
        if i % 20 == 19, lane == 0 { cache.removeAll() }
      }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  /// A word with `count` glyphs.
  private func word(_ text: [UInt16], count: Int) -> (ShapedWord, WordSpelling) {
    let glyphs = ShapedGlyphs()
    for i in 0..<count { glyphs.append(glyph: UInt16(7 + i % 90), advance: 64, cluster: 0) }
    let spelling = WordSpelling(text.span, 0..<text.count).keyed(4)
    return (
      ShapedWord(
        key: 4, text.span, spelling, traits: [], glyphs: glyphs, range: 0..<count, clusterBase: 0),
      spelling
    )
  }

  /// A font may make thousands of glyphs of a letter: such words are not kept, and nothing in their
  /// place.
  @Test func largeWordsAreNotKept() throws {
    let cache = WordCache(byteLimit: 8 << 20)
    let (small, spelling) = word([0x61], count: 400)
    let (large, other) = word([0x62], count: 1200)
    #expect(cache.keep(small)?.layout.count == 400)
    #expect(cache.keep(large) == nil)
    let found = cache.word(4, [0x61 as UInt16].span, spelling)
    #expect(found?.layout.count == 400)
    let missing = cache.word(4, [0x62 as UInt16].span, other)
    #expect(missing == nil)
  }

  /// A kept word is appended with its clusters moved to its place.
  @Test(arguments: [1, 8, 9, 800])
  func aKeptWordIsAppended(count: Int) throws {
    let cache = WordCache(byteLimit: 64 << 20)
    for number in 0..<600 {
      let text = [UInt16(0x400 + number % 256), UInt16(0x400 + number / 256)]
      let (made, spelling) = word(text, count: count)
      cache.keep(made)
      let known = cache.word(4, text.span, spelling)
      let found = try #require(known)
      let glyphs = ShapedGlyphs()
      glyphs.append(found, at: 3)
      #expect(glyphs.count == count && glyphs.clusters[0] == 3 && glyphs.glyphs[0] == 7)
      #expect(glyphs.glyphs[count - 1] == UInt16(7 + (count - 1) % 90))
    }
    cache.removeAll()
    let text: [UInt16] = [0x400, 0x400]
    let dropped = cache.word(4, text.span, word(text, count: count).1)
    #expect(dropped == nil)
  }

  /// HarfBuzz takes Hangul and voiced kana apart, and puts them together again where there is a
  /// mark somewhere: not in an item where nothing else stands.
  @Test(arguments: [("모든", "Hang"), ("である", "Hira")])
  func wordsThatAreTakenApartAreKeptWhereTheyStandAlone(word: String, script: String) throws {
    let workspace = ShapingWorkspace()
    let scratch = workspace.scratch
    scratch.open(ShapingEnvironment(words: WordCache(byteLimit: 1 << 20)))
    workspace.styles.open(.embedded)
    let shaping = ShapingStyle()
    let style = try workspace.styles.style(of: shaping.storage, .never)
    func outcome(of text: String, to end: Int) throws -> WordAssembly.Outcome {
      let units = Array(text.utf16)
      let slot = try style.shared.slot(for: units[0], .never)
      let item = ShapingItem(
        start: 0, end: end, font: style.shared.font(slot), style: style,
        script: try #require(FontTag(script)), level: 0, kind: .text)
      let context = try style.context(
        font: item.font, script: item.script, level: 0, scratch: scratch)
      scratch.glyphs.removeAll()
      return try WordAssembly(
        item: item.extent, part: 0..<end, context: context, hasSpacing: false,
        needsCoverage: false
      ).run(units.span, item, scratch: scratch)
    }
    let length = word.utf16.count
    #expect(try outcome(of: word, to: length) == .complete)
    // Two words depend on each other, and are kept as one.
    #expect(try outcome(of: word + " " + word, to: 2 * length + 1) == .complete)
    let many = Array(repeating: word, count: 90).joined(separator: " ")
    #expect(try outcome(of: many, to: many.utf16.count) == .uncacheable)
  }

  /// A font may be many megabytes, and there are a thousand contexts.
  @Test func wordsDoNotKeepFonts() async throws {
    weak var face: FontFace?
    func shape() throws {
      let source = try FontSource(FontFile(path: BundledFonts.path("NotoSans-Regular.ttf")))
      face = source.face
      let fonts = FontCollection(given: [source], includesSystemFonts: false)
      let words = ShapingEnvironment(words: WordCache(byteLimit: 1 << 20))
      _ = try shaped(AttributedText("words of a font of their own"), fonts, words)
    }
    try shape()
    // Another test may have the scratch set for a while.
    try await until {
      ShapingWorkspace.pool.drain()
      return face == nil
    }
  }

  @Test func wordsAreKept() throws {
    let cache = WordCache(byteLimit: 1 << 20)
    // Words of ASCII alone are put together from pairs once those are known.
    let text = AttributedText("sömé wörds åre hère ånd sömé wörds åre thère")
    _ = try shaped(text, .embedded, ShapingEnvironment(words: cache))
    let bytes = cache.byteCount
    #expect(bytes > 0)
    _ = try shaped(text, .embedded, ShapingEnvironment(words: cache))
    #expect(cache.byteCount == bytes)
    cache.removeAll()
    #expect(cache.byteCount == 0)
    _ = try shaped(text, .embedded, ShapingEnvironment(words: cache))
    #expect(cache.byteCount == bytes)
  }
}

@Suite struct SimpleTextTests {
  /// What the table calls simple has no other properties.
  @Test func theTableAgreesWithTheProperties() throws {
    let table = CharacterTable.shared
    var simple = 0
    for unit in UInt16(0)..<UInt16(SimpleText.count) {
      guard let script = SimpleText.script(of: unit) else { continue }
      simple += 1
      let traits = table[UInt32(unit)]
      #expect(!traits.isMark && !traits.hasScriptExtensions, "U+\(String(unit, radix: 16))")
      #expect(!traits.hasEmojiPresentation && !traits.isEmojiModifier)
      #expect(!Itemizer.isIgnorable(UInt32(unit)))
      #expect(!ParagraphScanner.isTerminator(unit))
      let text = [unit]
      let graphemes = try GraphemeBreaks.resolve(text.span)
      let scripts = try ScriptRuns.resolve(text.span, graphemes: graphemes)
      #expect(scripts.scripts == [script], "U+\(String(unit, radix: 16))")
      let bidi = try BidiParagraph.resolve(text.span, direction: .auto)
      #expect(bidi.paragraphLevel == 0 && bidi.levels.isEmpty)
      let emoji = try EmojiScanner.resolve(text.span, graphemes: graphemes)
      #expect(emoji.ends.isEmpty)
    }
    #expect(simple > 1500)
  }

  /// Simple units make single clusters beside each other too, and keep one script.
  @Test func pairsStaySimple() throws {
    var generator = SeededGenerator(seed: 1)
    let all = (UInt16(0)..<UInt16(SimpleText.count)).filter { SimpleText.script(of: $0) != nil }
    for _ in 0..<300 {
      let first = all.randomElement(using: &generator) ?? 0x41
      let script = SimpleText.script(of: first)
      let units = (0..<40).map { _ in all.randomElement(using: &generator) ?? 0x41 }.filter {
        let other = SimpleText.script(of: $0)
        return other == script || other == ScriptRuns.common
      }
      let text = [first] + units
      let graphemes = try GraphemeBreaks.resolve(text.span)
      #expect((0...text.count).allSatisfy { graphemes.isBoundary($0) })
      let scripts = try ScriptRuns.resolve(text.span, graphemes: graphemes)
      #expect(scripts.scripts == [script])
      let paragraph = SimpleText.shared.paragraph(at: 0, in: text.span)
      let simple = try #require(paragraph)
      #expect(simple.end == text.count && simple.script == script)
    }
  }
}
