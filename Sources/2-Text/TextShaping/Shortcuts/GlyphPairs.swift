// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import Synchronization
import TextFonts
import TextModel

/// The kerning of ASCII characters that have the same glyph in every word: a table that assembles
/// words without HarfBuzz and without a cache.
///
/// ``ContextFreePairs`` explains why that gives the same glyphs. The values of pairs are learned
/// from words that HarfBuzz shaped. Belongs to the word context of one scratch set.
final class GlyphPairs {
  /// An ASCII character of the table.
  struct Character: BitwiseCopyable {
    /// The character's glyph; 0 if the character is not simple.
    var glyph: UInt16 = 0
    /// The beginning of the character's row in the table: 96 times its column.
    var row: UInt16 = 0
    /// The character's number among the characters of the table.
    var column: UInt16 = 0
    /// The character's advance, in 1/64 font unit.
    var advance: Int32 = 0
  }

  /// Characters in a row: U+0020 to U+007F.
  private static let width = 96
  /// The most tables in the process, of 20 KB each.
  static let mostTables = 128
  /// The number of tables in the process.
  static let tables = Atomic<Int>(0)
  /// Whether another table may be made.
  static var hasRoom: Bool { tables.load(ordering: .relaxed) < mostTables }

  /// The characters by code unit. The space has a row and no glyph, since it ends a word.
  private let characters: ScratchBuffer<Character>
  /// The values by row and column: twice what the first character of the pair moves the pen beyond
  /// its advance, in font units, plus 1 where text cannot be cut between the two.
  private let values: ScratchBuffer<Int16>

  /// The value of a pair that was not measured yet.
  private static let unknown = Int16.min
  /// The value of a pair that no word is assembled from: it is unfit (see ``ContextFreePairs``), or
  /// HarfBuzz did more to it than kern.
  private static let unfit = Int16.min + 1
  /// The least value that is a kerning.
  static let least = Int16.min + 2

  /// The simple characters of a context; nil if there are none.
  ///
  /// - Parameter item: Any item of the context.
  init?(_ item: borrowing ShapingItem, spaceGlyph: UInt16) {
    guard !item.isRightToLeft, GlyphPairs.hasPlainShaper(item.script) else { return nil }
    let font = item.font
    let coverage = font.face.coverage
    var glyphs = [UInt16](repeating: 0, count: GlyphPairs.width)
    glyphs[0] = spaceGlyph
    for unit in UInt32(0x21)...0x7E where coverage.contains(unit) {
      guard let scalar = Unicode.Scalar(unit), let glyph = font.glyph(for: scalar), glyph != 0,
        glyph <= 0xFFFF, !GlyphPairs.isMark(glyph, font.face)
      else { continue }
      glyphs[Int(unit) - 0x20] = UInt16(glyph)
    }
    guard let pairs = ContextFreePairs(item, glyphs: glyphs) else { return nil }
    // Rules that begin at a space could read the words beside it, so the font gets no table.
    if pairs.excluded & 1 != 0 { return nil }
    if GlyphPairs.tables.wrappingAdd(1, ordering: .relaxed).newValue > GlyphPairs.mostTables {
      GlyphPairs.tables.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    // No `return` follows the count: `deinit`, which takes the table from the count, runs only if
    // all properties are set.
    characters = ScratchBuffer(repeating: Character(), capacity: 128)
    values = ScratchBuffer(
      repeating: GlyphPairs.unknown, capacity: GlyphPairs.width * GlyphPairs.width)
    for (i, glyph) in glyphs.enumerated() {
      let row = i * GlyphPairs.width
      for j in 0..<GlyphPairs.width
      where pairs.unfit[i] >> ContextFreePairs.Characters(j) & 1 != 0 {
        values[row + j] = GlyphPairs.unfit
      }
      let advance = font.advance(of: UInt32(glyph))
      guard i > 0, glyph != 0, pairs.excluded >> ContextFreePairs.Characters(i) & 1 == 0,
        advance >= 0, advance < 1 << 20
      else { continue }
      characters[0x20 + i] = Character(
        glyph: glyph, row: UInt16(row), column: UInt16(i), advance: Int32(advance) &* 64)
    }
  }

  deinit { GlyphPairs.tables.wrappingSubtract(1, ordering: .relaxed) }

  /// Scripts for which HarfBuzz only applies the rules of the font.
  private static func hasPlainShaper(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x4C61_746E, 0x4772_656B, 0x4379_726C, 0x5A79_7979: true  // Latn Grek Cyrl Zyyy
    default: false
    }
  }

