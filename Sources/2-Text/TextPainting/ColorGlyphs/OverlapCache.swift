// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

/// The overlap cache of one font, shared by all threads and sizes: which glyphs have contours that
/// overlap, two bits a glyph.
///
/// The test costs as much as rasterising a small glyph, and its result depends on the outline
/// alone.
final class OverlapCache: Sendable {
  /// The em size of the test, in pixels.
  static let emSize = 64.0
  /// The greatest em size, in pixels, to which the result applies: beyond it, overlaps that the
  /// test ignores would be visible.
  static let largestEmSize = 256.0

  private static let glyphsPerWord = 32

  private let words: Mutex<[UInt64]>
  private let glyphCount: Int

  init(glyphCount: Int) {
    let count = max(0, min(glyphCount, 1 << 16))
    self.glyphCount = count
    words = Mutex(
      [UInt64](repeating: 0, count: (count + Self.glyphsPerWord - 1) / Self.glyphsPerWord))
  }

  /// Whether the contours of a glyph overlap, from the cache or tested.
  ///
  /// - Parameter outline: The glyph's outline in font units, as it is painted.
  func overlap(
    of glyph: UInt32, outline: Path, unitsPerEm: Int, with rasterizer: PathRasterizer
  ) -> ContourOverlap {
    guard glyph < glyphCount else {
      return Self.test(outline, unitsPerEm: unitsPerEm, with: rasterizer)
    }
    let (index, shift) = (Int(glyph) / Self.glyphsPerWord, UInt64(glyph) % 32 * 2)
    let bits = words.withLock { $0[index] } >> shift & 3
    if bits != 0 { return ContourOverlap(rawValue: UInt8(bits)) ?? .unknown }
    let overlap = Self.test(outline, unitsPerEm: unitsPerEm, with: rasterizer)
    words.withLock { $0[index] |= UInt64(overlap.rawValue) << shift }
    return overlap
  }

  /// Tests an outline in font units.
  static func test(
    _ outline: Path, unitsPerEm: Int, with rasterizer: PathRasterizer
  ) -> ContourOverlap {
    rasterizer.overlap(of: outline, scale: emSize / Double(max(1, unitsPerEm)))
  }
}
