// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay
@testable import SystemLanes

/// The bound on bytes and the order of admission, on the value alone; see `AdmissionTests` for
/// cycles.
struct AdmissionQueueTests {
  private final class Waiter: AdmissionWaiter {
    let name: Int
    var requestedByteCount: Int

    init(_ byteCount: Int, name: Int = 0) {
      self.name = name
      requestedByteCount = byteCount
    }
  }

  private typealias Queue = AdmissionQueue<Waiter>

  // MARK: The bound

  @Test func oneDisplayIsAlwaysAdmitted() {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(1000) == true)
    let other = queue.reserve(1)
    #expect(!other)
    queue.release(1000)
    #expect(queue.reserved == 0 && queue.peak == 1000)
    #expect(queue.reserve(1) == true)
  }

  /// The bound itself is allowed: 64 pictures of 256 KiB fill 16 MiB, and the next one waits.
  @Test func theBoundIsFilledExactly() {
    var queue = Queue(limit: 16 << 20)
    for index in 0..<64 { #expect(queue.reserve(256 << 10) == true, "number \(index)") }
    #expect(queue.reserved == queue.limit)
    let next = queue.reserve(1)
    #expect(!next)
    #expect(queue.peak == queue.limit)
    queue.release(256 << 10)
    #expect(queue.reserve(256 << 10) == true)
  }

  /// Small bitmaps wait at their own bound, larger ones do not.
  @Test func smallBitmapsHaveABoundOfTheirOwn() {
    var queue = Queue(limit: 16 << 20, smallLimit: 1 << 20)
    for index in 0..<4 { #expect(queue.reserve(256 << 10) == true, "number \(index)") }
    let small = queue.reserve(1)
    #expect(!small)
    #expect(queue.reserve(256 << 10 + 1) == true)
    queue.release(256 << 10)
    #expect(queue.reserve(1) == true)
  }

  @Test func aWaiterIsAdmittedUpToTheBound() {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(60) == true)
    _ = queue.append(Waiter(40), to: .visible)
    #expect(queue.admitFirst() != nil)
    #expect(queue.reserved == 100)
  }

  @Test func whatIsReservedUnconditionallyCounts() {
    var queue = Queue(limit: 100)
    queue.reserveUnconditionally(150)
    #expect(queue.reserved == 150 && queue.peak == 150)
    let other = queue.reserve(1)
    #expect(!other)
    queue.release(100)
    #expect(queue.reserve(50) == true)
    #expect(queue.peak == 150)
  }

  // MARK: The bypass quota

  /// Fills a queue of 1000 bytes up to 900, with one waiter of 500, and lets small displays pass.
  ///
  /// - Returns: The number of displays of 50 bytes that passed the waiter.
  private func bypass(_ queue: inout Queue) -> Int {
    var count = 0
    while queue.reserve(50) {
      queue.release(50)
      count += 1
      if count > 1000 { break }
    }
    return count
  }

  @Test func displaysThatPassAWaiterTakeNoMoreThanTheLimit() {
    var queue = Queue(limit: 1000)
    #expect(queue.reserve(900) == true)
    #expect(bypass(&queue) > 1000, "nothing waits, so nothing is counted")
    _ = queue.append(Waiter(500), to: .visible)
    #expect(bypass(&queue) == 20)
    #expect(queue.admitFirst() == nil, "there is no room for it yet")
    #expect(bypass(&queue) == 0, "the quota is used up until the waiter is served")
  }

  /// Each admission begins a new quota: also the second one in a row.
  @Test func theQuotaBeginsAnewWithEachAdmission() {
    var queue = Queue(limit: 1000)
    #expect(queue.reserve(900) == true)
    for _ in 0..<3 { _ = queue.append(Waiter(500), to: .visible) }
    for _ in 0..<2 {
      #expect(bypass(&queue) == 20)
      queue.release(queue.reserved)
      #expect(queue.admitFirst() != nil)
      queue.reserveUnconditionally(400)
    }
    #expect(bypass(&queue) == 20)
  }

  /// Displays of next to no bytes use the quota up as well.
  @Test func tinyDisplaysDoNotPassForEver() {
    var queue = Queue(limit: 1 << 20)
    #expect(queue.reserve(1 << 19) == true)
    _ = queue.append(Waiter(1 << 20), to: .visible)
    var count = 0
    while queue.reserve(1), count < 10_000 {
      queue.release(1)
      count += 1
    }
    #expect(count > 1000 && count <= 4096)
  }

  /// A waiter that no longer waits is dropped without a new quota for the others.
  @Test func aWaiterWithoutBytesLeavesTheQuotaAlone() {
    var queue = Queue(limit: 1000)
    #expect(queue.reserve(900) == true)
    let gone = Waiter(500)
    _ = queue.append(gone, to: .visible)
    _ = queue.append(Waiter(500), to: .visible)
    #expect(bypass(&queue) == 20)
    gone.requestedByteCount = 0
    #expect(queue.admitFirst() === gone)
    #expect(queue.reserved == 900)
    #expect(bypass(&queue) == 0)
  }

  // MARK: The order

  /// Several waiters are admitted in a row as long as there is room.
  @Test func waitersAreAdmittedInTheirOrder() {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(100) == true)
    for name in 0..<4 { _ = queue.append(Waiter(40, name: name), to: .visible) }
    #expect(queue.admitFirst() == nil)
    queue.release(100)
    #expect((0..<3).map { _ in queue.admitFirst()?.name } == [0, 1, nil])
    queue.release(40)
    #expect((0..<2).map { _ in queue.admitFirst()?.name } == [2, nil])
    #expect(queue.waitingCount == 1 && queue.reserved == 80)
  }

  /// A waiter that does not fit keeps its place, whatever comes and goes meanwhile.
  @Test func aWaiterWithoutRoomKeepsItsPlace() {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(50) == true)
    _ = queue.append(Waiter(80, name: 0), to: .visible)
    _ = queue.append(Waiter(10, name: 1), to: .visible)
    for _ in 0..<10 {
      #expect(queue.admitFirst() == nil)
      queue.reserveUnconditionally(10)
      queue.release(10)
    }
    queue.release(50)
    #expect(queue.admitFirst()?.name == 0)
    #expect(queue.admitFirst()?.name == 1)
  }

  @Test(arguments: [LanePriority.near, .idle])
  func aWaiterOfALowerBandIsAdmittedAfterAFixedNumberOfOthers(band: LanePriority) {
    var queue = Queue(limit: 10)
    _ = queue.append(Waiter(10, name: -1), to: band)
    for name in 0..<100 { _ = queue.append(Waiter(10, name: name), to: .visible) }
    var before = 0
    while let next = queue.admitFirst(), next.name != -1 {
      queue.release(10)
      before += 1
    }
    #expect(before == PriorityBands<Waiter>.agingLimit(band))
  }

  @Test func aWaiterMovesToAnotherBand() {
    var queue = Queue(limit: 100)
    let slots = (0..<3).map { queue.append(Waiter(10, name: $0), to: .idle) }
    queue.move(slots[2], to: .visible)
    #expect((0..<3).map { _ in queue.admitFirst()?.name } == [2, 0, 1])
  }

  // MARK: Leaving

  enum Change: CaseIterable, Sendable {
    case removed, ended, shrunk
  }

  /// The first waiter keeps the others waiting only while it needs the room.
  @Test(arguments: Change.allCases) func othersFollowAFirstWaiterThatChanges(change: Change) {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(60) == true)
    let first = Waiter(90, name: 0)
    let slot = queue.append(first, to: .visible)
    _ = queue.append(Waiter(20, name: 1), to: .visible)
    #expect(queue.admitFirst() == nil)
    switch change {
    case .removed: queue.remove(slot)
    case .ended:
      first.requestedByteCount = 0
      #expect(queue.admitFirst() === first)
    case .shrunk:
      first.requestedByteCount = 10
      #expect(queue.admitFirst() === first)
    }
    #expect(queue.admitFirst()?.name == 1)
    #expect(queue.reserved == (change == .shrunk ? 90 : 80))
    #expect(queue.waitingCount == 0)
  }

  @Test func allAreAdmittedWithoutTheBound() {
    var queue = Queue(limit: 100)
    #expect(queue.reserve(100) == true)
    for name in 0..<10 { _ = queue.append(Waiter(90, name: name), to: .visible) }
    var admitted = 0
    while queue.admitFirst(isUnbounded: true) != nil { admitted += 1 }
    #expect(admitted == 10 && queue.reserved == 1000)
  }

  // MARK: Starvation

  /// A stream of small displays that always fit, beside large ones that fit only alone: both go on.
  @Test func neitherLargeNorSmallDisplaysStarve() {
    let (limit, small, large) = (1000, 30, 700)
    var queue = Queue(limit: limit)
    var reserved: [Int] = []
    var admitted = (small: 0, large: 0)
    func count(_ byteCount: Int) {
      reserved.append(byteCount)
      if byteCount == large { admitted.large += 1 } else { admitted.small += 1 }
    }
    var longest = 0
    var since = 0
    for round in 0..<20_000 {
      // Two small displays and, now and then, a large one ask for room; one display ends.
      for byteCount in round % 20 == 0 ? [small, large, small] : [small, small] {
        if queue.reserve(byteCount) {
          count(byteCount)
        } else {
          _ = queue.append(Waiter(byteCount), to: .visible)
        }
      }
      for _ in 0..<3 where !reserved.isEmpty { queue.release(reserved.removeFirst()) }
      since += 1
      while let waiter = queue.admitFirst() {
        count(waiter.requestedByteCount)
        if waiter.requestedByteCount == large {
          longest = max(longest, since)
          since = 0
        }
      }
      #expect(queue.reserved <= limit)
    }
    #expect(admitted.large >= 990)
    #expect(admitted.small >= 39_900)
    #expect(longest < 100)
  }
}
