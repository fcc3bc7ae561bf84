// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

import struct Synchronization.Atomic

/// Work that a lane begins at most once and that ends exactly once: by itself or by a cancellation.
/// It is the part of a ``RenderJob`` that does not depend on the type of the value.
///
/// The class has no type parameters, since lanes call ``step()`` through ``LaneWork``: there a
/// generic class would look up the metadata of its types in each job, which takes a tenth of the
/// time of a short label.
///
/// The phase is one atomic number and not a state under a lock: the lock would be made, taken three
/// times and freed for each job.
// @unchecked Sendable: `begin`, `entry` and `priority` are written before the phase becomes
// `queued`. Afterwards `begin` belongs to the call that ends this phase, and `entry` to the call
// that sets the phase to `ended`; the exchange of the phase orders both after the writing.
@usableFromInline package class OneShotWork: CancellationFlag, LaneWork, @unchecked Sendable {
  private enum Phase {
    static let created = 0
    /// The work waits for a lane.
    static let queued = 1
    static let running = 2
    static let ended = 3
  }

  @usableFromInline final let lanes: RenderLanes
  private final let phase = Atomic<Int>(Phase.created)
  private final var begin: (@Sendable () -> Void)?
  /// The entry in the queue of the lanes, which a cancellation removes.
  private final var entry: LaneJob?
  private final var priority = LanePriority.visible
  /// The entries of lanes that are asked to help; `nil` for work of one lane.
  private final let helpers: HelperEntries?

  @usableFromInline
  init(on lanes: RenderLanes, isShared: Bool) {
    self.lanes = lanes
    helpers = isShared ? HelperEntries() : nil
    super.init()
  }

  /// Queues the work; to be called once.
  ///
  /// - Parameter begin: Runs on a lane, and calls ``end()`` when it has a result.
  /// - Returns: `false` if the work was cancelled before.
  @usableFromInline
  final func queue(priority: LanePriority, begin: @escaping @Sendable () -> Void) -> Bool {
    let entry = LaneJob(priority: priority, work: self)
    (self.begin, self.entry, self.priority) = (begin, entry, priority)
    let (isQueued, _) = phase.compareExchange(
      expected: Phase.created, desired: Phase.queued, ordering: .acquiringAndReleasing)
    guard isQueued else {
      (self.begin, self.entry, entry.work) = (nil, nil, nil)
      return false
    }
    // The lanes refuse an entry that `cancel()` has emptied in between.
    lanes.submit(entry)
    return true
  }

  /// Begins the work on a lane, unless it was cancelled while it waited.
  @usableFromInline
  package final func step() -> Bool {
    let (isBegun, _) = phase.compareExchange(
      expected: Phase.queued, desired: Phase.running, ordering: .acquiringAndReleasing)
    if isBegun { begin.take()?() }
    return false
  }

  /// Ends work that runs; to be called by a lane that has its result.
  ///
  /// - Returns: `false` if the work has ended before, and the result is to be dropped.
  @usableFromInline
  final func end() -> Bool {
    if phase.exchange(Phase.ended, ordering: .acquiringAndReleasing) == Phase.ended { return false }
    entry = nil
    // Helpers that no lane has taken would keep the work in memory and delay other entries.
    helpers?.removeAll(from: lanes)
    return true
  }

  /// Cancels the work; has no effect once it has ended.
  @usableFromInline
  package final func cancel() {
    let old = phase.exchange(Phase.ended, ordering: .acquiringAndReleasing)
    set()
    if old == Phase.created || old == Phase.ended { return }
    if old == Phase.queued { begin = nil }
    let entry = entry.take()
    wasCancelled(beforeItBegan: old == Phase.queued)
    if let entry { lanes.discard(entry) }
    helpers?.removeAll(from: lanes)
  }

  /// Tells a subclass that ``cancel()`` has ended the work.
  ///
  /// - Parameter isUnbegun: Whether no lane has begun the work, nor will.
  @usableFromInline func wasCancelled(beforeItBegan isUnbegun: Bool) {}

  /// Asks another lane to help, unless the work has ended.
  final func ask(_ help: @escaping @Sendable () -> Void) {
    let helper = RenderLanes.job(priority: priority, help)
    // The lanes refuse an entry that was removed in between.
    if helpers?.add(helper) == true { lanes.submit(helper) }
  }
}

/// The entries of lanes that are asked to help with one job.
private final class HelperEntries: Sendable {
  /// `nil` once the job has ended.
  private let entries = Mutex<[LaneJob]?>([])

  /// Adds an entry; `false` if the job has ended.
  func add(_ entry: LaneJob) -> Bool {
    entries.withLock { entries in
      entries?.append(entry)
      return entries != nil
    }
  }

  func removeAll(from lanes: RenderLanes) {
    for entry in entries.withLock({ $0.take() }) ?? [] { lanes.remove(entry) }
  }
}
