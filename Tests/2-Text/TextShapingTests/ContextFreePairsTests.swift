// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextFonts
import TextModel
import TextTestSupport

@testable import TextShaping

@Suite struct ContextFreePairsTests {
  private static let characters = Array(UInt16(0x20)...0x7E)

  /// The pairs of ASCII characters of a font, in the order of ``characters``.
  private struct Font {
    let pairs: ContextFreePairs
    let glyphs: [UInt16]
    let collection: FontCollection
    let style: ShapingStyle

    func isExcluded(_ character: Character) -> Bool {
      pairs.excluded >> ContextFreePairs.Characters(index(character)) & 1 != 0
    }

    func isUnfit(_ first: Character, _ second: Character) -> Bool {
      pairs.unfit[index(first)] >> ContextFreePairs.Characters(index(second)) & 1 != 0
    }

    private func index(_ character: Character) -> Int {
      Int(character.asciiValue ?? 0x20) - 0x20
    }
  }

  private func font(
    _ name: String, script: String = "Latn", features: [FontFeature] = []
  ) throws -> Font? {
    let source = try FontSource(FontFile(path: BundledFonts.path(name)))
    let collection = FontCollection(given: [source], includesSystemFonts: false)
    let styles = ResolvedStyleCache()
    styles.open(collection)
    var style = ShapingStyle()
    style.features = features
    let resolved = try styles.style(of: style.storage, .never)
    let font = try resolved.primaryOrigin().font
    let item = ShapingItem(
      start: 0, end: 0, font: font, style: resolved, script: try #require(FontTag(script)),
      level: 0, kind: .text)
    let glyphs = Self.characters.map {
      UInt16(font.glyph(for: Unicode.Scalar($0) ?? " ") ?? 0)
    }
    guard let pairs = ContextFreePairs(item, glyphs: glyphs) else { return nil }
    return Font(pairs: pairs, glyphs: glyphs, collection: collection, style: style)
  }

  @Test func ligaturesAreUnfit() throws {
    let font = try #require(try font("NotoSans-Regular.ttf"))
    #expect(font.isUnfit("f", "i") && font.isUnfit("f", "f") && font.isUnfit("f", "l"))
    #expect(!font.isUnfit("A", "V") && !font.isUnfit("i", "f") && !font.isUnfit("t", "h"))
    #expect(!font.isExcluded("f") && !font.isExcluded("A") && !font.isExcluded(" "))
    // Without the feature its rules do not count.
    let plain = try #require(
      try self.font("NotoSans-Regular.ttf", features: [FontFeature("liga", 0)]))
    #expect(!plain.isUnfit("f", "i"))
  }

  @Test func substitutedCharactersAreExcluded() throws {
    let capitals = try #require(
      try font("NotoSans-Regular.ttf", features: [FontFeature("smcp", 1)]))
    #expect(capitals.isExcluded("a") && capitals.isExcluded("z") && !capitals.isExcluded("A"))
    let fractions = try #require(
      try font("NotoSans-Regular.ttf", features: [FontFeature("frac", 1)]))
    #expect(fractions.isExcluded("1") || fractions.isUnfit("1", "/") || fractions.isUnfit("/", "2"))
  }

  /// What the analysis calls fit is so: HarfBuzz gives the glyphs of the two characters, and moves
  /// at most the pen between them.
  @Test(arguments: [
    "NotoSans-Regular.ttf", "NotoSans-Italic.ttf", "NotoSerif-Regular.ttf",
    "NotoSerif-BoldItalic.ttf", "LiberationMono-Regular.ttf", "NotoSansMath-Regular.ttf",
  ])
  func fitPairsOnlyKern(_ name: String) throws {
    let font = try #require(try font(name))
    let instance = try font.collection.cascade(for: FontDescriptor(), language: "").primary
    var (fit, unfit) = (0, 0)
    for (i, first) in Self.characters.enumerated() where i > 0 && font.glyphs[i] != 0 {
      if font.pairs.excluded >> ContextFreePairs.Characters(i) & 1 != 0 { continue }
      var units: [UInt16] = []
      var expected: [UInt16] = []
      // Many pairs in one text, a line each, so that there is nothing beside them.
      for (j, second) in Self.characters.enumerated() where j > 0 && font.glyphs[j] != 0 {
        if font.pairs.excluded >> ContextFreePairs.Characters(j) & 1 != 0 { continue }
        if font.pairs.unfit[i] >> ContextFreePairs.Characters(j) & 1 != 0 {
          unfit += 1
          continue
        }
        fit += 1
        units += [first, second, 0x0A]
        expected += [font.glyphs[i], font.glyphs[j]]
      }
      let text = AttributedText(String(decoding: units, as: UTF16.self))
      let shaped = try ShapedText(
        text, fonts: font.collection, environment: ShapingEnvironment(words: nil))
      var found: [UInt16] = []
      for run in shaped.paragraphs.flatMap(\.runs) {
        for g in 0..<run.glyphCount {
          found.append(run.glyph(at: g))
          #expect(run.offset(at: g) == (0, 0))
          if g == 1 {
            #expect(Int(run.advance(at: g)) == 64 * instance.advance(of: UInt32(run.glyph(at: g))))
          }
        }
      }
      #expect(found == expected, "\(name), after \(Character(Unicode.Scalar(first) ?? " "))")
    }
    #expect(fit > 2000 && fit > 4 * unfit, "\(fit) fit, \(unfit) unfit")
  }

  /// A table that is cut off or makes no sense is refused or read to its end.
  @Test func rulesOfOtherFontsAreRead() throws {
    var read = 0
    for name in [
      "NotoSansArabic-Regular.ttf", "NotoSansDevanagari-Regular.ttf",
      "NotoSansCJK-Common.otf", "NotoColorEmoji.ttf", "NotoSerifTibetan-Regular.ttf",
    ] {
      guard let font = try font(name) else { continue }
      read += 1
      #expect(font.pairs.unfit.count == Self.characters.count)
    }
    #expect(read > 0)
  }
}
