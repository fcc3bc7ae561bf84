// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Everything but the characters that a word's glyphs depend on. It tells the font by its number, and does not keep it.
final class WordContext: Sendable {
  /// Unique in this process.
  let id: UInt32
  /// The characters that the font maps.
  let coverage: CharacterCoverage
  /// Whether words can be kept at all.
  let isCacheable: Bool
  /// The space.
  let spaceGlyph: UInt16
  let spaceAdvance: Int32
  /// Whether letters of the script are taken apart only where the font lacks them.
  private let keepsLetters: Bool
  /// The dotted circle; 0 where the font has none.
  let circleGlyph: UInt16
  /// Words that were learned until there are pairs.
  private let learned = Atomic<Int>(0)
  /// The table of pairs: retained, and 0 while there is none.
  private let pairsAddress = Atomic<UInt>(0)

  /// So many words pay for the table of pairs.
  private static let wordsBeforePairs = 48

  private static let nextID = Atomic<UInt32>(1)

  struct Key: Hashable, Sendable {
    var font: UInt32
    var script: UInt32
    var direction: UInt8
    var language: String
    var hasSwitches: Bool
    var features: [FontFeature]
  }

  private static let interned = Mutex(HashTable<Key, WordContext>())
  /// Contexts keep no font, but the coverage of its face, 9 to 17 KB that contexts of one face share; past this many all
  /// are forgotten and get new numbers.
  private static let capacity = 1024

  /// The context of an item.
  static func context(for item: ShapingItem, scratch: ShapingScratch) throws -> WordContext {
    let fields = item.style.style.storage.fields
    let key = Key(
      font: item.font.id, script: item.script.value, direction: item.level & 1,
      language: fields.language,
      hasSwitches: item.style.switches > 0 && !Shaper.isCursive(item.script),
      features: fields.features)
    if let known = interned.withLock({ $0[key] }) { return known }
    let made = try WordContext(item, scratch: scratch)
    let dropped = interned.withLock { contexts -> HashTable<Key, WordContext>? in
      let dropped = contexts.count >= capacity ? contexts.removeAll() : nil
      if contexts[key] == nil { contexts.set(made, for: key) }
      return dropped
    }
    _ = consume dropped
    return interned.withLock { $0[key] } ?? made
  }

  /// The same, for one thread: threads that count references to the same one wait for each other.
  func copied() -> WordContext { WordContext(copying: self) }

  private init(copying other: WordContext) {
    id = other.id
    coverage = other.coverage
    isCacheable = other.isCacheable
    spaceGlyph = other.spaceGlyph
    spaceAdvance = other.spaceAdvance
    keepsLetters = other.keepsLetters
    circleGlyph = other.circleGlyph
  }

  private init(_ item: ShapingItem, scratch: ShapingScratch) throws {
    id = WordContext.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    coverage = item.font.face.coverage
    switch item.script.value {
    case 0x4C61_746E, 0x4772_656B, 0x4379_726C, 0x5A79_7979, 0x4172_6162, 0x4865_6272:
      keepsLetters = true  // Latn Grek Cyrl Zyyy Arab Hebr
    default: keepsLetters = false
    }
    circleGlyph = UInt16(truncatingIfNeeded: item.font.glyph(for: "\u{25CC}") ?? 0)
    let space = try WordContext.shapeSpaces(1, item, scratch)
    guard let space, space.count == 1, space[0].isPlain, space[0].glyph != 0 else {
      isCacheable = false
      spaceGlyph = 0
      spaceAdvance = 0
      return
    }
    spaceGlyph = space[0].glyph
    spaceAdvance = space[0].advance &* 64
    var uniform = true
    for n in [2, 3, 5, 8] {
      let several = try WordContext.shapeSpaces(n, item, scratch)
      if several != [SpaceGlyph](repeating: space[0], count: n) { uniform = false }
    }
    let face = item.font.face
    // The machines of Apple's tables see the whole text and do not tell where they looked.
    let hasOpaqueRules =
      ["kerx", "morx", "mort", "ankr"].contains { WordContext.hasTable($0, face) }
      || WordContext.hasAppleKerning(face)
    // Against the script's direction HarfBuzz asks the whole text whether it is a number.
    let native = hb_script_get_horizontal_direction(
      hb_script_t(rawValue: item.script.value))
    let isNative = native == (item.level & 1 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    isCacheable = uniform && !hasOpaqueRules && isNative
  }

  deinit {
    let address = pairsAddress.load(ordering: .acquiring)
    if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      unsafe Unmanaged<GlyphPairs>.fromOpaque(pointer).release()
    }
  }

