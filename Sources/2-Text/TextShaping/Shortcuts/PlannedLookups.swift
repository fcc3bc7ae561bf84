// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel

// Calls of C functions are `unsafe` for their pointers, which live as long as the call.

/// The lookups of `GSUB` and `GPOS` in HarfBuzz's plan for an item, by their indices.
struct PlannedLookups {
  static let substitutionTable: UInt32 = 0x4753_5542  // GSUB
  static let positionTable: UInt32 = 0x4750_4F53  // GPOS
  /// `frac`, `numr`, `dnom`.
  private static let fractions: [UInt32] = [0x6672_6163, 0x6E75_6D72, 0x646E_6F6D]

  let substitutions: [Int]
  let positions: [Int]

  init(_ item: borrowing ShapingItem) {
    var properties = unsafe hb_segment_properties_t(
      direction: HB_DIRECTION_LTR, script: hb_script_t(rawValue: item.script.value),
      language: item.style.language.pointer, reserved1: nil, reserved2: nil)
    var axes: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(item.font.hbFont, &axes)
    var features = item.style.features
    if !features.contains(where: { Self.fractions.contains($0.tag) }) {
      // Fractions are switched off, since they apply to digits beside U+2044 alone.
      features += Self.fractions.map { hb_feature_t(tag: $0, value: 0, start: 0, end: .max) }
    }
    let plan = unsafe hb_shape_plan_create_cached2(
      item.font.face.hbFace, &properties, features, UInt32(features.count), coordinates, axes, nil)
    defer { unsafe hb_shape_plan_destroy(plan) }
    func collect(_ table: UInt32) -> [Int] {
      let set = HarfBuzzSet()
      unsafe hb_ot_shape_plan_collect_lookups(plan, table, set.handle)
      return set.numbers().map { Int($0) }
    }
    substitutions = collect(Self.substitutionTable)
    positions = collect(Self.positionTable)
  }

  /// Whether `GPOS` has a feature for an item's script and language.
  static func hasPositioning(_ tag: UInt32, _ item: borrowing ShapingItem) -> Bool {
    let face = unsafe item.font.face.hbFace
    var scripts = [UInt32](repeating: 0, count: 8)
    var languages = [UInt32](repeating: 0, count: 8)
    var (scriptCount, languageCount) = (UInt32(8), UInt32(8))
    unsafe hb_ot_tags_from_script_and_language(
      hb_script_t(rawValue: item.script.value), item.style.language.pointer, &scriptCount,
      &scripts, &languageCount, &languages)
    var (script, language, feature) = (UInt32(0), UInt32(0), UInt32(0))
    var chosen: UInt32 = 0
    _ = unsafe hb_ot_layout_table_select_script(
      face, positionTable, scriptCount, scripts, &script, &chosen)
    _ = unsafe hb_ot_layout_script_select_language(
      face, positionTable, script, languageCount, languages, &language)
    return unsafe hb_ot_layout_language_find_feature(
      face, positionTable, script, language, tag, &feature) != 0
  }
}
