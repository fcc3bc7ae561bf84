// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// The masks of one font at one size in device pixels.
///
/// Look-ups take no lock; see ``GlyphMaskTable``. Insertions take the strike's lock, which is never
/// held while a glyph is rasterised.
final class GlyphStrike: Sendable {
  private struct Fill {
    var count = 0
    var slab = -1
    var used = 0
    var capacity = 0
    var isRetired = false
    /// Large masks that were requested once.
    var seen: Set<UInt32> = []
  }

  private static let firstSlab = 4096
  private static let largestSlab = 256 << 10
  /// Masks over this size, in bytes, are kept when they are requested again: most headlines are
  /// drawn once, and copying their masks into new memory would cost a good part of drawing them.
  private static let large = 2048
  /// The most bytes that an element of `seen` takes: a set is at least three eighths full.
  private static let seenBytes = 12

  let key: GlyphStrikeKey
  /// The masks; valid as long as the strike.
  let table = GlyphMaskTable()
  /// The bytes of slabs and slots.
  let byteCount = Atomic<Int>(GlyphMaskTable.emptyBytes)
  /// The overlap cache of the font.
  let overlaps: OverlapCache?
  private let fill = Mutex(Fill())

  init(key: GlyphStrikeKey, overlaps: OverlapCache? = nil) {
    self.key = key
    self.overlaps = overlaps
  }

  deinit { table.destroy() }

  /// The key of a mask: the glyph and the quarter of a pixel at which it stands.
  @inline(__always)
  static func slotKey(glyph: UInt32, binX: Int, binY: Int) -> UInt32 {
    glyph << 4 | UInt32(truncatingIfNeeded: binY & 3) << 2 | UInt32(truncatingIfNeeded: binX & 3)
  }

  /// The mask of a key; valid as long as the strike.
  func mask(for key: UInt32) -> GlyphMask? { table.snapshot.mask(for: key) }

  /// Inserts a copy of a mask, unless the strike has one for the key.
  ///
  /// - Returns: The bytes taken, or `nil` if the strike is full or retired.
  func keep(_ mask: GlyphMask, for key: UInt32) -> Int? {
    fill.withLock { fill in
      if fill.isRetired { return nil }
      if self.mask(for: key) != nil { return 0 }
      // Places beyond 16 bits are not kept: such a mask is rasterised each time.
      guard Int(Int16(clamping: mask.left)) == mask.left,
        Int(Int16(clamping: mask.top)) == mask.top
      else { return 0 }
      if mask.width * mask.height > Self.large, fill.seen.insert(key).inserted {
        byteCount.wrappingAdd(Self.seenBytes, ordering: .relaxed)
        return Self.seenBytes
      }
      var taken = 0
      let need = GlyphMaskTable.byteCount(of: mask)
      if fill.slab < 0 || fill.used + need > fill.capacity {
        let size = max(min(Self.firstSlab << (fill.slab + 1), Self.largestSlab), need)
        guard fill.slab + 1 < GlyphMaskTable.slabLimit, size <= 0xFFFF * 8 else { return nil }
        fill.slab += 1
        fill.used = 0
        fill.capacity = size
        taken += table.addSlab(fill.slab, byteCount: size)
      }
      taken += table.insert(
        mask, for: key, slab: fill.slab, offset: fill.used, count: fill.count)
      fill.used += need
      fill.count += 1
      byteCount.wrappingAdd(taken, ordering: .relaxed)
      return taken
    }
  }

  /// Ends insertions; the masks stay readable until the strike ends.
  ///
  /// - Returns: The bytes of the strike at the first call, then 0.
  func retire() -> Int {
    fill.withLock { fill in
      if fill.isRetired { return 0 }
      fill.isRetired = true
      return byteCount.load(ordering: .relaxed)
    }
  }
}
