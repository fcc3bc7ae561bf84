// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import Synchronization
import TextFonts
import TextModel

// @unchecked Sendable: `characters` is written by `init` alone; `values` are atomics. `WordCacheTests` shares
// contexts between threads.

/// ASCII characters that look the same in every word, and what each moves the pen for the one that follows.
///
/// Words of such characters are put together without HarfBuzz and without a cache; see ``NeighbourRules`` for why that
/// gives the same glyphs. What a pair does is learned from words that HarfBuzz shaped.
@safe
final class GlyphPairs: @unchecked Sendable {
  /// A character: its glyph, 0 if it is not simple, its place among the pairs, and its advance in 1/64 font unit.
  struct Character {
    var glyph: UInt16 = 0
    /// 96 times its number.
    var row: UInt16 = 0
    /// Its number.
    var column: UInt16 = 0
    var advance: Int32 = 0
  }

  /// The same without a reference, for as long as the table lives.
  @unsafe
  struct Reader {
    let characters: UnsafeMutablePointer<Character>
    let values: UnsafeMutablePointer<Atomic<Int16>>

    @inline(__always)
    func value(_ first: Character, _ second: Character) -> Int16 {
      unsafe values[Int(first.row &+ second.column)].load(ordering: .relaxed)
    }

    /// Whether nothing happens between a space and a character after it.
    @inline(__always)
    func startsWord(_ character: Character) -> Bool {
      unsafe values[Int(character.column)].load(ordering: .relaxed) == 0
    }
  }

  @unsafe @inline(__always)
  var reader: Reader { unsafe Reader(characters: characters, values: values) }

  /// Characters in a row: U+0020 to U+007F.
  private static let width = 96
  /// How many tables there may be; each takes 20 KB.
  static let mostTables = 128
  static let tables = Atomic<Int>(0)
  /// Whether another may be made.
  static var hasRoom: Bool { tables.load(ordering: .relaxed) < mostTables }

  /// By code unit, 128 of them. The space has a row and no glyph, since it ends a word.
  let characters: UnsafeMutablePointer<Character>
  /// For each two characters what the first moves the pen beyond its advance, in font units, twice; plus 1 where text
  /// cannot be cut between them.
  let values: UnsafeMutablePointer<Atomic<Int16>>

  /// Nobody has seen the pair yet.
  private static let unknown = Int16.min
  /// Some rule may do more.
  private static let unfit = Int16.min + 1
  /// Below this is no value.
  static let least = Int16.min + 2

