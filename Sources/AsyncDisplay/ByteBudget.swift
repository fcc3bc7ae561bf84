// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Bounds the bytes of bitmaps that are being drawn or wait for their commit.
///
/// Over the bound an owner is parked before its lane starts to draw: no lane is blocked, and the owner goes
/// back to the queue when there is room for it. One display is always let in, however large.
///
/// Small bitmaps together have a lower bound of their own, whatever the large ones take: those that are drawn into again and again stay in the
/// processor's cache, while lanes that run far ahead of the commit queue draw each into cold memory. Who is
/// parked is let in when half the bound is free, several at a time.
///
/// Nobody waits for ever: newcomers take room past who is parked, but together no more than the bound, then the door is
/// closed. Who is the first then gets his room before all others, taken for him (``TicketSeat/takeGrant()``) as soon as
/// there is enough. Small bitmaps still pass as long as it is large ones alone that he waits for.
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
    /// What newcomers took past those who are parked, since somebody was granted room last.
    let passed = Atomic<Int>(0)
    /// If the door is closed, the bytes for which; else 0. Written under the lock.
    let awaited = Atomic<Int>(0)
  }

  /// Who is parked, and in which order they came. (Not private: the compiler does not bear that in the type of `parked`.)
  struct Parked {
    var owners = PriorityBands<DisplayOwner>()
    var arrivals: UInt64 = 0

    mutating func append(_ owner: DisplayOwner) {
      let since = owner.seat.waitsSince
      if since == 0 {
        arrivals += 1
        owner.seat.waitsSince = arrivals
      } else if let first = owners.first, since < first.seat.waitsSince {
        // Who was let in, and found no room after all, has the place that he had.
        _ = owners.prepend(owner, to: owner.priority)
        return
      }
      _ = owners.append(owner, to: owner.priority)
    }
  }

  /// The bound for all.
  let limit: Int
  private let counts = CacheLinePadded(Counts())
  private let parked: Mutex<Parked>
  private let resubmit: @Sendable ([DisplayOwner]) -> Void

  init(limit: Int, resubmit: @escaping @Sendable ([DisplayOwner]) -> Void) {
    self.limit = min(limit, Self.greatestLimit)
    parked = Mutex(Parked())
    self.resubmit = resubmit
  }

  var used: Int { Self.all(counts.value.usedBytes.load(ordering: .acquiring)) }
  var peak: Int { counts.value.peakBytes.load(ordering: .relaxed) }
  var parkedCount: Int { parked.withLock { $0.owners.count } }

  /// Whether somebody is parked, and there is hardly room for others: not if one alone was too large.
  var isFull: Bool {
    if counts.value.waiting.load(ordering: .sequentiallyConsistent) == 0 { return false }
    let used = counts.value.usedBytes.load(ordering: .sequentiallyConsistent)
    return !hasRoom(Self.small.one, beside: used) || !mayPass(Self.small.one, beside: used)
  }

  /// Takes bytes, or parks the owner.
  ///
  /// - Parameter granted: Bytes that were taken for the owner when it was let in; 0 once they are used.
  func reserve(_ byteCount: Int, for owner: DisplayOwner, granted: inout Int) -> Bool {
    if granted != 0 {
      let room = exchange(&granted, with: 0)
      if byteCount <= room {
        if byteCount < room {
          force(byteCount)
          release(room)
        }
        owner.seat.waitsSince = 0
        return true
      }
      release(room)
    }
    if takeAsNewcomer(byteCount) {
      letIn(owner, byteCount)
      return true
    }
    let isLetIn = parked.withLock { parked in
      counts.value.waiting.wrappingAdd(1, ordering: .sequentiallyConsistent)
      if takeAsNewcomer(byteCount) {
        counts.value.waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        return true
      }
      parked.append(owner)
      return false
    }
    if isLetIn {
      // A lane may have seen the count, and rest.
      resubmit([])
      letIn(owner, byteCount)
    } else if counts.value.passed.load(ordering: .relaxed) >= limit {
      closeDoor()
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
      while let next = parked.owners.popFirst() { owners.append(next) }
      counts.value.awaited.store(0, ordering: .sequentiallyConsistent)
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
      let before = parked.owners.count
      defer {
        if parked.owners.isEmpty {
          counts.value.awaited.store(0, ordering: .sequentiallyConsistent)
        }
        counts.value.waiting.wrappingSubtract(
          before - parked.owners.count, ordering: .sequentiallyConsistent)
      }
      var isPromised = false
      while let next = parked.owners.first {
        // Who is gone, or has nothing to draw any more, takes nothing, and must not keep others out.
        let byteCount = next.isDropped ? 0 : next.seat.awaitedByteCount
        if byteCount > 0 {
          let isDoorClosed = counts.value.awaited.load(ordering: .sequentiallyConsistent) != 0
          if isDoorClosed
            ? !grant(byteCount, to: next)
            : !(isPromised || isHalfFree(for: byteCount, beside: promised))
              || !hasRoom(byteCount, beside: promised)
          {
            // One that is large waits on, but there may be room for small ones that no lane has come to.
            let letsOthersGo =
              byteCount > Self.small.one && hasRoom(Self.small.one, beside: promised)
              && isHalfFree(for: Self.small.one, beside: promised)
              && mayPass(Self.small.one, beside: promised)
            return (owners, gone, letsOthersGo)
          }
          promised += Self.word(byteCount)
          isPromised = true
        }
        if next.isDropped { gone.append(next) } else { owners.append(next) }
        _ = parked.owners.popFirst()
      }
      return (owners, gone, false)
    }
    // (Also if there is nobody to send back: lanes may rest for those who are gone.)
    if !woken.isEmpty || !gone.isEmpty || letsOthersGo { resubmit(woken) }
    withExtendedLifetime(gone) {}
  }

  /// Takes bytes if there is room, and nobody must go before.
  func take(_ byteCount: Int) -> Bool {
    if !takeAsNewcomer(byteCount) { return false }
    notePassage(byteCount)
    return true
  }

  /// - Parameter isGrant: For whom the door is closed.
  @inline(__always)
  private func takeAsNewcomer(_ byteCount: Int, isGrant: Bool = false) -> Bool {
    var used = counts.value.usedBytes.load(ordering: .sequentiallyConsistent)
    while hasRoom(byteCount, beside: used), isGrant || mayPass(byteCount, beside: used) {
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

  // MARK: - The door

  @inline(__always)
  private func letIn(_ owner: DisplayOwner, _ byteCount: Int) {
    if owner.seat.waitsSince != 0 { owner.seat.waitsSince = 0 } else { notePassage(byteCount) }
  }

  /// Somebody took room who had not waited for it.
  @inline(__always)
  private func notePassage(_ byteCount: Int) {
    if counts.value.waiting.load(ordering: .relaxed) == 0 { return }
    // (Each counts for something: many that are very small take long, too.)
    let passed = counts.value.passed.wrappingAdd(byteCount + limit >> 12, ordering: .relaxed)
    let isOpen = counts.value.awaited.load(ordering: .relaxed) == 0
    if passed.newValue >= limit, isOpen { closeDoor() }
  }

  /// Lets nobody in before the first who is parked.
  private func closeDoor() {
    let isClosed = parked.withLock { parked in
      if parked.owners.isEmpty { return false }
      if counts.value.awaited.load(ordering: .relaxed) == 0 {
        counts.value.awaited.store(1, ordering: .sequentiallyConsistent)
      }
      return true
    }
    // For how much it is closed is seen there.
    if isClosed { wakeParked() }
  }

  /// Takes room for the first who is parked, and opens the door; under the lock.
  private func grant(_ byteCount: Int, to owner: DisplayOwner) -> Bool {
    guard takeAsNewcomer(byteCount, isGrant: true) else {
      counts.value.awaited.store(byteCount, ordering: .sequentiallyConsistent)
      return false
    }
    owner.seat.grant(byteCount)
    counts.value.passed.store(0, ordering: .relaxed)
    counts.value.awaited.store(0, ordering: .sequentiallyConsistent)
    return true
  }

  /// Gives back what was taken for an owner that will not use it.
  func releaseGrant(of owner: DisplayOwner) {
    let granted = owner.seat.takeGrant()
    if granted != 0 { release(granted) }
  }

  /// Whether bytes may be taken although somebody is waited for.
  @inline(__always)
  private func mayPass(_ byteCount: Int, beside used: UInt64) -> Bool {
    let awaited = counts.value.awaited.load(ordering: .sequentiallyConsistent)
    if awaited == 0 { return true }
    // What is small keeps nobody out who has no room beside the large ones alone.
    let large = Self.all(used) - Self.small(used)
    return byteCount <= Self.small.one && large > 0 && large + awaited > limit
  }

  // MARK: - The word

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
