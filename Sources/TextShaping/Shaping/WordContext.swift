// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import Synchronization
import TextFonts
import TextModel

/// Everything but the characters that a word's glyphs depend on, and what the font's rules say about spaces.
///
/// A font's lookups are asked once which glyphs they look at. Where none names the space, words never influence
/// each other. Where some do, a word is *open* on a side if a chain of glyphs that such a lookup looks at leads
/// from a glyph that it changes to that side's end; open words are shaped together with their neighbours.
final class WordContext: Sendable {
  /// Unique in this process.
  let id: UInt32
  /// Whether words can be kept at all.
  let isCacheable: Bool
  /// The space.
  let spaceGlyph: UInt16
  let spaceAdvance: Int32
  /// The glyphs that lookups which name the space look at; nil where no lookup does.
  private let rules: SpaceRules?

  private static let nextID = Atomic<UInt32>(1)

  struct Key: Hashable, Sendable {
    var font: UInt32
    var script: UInt32
    var direction: UInt8
    var language: String
    var hasSwitches: Bool
    var features: [FontFeature]
  }

  private struct Interned {
    var contexts: [Key: WordContext] = [:]
  }

  private static let interned = Guarded(Interned())
  /// Contexts are small; past this many all are forgotten and get new numbers.
  private static let capacity = 1024

  /// The context of an item.
  static func context(for item: ShapingItem, scratch: ShapingScratch) throws -> WordContext {
    let fields = item.style.style.storage.fields
    let key = Key(
      font: item.font.id, script: item.script.value, direction: item.level & 1,
      language: fields.language,
      hasSwitches: item.style.switches > 0 && !Shaper.isCursive(item.script),
      features: fields.features)
    if let known = interned.withLock({ $0.contexts[key] }) { return known }
    let made = try WordContext(item, scratch: scratch)
    let dropped: [Key: WordContext]? = interned.withLock { state in
      var dropped: [Key: WordContext]?
      if state.contexts.count >= capacity {
        dropped = state.contexts
        state.contexts = [:]
      }
      if state.contexts[key] == nil { state.contexts[key] = made }
      return dropped
    }
    withExtendedLifetime(dropped) {}
    return interned.withLock { $0.contexts[key] } ?? made
  }