  /// What is simple in a context; nil if nothing is.
  ///
  /// - Parameter item: Any item of the context.
  init?(_ item: ShapingItem, spaceGlyph: UInt16) {
    guard item.level & 1 == 0, GlyphPairs.hasPlainShaper(item.script) else { return nil }
    let font = item.font
    let face = unsafe font.face.hbFace
    let coverage = font.face.coverage
    var glyphs = [UInt16](repeating: 0, count: GlyphPairs.width)
    glyphs[0] = spaceGlyph
    for unit in UInt32(0x21)...0x7E where coverage.contains(unit) {
      guard let scalar = Unicode.Scalar(unit), let glyph = font.glyph(for: scalar), glyph != 0,
        glyph <= 0xFFFF,
        unsafe hb_ot_layout_get_glyph_class(face, glyph) != HB_OT_LAYOUT_GLYPH_CLASS_MARK
      else { continue }
      glyphs[Int(unit) - 0x20] = UInt16(glyph)
    }
    guard let rules = GlyphPairs.rules(item, glyphs) else { return nil }
    // Rules that begin at a space would see the words beside it.
    if rules.excluded & 1 != 0 { return nil }
    if GlyphPairs.tables.wrappingAdd(1, ordering: .relaxed).newValue > GlyphPairs.mostTables {
      GlyphPairs.tables.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    unsafe characters = .allocate(capacity: 128)
    unsafe characters.initialize(repeating: Character(), count: 128)
    let cells = GlyphPairs.width * GlyphPairs.width
    unsafe values = .allocate(capacity: cells)
    for i in 0..<cells { unsafe (values + i).initialize(to: Atomic(GlyphPairs.unknown)) }
    for (i, glyph) in glyphs.enumerated() {
      let row = UInt16(i * GlyphPairs.width)
      for j in 0..<GlyphPairs.width where rules.unfit[i] >> NeighbourRules.Characters(j) & 1 != 0 {
        unsafe values[Int(row) + j].store(GlyphPairs.unfit, ordering: .relaxed)
      }
      let advance = font.advance(of: UInt32(glyph))
      guard i > 0, glyph != 0, rules.excluded >> NeighbourRules.Characters(i) & 1 == 0,
        advance >= 0, advance < 1 << 20
      else { continue }
      unsafe characters[0x20 + i] = Character(
        glyph: glyph, row: row, column: UInt16(i), advance: Int32(advance) &* 64)
    }
  }

  deinit {
    unsafe characters.deallocate()
    unsafe values.deallocate()
    GlyphPairs.tables.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Scripts for which HarfBuzz does nothing but what the font says.
  private static func hasPlainShaper(_ script: FontTag) -> Bool {
    switch script.value {
    case 0x4C61_746E, 0x4772_656B, 0x4379_726C, 0x5A79_7979: true  // Latn Grek Cyrl Zyyy
    default: false
    }
  }

  /// `frac`, `numr`, `dnom`.
  private static let fractions: [UInt32] = [0x6672_6163, 0x6E75_6D72, 0x646E_6F6D]

  /// The rules of everything that HarfBuzz does with text of a context; nil where they cannot be told.
  private static func rules(_ item: ShapingItem, _ glyphs: [UInt16]) -> NeighbourRules? {
    let face = unsafe item.font.face.hbFace
    let (substitutions, positions) = (UInt32(0x4753_5542), UInt32(0x4750_4F53))
    let hasKerning = unsafe !LayoutTable(0x6B65_726E, of: face).isEmpty
    var properties = unsafe hb_segment_properties_t()
    unsafe properties.direction = HB_DIRECTION_LTR
    unsafe properties.script = hb_script_t(rawValue: item.script.value)
    unsafe properties.language = item.style.language
    var axes: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(item.font.hbFont, &axes)
    var features = item.style.features
    if !features.contains(where: { fractions.contains($0.tag) }) {
      // They are for digits beside U+2044 alone.
      features += fractions.map { hb_feature_t(tag: $0, value: 0, start: 0, end: .max) }
    }
    let plan = unsafe features.withUnsafeBufferPointer { features in
      unsafe hb_shape_plan_create_cached2(
        face, &properties, features.baseAddress, UInt32(features.count), coordinates, axes, nil)
    }
    defer { unsafe hb_shape_plan_destroy(plan) }
    var rules = NeighbourRules(glyphs: glyphs)
    for tag in [substitutions, positions] {
      let set = unsafe hb_set_create()
      defer { unsafe hb_set_destroy(set) }
      unsafe hb_ot_shape_plan_collect_lookups(plan, tag, set)
      var lookups: [Int] = []
      var next = UInt32.max
      while unsafe hb_set_next(set, &next) != 0 { lookups.append(Int(next)) }
      // Without pairs in `GPOS` those of the table `kern` are taken, which move both glyphs.
      if tag == positions, hasKerning, unsafe !hasFeature(0x6B65_726E, item, face) {
        return nil
      }
      let table = unsafe LayoutTable(tag, of: face)
      if !rules.read(table, lookups: lookups, positions: tag == positions) { return nil }
    }
    return rules
  }

  /// Whether `GPOS` has a feature for the item's script and language.
  @unsafe
  private static func hasFeature(_ tag: UInt32, _ item: ShapingItem, _ face: OpaquePointer) -> Bool
  {
    var (scripts, languages) = ([UInt32](repeating: 0, count: 8), [UInt32](repeating: 0, count: 8))
    var (scriptCount, languageCount) = (UInt32(8), UInt32(8))
    let positions: UInt32 = 0x4750_4F53
    unsafe hb_ot_tags_from_script_and_language(
      hb_script_t(rawValue: item.script.value), item.style.language, &scriptCount, &scripts,
      &languageCount, &languages)
    var (script, language, feature) = (UInt32(0), UInt32(0), UInt32(0))
    var chosen: UInt32 = 0
    _ = unsafe hb_ot_layout_table_select_script(
      face, positions, scriptCount, scripts, &script, &chosen)
    _ = unsafe hb_ot_layout_script_select_language(
      face, positions, script, languageCount, languages, &language)
    return unsafe hb_ot_layout_language_find_feature(
      face, positions, script, language, tag, &feature) != 0
  }

  // MARK: - Words

  /// Whether a word is put together without being asked for.
  @unsafe
  func knows(_ word: UnsafePointer<UInt16>, length: Int, isFirst: Bool, isLast: Bool) -> Bool {
    guard let row = unsafe fitRow(word[0]) else { return false }
    if !isFirst, unsafe values[row / GlyphPairs.width].load(ordering: .relaxed) != 0 {
      return false
    }
    var before = row
    for i in 1..<max(1, length) {
      guard let row = unsafe fitRow(word[i]),
        unsafe values[before + row / GlyphPairs.width].load(ordering: .relaxed)
          >= GlyphPairs.least
      else { return false }
      before = row
    }
    return unsafe isLast || values[before].load(ordering: .relaxed) == 0
  }

  private func fitRow(_ unit: UInt16) -> Int? {
    guard unit < 128 else { return nil }
    let character = unsafe characters[Int(unit)]
    return character.glyph == 0 ? nil : Int(character.row)
  }

  /// Learns from a word that HarfBuzz shaped and that no rule sees from beyond the spaces beside it.
  ///
  /// - Parameters:
  ///   - first: The word's first glyph; as many follow as it has characters.
  @unsafe
  func learn(
    _ word: UnsafePointer<UInt16>, length: Int, isFirst: Bool, isLast: Bool,
    from glyphs: ShapedGlyphs, first: Int
  ) {
    // Pairs that may do more change what their neighbours seem to do.
    guard var row = unsafe fitRow(word[0]) else { return }
    if !isFirst, !isFit(row / GlyphPairs.width) { return }
    for i in 1..<max(1, length) {
      guard let next = unsafe fitRow(word[i]), isFit(row + next / GlyphPairs.width) else { return }
      row = next
    }
    if !isLast, !isFit(row) { return }
    for i in 0..<length {
      let character = unsafe characters[Int(word[i])]
      let extra = unsafe (glyphs.advances[first + i] &- character.advance) >> 6
      let isPlain =
        unsafe glyphs.glyphs[first + i] == character.glyph
        && (!glyphs.hasOffsets
          || glyphs.offsets[2 * (first + i)] | glyphs.offsets[2 * (first + i) + 1] == 0)
      if i == 0, !isFirst, isPlain {
        unsafe values[Int(character.row) / GlyphPairs.width].store(0, ordering: .relaxed)
      }
      if i + 1 < length {
        let next = unsafe Int(characters[Int(word[i + 1])].row) / GlyphPairs.width
        let flag = unsafe Int32(glyphs.flags[first + i + 1] & GlyphFlags.unsafeToBreak.rawValue)
        let isValue = isPlain && extra > -16_000 && extra < 16_000
        unsafe values[Int(character.row) + next].store(
          isValue ? Int16(extra << 1 | flag) : GlyphPairs.unfit, ordering: .relaxed)
      } else if !isLast {
        unsafe values[Int(character.row)].store(
          isPlain && extra == 0 ? 0 : GlyphPairs.unfit, ordering: .relaxed)
      }
    }
  }

  private func isFit(_ cell: Int) -> Bool {
    unsafe values[cell].load(ordering: .relaxed) != GlyphPairs.unfit
  }
}
