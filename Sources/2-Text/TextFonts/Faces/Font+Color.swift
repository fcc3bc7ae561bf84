// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemConcurrency

extension Font {
  /// Whether the font draws a glyph in colours of its own.
  package func isColorGlyph(_ glyph: UInt32) -> Bool {
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
  package func colorGlyph(_ glyph: UInt32, pixelsPerEm: Double = .infinity) -> ColorGlyph? {
    guard face.hasColorGlyphs else { return nil }
    let tables = face.colorTables
    if tables.colr.count > 0 {
      let known = instance.colorGlyphs.withLock { $0.glyphs[glyph] }
      let paints: ColorGlyph?
      if let known {
        paints = known
      } else {
        var reader = PaintGraphReader(tables, coordinates: normalizedCoordinates)
        paints = reader.graph(of: glyph).map(ColorGlyph.paint)
        instance.colorGlyphs.withLock { $0.keep(paints, for: glyph) }
      }
      if let paints { return paints }
    }
    let bitmap = tables.bitmap(
      of: glyph, pixelsPerEm: pixelsPerEm, glyphCount: face.glyphCount)
    return bitmap.map(ColorGlyph.bitmap)
  }
}

/// A cache of the paints of table `COLR`, emptied at 4,096 glyphs or at 2¹⁸ paints, stops and
/// layers (some 20 MiB).
struct ColorGlyphPaints: ~Copyable {
  /// The paints by glyph, `nil` for glyphs without.
  private(set) var glyphs = HashTable<UInt32, ColorGlyph?>()
  private var weight = 0

  mutating func keep(_ paints: ColorGlyph?, for glyph: UInt32) {
    if glyphs.count >= 4096 || weight >= 1 << 18 {
      _ = glyphs.removeAll()
      weight = 0
    }
    glyphs.set(paints, for: glyph)
    if case .paint(let graph) = paints { weight += graph.weight }
  }
}

extension PaintGraph {
  /// The number of paints, stops and layers.
  fileprivate var weight: Int {
    nodes.reduce(0) { sum, node in
      switch node {
      case .linearGradient(_, _, _, let line), .radialGradient(_, _, _, _, let line),
        .sweepGradient(_, _, _, let line):
        sum + 1 + line.stops.count
      case .layers(let children): sum + 1 + children.count
      default: sum + 1
      }
    }
  }
}
