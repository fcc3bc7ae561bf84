// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct ParagraphCacheTests {
  private static let sentence =
    "The office of the AVATAR is to be found in a valley, far from the sea."

  private func rows(_ shaped: ShapedText) -> [String] {
    shaped.paragraphs.flatMap { paragraph -> [String] in
      let table = paragraph.breaks
      let breaks = (0..<table.count).map {
        "\(table.offset(at: $0)) \(table.advance(at: $0)) \(table.trimmed(at: $0)) \(table.traits(at: $0).rawValue)"
      }
      let glyphs = paragraph.runs.flatMap { run in
        (0..<run.glyphCount).map {
          "\(run.font.id) \(run.glyph(at: $0)) \(run.cluster(at: $0)) \(run.advance(at: $0)) \(run.flags(at: $0).rawValue)"
        }
      }
      return ["\(paragraph.range) \(paragraph.contentLength) \(paragraph.style == .default)"]
        + glyphs + breaks
    }
  }

  private func shaped(_ text: AttributedText, _ cache: ParagraphCache?) throws -> ShapedText {
    try ShapedText(
      text, fonts: .embedded, environment: ShapingEnvironment(paragraphs: cache))
  }

  @Test func theSameParagraphIsFoundWhereverItStands() throws {
    let cache = ParagraphCache(byteLimit: 1 << 20)
    let first = try shaped(AttributedText(Self.sentence), cache)
    let second = try shaped(AttributedText("x\r\n" + Self.sentence + "\ny"), cache)
    #expect(first.paragraphs[0].runs[0] === second.paragraphs[1].runs[0])
    #expect(second.paragraphs[1].range == TextRange(3, 4 + Self.sentence.utf16.count))
    let anew = try shaped(AttributedText("x\r\n" + Self.sentence + "\ny"), nil)
    #expect(rows(second) == rows(anew))
    cache.removeAll()
    #expect(cache.byteCount == 0)
    let third = try shaped(AttributedText(Self.sentence), cache)
    #expect(third.paragraphs[0].runs[0] !== first.paragraphs[0].runs[0])
  }

  @Test func everyInputIsInTheKey() throws {
    let cache = ParagraphCache(byteLimit: 1 << 20)
    var style = TextStyle.default
    let base = try shaped(AttributedText(Self.sentence, style: style), cache)
    func isFound(_ text: AttributedText, _ fonts: FontCollection = .embedded) throws -> Bool {
      let again = try ShapedText(
        text, fonts: fonts, environment: ShapingEnvironment(paragraphs: cache))
      return again.paragraphs[0].runs[0] === base.paragraphs[0].runs[0]
    }
    #expect(try isFound(AttributedText(Self.sentence)))
    style.shaping.size = 17
    #expect(try !isFound(AttributedText(Self.sentence, style: style)))
    style = .default
    style.shaping.language = "sv"
    #expect(try !isFound(AttributedText(Self.sentence, style: style)))
    style = .default
    style.paragraph.wordBreak = .breakAll
    #expect(try !isFound(AttributedText(Self.sentence, style: style)))
    #expect(try !isFound(AttributedText(Self.sentence.replacing("sea", with: "sex"))))
    let others = FontCollection(defaultFonts: FontCollection.embedded.defaultFonts)
    #expect(try !isFound(AttributedText(Self.sentence), others))
  }

  @Test func theBoundHolds() throws {
    let cache = ParagraphCache(byteLimit: 64 << 10)
    for i in 0..<400 {
      _ = try shaped(AttributedText("\(i) " + Self.sentence), cache)
      #expect(cache.byteCount <= 64 << 10)
    }
    #expect(cache.byteCount > 16 << 10)
  }

  /// Fonts may be many megabytes, which the bytes of a paragraph do not tell.
  @Test func fewCollectionsAreKept() throws {
    struct Weak { weak var fonts: FontCollection? }
    let cache = ParagraphCache(byteLimit: 8 << 20)
    var collections: [Weak] = []
    for i in 0..<300 {
      let fonts = FontCollection(
        defaultFonts: FontCollection.embedded.defaultFonts, includesSystemFonts: false)
      collections.append(Weak(fonts: fonts))
      _ = try ShapedText(
        AttributedText("\(i) " + Self.sentence), fonts: fonts,
        environment: ShapingEnvironment(paragraphs: cache))
    }
    // Four shards, of each two halves; the rest lies in scratch sets.
    #expect(collections.count { $0.fonts != nil } <= 4 * 2 * 8 + 32)
  }

  /// Cells of one list in the fonts of two styles of a program, say.
  @Test func twoCollectionsKeepTheSameText() throws {
    let cache = ParagraphCache(byteLimit: 1 << 20)
    let collections = (0..<2).map { _ in
      FontCollection(
        defaultFonts: FontCollection.embedded.defaultFonts, includesSystemFonts: false)
    }
    func run(_ fonts: FontCollection) throws -> ShapedRun {
      try ShapedText(
        AttributedText(Self.sentence), fonts: fonts,
        environment: ShapingEnvironment(paragraphs: cache)
      ).paragraphs[0].runs[0]
    }
    let first = try collections.map(run)
    let again = try collections.map(run)
    #expect(first[0] === again[0])
    #expect(first[1] === again[1])
  }

  /// What is asked for again moves to the young half, which must not gather collections that way.
  @Test func collectionsAreFewAlsoWhereTextsAreFoundAgain() throws {
    struct Weak { weak var fonts: FontCollection? }
    let cache = ParagraphCache(byteLimit: 8 << 20)
    var held: [FontCollection] = []
    for _ in 0..<150 {
      held.append(
        FontCollection(
          defaultFonts: FontCollection.embedded.defaultFonts, includesSystemFonts: false))
      // The new one, and all before it.
      for fonts in held.reversed() {
        _ = try ShapedText(
          AttributedText(Self.sentence), fonts: fonts,
          environment: ShapingEnvironment(paragraphs: cache))
      }
    }
    let all = held.map { Weak(fonts: $0) }
    held = []
    #expect(all.count { $0.fonts != nil } <= 4 * 2 * 8 + 32)
  }

  /// The table of breaks comes later than the paragraph is kept, and may be the most of it.
  @Test(arguments: [WordBreak.normal, .breakAll])
  func bytesAreCountedAsTheyAreTaken(wordBreak: WordBreak) throws {
    let texts = [
      "a a a a ", Self.sentence + " ", "well-known, and/or so-called; (yes!) ",
      "incomprehensibilities ", "a-b-c- ", "ж ж ж ", "3.14 and 1,000,000 ", "why?so!now|then ",
      "a  b   c ", "a…b…c…d… ", "a—b—c—d— ", "word—word ", "what‽no ", "what⁈no ", "$$$$ ++ ",
    ]
    for piece in texts {
      let count = 4000 / piece.utf16.count
      let (told, taken) = try bytes(String(repeating: piece, count: count), wordBreak)
      #expect(told > 0)
      #expect(
        abs(told - taken) <= taken / 10, "\(piece): \(told) told, \(taken) taken")
    }
  }

  /// What the cache says that a paragraph takes, and what it takes with its breaks.
  private func bytes(_ string: String, _ wordBreak: WordBreak) throws -> (told: Int, taken: Int) {
    let cache = ParagraphCache(byteLimit: 8 << 20)
    var style = TextStyle.default
    style.paragraph.wordBreak = wordBreak
    let text = try shaped(AttributedText(string, style: style), cache)
    let content = text.paragraphs[0].content
    let taken =
      content.characterByteCount + content.breaks.byteCount
      + content.runs.reduce(0) { $0 + $1.byteCount }
    return (cache.byteCount, taken)
  }

  /// The bound is not to be passed with whatever signs a text consists of.
  @Test(arguments: [WordBreak.normal, .breakAll])
  func noSignIsCountedForLessThanItTakes(wordBreak: WordBreak) throws {
    var kept = 0
    for code in Array(0x21..<0x100) + Array(0x2010..<UInt16(SimpleText.count)) {
      guard SimpleText.script(of: code) != nil, let sign = UnicodeScalar(code) else { continue }
      for piece in ["a@b ", "1@2 ", "@@ ", "a@@b ", "a@ ", "a @b ", "@$", "%@"] {
        let part = piece.replacing("@", with: String(Character(sign)))
        let (told, taken) = try bytes(String(repeating: part, count: 60), wordBreak)
        // What no font of the collection has is not kept.
        if told == 0 { break }
        kept += 1
        #expect(told >= taken, "U+\(String(code, radix: 16)) in \(part)")
      }
    }
    #expect(kept > 1000)
  }

  @Test func cachedTextsEqualTextsShapedAnew() throws {
    var random = SeededGenerator(seed: 31)
    let cache = ParagraphCache(byteLimit: 128 << 10)
    let words = ["office", "AV", "To", "and", "the", "first,", "x", "wave", "fjord;"]
    for _ in 0..<300 {
      var string = ""
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Few different ones, so that many are found.
        let seed = Int.random(in: 0..<12, using: &random)
        string += (0..<24).map { words[($0 * (seed + 3) + seed) % words.count] }.joined(
          separator: " ")
        string += "\n"
      }
      let text = AttributedText(
        string, style: TextStyle(size: Double(14 + Int.random(in: 0..<2, using: &random))))
      #expect(rows(try shaped(text, cache)) == rows(try shaped(text, nil)))
    }
  }
}
