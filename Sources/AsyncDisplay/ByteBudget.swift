// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// Bounds the bytes of bitmaps that are being drawn or wait for their commit.
///
/// Over the bound an owner is parked before its lane starts to draw: no lane is blocked, and the owner goes
/// back to the queue when there is room for it. One display is always let in, however large.
///
/// Small bitmaps together have a lower bound of their own, whatever the large ones take: those that are drawn into again and again stay in the
/// processor's cache, while lanes that run far ahead of the commit queue draw each into cold memory. Who is
/// parked is let in when half the bound is free, several at a time.
///
/// As long as there is room, bytes are taken and given back without a lock. Whoever parks raises
/// `parkedCount` before it looks once more for room, and whoever gives bytes back looks at the count after
/// that: one of the two sees the other. The bytes of all and of the small ones lie in one word, so that both are
/// taken or neither.
struct ByteBudget: ~Copyable, Sendable {
  /// What counts as small, and the bound for that, in bytes.
  private static let small = (one: 256 << 10, all: 16 << 20)

  /// Where the bytes of all begin in the word; below are those of the small ones.
  private static let shift: UInt64 = 30
  /// More than this has no room in the word, and in no machine's cache of bitmaps.
  private static let greatestLimit = 4 << 30

  /// What lanes and the commit queue write by turns.
  private struct Counts: ~Copyable, Sendable {
    let usedBytes = Atomic<UInt64>(0)
    let peakBytes = Atomic<Int>(0)
    let waiting = Atomic<Int>(0)
  }

  /// The bound for all.
  let limit: Int
  private let counts = Apart(Counts())
  private let parked: Guarded<PriorityBands<DisplayOwner>>
  private let resubmit: @Sendable ([DisplayOwner]) -> Void

  init(limit: Int, resubmit: @escaping @Sendable ([DisplayOwner]) -> Void) {
    self.limit = min(limit, Self.greatestLimit)
    parked = Guarded(PriorityBands())
    self.resubmit = resubmit
  }

  var used: Int { Self.all(counts.value.usedBytes.load(ordering: .acquiring)) }
  var peak: Int { counts.value.peakBytes.load(ordering: .relaxed) }
  var parkedCount: Int { parked.withLock { $0.count } }

  /// Whether somebody is parked, and there is hardly room for others: not if one alone was too large.
  var isFull: Bool {
    counts.value.waiting.load(ordering: .sequentiallyConsistent) != 0
      && !hasRoom(
        Self.small.one, beside: counts.value.usedBytes.load(ordering: .sequentiallyConsistent))
  }

  /// Takes bytes, or parks the owner.
  func reserve(_ byteCount: Int, for owner: DisplayOwner) -> Bool {
    if take(byteCount) { return true }
    let isLetIn = parked.withLock { parked in
      counts.value.waiting.wrappingAdd(1, ordering: .sequentiallyConsistent)
      if take(byteCount) {
        counts.value.waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        return true
      }
      _ = parked.append(owner, to: owner.priority)
      return false
    }
    if isLetIn {
      // A lane may have seen the count, and rest.
      resubmit([])
    } else if owner.seat.awaitedByteCount < byteCount {
      // What waits has been replaced by something smaller, or called off, by who may not have seen the count yet.
      wakeParked()
    }
    return isLetIn
  }

  /// Takes bytes in any case.
  func force(_ byteCount: Int) {
    let used = counts.value.usedBytes.wrappingAdd(
      Self.word(byteCount), ordering: .sequentiallyConsistent)
    raisePeak(Self.all(used.newValue))
  }

  /// Bytes that are given back together.
  struct Bundle {
    fileprivate var word: UInt64 = 0
    private(set) var count = 0

    var isEmpty: Bool { word == 0 }

    var byteCount: Int { ByteBudget.all(word) }

    mutating func add(_ byteCount: Int) {
      word += ByteBudget.word(byteCount)
      count += 1
    }
  }

  /// Gives bytes back; parked owners go back to the queue as far as there is room.
  func release(_ byteCount: Int) {
    release(Bundle(word: Self.word(byteCount)))
  }

