// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel
import TextRuntime

extension Font {
  /// Whether the font draws a glyph in colours of its own.
  public func isColorGlyph(_ glyph: UInt32) -> Bool {
    guard face.hasColorGlyphs else { return false }
    return colorGlyph(glyph) != nil
  }

  /// A glyph with colours of its own; `nil` if the font has none for it.
  ///
  /// The tables are tried in the order `COLR` version 1, `COLR` version 0, `CBDT`, `sbix`. Paints
  /// are cached; pictures are copied from the table each time.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the font.
  ///   - pixelsPerEm: The size in device pixels for which a picture is chosen; by default the
  ///     largest.
  public func colorGlyph(_ glyph: UInt32, pixelsPerEm: Double = .infinity) -> ColorGlyph? {
    guard face.hasColorGlyphs else { return nil }
    let tables = face.colorTables
    if tables.colr.count > 0 {
      let known = instance.colorGlyphs.withLock { $0[glyph] }
      let paints: ColorGlyph?
      if let known {
        paints = known
      } else {
        var reader = PaintGraphReader(tables, coordinates: normalizedCoordinates)
        paints = reader.graph(of: glyph).map(ColorGlyph.paint)
        instance.colorGlyphs.withLock { cache in
          if cache.count >= 4096 { _ = cache.removeAll() }
          cache.set(paints, for: glyph)
        }
      }
      if let paints { return paints }
    }
    let bitmap = tables.bitmap(
      of: Int(glyph), pixelsPerEm: pixelsPerEm, glyphCount: face.glyphCount)
    return bitmap.map(ColorGlyph.bitmap)
  }
}
