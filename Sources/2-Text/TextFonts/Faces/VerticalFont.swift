// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// The properties of a font that only vertical lines need: the places of upright glyphs, and the
/// features with vertical forms. Immutable and shared by all threads.
///
/// Advances and origins are those of `vmtx`, `vhea` and `VORG`, as HarfBuzz reads them. In a font
/// without these tables each glyph takes the ascent and the descent of the line, and its origin is
/// the ascent below the pen, as in Chromium (`OpenTypeVerticalData`). HarfBuzz would instead centre
/// the ink of each TrueType glyph, so that letters of one word had their own baselines.
///
/// Not as in Chromium: a font with `vmtx` but neither `VORG` nor `glyf` has the ascent as its
/// origin, too, instead of the upper edge of the ink and `vmtx`'s bearing; the format asks such
/// fonts to have `VORG`.
@safe final class VerticalFont: Sendable {
  /// The font with which upright glyphs are shaped; valid as long as this object.
  nonisolated(unsafe) let handle: OpaquePointer
  /// `vrt2`, where that is the font's only feature with vertical forms; HarfBuzz applies `vert`
  /// by itself.
  let feature: UInt32?
  /// The glyphs that have a vertical form, ascending.
  private let glyphs: [UInt16]

  private static let vert: UInt32 = 0x7665_7274
  private static let vrt2: UInt32 = 0x7672_7432

  init(_ font: HarfBuzzFont, face: HarfBuzzFace, metrics: FontMetrics) {
    let hasMetrics = face.table(.vhea).count > 0 && face.table(.vmtx).count > 0
    if hasMetrics || face.table(.vorg).count > 0 {
      unsafe handle = hb_font_reference(font.handle) ?? hb_font_get_empty().unsafelyUnwrapped
    } else {
      // Where memory is short, HarfBuzz returns its inert empty font, on which all calls are safe.
      let made =
        unsafe hb_font_create_sub_font(font.handle) ?? hb_font_get_empty().unsafelyUnwrapped
      let fallback = VerticalFallback(metrics)
      unsafe hb_font_set_funcs(made, VerticalFallback.functions.handle, fallback.packed, nil)
      unsafe hb_font_make_immutable(made)
      unsafe handle = made
    }
    let forms = Self.inputs(of: Self.vert, face)
    glyphs = forms.isEmpty ? Self.inputs(of: Self.vrt2, face) : forms
    feature = forms.isEmpty && !glyphs.isEmpty ? Self.vrt2 : nil
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// Whether a glyph has a vertical form.
  func hasForm(of glyph: UInt32) -> Bool {
    var (low, high) = (0, glyphs.count)
    while low < high {
      let mid = (low + high) / 2
      if UInt32(glyphs[mid]) < glyph { low = mid + 1 } else { high = mid }
    }
    return low < glyphs.count && UInt32(glyphs[low]) == glyph
  }

  /// The glyphs to which the lookups of a feature apply, in any script and language, ascending.
  private static func inputs(of feature: UInt32, _ face: HarfBuzzFace) -> [UInt16] {
    let substitutions: UInt32 = 0x4753_5542  // GSUB
    let lookups = HarfBuzzSet()
    let inputs = HarfBuzzSet()
    // The list of features ends with a zero; `nil` stands for all scripts and all languages.
    unsafe hb_ot_layout_collect_lookups(
      face.handle, substitutions, nil, nil, [feature, 0], lookups.handle)
    for lookup in lookups.numbers() {
      unsafe hb_ot_layout_lookup_collect_glyphs(
        face.handle, substitutions, lookup, nil, inputs.handle, nil, nil)
    }
    return inputs.numbers(upTo: 0xFFFF).map { UInt16($0) }
  }
}

/// The places of upright glyphs in a font without vertical metrics, in font units.
private struct VerticalFallback {
  var ascent: Int32
  var height: Int32

  init(_ metrics: FontMetrics) {
    ascent = Self.whole(metrics.ascent)
    height = Self.whole(metrics.ascent - metrics.descent)
  }

  private static func whole(_ value: Double) -> Int32 {
    Int32(max(-1_000_000, min(1_000_000, value.rounded())))
  }

  /// Both numbers in the bits of a pointer, which HarfBuzz hands to the functions and which is
  /// never dereferenced.
  var packed: UnsafeMutableRawPointer? {
    let bits = UInt64(UInt32(bitPattern: ascent)) << 32 | UInt64(UInt32(bitPattern: height))
    return unsafe UnsafeMutableRawPointer(bitPattern: UInt(bits))
  }

  @unsafe
  init(_ packed: UnsafeMutableRawPointer?) {
    let bits = UInt64(UInt(bitPattern: packed))
    ascent = Int32(truncatingIfNeeded: bits >> 32)
    height = Int32(truncatingIfNeeded: bits)
  }

  /// HarfBuzz's functions that return these numbers, made once and immutable.
  @safe final class Functions: Sendable {
    nonisolated(unsafe) let handle: OpaquePointer?

    init() {
      let made: OpaquePointer? = unsafe hb_font_funcs_create()
      unsafe hb_font_funcs_set_glyph_v_advance_func(
        made, { _, data, _, _ in unsafe -VerticalFallback(data).height }, nil, nil)
      unsafe hb_font_funcs_set_glyph_v_origin_func(
        made,
        { font, data, glyph, x, y, _ in
          unsafe x?.pointee = hb_font_get_glyph_h_advance(font, glyph) / 2
          unsafe y?.pointee = VerticalFallback(data).ascent
          return 1
        }, nil, nil)
      unsafe hb_font_funcs_make_immutable(made)
      unsafe handle = made
    }
  }

  static let functions = Functions()
}

extension Font {
  /// The immutable HarfBuzz font that shapes upright glyphs of vertical lines, valid as long as
  /// this object.
  @unsafe package var hbVerticalFont: OpaquePointer { unsafe instance.vertical.handle }

  /// The feature with the forms of upright glyphs in vertical lines, where HarfBuzz does not apply
  /// it by itself: `vrt2` in fonts without `vert`.
  package var verticalFeature: UInt32? { instance.vertical.feature }

  /// Whether the font has a form of a glyph for vertical lines. Source: table `GSUB`, feature
  /// `vert`, or `vrt2` in fonts without `vert`.
  package func hasVerticalForm(of glyph: UInt32) -> Bool { instance.vertical.hasForm(of: glyph) }
}
