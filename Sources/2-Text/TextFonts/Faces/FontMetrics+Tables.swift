// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemFiles

extension FontMetrics {
  /// Reads the tables in the order of FreeType, and applies `MVAR`.
  init(_ font: HarfBuzzFont, face: HarfBuzzFace, unitsPerEm: Int) {
    let em = Double(unitsPerEm)
    let os2 = face.table(.os2)
    let hhea = face.table(.hhea)
    let post = face.table(.post)
    func delta(_ measure: hb_ot_metrics_tag_t) -> Double { font.variation(of: measure) }
    func value(_ table: FontTable, _ offset: FileNumber) -> Double {
      Double(table.i16(offset) ?? 0)
    }
    func unsigned(_ table: FontTable, _ offset: FileNumber) -> Int {
      table.u16(offset)?.value ?? 0
    }
    let hasOS2 = os2.count >= 72
    let typographic = (value(os2, 68), value(os2, 70), value(os2, 72))
    var (ascent, descent, gap) = (value(hhea, 4), value(hhea, 6), value(hhea, 8))
    if hasOS2, unsigned(os2, 62) & 0x80 != 0 {
      (ascent, descent, gap) = typographic
    } else if ascent == 0, descent == 0, hasOS2 {
      if typographic.0 != 0 || typographic.1 != 0 {
        (ascent, descent, gap) = typographic
      } else {
        (ascent, descent, gap) = (Double(unsigned(os2, 74)), -Double(unsigned(os2, 76)), 0)
      }
    }
    ascent += delta(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)
    descent += delta(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER)
    gap += delta(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP)
    if ascent == 0, descent == 0 { (ascent, descent) = (0.8 * em, -0.2 * em) }
    self.ascent = ascent
    // Some fonts store the depth as a positive number.
    self.descent = descent > 0 ? -descent : descent
    lineGap = max(0, gap)
    let (up, down) = (typographic.0, abs(typographic.1))
    emAscent =
      hasOS2 && up > 0
      ? em * up / (up + down) : em * max(0, ascent) / max(1, max(0, ascent) + abs(descent))

    func height(of character: Unicode.Scalar) -> Double? {
      guard let glyph = font.glyph(for: character.value), let box = font.extents(of: glyph),
        box.y_bearing > 0
      else { return nil }
      return Double(box.y_bearing)
    }
    let version = unsigned(os2, 0)
    let x = version >= 2 ? value(os2, 86) : 0
    let cap = version >= 2 ? value(os2, 88) : 0
    xHeight = x > 0 ? x + delta(HB_OT_METRICS_TAG_X_HEIGHT) : height(of: "x") ?? em / 2
    capHeight = cap > 0 ? cap + delta(HB_OT_METRICS_TAG_CAP_HEIGHT) : height(of: "H") ?? em * 0.7

    var thickness = value(post, 10) + delta(HB_OT_METRICS_TAG_UNDERLINE_SIZE)
    var top = value(post, 8) + delta(HB_OT_METRICS_TAG_UNDERLINE_OFFSET)
    if thickness <= 0 || thickness > em / 2 { thickness = em / 20 }
    if top == 0 || abs(top) > em { top = -em / 10 + thickness / 2 }
    underlineThickness = thickness
    underlinePosition = top - thickness / 2
    var strike = hasOS2 ? value(os2, 26) + delta(HB_OT_METRICS_TAG_STRIKEOUT_SIZE) : 0
    var strikeTop = hasOS2 ? value(os2, 28) + delta(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET) : 0
    if strike <= 0 || strike > em / 2 { strike = thickness }
    if strikeTop <= 0 || strikeTop > em { strikeTop = xHeight / 2 + strike / 2 }
    func small(
      _ size: FileNumber, _ offset: FileNumber, _ sizeTag: hb_ot_metrics_tag_t,
      _ offsetTag: hb_ot_metrics_tag_t, standard: Double
    ) -> (size: Double, offset: Double) {
      let given = hasOS2 ? value(os2, size) : 0
      guard given > 0, given <= em else { return (0.65 * em, standard * em) }
      let distance = value(os2, offset)
      guard abs(distance) <= em else { return (given, standard * em) }
      return (max(1, min(given + delta(sizeTag), em)), distance + delta(offsetTag))
    }
    (superscriptSize, superscriptOffset) = small(
      20, 24, HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_SIZE,
      HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_OFFSET, standard: 0.48)
    let lowered = small(
      12, 16, HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_SIZE, HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_OFFSET,
      standard: 0.14)
    (subscriptSize, subscriptOffset) = (lowered.size, -lowered.offset)
    let bottom = font.ideographicBaseline(HB_OT_LAYOUT_BASELINE_TAG_IDEO_EMBOX_BOTTOM_OR_LEFT)
    let lower = bottom.flatMap { abs($0) <= em ? $0 : nil } ?? -0.12 * em
    let upper = font.ideographicBaseline(HB_OT_LAYOUT_BASELINE_TAG_IDEO_EMBOX_TOP_OR_RIGHT)
    ideographicBottom = lower
    ideographicTop = upper.flatMap { $0 > lower && $0 <= 2 * em ? $0 : nil } ?? lower + em
    strikeoutThickness = strike
    strikeoutPosition = strikeTop
  }
}