  /// The pairs of simple characters; nil where there are none, or not yet. They live as long as the context.
  @inline(__always)
  var pairs: Unmanaged<GlyphPairs>? {
    let address = pairsAddress.load(ordering: .acquiring)
    return unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// Notes that a word was shaped; makes the table of pairs when there were enough of them.
  ///
  /// - Throws: `CancellationError`.
  func noteLearned(_ item: ShapingItem, _ cancellation: Cancellation) throws {
    let count = learned.load(ordering: .relaxed)
    if count >= WordContext.wordsBeforePairs { return }
    // Before the last word counts: the table is made once. While there are too many, the next word asks again.
    if count + 1 >= WordContext.wordsBeforePairs {
      if !GlyphPairs.hasRoom { return }
      try cancellation.check()
    }
    if learned.wrappingAdd(1, ordering: .relaxed).newValue != WordContext.wordsBeforePairs {
      return
    }
    guard let made = GlyphPairs(item, spaceGlyph: spaceGlyph) else { return }
    let pointer = unsafe Unmanaged.passRetained(made)
    unsafe pairsAddress.store(UInt(bitPattern: pointer.toOpaque()), ordering: .releasing)
  }

  private struct SpaceGlyph: Equatable {
    var glyph: UInt16
    var advance: Int32
    var isPlain: Bool
  }

  private static func shapeSpaces(
    _ count: Int, _ item: ShapingItem, _ scratch: ShapingScratch
  ) throws -> [SpaceGlyph]? {
    let text = [UInt16](repeating: 0x20, count: count)
    return try unsafe text.withUnsafeBufferPointer { text in
      try unsafe Shaper.shapeChunk(text, 0, count, item: item, scratch: scratch)
      var n: UInt32 = 0
      let infos = unsafe hb_buffer_get_glyph_infos(scratch.buffer, &n)
      let positions = unsafe hb_buffer_get_glyph_positions(scratch.buffer, nil)
      guard let infos = unsafe infos, let positions = unsafe positions else { return nil }
      return (0..<Int(n)).map { i in
        let info = unsafe infos[i]
        let position = unsafe positions[i]
        let cluster = item.level & 1 == 1 ? Int(n) - 1 - i : i
        return SpaceGlyph(
          glyph: UInt16(truncatingIfNeeded: info.codepoint), advance: position.x_advance,
          isPlain: position.x_offset == 0 && position.y_offset == 0 && info.mask & 1 == 0
            && Int(info.cluster) == cluster)
      }
    }
  }

  /// Whether there is a table `kern` that is not of the kind which looks at pairs alone.
  private static func hasAppleKerning(_ face: FontFace) -> Bool {
    let blob = unsafe hb_face_reference_table(face.hbFace, 0x6B65_726E)
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let bytes = unsafe hb_blob_get_data(blob, &length), length >= 2 else { return false }
    return unsafe bytes[0] != 0 || bytes[1] != 0
  }

  private static func hasTable(_ tag: String, _ face: FontFace) -> Bool {
    guard let tag = FontTag(tag) else { return false }
    let blob = unsafe hb_face_reference_table(face.hbFace, tag.value)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// Whether a word may begin with this code unit: not with a mark or an invisible character, which belong to the
  /// space before it.
  @unsafe
  static func begins(_ text: UnsafePointer<UInt16>, length: Int) -> Bool {
    let unit = unsafe text[0]
    if unit < 0x300 { return unit != 0xAD }
    let (scalar, _) = unsafe decodeScalar(UnsafeBufferPointer(start: text, count: length), at: 0)
    let category = unsafe hb_unicode_general_category(
      hb_unicode_funcs_get_default(), scalar)
    switch category {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_FORMAT,
      HB_UNICODE_GENERAL_CATEGORY_SURROGATE:
      return false
    default: return !(0x1F3FB...0x1F3FF ~= scalar) && !Itemizer.isIgnorable(scalar)
    }
  }

  /// Whether a word's glyphs depend on whether there is a mark anywhere in the text: HarfBuzz puts together what it
  /// took apart only if there is one.
  @unsafe
  func dependsOnMarks(_ text: UnsafePointer<UInt16>, length: Int) -> Bool {
    let word = unsafe UnsafeBufferPointer(start: text, count: length)
    var depends = false
    var i = 0
    while i < length {
      let (scalar, count) = unsafe decodeScalar(word, at: i)
      i += count
      if scalar < 0xC0 { continue }
      if CharacterTable.shared[scalar].isMark { return false }
      // A letter that the font has is not taken apart where it need not be.
      if keepsLetters && coverage.contains(scalar) { continue }
      var (a, b) = (UInt32(0), UInt32(0))
      if unsafe hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, &a, &b) != 0 {
        depends = true
      }
    }
    return depends
  }

  /// Whether a neighbour beyond an item's edge leaves letters that join alone: it neither joins nor is a mark.
  static func isNeutral(_ unit: UInt16) -> Bool { unit < 0x300 && unit != 0xAD }
}
