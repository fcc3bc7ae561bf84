// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Rasterised glyphs, kept for all who draw: bounded in bytes, safe from every lane.
///
/// A mask's key holds every input of the rasteriser, so a hit and a miss give the same pixels. Masks are
/// grouped by font and size; a painter asks once for such a strike and then looks glyphs up without a
/// lock. Over the bound, the strikes unused for longest are dropped whole.
public final class GlyphMaskCache: Sendable {
  /// The cache that drawing uses unless it is given another.
  public static let shared = GlyphMaskCache()

  /// The most bytes that are kept; 0 keeps nothing.
  public let capacity: Int

  /// The longest side of a mask that is kept, in pixels; larger glyphs are rasterised at each drawing.
  static let largestSide = 256

  private static let shardCount = 16

  private let shards: [Shard]
  private let bytes = Atomic<Int>(0)
  /// Goes on whenever something is kept: who was used since then is not dropped for it.
  private let clock = Atomic<UInt64>(1)
  /// Rises when strikes are dropped, so that scratch sets drop theirs.
  let generation = Atomic<Int>(0)
  private let eviction = Mutex(())
  /// What is known about the outlines of fonts, by font. Where it is dropped, the same is found out again.
  private let proofs = Mutex(HashTable<UInt32, OutlineProofs>())
  private static let proofLimit = 128

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The most bytes that are kept; 0 switches it off.
  public init(capacity: Int = 16 << 20) {
    self.capacity = max(0, capacity)
    shards = (0..<Self.shardCount).map { _ in Shard() }
  }

  /// The bytes kept at present.
  public var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The number of fonts and sizes of which masks are kept.
  public var strikeCount: Int { shards.reduce(0) { $0 + $1.strikes.withLock { $0.count } } }

  /// Drops all masks; drawings under way keep theirs until they end.
  public func removeAll() {
    for shard in shards {
      let dropped = shard.strikes.withLock { $0.removeAll() }
      dropped.visit { bytes.wrappingSubtract($1.retire(), ordering: .relaxed) }
    }
    noteDropped()
  }

  /// The strike of a font at a size, made if need be; `nil` if the cache is off.
  func strike(for key: GlyphStrikeKey, glyphCount: Int = 0) -> GlyphStrike? {
    guard capacity > 0 else { return nil }
    let shard = shard(of: key)
    var (strike, isNew) = shard.strikes.withLock { ($0[key], false) }
    if strike == nil {
      let fresh = GlyphStrike(key: key, proofs: proofs(of: key.font, glyphCount: glyphCount))
      (strike, isNew) = shard.strikes.withLock { strikes in
        if let strike = strikes[key] { return (strike, false) }
        strikes.set(fresh, for: key)
        return (fresh, true)
      }
    }
    guard let strike else { return nil }
    strike.noteUse(at: now)
    if isNew { charge(strike.byteCount.load(ordering: .relaxed)) }
    return strike
  }

  /// The present time of this cache.
  var now: UInt64 { clock.load(ordering: .relaxed) }

  private func proofs(of font: UInt32, glyphCount: Int) -> OutlineProofs {
    proofs.withLock { proofs in
      if let known = proofs[font] { return known }
      if proofs.count >= Self.proofLimit { _ = proofs.removeAll() }
      let fresh = OutlineProofs(glyphCount: glyphCount)
      proofs.set(fresh, for: font)
      return fresh
    }
  }

  /// Keeps a mask in a strike of this cache.
  func keep(_ mask: GlyphMask, for slot: UInt32, in strike: GlyphStrike) {
    if let taken = strike.keep(mask, for: slot) {
      if taken > 0 { charge(taken) }
    } else {
      // Full: the next drawing begins a new one.
      remove(strike)
    }
  }

  private func charge(_ count: Int) {
    clock.wrappingAdd(1, ordering: .relaxed)
    if bytes.wrappingAdd(count, ordering: .relaxed).newValue > capacity { evict() }
  }

  /// Drops the strikes unused for longest until a sixteenth of the capacity is free.
  ///
  /// Many at once, since there may be thousands of small ones: a text can have a size for each of its letters. Not more,
  /// since all of them are freed between two polls.
  private func evict() {
    let dropped = eviction.withLock { _ -> [GlyphStrike] in
      guard byteCount > capacity else { return [] }
      var uses: [(time: UInt64, bytes: Int)] = []
      for shard in shards {
        shard.strikes.withLock { kept in
          kept.visit {
            uses.append(
              ($1.lastUse.load(ordering: .relaxed), $1.byteCount.load(ordering: .relaxed)))
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
      for shard in shards {
        dropped += shard.strikes.withLock { kept in
          kept.remove { _, strike in
            guard byteCount > goal, strike.lastUse.load(ordering: .relaxed) <= latest else {
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
    // Freed after the lock.
    _ = consume dropped
  }

  /// Idle scratch sets let go of what was dropped at once, the others with their next drawing.
  private func noteDropped() {
    generation.wrappingAdd(1, ordering: .releasing)
    PaintingScratch.pool.drain()
  }

  private func remove(_ strike: GlyphStrike) {
    shard(of: strike.key).strikes.withLock { strikes in
      if strikes[strike.key] === strike { strikes.remove(strike.key) }
    }
    bytes.wrappingSubtract(strike.retire(), ordering: .relaxed)
    noteDropped()
  }

  private func shard(of key: GlyphStrikeKey) -> Shard {
    let mixed = (UInt64(key.font) &* 0x9E37_79B9_7F4A_7C15) ^ (key.size &* 0xC2B2_AE3D_27D4_EB4F)
    return shards[Int(mixed >> 56) & (Self.shardCount - 1)]
  }

  private final class Shard: Sendable {
    let strikes = Mutex(HashTable<GlyphStrikeKey, GlyphStrike>())
  }
}
