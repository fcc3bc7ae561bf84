// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import SystemFiles
import TextAnalysis
import TextFonts
import TextModel

import struct Synchronization.Atomic

/// The inputs of a word's glyphs besides its characters: immutable, interned for the process.
///
/// The font is identified by its number and not retained. Only the coverage of its face is, which
/// takes 9 to 17 KB and is shared by the rules of one face.
struct WordRules: Sendable {
  /// Unique in this process; part of the key of every cached word.
  let id: UInt32
  /// The characters that the font maps.
  let coverage: CharacterCoverage
  /// Whether words can be cached at all.
  let isCacheable: Bool
  let spaceGlyph: UInt16
  /// The advance of the space, in 1/64 font unit.
  let spaceAdvance: Int32
  /// The dotted circle; 0 where the font has none.
  let circleGlyph: UInt16
  /// Whether HarfBuzz decomposes letters of the script only where the font lacks them.
  private let keepsLetters: Bool

  private struct Key: Hashable, Sendable {
    var font: UInt32
    var script: UInt32
    var direction: UInt8
    var language: String
    var hasSwitches: Bool
    var trimsSpacing: Bool
    var features: [FontFeature]
  }

  private static let nextID = Atomic<UInt32>(1)
  private static let interned = Mutex(HashTable<Key, WordRules>())
  /// The most rules that are interned. With more, all are dropped, and get new numbers when they
  /// are needed again.
  private static let capacity = 1024

  /// The rules for the words of an item. Any thread may call it.
  ///
  /// - Throws: `CancellationError`, and ``ShapingError`` with `allocationFailed`.
  static func rules(for item: borrowing ShapingItem, scratch: ShapingScratch) throws -> WordRules {
    let fields = item.style.style.storage.fields
    let key = Key(
      font: item.font.id, script: item.script.value, direction: item.level & 1,
      language: fields.language,
      hasSwitches: item.style.switches > 0 && !ScriptTraits.isCursive(item.script),
      trimsSpacing: item.style.shared.trimsSpacing, features: fields.allFeatures)
    if let known = interned.withLock({ $0[key] }) { return known }
    let made = try WordRules(item, scratch: scratch)
    let dropped = interned.withLock { rules -> HashTable<Key, WordRules>? in
      let dropped = rules.count >= capacity ? rules.removeAll() : nil
      if rules[key] == nil { rules.set(made, for: key) }
      return dropped
    }
    _ = consume dropped
    return interned.withLock { $0[key] } ?? made
  }

