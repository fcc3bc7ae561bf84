// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

extension Font {
  /// Where carets stand inside a ligature, in font units from its origin; empty where the font tells nothing.
  ///
  /// They are in the order of the ligature's components in a text of the given direction: rising for left
  /// to right. Source: table `GDEF`, ligature caret list.
  package func ligatureCarets(_ glyph: UInt16, isRightToLeft: Bool) -> [Int32] {
    let direction = isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    var count: UInt32 = 0
    let total = unsafe hb_ot_layout_get_ligature_carets(
      hbFont, direction, UInt32(glyph), 0, &count, nil)
    guard total > 0 else { return [] }
    count = min(total, 64)
    return unsafe [Int32](unsafeUninitializedCapacity: Int(count)) { out, written in
      _ = unsafe hb_ot_layout_get_ligature_carets(
        hbFont, direction, UInt32(glyph), 0, &count, out.baseAddress)
      written = Int(count)
    }
  }
}
