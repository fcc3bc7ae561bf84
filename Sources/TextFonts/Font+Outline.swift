// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
public import TextGraphics
import TextModel

extension Font {
  /// The outline of a glyph in font units, y upwards; empty for a glyph without one.
  ///
  /// Variations are applied, synthesis is not. Not cached.
  ///
  /// The corresponding HarfBuzz function is `hb_font_get_glyph_shape()`.
  public func outline(of glyph: UInt32) -> Path {
    var path = Path()
    appendOutline(of: glyph, to: &path)
    return path
  }

  /// Adds the outline of a glyph to a path, in font units, y upwards.
  public func appendOutline(of glyph: UInt32, to path: inout Path) {
    guard let functions = unsafe DrawFunctions.shared.handle else { return }
    unsafe withUnsafeMutablePointer(to: &path) { path in
      unsafe hb_font_get_glyph_shape(hbFont, glyph, functions, path)
    }
  }

  /// The box around a glyph's outline as the font gives it, in font units, y upwards; `nil` if it has none.
  public func extents(of glyph: UInt32) -> (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
    var e = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(hbFont, glyph, &e) != 0 else { return nil }
    return (
      Int(e.x_bearing), Int(e.y_bearing) + Int(e.height), Int(e.x_bearing) + Int(e.width),
      Int(e.y_bearing)
    )
  }
}

/// The callbacks that write HarfBuzz's outline into a path. Made once, immutable.
@safe private final class DrawFunctions: Sendable {
  static let shared = DrawFunctions()

  nonisolated(unsafe) let handle: OpaquePointer?

  private init() {
    guard let functions = unsafe hb_draw_funcs_create() else {
      unsafe handle = nil
      return
    }
    unsafe hb_draw_funcs_set_move_to_func(
      functions,
      { _, data, _, x, y, _ in
        unsafe data?.assumingMemoryBound(to: Path.self).pointee.move(to: point(x, y))
      }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions,
      { _, data, _, x, y, _ in
        unsafe data?.assumingMemoryBound(to: Path.self).pointee.line(to: point(x, y))
      }, nil, nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, data, _, cx, cy, x, y, _ in
        unsafe data?.assumingMemoryBound(to: Path.self).pointee.quad(
          to: point(x, y), control: point(cx, cy))
      }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, c1x, c1y, c2x, c2y, x, y, _ in
        unsafe data?.assumingMemoryBound(to: Path.self).pointee.cubic(
          to: point(x, y), control1: point(c1x, c1y), control2: point(c2x, c2y))
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions,
      { _, data, _, _ in unsafe data?.assumingMemoryBound(to: Path.self).pointee.close() },
      nil, nil)
    unsafe hb_draw_funcs_make_immutable(functions)
    unsafe handle = functions
  }
}

private func point(_ x: Float, _ y: Float) -> Point { Point(x: Double(x), y: Double(y)) }
