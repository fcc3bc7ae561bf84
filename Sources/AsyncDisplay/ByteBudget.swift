// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// Bounds the bytes of bitmaps that are being drawn or wait for their commit.
///
/// Over the bound an owner is parked before its lane starts to draw: no lane is blocked, and the owner goes
/// back to the queue when there is room for it. One display is always let in, however large.
///
/// Small bitmaps have a lower bound of their own: those that are drawn into again and again stay in the
/// processor's cache, while lanes that run far ahead of the commit queue draw each into cold memory. Who is
/// parked is let in when half the bound is free, several at a time.
///
/// As long as there is room, bytes are taken and given back without a lock. Whoever parks raises
/// `parkedCount` before it looks once more for room, and whoever gives bytes back looks at the count after
/// that: one of the two sees the other.
final class ByteBudget: Sendable {
  private struct Parked {
    let owner: DisplayOwner
    let byteCount: Int
  }

  /// What counts as small, and the bound for that, in bytes.
  private static let small = (one: 256 << 10, all: 16 << 20)

  private let limit: Int
  private let usedBytes = Atomic<Int>(0)
  private let peakBytes = Atomic<Int>(0)
  private let waiting = Atomic<Int>(0)
  private let parked = Guarded(PriorityBands<Parked>())
  private let resubmit: @Sendable ([DisplayOwner]) -> Void

  init(limit: Int, resubmit: @escaping @Sendable ([DisplayOwner]) -> Void) {
    self.limit = limit
    self.resubmit = resubmit
  }

  var used: Int { usedBytes.load(ordering: .acquiring) }
  var peak: Int { peakBytes.load(ordering: .relaxed) }
  var parkedCount: Int { parked.withLock { $0.count } }

  /// Takes bytes, or parks the owner.
  func reserve(_ byteCount: Int, for owner: DisplayOwner) -> Bool {
    if take(byteCount) { return true }
    return parked.withLock { parked in
      waiting.wrappingAdd(1, ordering: .sequentiallyConsistent)
      if take(byteCount) {
        waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        return true
      }
      _ = parked.append(Parked(owner: owner, byteCount: byteCount), to: owner.priority)
      return false
    }
  }

  /// Takes bytes in any case.
  func force(_ byteCount: Int) {
    raisePeak(usedBytes.wrappingAdd(byteCount, ordering: .sequentiallyConsistent).newValue)
  }

  /// Gives bytes back; parked owners go back to the queue as far as there is room.
  func release(_ byteCount: Int) {
    usedBytes.wrappingSubtract(byteCount, ordering: .sequentiallyConsistent)
    if waiting.load(ordering: .sequentiallyConsistent) != 0 { wakeParked() }
  }

  private func wakeParked() {
    let woken = parked.withLock { parked -> [DisplayOwner] in
      var owners: [DisplayOwner] = []
      var promised = used
      guard let next = parked.first, promised <= bound(for: next.byteCount) / 2 else { return [] }
      while let next = parked.first, hasRoom(next.byteCount, beside: promised) {
        promised += next.byteCount
        owners.append(next.owner)
        _ = parked.popFirst()
      }
      waiting.wrappingSubtract(owners.count, ordering: .sequentiallyConsistent)
      return owners
    }
    if !woken.isEmpty { resubmit(woken) }
  }

  /// Takes bytes if there is room.
  func take(_ byteCount: Int) -> Bool {
    var used = usedBytes.load(ordering: .sequentiallyConsistent)
    while hasRoom(byteCount, beside: used) {
      let (isTaken, now) = usedBytes.weakCompareExchange(
        expected: used, desired: used + byteCount, ordering: .sequentiallyConsistent)
      if isTaken {
        raisePeak(used + byteCount)
        return true
      }
      used = now
    }
    return false
  }

  private func hasRoom(_ byteCount: Int, beside used: Int) -> Bool {
    used == 0 || used + byteCount <= bound(for: byteCount)
  }

  private func bound(for byteCount: Int) -> Int {
    byteCount <= Self.small.one ? min(limit, Self.small.all) : limit
  }

  private func raisePeak(_ now: Int) {
    if now > peakBytes.load(ordering: .relaxed) { peakBytes.max(now, ordering: .relaxed) }
  }
}
