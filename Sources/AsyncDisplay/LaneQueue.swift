// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel
import TextRuntime

/// The jobs that wait for lanes, and what is known of the lanes. Whoever holds it guards it.
struct LaneQueue {
  typealias Hands = InlineArray<16, CacheLinePadded<LaneHand>>

  /// What is known of a lane from when it came last.
  private struct Lane {
    /// How often jobs had come back.
    var seen: UInt32 = 0
    /// How often lanes had come.
    var visit: UInt32 = 0
    /// When that was, in nanoseconds.
    var time: UInt64 = 0
    /// The jobs it took.
    var taken: UInt64 = 1
  }

  private var waiting = PriorityBands<HandedReference<LaneJob>>()
  /// A bit for each lane that sleeps.
  var idle: UInt64
  private var debtors: [any LaneDebtor] = []
  /// Whose jobs have come since the queue was empty last.
  private var source: ObjectIdentifier?
  /// Whether they come from several sources.
  private var isMixed = false
  /// How often jobs have come back.
  private var resubmissions: UInt32 = 0
  /// How often lanes have come.
  private var visits: UInt32 = 0
  private var lanes = InlineArray<16, Lane>(repeating: Lane())
  /// The lanes whose hands may hold something, a bit for each.
  private var holding: UInt64 = 0
  private let laneCount: Int
  /// So many jobs must wait for each lane before one takes several.
  private let crowd: Int

  /// Jobs that take less than this, in nanoseconds, are short: a lane takes several at once.
  private static let short: UInt64 = 12_000
  /// A hand has lain still as well when lanes have come so often, for each there is, since it was filled.
  private static let still = 4

  init(laneCount: Int, crowd: Int) {
    self.laneCount = laneCount
    self.crowd = crowd
    idle = (1 << UInt64(laneCount)) - 1
  }

  var count: Int { waiting.count }

  /// Puts a job behind the others of its band.
  ///
  /// - Returns: The lane to wake.
  mutating func append(_ job: HandedReference<LaneJob>) -> Int? {
    note(job)
    let slot = waiting.append(job, to: job.object.waitsIn)
    job.object.slot.store(slot, ordering: .relaxed)
    if idle == 0 { return nil }
    let lane = idle.trailingZeroBitCount
    idle &= idle - 1
    return lane
  }

  /// Puts a job before the others of its band.
  mutating func prepend(_ job: HandedReference<LaneJob>) {
    note(job)
    let slot = waiting.prepend(job, to: job.object.waitsIn)
    job.object.slot.store(slot, ordering: .relaxed)
  }

  private mutating func note(_ job: HandedReference<LaneJob>) {
    let source = job.object.source
    if waiting.isEmpty {
      self.source = source
      isMixed = false
    } else if source != self.source {
      isMixed = true
    }
  }

  /// Takes a job out of the queue for good.
  mutating func remove(_ job: LaneJob) -> HandedReference<LaneJob>? {
    let slot = slot(of: job)
    job.slot.store(-2, ordering: .relaxed)
    return slot.flatMap { waiting.remove($0) }
  }

  /// Moves a job to another band, if it still waits here.
  mutating func move(_ job: LaneJob, to priority: DisplayPriority) {
    if let slot = slot(of: job) { waiting.move(slot, to: priority) }
  }

  /// Where a job waits, if it does.
  private func slot(of job: LaneJob) -> Int32? {
    let slot = job.slot.load(ordering: .relaxed)
    guard slot >= 0, waiting.element(at: slot)?.word == HandedReference(lending: job).word else {
      return nil
    }
    return slot
  }
}

// MARK: - Lanes

extension LaneQueue {
  /// A lane has come, and takes what is next. Of many short jobs it takes some more into its hand.
  ///
  /// - Parameters:
  ///   - lane: The lane; it has nothing in its hand.
  ///   - hands: Those of all lanes.
  ///   - now: The time, in nanoseconds.
  mutating func take(
    for lane: Int, _ hands: borrowing Hands, at now: UInt64
  ) -> HandedReference<LaneJob>? {
    visits &+= 1
    let before = lanes[lane]
    lanes[lane] = Lane(seen: resubmissions, visit: visits, time: now, taken: 1)
    holding &= ~(1 << UInt64(lane))
    if holding != 0, let job = takeWhatLiesStill(hands, at: now) { return job }
    // What lies in hands is visible, and came before what waits.
    if waiting.visibleCount == 0, let job = takeFromOthers(hands) { return job }
    guard let job = waiting.popFirst() else { return nil }
    // (Only while no lane sleeps: one that falls asleep looks at all hands before.)
    if idle == 0, waiting.visibleCount > crowd * laneCount,
      now < before.time + Self.short * before.taken
    {
      fill(hands[lane].value, of: lane)
    }
    return job
  }