  private init(_ item: borrowing ShapingItem, scratch: ShapingScratch) throws {
    id = WordRules.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    coverage = item.font.face.coverage
    switch item.script.value {
    case 0x4C61_746E, 0x4772_656B, 0x4379_726C, 0x5A79_7979, 0x4172_6162, 0x4865_6272:
      keepsLetters = true  // Latn Grek Cyrl Zyyy Arab Hebr
    default: keepsLetters = false
    }
    circleGlyph = UInt16(truncatingIfNeeded: item.font.glyph(for: "\u{25CC}") ?? 0)
    let space = try WordRules.shapeSpaces(1, item, scratch)
    guard space.count == 1, space[0].isPlain, space[0].glyph != 0 else {
      isCacheable = false
      spaceGlyph = 0
      spaceAdvance = 0
      return
    }
    spaceGlyph = space[0].glyph
    spaceAdvance = space[0].advance &* 64
    var isUniform = true
    for count in [2, 3, 5, 8] {
      let several = try WordRules.shapeSpaces(count, item, scratch)
      if several != [SpaceGlyph](repeating: space[0], count: count) { isUniform = false }
    }
    let face = item.font.face
    // Apple's state tables may read the whole text, and HarfBuzz does not report how far they read.
    let hasOpaqueRules =
      ["kerx", "morx", "mort", "ankr"].contains { WordRules.hasTable($0, face) }
      || WordRules.hasAppleKerning(face)
    // Words of text against the script's direction are not cached: HarfBuzz treats such text
    // differently if all of it is a number.
    let native = hb_script_get_horizontal_direction(hb_script_t(rawValue: item.script.value))
    let isNative = native == (item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    isCacheable = isUniform && !hasOpaqueRules && isNative
  }

  private struct SpaceGlyph: Equatable {
    var glyph: UInt16
    var advance: Int32
    var isPlain: Bool
  }

  private static func shapeSpaces(
    _ count: Int, _ item: borrowing ShapingItem, _ scratch: ShapingScratch
  ) throws -> [SpaceGlyph] {
    let text = [UInt16](repeating: 0x20, count: count)
    if try !ChunkShaper.shapeChunk(text.span, 0, count, item: item, scratch: scratch) { return [] }
    return scratch.buffer.withGlyphs { infos, positions in
      infos.indices.map { i in
        let (info, position) = (infos[i], positions[i])
        let cluster = item.isRightToLeft ? infos.count - 1 - i : i
        return SpaceGlyph(
          glyph: UInt16(truncatingIfNeeded: info.codepoint), advance: position.x_advance,
          isPlain: position.x_offset == 0 && position.y_offset == 0 && info.mask & 1 == 0
            && Int(info.cluster) == cluster)
      }
    }
  }

  /// Whether there is a table `kern` in Apple's format; Microsoft's looks at pairs alone.
  private static func hasAppleKerning(_ face: FontFace) -> Bool {
    let table = LayoutTable(0x6B65_726E, of: face)
    return table.u16(0) != 0
  }

  private static func hasTable(_ tag: String, _ face: FontFace) -> Bool {
    guard let tag = FontTag(tag) else { return false }
    return !LayoutTable(tag.value, of: face).isEmpty
  }

  // MARK: - Characters

  /// Whether a word may begin with the character at an offset: not with a combining mark or an
  /// invisible character, which belong to the space before them.
  static func mayBegin(_ text: Span<UInt16>, at offset: Int, end: Int) -> Bool {
    let unit = text[offset]
    if unit < 0x300 { return unit != 0xAD }
    let (scalar, _) = decode(text, at: offset, end: end)
    let category = unsafe hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar)
    switch category {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_FORMAT,
      HB_UNICODE_GENERAL_CATEGORY_SURROGATE:
      return false
    default: return !(0x1F3FB...0x1F3FF ~= scalar) && !Itemizer.isIgnorable(scalar)
    }
  }

  /// Whether the character at an offset is a combining mark.
  static func isMark(_ text: Span<UInt16>, at offset: Int) -> Bool {
    CharacterTable.shared[decode(text, at: offset, end: text.count).scalar].isMark
  }

  /// Whether a word's glyphs change with combining marks elsewhere in the text: HarfBuzz recomposes
  /// decomposed characters only if the text has such a mark.
  func dependsOnMarks(_ text: Span<UInt16>, _ word: Range<Int>) -> Bool {
    var depends = false
    var i = word.lowerBound
    while i < word.upperBound {
      let (scalar, count) = WordRules.decode(text, at: i, end: word.upperBound)
      i += count
      if scalar < 0xC0 { continue }
      if CharacterTable.shared[scalar].isMark { return false }
      if keepsLetters && coverage.contains(scalar) { continue }
      var (first, second) = (UInt32(0), UInt32(0))
      let decomposes = unsafe hb_unicode_decompose(
        hb_unicode_funcs_get_default(), scalar, &first, &second)
      if decomposes != 0 { depends = true }
    }
    return depends
  }

  /// Appends a space; its cluster counts from the beginning of the run's text.
  @inline(__always)
  func appendSpace(to glyphs: ShapedGlyphs, at cluster: Int) {
    glyphs.append(glyph: spaceGlyph, advance: spaceAdvance, cluster: cluster)
  }

  /// Whether the font maps every code unit by itself.
  func covers(_ text: Span<UInt16>, _ word: Range<Int>) -> Bool {
    for i in word where !coverage.contains(UInt32(text[i])) { return false }
    return true
  }

  /// The character at an offset and its length; a lone surrogate stands for itself.
  static func decode(
    _ text: Span<UInt16>, at offset: Int, end: Int
  ) -> (scalar: UInt32, length: Int) {
    let unit = UInt32(text[offset])
    guard unit & 0xFC00 == 0xD800, offset + 1 < end, text[offset + 1] & 0xFC00 == 0xDC00 else {
      return (unit, 1)
    }
    return (0x10000 + ((unit & 0x3FF) << 10 | UInt32(text[offset + 1]) & 0x3FF), 2)
  }

  /// Whether a unit beside an item neither joins nor is a combining mark, so that it does not
  /// change the item's joined letters.
  static func isNeutral(_ unit: UInt16) -> Bool { unit < 0x300 && unit != 0xAD }
}
