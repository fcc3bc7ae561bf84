// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
import SystemConcurrency

/// The boxes around the outlines of a font's glyphs, each measured once: to get an outline from
/// its table takes some 2 µs, and a label needs twenty to say where its ink is.
final class GlyphBoxes: Sendable {
  struct Key: Hashable, Sendable {
    let glyph: UInt32
    /// The em size in pixels to whose grid heights are fitted; 0 for outlines as they are, whose
    /// boxes do not depend on the size.
    let fittedSize: Double

    /// Hashes the sum of both, since one number takes less time to hash than two. Few sizes and
    /// glyphs have the same sum.
    func hash(into hasher: inout Hasher) {
      hasher.combine(fittedSize.bitPattern &+ UInt64(glyph))
    }
  }

  /// The boxes that are kept, which take 80 bytes each.
  private static let limit = 8192

  private let boxes = Mutex(HashTable<Key, Rect>())

  /// The box of a glyph.
  ///
  /// - Parameter measure: Measures the glyph, without the lock held.
  func box(of key: Key, _ measure: () -> Rect) -> Rect {
    if let known = boxes.withLock({ $0[key] }) { return known }
    let box = measure()
    boxes.withLock { boxes in
      if boxes.count >= Self.limit { _ = boxes.removeAll() }
      boxes.set(box, for: key)
    }
    return box
  }
}

extension Font {
  /// The box around a glyph's outline, in font units, y upwards.
  ///
  /// - Parameters:
  ///   - size: The em size in pixels to whose grid heights are fitted; 0 for none.
  ///   - measure: Measures the outline as it is drawn; called once for each glyph and size.
  package func outlineBox(
    of glyph: UInt32, fittedTo size: Double, _ measure: () -> Rect
  ) -> Rect {
    instance.glyphBoxes.box(of: GlyphBoxes.Key(glyph: glyph, fittedSize: size), measure)
  }
}