  private mutating func fill(_ hand: borrowing LaneHand, of lane: Int) {
    for _ in 0..<LaneHand.size {
      // Jobs of other bands would go before visible ones that come meanwhile.
      guard waiting.nextBand == .visible, let job = waiting.popFirst() else { break }
      hand.put(job)
      holding |= 1 << UInt64(lane)
      lanes[lane].taken += 1
    }
  }

  /// A lane puts back what it has in its hand, before all that waits.
  ///
  /// - Parameter gone: Gets what is never to wait again.
  /// - Returns: The lanes to wake.
  mutating func putBack(
    _ hand: borrowing LaneHand, gone: inout [HandedReference<LaneJob>]
  ) -> UInt64 {
    var count = 0
    while let job = hand.takeLast() {
      if job.object.isGone {
        gone.append(job)
      } else {
        prepend(job)
        count += 1
      }
    }
    return wake(count)
  }

  /// Takes a job from a hand that is not empty although its lane should be through with it: it is busy with something else.
  private mutating func takeWhatLiesStill(
    _ hands: borrowing Hands, at now: UInt64
  ) -> HandedReference<LaneJob>? {
    var left = holding
    while left != 0 {
      let other = left.trailingZeroBitCount
      left &= left - 1
      let isStill =
        visits &- lanes[other].visit >= UInt32(Self.still * laneCount)
        || now > lanes[other].time + Self.short * lanes[other].taken
      if !isStill { continue }
      if let job = hands[other].value.take() { return job }
      holding &= ~(1 << UInt64(other))
    }
    return nil
  }

  private mutating func takeFromOthers(
    _ hands: borrowing Hands
  ) -> HandedReference<LaneJob>? {
    while holding != 0 {
      let other = holding.trailingZeroBitCount
      if let job = hands[other].value.take() { return job }
      holding &= holding - 1
    }
    return nil
  }

  /// The number of jobs that lie in hands.
  func heldCount(_ hands: borrowing Hands) -> Int {
    var (count, left) = (0, holding)
    while left != 0 {
      count += hands[left.trailingZeroBitCount].value.count
      left &= left - 1
    }
    return count
  }

  /// A lane falls asleep.
  ///
  /// - Returns: Who is to be told.
  mutating func sleep(_ lane: Int) -> [any LaneDebtor] {
    idle |= 1 << UInt64(lane)
    return takeDebtors()
  }

  /// Jobs have come back, or may.
  ///
  /// - Returns: The lanes to wake: as many of those that sleep as jobs wait.
  mutating func resubmitted() -> UInt64 {
    resubmissions &+= 1
    return wake(waiting.count)
  }

  /// - Returns: The lanes to wake for so many jobs.
  private mutating func wake(_ count: Int) -> UInt64 {
    var woken: UInt64 = 0
    for _ in 0..<min(count, idle.nonzeroBitCount) {
      woken |= idle & (~idle &+ 1)
      idle &= idle - 1
    }
    return woken
  }

  /// Whether a lane that took a job in vain does better to sleep although others wait: all come from a source that is
  /// full, none has come back since the lane came, and none lies in a hand.
  func isVain(for lane: Int, _ source: any LaneSource, _ hands: borrowing Hands) -> Bool {
    !isMixed && self.source == ObjectIdentifier(source) && lanes[lane].seen == resubmissions
      && heldCount(hands) == 0 && source.isFull
  }

  /// Remembers somebody who is told when a lane has no more work.
  ///
  /// - Returns: `false` if there is none now.
  mutating func owe(_ debtor: any LaneDebtor) -> Bool {
    if waiting.isEmpty { return false }
    debtors.append(debtor)
    return true
  }

  mutating func takeDebtors() -> [any LaneDebtor] {
    if debtors.isEmpty { return [] }
    defer { debtors = [] }
    return debtors
  }

  /// Takes all that waits, to be let go.
  mutating func takeAll() -> [HandedReference<LaneJob>] {
    var all: [HandedReference<LaneJob>] = []
    while let job = waiting.popFirst() { all.append(job) }
    return all
  }
}
