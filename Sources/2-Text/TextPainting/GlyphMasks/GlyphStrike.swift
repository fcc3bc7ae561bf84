// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

import struct Synchronization.Atomic

/// The masks of one font at one size in device pixels.
///
/// Look-ups take no lock; see ``GlyphMaskTable``. Insertions take the strike's lock, which is never
/// held while a glyph is rasterised. Masks lie in slabs, filled one after another, so the oldest
/// masks of a strike can be dropped: another strike takes over the younger slabs.
final class GlyphStrike: Sendable {
  private struct Fill {
    var count = 0
    var slab = -1
    /// The number of slabs that retired strikes of the same key have kept. It is added to the
    /// number of this strike's slabs when the size of a new one is chosen.
    var dropped = 0
    var used = 0
    var capacity = 0
    var isRetired = false
    /// Large masks that were requested once.
    var seen: Set<UInt32> = []
  }

  private static let firstSlab = 4096
  private static let largestSlab = 256 << 10
  /// Masks over this size, in bytes, are kept only when they are requested a second time: most
  /// headlines are drawn once, and copying their masks would cost a good part of drawing them.
  private static let large = 2048
  /// The most bytes that an element of `seen` takes, since a set is at least three eighths full.
  private static let seenBytes = 12

  let key: GlyphStrikeKey
  /// The masks; valid as long as the strike.
  let table: GlyphMaskTable
  /// The bytes of slabs and slots.
  let byteCount: Atomic<Int>
  /// The overlap cache of the font.
  let overlaps: OverlapCache?
  private let fill: Mutex<Fill>

  init(key: GlyphStrikeKey, overlaps: OverlapCache? = nil) {
    self.key = key
    self.overlaps = overlaps
    table = GlyphMaskTable()
    byteCount = Atomic(GlyphMaskTable.emptyBytes)
    fill = Mutex(Fill())
  }

  private init(
    _ key: GlyphStrikeKey, _ overlaps: OverlapCache?, _ table: GlyphMaskTable, byteCount: Int,
    _ fill: consuming Fill
  ) {
    self.key = key
    self.overlaps = overlaps
    self.table = table
    self.byteCount = Atomic(byteCount)
    self.fill = Mutex(fill)
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
  /// - Parameter time: The present logical time.
  /// - Returns: The bytes taken, none if the strike is retired; `nil` if it is full.
  func keep(_ mask: GlyphMask, for key: UInt32, at time: UInt64 = 0) -> Int? {
    fill.withLock { fill in
      if fill.isRetired { return 0 }
      if self.mask(for: key) != nil { return 0 }
      // A mask whose place does not fit in 16 bits is not kept, and is rasterised each time.
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
        let size = max(
          min(Self.firstSlab << min(fill.slab + 1 + fill.dropped, 16), Self.largestSlab), need)
        guard fill.slab + 1 < GlyphMaskTable.slabLimit, size <= 0xFFFF * 8 else { return nil }
        fill.slab += 1
        fill.used = 0
        fill.capacity = size
        let slab = MaskSlab(byteCount: size, birth: time)
        taken += slab.byteCount
        table.add(slab)
      }
      taken += table.insert(
        mask, for: key, slab: fill.slab, offset: fill.used, count: fill.count)
      fill.used += need
      fill.count += 1
      byteCount.wrappingAdd(taken, ordering: .relaxed)
      return taken
    }
  }

  /// A part of the strike that can be dropped.
  struct Page {
    /// The logical time by which parts are compared: those with the earliest time are dropped
    /// first.
    let time: UInt64
    let byteCount: Int
    let slabCount: Int
  }

  /// The parts of the strike, in the order in which they are dropped.
  ///
  /// A strike of up to two slabs' size is one part, so that a strike that is used stays whole. Of a
  /// larger strike, as of a font of ideographs, each slab is a part, as old as its first mask.
  var pages: [Page] {
    fill.withLock { fill in
      if fill.isRetired { return [] }
      let (slabs, all) = (table.slabs, byteCount.load(ordering: .relaxed))
      if all <= 2 * Self.largestSlab || slabs.count < 2 {
        return [Page(time: table.lastUse, byteCount: all, slabCount: slabs.count)]
      }
      return slabs.map { Page(time: $0.birth, byteCount: $0.byteCount, slabCount: 1) }
    }
  }

  /// Ends insertions, and hands the younger slabs to a new strike of the same key; the masks stay
  /// readable until the strike ends.
  ///
  /// - Parameter count: The number of slabs that are left to this strike.
  /// - Returns: The new strike, or `nil` if there is no younger slab; and the bytes of this strike
  ///   at the first call, 0 at later ones.
  func retire(keepingOldest count: Int) -> (younger: GlyphStrike?, bytes: Int) {
    fill.withLock { fill in
      if fill.isRetired { return (nil, 0) }
      fill.isRetired = true
      let bytes = byteCount.load(ordering: .relaxed)
      if count >= table.slabs.count { return (nil, bytes) }
      let (table, masks, slotBytes) = table.withoutOldest(count)
      table.noteUse(at: self.table.lastUse)
      var rest = Fill()
      (rest.count, rest.slab, rest.dropped) = (masks, fill.slab - count, fill.dropped + count)
      (rest.used, rest.capacity) = (fill.used, fill.capacity)
      let slabBytes = table.slabs.reduce(0) { $0 + $1.byteCount }
      let younger = GlyphStrike(
        key, overlaps, table, byteCount: GlyphMaskTable.emptyBytes + slabBytes + slotBytes, rest)
      return (younger, bytes)
    }
  }

  /// Ends insertions; the masks stay readable until the strike ends.
  ///
  /// - Returns: The bytes of the strike at the first call, 0 at later ones.
  func retire() -> Int { retire(keepingOldest: .max).bytes }
}
