// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHarfBuzz
package import TextModel

extension FontFace {
  /// Whether the face substitutes glyphs by a feature in a script and a language, or in the script
  /// that stands for all others.
  ///
  /// - Parameter language: A BCP 47 tag; empty means undetermined.
  package func hasSubstitution(_ feature: FontTag, script: FontTag, language: String) -> Bool {
    // unsafe: C calls, which write at most `count` tags.
    let language = unsafe hb_language_from_string(language.isEmpty ? "und" : language, -1)
    var (scriptCount, languageCount): (UInt32, UInt32) = (3, 3)
    var scripts = [hb_tag_t](repeating: 0, count: 3)
    var languages = [hb_tag_t](repeating: 0, count: 3)
    unsafe hb_ot_tags_from_script_and_language(
      hb_script_t(rawValue: script.value), language, &scriptCount, &scripts, &languageCount,
      &languages)
    let table = hb_tag_t(0x4753_5542)  // GSUB
    var (scriptIndex, languageIndex, featureIndex): (UInt32, UInt32, UInt32) = (0, 0, 0)
    _ = unsafe hb_ot_layout_table_select_script(
      hbFace, table, scriptCount, scripts, &scriptIndex, nil)
    _ = unsafe hb_ot_layout_script_select_language(
      hbFace, table, scriptIndex, languageCount, languages, &languageIndex)
    return unsafe hb_ot_layout_language_find_feature(
      hbFace, table, scriptIndex, languageIndex, feature.value, &featureIndex) != 0
  }

  /// Whether the face has an OpenType feature; always true of `kern`, since HarfBuzz takes kerning
  /// from other tables, too.
  package func hasFeature(_ tag: FontTag) -> Bool {
    if tag == FontTag("kern") { return true }
    for table in ["GSUB", "GPOS"].compactMap(FontTag.init) {
      let name = table.value
      // unsafe: C calls, which write at most `count` tags.
      var count: UInt32 = 0
      let total = unsafe hb_ot_layout_table_get_feature_tags(hbFace, name, 0, &count, nil)
      var tags = [hb_tag_t](repeating: 0, count: Int(total))
      count = total
      _ = unsafe hb_ot_layout_table_get_feature_tags(hbFace, name, 0, &count, &tags)
      if tags.contains(tag.value) { return true }
    }
    return false
  }
}
