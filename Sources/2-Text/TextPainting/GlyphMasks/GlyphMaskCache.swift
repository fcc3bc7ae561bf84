// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

import struct Synchronization.Atomic

/// The cache of rasterised glyphs, shared by all threads and bounded in bytes.
///
/// A mask's key holds every input of the rasteriser, so a hit and a miss give the same pixels.
/// Masks are grouped into strikes by font and size; a drawing looks a strike up once and then finds
/// glyphs without a lock. Over the bound, the least recently used strikes are dropped, and the
/// oldest pages of large ones, so that scripts with many glyphs do not evict each other.
package final class GlyphMaskCache: Sendable {
  /// The cache of every drawing.
  package static let shared = GlyphMaskCache()

  /// The most bytes that are kept; 0 keeps nothing.
  package let capacity: Int

  /// The longest side of a cached mask, in pixels; larger glyphs are rasterised at each drawing.
  static let largestSide = 256

  /// Strikes, by a hash of the key.
  private let shards = InlineArray<16, Mutex<HashTable<GlyphStrikeKey, GlyphStrike>>> { _ in
    Mutex(HashTable())
  }
  private let bytes = Atomic<Int>(0)
  /// Logical clock, advanced on every insertion; strikes used since the last tick are not evicted.
  private let clock = Atomic<UInt64>(1)
  /// Increased when strikes are dropped, so that scratch sets drop theirs.
  let generation = Atomic<Int>(0)
  private let eviction = Mutex(())
  /// The overlap caches, by font.
  private let overlaps = Mutex(HashTable<UInt32, OverlapCache>())
  private static let overlapLimit = 128

  /// Creates an empty cache.
  ///
  /// The default holds some 6,000 ideographs at 30 pixels beside the letters of other scripts: a
  /// feed in Latin, Chinese and Japanese drops nothing.
  ///
  /// - Parameter capacity: The most bytes that are kept; 0 switches the cache off.
  package init(capacity: Int = 16 << 20) {
    self.capacity = max(0, capacity)
  }

  /// The size of the cached masks, in bytes.
  package var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The number of strikes: pairs of a font and a size.
  package var strikeCount: Int {
    shards.indices.reduce(0) { $0 + shards[$1].withLock { $0.count } }
  }

  /// Drops all masks. Drawings under way keep theirs until they end.
  package func removeAll() {
    for index in shards.indices {
      let dropped = shards[index].withLock { $0.removeAll() }
      dropped.visit { bytes.wrappingSubtract($1.retire(), ordering: .relaxed) }
    }
    noteDropped()
  }

  /// The strike of a font at a size, created on demand; `nil` if the cache is off.
  func strike(for key: GlyphStrikeKey, glyphCount: Int = 0) -> GlyphStrike? {
    guard capacity > 0 else { return nil }
    let shard = Self.shard(of: key)
    var (strike, isNew) = shards[shard].withLock { ($0[key], false) }
    if strike == nil {
      let fresh = GlyphStrike(key: key, overlaps: overlaps(of: key.font, glyphCount: glyphCount))
      (strike, isNew) = shards[shard].withLock { strikes in
        if let strike = strikes[key] { return (strike, false) }
        strikes.set(fresh, for: key)
        return (fresh, true)
      }
    }
    guard let strike else { return nil }
    strike.table.noteUse(at: now)
    if isNew { charge(strike.byteCount.load(ordering: .relaxed)) }
    return strike
  }

  /// The present logical time.
  var now: UInt64 { clock.load(ordering: .relaxed) }

  private func overlaps(of font: UInt32, glyphCount: Int) -> OverlapCache {
    overlaps.withLock { overlaps in
      if let known = overlaps[font] { return known }
      if overlaps.count >= Self.overlapLimit { _ = overlaps.removeAll() }
      let fresh = OverlapCache(glyphCount: glyphCount)
      overlaps.set(fresh, for: font)
      return fresh
    }
  }

  /// Inserts a mask into a strike of this cache.
  func keep(_ mask: GlyphMask, for slot: UInt32, in strike: GlyphStrike) {
    if let taken = strike.keep(mask, for: slot, at: now) {
      if taken > 0 { charge(taken) }
    } else {
      // The strike is full: the older half of its slabs is dropped, and the next drawing finds the
      // rest.
      let old = eviction.withLock { _ in drop(GlyphMaskTable.slabLimit / 2, of: strike) }
      noteDropped()
      _ = consume old
    }
  }

  private func charge(_ count: Int) {
    clock.wrappingAdd(1, ordering: .relaxed)
    if bytes.wrappingAdd(count, ordering: .relaxed).newValue > capacity { evict() }
  }

  /// Drops the pages that were unused for longest until a sixteenth of the capacity is free.
  ///
  /// A sixteenth is dropped at once, since each eviction visits all strikes, and a text can have a
  /// strike for each of its letters. No more is dropped, since cancellation is not polled
  /// meanwhile.
  private func evict() {
    let dropped = eviction.withLock { _ -> [GlyphStrike] in
      guard byteCount > capacity else { return [] }
      var pages: [(strike: GlyphStrike, page: GlyphStrike.Page)] = []
      for index in shards.indices {
        shards[index].withLock { kept in
          kept.visit { _, strike in pages += strike.pages.map { (strike, $0) } }
        }
      }
      pages.sort { $0.page.time < $1.page.time }
      var surplus = byteCount - (capacity - capacity / 16)
      var counts: [ObjectIdentifier: (strike: GlyphStrike, slabs: Int)] = [:]
      for (strike, page) in pages where surplus > 0 {
        surplus -= page.byteCount
        counts[ObjectIdentifier(strike), default: (strike, 0)].slabs += page.slabCount
      }
      return counts.values.compactMap { drop($0.slabs, of: $0.strike) }
    }
    if dropped.isEmpty { return }
    noteDropped()
    // The dropped strikes are freed after the locks are released.
    _ = consume dropped
  }

  /// Drops the oldest slabs of a strike, or the whole strike if it has no others.
  ///
  /// - Returns: The strike, to be freed without a lock; `nil` if it was dropped before.
  private func drop(_ count: Int, of strike: GlyphStrike) -> GlyphStrike? {
    let (younger, freed) = strike.retire(keepingOldest: count)
    if freed == 0 { return nil }
    bytes.wrappingSubtract(freed, ordering: .relaxed)
    if let younger {
      bytes.wrappingAdd(younger.byteCount.load(ordering: .relaxed), ordering: .relaxed)
    }
    shards[Self.shard(of: strike.key)].withLock { strikes in
      guard strikes[strike.key] === strike else { return }
      if let younger {
        strikes.set(younger, for: strike.key)
      } else {
        strikes.remove(strike.key)
      }
    }
    return strike
  }

  /// Makes scratch sets drop their strikes: idle ones at once, the others at their next drawing.
  private func noteDropped() {
    generation.wrappingAdd(1, ordering: .releasing)
    PaintingScratch.pool.drain()
  }

  private static func shard(of key: GlyphStrikeKey) -> Int {
    let mixed = (UInt64(key.font) &* 0x9E37_79B9_7F4A_7C15) ^ (key.size &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(mixed >> 56) & 15
  }
}