  private static func isMark(_ glyph: UInt32, _ face: FontFace) -> Bool {
    unsafe hb_ot_layout_get_glyph_class(face.hbFace, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK
  }

  // MARK: - Words

  var reader: Reader {
    unsafe Reader(
      characters: UnsafePointer(characters.pointer(to: 0..<128)),
      values: UnsafePointer(values.pointer(to: 0..<GlyphPairs.width * GlyphPairs.width)))
  }

  /// The value of two neighbours; no kerning if below ``least``.
  @inline(__always)
  func value(_ first: Character, _ second: Character) -> Int16 {
    values[Int(first.row &+ second.column)]
  }

  /// Whether a space before a character changes neither glyph, and text can be cut between the two.
  @inline(__always)
  func mayStartWord(_ character: Character) -> Bool { values[Int(character.column)] == 0 }

  /// Whether a word is assembled from pairs.
  func knows(_ text: Span<UInt16>, _ word: Range<Int>, isFirst: Bool, isLast: Bool) -> Bool {
    guard var before = simple(text[word.lowerBound]) else { return false }
    if !isFirst, !mayStartWord(before) { return false }
    for i in word.dropFirst() {
      guard let next = simple(text[i]), value(before, next) >= GlyphPairs.least else {
        return false
      }
      before = next
    }
    return isLast || values[Int(before.row)] == 0
  }

  private func simple(_ unit: UInt16) -> Character? {
    guard unit < 128 else { return nil }
    let character = characters[Int(unit)]
    return character.glyph == 0 ? nil : character
  }

  /// Measures the pairs of a word that HarfBuzz shaped, and whose glyphs do not depend on what
  /// stands beyond the spaces around it.
  ///
  /// - Parameter first: The index of the word's first glyph; each character has one glyph.
  func learn(
    _ text: Span<UInt16>, _ word: Range<Int>, isFirst: Bool, isLast: Bool,
    from glyphs: ShapedGlyphs, first: Int
  ) {
    // Nothing is learned from a word with an unfit pair, in which the advances of the other pairs
    // may not be those of kerning alone.
    guard var before = simple(text[word.lowerBound]) else { return }
    if !isFirst, !isFit(Int(before.column)) { return }
    for i in word.dropFirst() {
      guard let next = simple(text[i]), isFit(Int(before.row &+ next.column)) else { return }
      before = next
    }
    if !isLast, !isFit(Int(before.row)) { return }
    for i in word {
      let character = characters[Int(text[i])]
      let index = first + i - word.lowerBound
      let extra = (glyphs.advances[index] &- character.advance) >> 6
      let isPlain = glyphs.glyphs[index] == character.glyph && !glyphs.isOffset(index)
      if i == word.lowerBound, !isFirst, isPlain { values[Int(character.column)] = 0 }
      if i + 1 < word.upperBound {
        let next = characters[Int(text[i + 1])]
        let flag = Int32(glyphs.flags[index + 1] & GlyphFlags.unsafeToBreak.rawValue)
        let isValue = isPlain && extra > -16_000 && extra < 16_000
        values[Int(character.row &+ next.column)] =
          isValue ? Int16(extra << 1 | flag) : GlyphPairs.unfit
      } else if !isLast {
        values[Int(character.row)] = isPlain && extra == 0 ? 0 : GlyphPairs.unfit
      }
    }
  }

  private func isFit(_ cell: Int) -> Bool { values[cell] != GlyphPairs.unfit }
}