  private init(_ item: ShapingItem, scratch: ShapingScratch) throws {
    id = WordContext.nextID.wrappingAdd(1, ordering: .relaxed).oldValue
    let space = try WordContext.shapeSpaces(1, item, scratch)
    guard let space, space.count == 1, space[0].isPlain else {
      isCacheable = false
      spaceGlyph = 0
      spaceAdvance = 0
      rules = nil
      return
    }
    spaceGlyph = space[0].glyph
    spaceAdvance = space[0].advance &* 64
    var uniform = true
    for n in [2, 3, 5, 8] {
      let several = try WordContext.shapeSpaces(n, item, scratch)
      if several != [SpaceGlyph](repeating: space[0], count: n) { uniform = false }
    }
    let font = item.font
    let face = font.face
    // Rules of the old `kern` table and of Apple's tables cannot be asked about.
    let hasOpaqueRules = ["kern", "kerx", "morx", "mort", "ankr"].contains {
      WordContext.hasTable($0, face)
    }
    isCacheable = uniform && !hasOpaqueRules
    rules = isCacheable ? SpaceRules(item, space: UInt32(space[0].glyph)) : nil
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

  private static func hasTable(_ tag: String, _ face: FontFace) -> Bool {
    guard let tag = FontTag(tag) else { return false }
    let blob = unsafe hb_face_reference_table(face.hbFace, tag.value)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// On which sides a word is open.
  @unsafe
  func openness(_ text: UnsafePointer<UInt16>, length: Int, font: Font) -> ShapedWord.Openness {
    var result: ShapedWord.Openness = unsafe WordContext.begins(text[0]) ? [] : .left
    // With no glyph of its own, a word at an item's beginning gives its cluster to the glyph that follows.
    if unsafe WordContext.isInvisible(text, length: length) { result = [.left, .right] }
    if let rules { result.formUnion(unsafe rules.openness(text, length: length, font: font)) }
    return result
  }

  /// Whether no character of a word leaves a glyph behind.
  @unsafe
  private static func isInvisible(_ text: UnsafePointer<UInt16>, length: Int) -> Bool {
    var i = 0
    while i < length {
      let unit = unsafe UInt32(text[i])
      if unit == 0xDB40 {
        // The tags and variation selectors from U+E0000 on.
        i += 2
      } else {
        guard Itemizer.isIgnorable(unit) else { return false }
        i += 1
      }
    }
    return true
  }

  /// Whether a word may begin with this code unit: not with a mark or an invisible character, which belong to the
  /// space before it, nor in scripts that have no words between spaces.
  private static func begins(_ unit: UInt16) -> Bool {
    if unit < 0x300 { return unit != 0xAD }
    if unit >= 0x3000 { return false }
    let category = unsafe hb_unicode_general_category(
      hb_unicode_funcs_get_default(), UInt32(unit))
    switch category {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_FORMAT:
      return false
    default: return !Itemizer.isIgnorable(UInt32(unit))
    }
  }
}

/// The glyphs that matter to the lookups which name the space.
struct SpaceRules: Sendable {
  private var before: [UInt64]
  private var input: [UInt64]
  private var after: [UInt64]
  private var spaceIsInput = false

  /// - Returns: nil where no lookup of the item's plan names the space together with another glyph.
  init?(_ item: ShapingItem, space: UInt32) {
    let font = item.font
    let face = unsafe font.face.hbFace
    let words = (font.face.glyphCount + 63) / 64
    before = [UInt64](repeating: 0, count: words)
    input = before
    after = before
    var properties = unsafe hb_segment_properties_t()
    unsafe properties.direction = item.level & 1 == 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    unsafe properties.script = hb_script_t(rawValue: item.script.value)
    unsafe properties.language = item.style.language
    let skipped = Shaper.isCursive(item.script) ? item.style.switches : 0
    let features = Array(item.style.features.dropFirst(skipped))
    let coordinates = font.normalizedCoordinates
    let plan = unsafe hb_shape_plan_create_cached2(
      face, &properties, features, UInt32(features.count), coordinates, UInt32(coordinates.count),
      nil)
    defer { unsafe hb_shape_plan_destroy(plan) }
    var found = false
    var substitutions: [(input: OpaquePointer?, output: OpaquePointer?)] = unsafe []
    defer {
      for i in unsafe substitutions.indices {
        unsafe hb_set_destroy(substitutions[i].input)
        unsafe hb_set_destroy(substitutions[i].output)
      }
    }
    for table in [UInt32(0x4753_5542), 0x4750_4F53] {  // GSUB, GPOS
      let lookups = unsafe hb_set_create()
      defer { unsafe hb_set_destroy(lookups) }
      unsafe hb_ot_shape_plan_collect_lookups(plan, table, lookups)
      var lookup = UInt32.max
      while unsafe hb_set_next(lookups, &lookup) != 0 {
        let sets = unsafe (hb_set_create(), hb_set_create(), hb_set_create(), hb_set_create())
        unsafe hb_ot_layout_lookup_collect_glyphs(
          face, table, lookup, sets.0, sets.1, sets.2, sets.3)
        let names = unsafe [sets.0, sets.1, sets.2].contains { unsafe hb_set_has($0, space) != 0 }
        unsafe hb_set_del(sets.0, space)
        let isInput = unsafe hb_set_has(sets.1, space) != 0
        unsafe hb_set_del(sets.1, space)
        unsafe hb_set_del(sets.2, space)
        let others = unsafe [sets.0, sets.1, sets.2].contains { unsafe hb_set_is_empty($0) == 0 }
        if names && others {
          found = true
          if isInput { spaceIsInput = true }
          unsafe SpaceRules.add(sets.0, to: &before)
          unsafe SpaceRules.add(sets.1, to: &input)
          unsafe SpaceRules.add(sets.2, to: &after)
        }
        unsafe hb_set_destroy(sets.0)
        unsafe hb_set_destroy(sets.2)
        if table == 0x4753_5542 {
          unsafe substitutions.append((sets.1, sets.3))
        } else {
          unsafe hb_set_destroy(sets.1)
          unsafe hb_set_destroy(sets.3)
        }
      }
    }
    if !found { return nil }
    // A glyph that another rule turns into one of these counts as one of these.
    for _ in 0..<3 {
      for i in unsafe substitutions.indices {
        let sets = unsafe substitutions[i]
        for path in [\SpaceRules.before, \.input, \.after] {
          if unsafe SpaceRules.intersects(sets.output, self[keyPath: path]) {
            unsafe SpaceRules.add(sets.input, to: &self[keyPath: path])
          }
        }
      }
    }
  }

  @unsafe
  private static func add(_ set: OpaquePointer?, to bits: inout [UInt64]) {
    var glyph = UInt32.max
    while unsafe hb_set_next(set, &glyph) != 0 {
      if Int(glyph >> 6) < bits.count { bits[Int(glyph >> 6)] |= 1 << UInt64(glyph & 63) }
    }
  }

  @unsafe
  private static func intersects(_ set: OpaquePointer?, _ bits: [UInt64]) -> Bool {
    var glyph = UInt32.max
    while unsafe hb_set_next(set, &glyph) != 0 {
      if has(bits, glyph) { return true }
    }
    return false
  }

  private static func has(_ bits: [UInt64], _ glyph: UInt32) -> Bool {
    Int(glyph >> 6) < bits.count && bits[Int(glyph >> 6)] >> UInt64(glyph & 63) & 1 != 0
  }

  @unsafe
  func openness(_ text: UnsafePointer<UInt16>, length: Int, font: Font) -> ShapedWord.Openness {
    var glyphs: [UInt32] = []
    glyphs.reserveCapacity(length)
    let face = unsafe font.face.hbFace
    for i in 0..<length {
      var glyph: UInt32 = 0
      let unit = unsafe text[i]
      // What is no character of the first plane, or is put together by normalisation, is not followed further.
      if unit & 0xF800 == 0xD800 { return [.left, .right] }
      if unsafe hb_font_get_nominal_glyph(font.hbFont, UInt32(unit), &glyph) == 0 {
        return [.left, .right]
      }
      if unsafe hb_ot_layout_get_glyph_class(face, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK {
        continue
      }
      glyphs.append(glyph)
    }
    var result: ShapedWord.Openness = []
    if reaches(glyphs, through: before) { result.insert(.left) }
    if reaches(glyphs.reversed(), through: after) { result.insert(.right) }
    if spaceIsInput, let first = glyphs.first, let last = glyphs.last {
      if SpaceRules.has(input, first) || SpaceRules.has(after, first) { result.insert(.left) }
      if SpaceRules.has(input, last) || SpaceRules.has(before, last) { result.insert(.right) }
    }
    return result
  }

  /// Whether a chain of looked-at glyphs leads from the first glyph to one that is changed, or to the end.
  private func reaches(_ glyphs: some Sequence<UInt32>, through context: [UInt64]) -> Bool {
    for glyph in glyphs {
      if SpaceRules.has(input, glyph) { return true }
      if !SpaceRules.has(context, glyph) { return false }
    }
    return true
  }
}
