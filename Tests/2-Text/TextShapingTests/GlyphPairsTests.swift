// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

/// Glyphs, places, advances, clusters and flags.
private func rows(_ shaped: ShapedText) -> [String] {
  shaped.paragraphs.flatMap(\.runs).flatMap { run in
    (0..<run.glyphCount).map { i in
      "\(run.glyph(at: i))=\(run.cluster(at: i))@\(run.offset(at: i))+\(run.advance(at: i)) "
        + "\(run.flags(at: i).rawValue)"
    }
  }
}

@Suite(.serialized) struct GlyphPairsTests {
  private static let alphabets: [[UInt8]] = [
    Array(0x61...0x7A), Array(0x41...0x5A) + Array(0x61...0x7A), Array(0x30...0x39),
    Array(0x21...0x7E), Array("fiflTAVWoey.,-".utf8), Array("x0123456789:/*-+>=<|()".utf8),
  ]

  private func text(_ generator: inout SeededGenerator) -> String {
    let alphabet = Self.alphabets.randomElement(using: &generator) ?? []
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        // Some words leave the simple characters, some have fractions.
        if Int.random(in: 0..<60, using: &generator) == 0 {
          let other = ["\u{E9}", "\u{2044}", "7\u{2044}8"].randomElement(using: &generator) ?? ""
          bytes += Array(other.utf8)
        } else {
          bytes.append(alphabet.randomElement(using: &generator) ?? 0x61)
        }
      }
      bytes += Array(repeating: 0x20, count: Int.random(in: 1...9, using: &generator) == 9 ? 2 : 1)
    }
    if Bool.random(using: &generator) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// - Returns: How many words were put together from pairs: not kept, though they were never seen
  ///   before.
  private func compare(_ face: FontSource, texts: Int, seed: UInt64) throws {
    let fonts = FontCollection(given: [face], includesSystemFonts: false)
    var generator = SeededGenerator(seed: seed)
    let cache = WordCache(byteLimit: 4 << 20)
    for i in 0..<texts {
      let string = text(&generator)
      var style = TextStyle()
      switch i % 8 {
      case 0: style.shaping.letterSpacing = 0.7
      case 1: style.shaping.wordSpacing = 2
      case 2: style.shaping.features = [FontFeature("liga", 0), FontFeature("kern", 0)]
      case 3: style.shaping.features = [FontFeature("smcp", 1)]
      case 4: style.shaping.features = [FontFeature("frac", 1)]
      default: break
      }
      let text = AttributedText(string, style: style)
      let expected = rows(
        try ShapedText(text, fonts: fonts, environment: ShapingEnvironment(words: nil)))
      for simple in [true, false] {
        let environment = ShapingEnvironment(words: cache, findsSimpleText: simple)
        let found = rows(try ShapedText(text, fonts: fonts, environment: environment))
        let place = zip(expected, found).enumerated().first { $0.1.0 != $0.1.1 }?.offset
        #expect(
          place == nil && expected.count == found.count,
          "\(face.face.postScriptName), case \(i % 8), glyph \(place ?? 0): \(string)")
        if found != expected { return }
      }
    }
  }

  @Test(arguments: [
    "NotoSans-Regular.ttf", "NotoSans-BoldItalic.ttf", "NotoSerif-Italic.ttf",
    "LiberationMono-Regular.ttf", "NotoSansMath-Regular.ttf", "NotoSansCJK-Common.otf",
    "NotoSansArabic-Regular.ttf",
  ])
  func textsOfPairsEqualShapingAnew(_ name: String) throws {
    try compare(FontSource(FontFile(path: BundledFonts.path(name))), texts: 500, seed: 23)
  }

  /// The same for font files that an environment variable names, if it is set: paths with colons
  /// between.
  @Test func pairsOfFurtherFonts() throws {
    guard let list = unsafe getenv("WORD_CACHE_FONTS") else { return }
    for path in unsafe String(cString: list).split(separator: ":") {
      let file = try FontFile(path: String(path))
      for index in 0..<min(file.faceCount, 2) {
        try compare(FontSource(file, index: index), texts: 1500, seed: 29)
      }
    }
  }

  /// New words are assembled from pairs, and take no room in the cache. In a process of its own:
  /// the number of tables of pairs is the process's.
  @Test func newWordsOfKnownPairsAreNotKept() async {
    await #expect(processExitsWith: .success) {
      let cache = WordCache(byteLimit: 4 << 20)
      let environment = ShapingEnvironment(words: cache)
      var generator = SeededGenerator(seed: 5)
      func shape(_ texts: Int) throws {
        for _ in 0..<texts {
          let words = (0..<6).map { _ in
            String((0..<9).map { _ in "aenorstu".randomElement(using: &generator) ?? "a" })
          }
          _ = try ShapedText(
            AttributedText(words.joined(separator: " ")), fonts: .embedded,
            environment: environment)
        }
      }
      try shape(60)
      let before = cache.byteCount
      try shape(200)
      try #require(cache.byteCount == before)
    }
  }

  /// A context that came while there were too many tables has one when others have gone. In a
  /// process of its own: the number of tables is the process's, and other tests take scratch
  /// objects.
  @Test func aTableThatWasRefusedIsMadeLater() async {
    await #expect(processExitsWith: .success) {
      let cache = WordCache(byteLimit: 4 << 20)
      let environment = ShapingEnvironment(words: cache)
      var style = TextStyle.default
      // A context of its own.
      style.shaping.features = [FontFeature("ss19", 1)]
      var generator = SeededGenerator(seed: 6)
      func shape(_ texts: Int) throws {
        for _ in 0..<texts {
          let words = (0..<6).map { _ in
            String((0..<9).map { _ in "aenorstu".randomElement(using: &generator) ?? "a" })
          }
          _ = try ShapedText(
            AttributedText(words.joined(separator: " "), style: style), fonts: .embedded,
            environment: environment)
        }
      }
      GlyphPairs.tables.wrappingAdd(GlyphPairs.mostTables, ordering: .relaxed)
      try shape(60)
      let refused = cache.byteCount
      try shape(60)
      try #require(cache.byteCount > refused)
      GlyphPairs.tables.wrappingSubtract(GlyphPairs.mostTables, ordering: .relaxed)
      try shape(60)
      let before = cache.byteCount
      try shape(200)
      try #require(cache.byteCount == before)
    }
  }
}
