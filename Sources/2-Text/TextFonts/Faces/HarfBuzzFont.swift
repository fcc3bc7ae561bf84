// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import CanvasDrawing
import CanvasGeometry

/// A face at one position on its axes in HarfBuzz, scaled to font units, immutable and shared by
/// all threads.
///
/// This module reads fonts here, those of ``VerticalFont`` aside. The corresponding HarfBuzz type
/// is `hb_font_t`.
@safe final class HarfBuzzFont: Sendable {
  /// HarfBuzz's font; valid as long as this object.
  nonisolated(unsafe) let handle: OpaquePointer

  /// Makes a font.
  ///
  /// - Parameter coordinates: The position on each axis; empty for the face's defaults.
  init(_ face: HarfBuzzFace, unitsPerEm: Int, coordinates: [Float]) {
    // Where memory is short, HarfBuzz returns its inert empty font, on which all calls are safe.
    let font = unsafe hb_font_create(face.handle) ?? hb_font_get_empty().unsafelyUnwrapped
    unsafe hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
    if !coordinates.isEmpty {
      unsafe hb_font_set_var_coords_design(font, coordinates, UInt32(coordinates.count))
    }
    unsafe hb_font_make_immutable(font)
    unsafe handle = font
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// The position on the axes from -1 to 1 in steps of 2⁻¹⁴.
  var normalizedCoordinates: [Int32] {
    var count: UInt32 = 0
    let first = unsafe hb_font_get_var_coords_normalized(handle, &count)
    return unsafe Array(UnsafeBufferPointer(start: first, count: Int(count)))
  }

  /// The glyph of a character; `nil` if the font has none.
  func glyph(for character: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    return unsafe hb_font_get_nominal_glyph(handle, character, &glyph) != 0 ? glyph : nil
  }

  /// The glyph of a character with a variation selector; `nil` if the font has none for both.
  func glyph(for character: UInt32, selector: UInt32) -> UInt32? {
    var glyph: UInt32 = 0
    return unsafe hb_font_get_variation_glyph(handle, character, selector, &glyph) != 0
      ? glyph : nil
  }

  /// The horizontal advance of a glyph, in font units.
  func advance(of glyph: UInt32) -> Int { Int(unsafe hb_font_get_glyph_h_advance(handle, glyph)) }

  /// The font's own name of a glyph; empty where it has none.
  func name(of glyph: UInt32) -> String {
    var bytes = [CChar](repeating: 0, count: 128)
    guard unsafe hb_font_get_glyph_name(handle, glyph, &bytes, 128) != 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The box around a glyph's outline as the font gives it, y upwards; `nil` if it has none.
  func extents(of glyph: UInt32) -> hb_glyph_extents_t? {
    var extents = hb_glyph_extents_t()
    return unsafe hb_font_get_glyph_extents(handle, glyph, &extents) != 0 ? extents : nil
  }

  /// The delta of a measure at the position on the axes, in font units. Source: table `MVAR`.
  func variation(of measure: hb_ot_metrics_tag_t) -> Double {
    let value = Double(unsafe hb_ot_metrics_get_variation(handle, measure))
    return value.isFinite ? value.rounded() : 0
  }

  /// A baseline of horizontal Chinese characters, in font units. Source: table `BASE`.
  func ideographicBaseline(_ tag: hb_ot_layout_baseline_tag_t) -> Double? {
    var place: hb_position_t = 0
    for script: UInt32 in [0x6861_6E69, 0x4446_4C54] {  // hani DFLT
      if unsafe hb_ot_layout_get_baseline(handle, tag, HB_DIRECTION_LTR, script, 0, &place) != 0 {
        return Double(place)
      }
    }
    return nil
  }

  /// The carets of a ligature, at most 64, in font units. Source: table `GDEF`.
  func ligatureCarets(_ glyph: UInt32, _ direction: hb_direction_t) -> [Int32] {
    var count: UInt32 = 0
    guard unsafe hb_ot_layout_get_ligature_carets(handle, direction, glyph, 0, &count, nil) > 0
    else { return [] }
    count = 64
    var carets = [Int32](repeating: 0, count: 64)
    _ = unsafe hb_ot_layout_get_ligature_carets(handle, direction, glyph, 0, &count, &carets)
    return Array(carets.prefix(Int(count)))
  }

  /// Adds the outline of a glyph to a path, y upwards.
  func appendOutline(of glyph: UInt32, to path: inout Path) {
    // The callbacks read the pointer as a path, during this call alone.
    unsafe withUnsafeMutablePointer(to: &path) {
      unsafe chb_font_draw_glyph(handle, glyph, PathCallbacks.shared.handle, $0)
    }
  }
}

/// The callbacks with which HarfBuzz writes an outline into a `Path`, made once and immutable.
@safe private final class PathCallbacks: Sendable {
  static let shared = PathCallbacks()

  nonisolated(unsafe) let handle: OpaquePointer?

  private init() {
    let functions: OpaquePointer? = unsafe hb_draw_funcs_create()
    // Each callback is handed the pointer that `appendOutline(of:to:)` passes.
    unsafe hb_draw_funcs_set_move_to_func(
      functions, { _, to, _, x, y, _ in unsafe path(to)?.pointee.move(to: point(x, y)) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions, { _, to, _, x, y, _ in unsafe path(to)?.pointee.addLine(to: point(x, y)) }, nil,
      nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, to, _, cx, cy, x, y, _ in
        unsafe path(to)?.pointee.addQuadCurve(to: point(x, y), control: point(cx, cy))
      }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, to, _, c1x, c1y, c2x, c2y, x, y, _ in
        unsafe path(to)?.pointee.addCurve(
          to: point(x, y), control1: point(c1x, c1y), control2: point(c2x, c2y))
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions, { _, to, _, _ in unsafe path(to)?.pointee.closeSubpath() }, nil, nil)
    unsafe hb_draw_funcs_make_immutable(functions)
    unsafe handle = functions
  }
}

private func path(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Path>? {
  unsafe data?.assumingMemoryBound(to: Path.self)
}

private func point(_ x: Float, _ y: Float) -> Point { Point(x: Double(x), y: Double(y)) }
