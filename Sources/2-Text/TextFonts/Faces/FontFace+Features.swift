// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHarfBuzz
package import TextModel

extension FontFace {
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
