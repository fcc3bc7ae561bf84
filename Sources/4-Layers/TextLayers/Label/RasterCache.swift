// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextPainting
import TextTypesetting

/// A cache of bitmaps of texts, for labels that show the same text again, for example in a list
/// that is scrolled back.
///
/// On a hit nothing is drawn: the rows are copied. Nothing is laid out either, except for a text of
/// one colour on a layer whose `contentsFormat` is `automatic`. Use it for texts that are slow to
/// draw, with blurred shadows or many lines; plain labels are drawn in a few microseconds anyway.
/// It never changes pixels. Any thread may use it.
///
/// ```swift
/// let cache = RasterCache(capacity: 16 << 20)
/// for label in labels { label.rasterCache = cache }
/// ```
public final class RasterCache: Sendable {
  /// Everything that the pixels depend on.
  struct Key: Hashable {
    let text: AttributedText
    let container: TextContainer
    /// The identity of the fonts; `nil` for the default fonts.
    let fonts: ObjectIdentifier?
    let drawing: TextDrawingOptions
    let size: Size
    let scale: Double
  }

  private struct Entry {
    let image: Bitmap
    /// The fonts are retained, so that no other collection gets their identity.
    let fonts: FontCollection?
  }

  private let table: Mutex<LRUTable<Key, Entry>>

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The most bytes of bitmaps that it keeps.
  public init(capacity: Int) { table = Mutex(LRUTable(capacity: capacity)) }

  /// The bytes of the bitmaps that are kept.
  package var byteCount: Int { table.withLock { $0.totalCost } }

  /// Releases all bitmaps.
  public func removeAll() {
    // The bitmaps are released outside the lock.
    _ = table.withLock { $0.removeAll() }
  }

  func image(for key: Key) -> Bitmap? { table.withLock { $0.use(key)?.image } }

  func insert(_ image: Bitmap, fonts: FontCollection?, for key: Key) {
    let cost = image.bytesPerRow * image.height
    let removed = table.withLock {
      $0.insert(Entry(image: image, fonts: fonts), for: key, cost: cost)
    }
    _ = removed
  }
}
