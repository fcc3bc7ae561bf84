// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// The jobs that wait for lanes, and what is known of the lanes. Whoever holds it guards it.
struct LaneQueue {
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
  /// That number when each lane came last.
  private var seen = InlineArray<16, UInt32>(repeating: 0)
  /// How often lanes have come.
  private var visits: UInt32 = 0
  /// That number when each lane filled its hand last.
  private var filled = InlineArray<16, UInt32>(repeating: 0)
  /// When each lane came last, in nanoseconds.
  private var visited = InlineArray<16, UInt64>(repeating: 0)
  /// The lanes whose hands may hold something, a bit for each.
  private var holding: UInt64 = 0
  private let laneCount: Int
  /// So many jobs must wait for each lane before one takes several.
  private let crowd: Int

  /// Jobs that take less than this, in nanoseconds, are short: a lane takes several at once.
  private static let short: UInt64 = 12_000
  /// A hand has lain still when each lane has come so often since it was filled.
  private static let still = 4

  init(laneCount: Int, crowd: Int) {
    self.laneCount = laneCount
    self.crowd = crowd
    idle = (1 << UInt64(laneCount)) - 1
  }

  var count: Int { waiting.count }

  var isEmpty: Bool { waiting.isEmpty }

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
  /// A lane has come, with nothing in its hand, and takes what is next. Of many short jobs it takes some more into its hand.
  ///
  /// - Parameters:
  ///   - lane: The lane.
  ///   - hands: Those of all lanes.
  ///   - now: The time, in nanoseconds.
  mutating func take(
    for lane: Int, _ hands: borrowing InlineArray<16, Apart<LaneHand>>, at now: UInt64
  ) -> HandedReference<LaneJob>? {
    visits &+= 1
    seen[lane] = resubmissions
    holding &= ~(1 << UInt64(lane))
    if holding != 0, let job = takeWhatLiesStill(hands) { return job }
    guard let job = waiting.popFirst() else { return takeFromOthers(hands) }
    // (Only while no lane sleeps: one that falls asleep looks at all hands before.)
    if idle == 0, waiting.count > crowd * laneCount,
      now &- visited[lane] < Self.short * UInt64(LaneHand.size + 1)
    {
      fill(hands[lane].value, of: lane)
    }
    visited[lane] = now
    return job
  }

  private mutating func fill(_ hand: borrowing LaneHand, of lane: Int) {
    for _ in 0..<LaneHand.size {
      // Jobs of other bands would go before visible ones that come meanwhile.
      guard waiting.nextBand == .visible, let job = waiting.popFirst() else { return }
      hand.put(job)
      holding |= 1 << UInt64(lane)
    }
    filled[lane] = visits
  }

  /// Takes a job from a hand that nobody has emptied for long: its lane is busy with something else.
  private mutating func takeWhatLiesStill(
    _ hands: borrowing InlineArray<16, Apart<LaneHand>>
  ) -> HandedReference<LaneJob>? {
    var left = holding
    while left != 0 {
      let other = left.trailingZeroBitCount
      left &= left - 1
      if visits &- filled[other] < UInt32(Self.still * laneCount) { continue }
      if let job = hands[other].value.take() { return job }
      holding &= ~(1 << UInt64(other))
    }
    return nil
  }

  private mutating func takeFromOthers(
    _ hands: borrowing InlineArray<16, Apart<LaneHand>>
  ) -> HandedReference<LaneJob>? {
    while holding != 0 {
      let other = holding.trailingZeroBitCount
      if let job = hands[other].value.take() { return job }
      holding &= holding - 1
    }
    return nil
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
    var woken: UInt64 = 0
    for _ in 0..<min(waiting.count, idle.nonzeroBitCount) {
      woken |= idle & (~idle &+ 1)
      idle &= idle - 1
    }
    return woken
  }

  /// Whether a lane that took a job in vain does better to sleep although others wait: all come from a source that is
  /// full, and none has come back since the lane came.
  func isVain(for lane: Int, _ source: any LaneSource) -> Bool {
    !isMixed && self.source == ObjectIdentifier(source) && seen[lane] == resubmissions
      && source.isFull
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
