// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// The cache of rasterised glyphs, shared by all threads and bounded in bytes.
///
/// A mask's key holds every input of the rasteriser, so a hit and a miss give the same pixels.
/// Masks are grouped into strikes by font and size; a drawing looks a strike up once and then finds
/// glyphs without a lock. Over the bound, the least recently used strikes are dropped whole.
public final class GlyphMaskCache: Sendable {
  /// The cache of every drawing.
  public static let shared = GlyphMaskCache()

  /// The most bytes that are kept; 0 keeps nothing.
  public let capacity: Int

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
  /// - Parameter capacity: The most bytes that are kept; 0 switches the cache off.
  package init(capacity: Int = 16 << 20) {
    self.capacity = max(0, capacity)
  }

  /// The size of the cached masks, in bytes.
  public var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The number of strikes: pairs of a font and a size.
  package var strikeCount: Int {
    shards.indices.reduce(0) { $0 + shards[$1].withLock { $0.count } }
  }

  /// Drops all masks. Drawings under way keep theirs until they end.
  public func removeAll() {
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
    if let taken = strike.keep(mask, for: slot) {
      if taken > 0 { charge(taken) }
    } else {
      // Full: the next drawing creates a new one.
      remove(strike)
    }
  }

  private func charge(_ count: Int) {
    clock.wrappingAdd(1, ordering: .relaxed)
    if bytes.wrappingAdd(count, ordering: .relaxed).newValue > capacity { evict() }
  }

  /// Drops the least recently used strikes until a sixteenth of the capacity is free.
  ///
  /// Many at once, since each eviction visits all strikes, and a text can have one for each of its
  /// letters. Not more, since all of them are freed between two cancellation points.
  private func evict() {
    let dropped = eviction.withLock { _ -> [GlyphStrike] in
      guard byteCount > capacity else { return [] }
      var uses: [(time: UInt64, bytes: Int)] = []
      for index in shards.indices {
        shards[index].withLock { kept in
          kept.visit {
            uses.append(($1.table.lastUse, $1.byteCount.load(ordering: .relaxed)))
          }
        }
      }
      uses.sort { $0.time < $1.time }
      let goal = capacity - capacity / 16
      var surplus = byteCount - goal
      var latest: UInt64 = 0
      for use in uses where surplus > 0 {
        surplus -= use.bytes
        latest = use.time
      }
      var dropped: [GlyphStrike] = []
      for index in shards.indices {
        dropped += shards[index].withLock { kept in
          kept.remove { _, strike in
            guard byteCount > goal, strike.table.lastUse <= latest else {
              return false
            }
            bytes.wrappingSubtract(strike.retire(), ordering: .relaxed)
            return true
          }
        }
      }
      noteDropped()
      return dropped
    }
    // Freed after the locks are released.
    _ = consume dropped
  }

  /// Makes scratch sets drop their strikes: idle ones at once, the others at their next drawing.
  private func noteDropped() {
    generation.wrappingAdd(1, ordering: .releasing)
    PaintingScratch.pool.drain()
  }

  private func remove(_ strike: GlyphStrike) {
    shards[Self.shard(of: strike.key)].withLock { strikes in
      if strikes[strike.key] === strike { strikes.remove(strike.key) }
    }
    bytes.wrappingSubtract(strike.retire(), ordering: .relaxed)
    noteDropped()
  }

  private static func shard(of key: GlyphStrikeKey) -> Int {
    let mixed = (UInt64(key.font) &* 0x9E37_79B9_7F4A_7C15) ^ (key.size &* 0xC2B2_AE3D_27D4_EB4F)
    return Int(mixed >> 56) & 15
  }
}