  /// Gives bytes back; parked owners go back to the queue as far as there is room.
  func release(_ bundle: Bundle) {
    counts.value.usedBytes.wrappingSubtract(bundle.word, ordering: .sequentiallyConsistent)
    retry()
  }

  /// Looks whether there is room for those who are parked: one who was let in did not take it, or one who is parked may
  /// need less.
  func retry() {
    if counts.value.waiting.load(ordering: .sequentiallyConsistent) != 0 { wakeParked() }
  }

  /// Sends all who are parked back to the queue, where they ask for room once more.
  func retryParked() {
    let owners = parked.withLock { parked -> [DisplayOwner] in
      var owners: [DisplayOwner] = []
      while let next = parked.popFirst() { owners.append(next) }
      counts.value.waiting.wrappingSubtract(owners.count, ordering: .sequentiallyConsistent)
      return owners
    }
    if !owners.isEmpty { resubmit(owners) }
  }

  private func wakeParked() {
    // (Those who are gone are let go outside the lock.)
    let (woken, gone, letsOthersGo) = parked.withLock {
      parked -> ([DisplayOwner], [DisplayOwner], Bool) in
      var (owners, gone): ([DisplayOwner], [DisplayOwner]) = ([], [])
      var promised = counts.value.usedBytes.load(ordering: .sequentiallyConsistent)
      let before = parked.count
      defer {
        counts.value.waiting.wrappingSubtract(
          before - parked.count, ordering: .sequentiallyConsistent)
      }
      var isPromised = false
      while let next = parked.first {
        // Who is gone, or has nothing to draw any more, takes nothing, and must not keep others out.
        let byteCount = next.isDropped ? 0 : next.seat.awaitedByteCount
        if byteCount > 0 {
          guard isPromised || isHalfFree(for: byteCount, beside: promised),
            hasRoom(byteCount, beside: promised)
          else {
            // One that is large waits on, but there may be room for small ones that no lane has come to.
            let letsOthersGo =
              byteCount > Self.small.one && hasRoom(Self.small.one, beside: promised)
              && isHalfFree(for: Self.small.one, beside: promised)
            return (owners, gone, letsOthersGo)
          }
          promised += Self.word(byteCount)
          isPromised = true
        }
        if next.isDropped { gone.append(next) } else { owners.append(next) }
        _ = parked.popFirst()
      }
      return (owners, gone, false)
    }
    // (Also if there is nobody to send back: lanes may rest for those who are gone.)
    if !woken.isEmpty || !gone.isEmpty || letsOthersGo { resubmit(woken) }
    withExtendedLifetime(gone) {}
  }

  /// Takes bytes if there is room.
  func take(_ byteCount: Int) -> Bool {
    var used = counts.value.usedBytes.load(ordering: .sequentiallyConsistent)
    while hasRoom(byteCount, beside: used) {
      let (isTaken, now) = counts.value.usedBytes.weakCompareExchange(
        expected: used, desired: used + Self.word(byteCount), ordering: .sequentiallyConsistent)
      if isTaken {
        raisePeak(Self.all(used) + byteCount)
        return true
      }
      used = now
    }
    return false
  }

  private func hasRoom(_ byteCount: Int, beside used: UInt64) -> Bool {
    if used == 0 { return true }
    if Self.all(used) + byteCount > limit { return false }
    return byteCount > Self.small.one || Self.small(used) + byteCount <= Self.small.all
  }

  private func isHalfFree(for byteCount: Int, beside used: UInt64) -> Bool {
    byteCount > Self.small.one
      ? Self.all(used) <= limit / 2 : Self.small(used) <= min(Self.small.all, limit) / 2
  }

  /// Bytes as they are added to the word.
  private static func word(_ byteCount: Int) -> UInt64 {
    UInt64(byteCount) << shift | (byteCount <= small.one ? UInt64(byteCount) : 0)
  }

  private static func all(_ used: UInt64) -> Int { Int(used >> shift) }

  private static func small(_ used: UInt64) -> Int { Int(used & (1 << shift - 1)) }

  private func raisePeak(_ now: Int) {
    if now > counts.value.peakBytes.load(ordering: .relaxed) {
      counts.value.peakBytes.max(now, ordering: .relaxed)
    }
  }
}
