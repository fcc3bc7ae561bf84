// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The queue that feeds the lanes, and the states of the lanes. Guarded by the lock of
/// ``RenderLanes``.
struct LaneQueue {
  /// The result for a lane that has no work.
  enum Answer {
    case work(any LaneWork)
    /// Nothing is queued; the lane may spin, and then must look at the queue once more.
    case spin
    /// Nothing is queued; the lane sleeps until it is woken.
    case sleep
  }

  /// The most parts of frames that lanes take while a display waits. A number of parts and not a
  /// time, since a single part may take longer than a display.
  static let frameLimit = 8

  private var jobs = PriorityBands<LaneJob>()
  /// Parts of hosts' frames, in one band. A frame is due at a time and a display is not, so parts
  /// of frames go first.
  private var frames = PriorityBands<LaneJob>()
  /// The number of parts of frames taken since a display was taken last, while displays waited.
  private var framesInARow = 0
  /// A bit for each sleeping lane.
  private var sleeping: UInt64
  /// The lane that spins; it takes the next job without being woken.
  private var spinning: Int?
  private var idleObservers: [any LaneIdleObserver] = []

  init(laneCount: Int) { sleeping = (1 << UInt64(laneCount)) - 1 }

  /// The number of queued entries, including those whose work was taken back.
  var count: Int { jobs.count + frames.count }

  /// Puts work into an entry, and the entry into the queue unless it is there already.
  ///
  /// - Returns: A lane that must be woken.
  mutating func submit(_ work: any LaneWork, as job: LaneJob) -> Int? {
    job.work = work
    if job.isRemoved { return nil }
    if job.slot != nil { return nil }
    if job.isFrame {
      job.slot = frames.append(job, to: .visible)
    } else {
      job.slot = jobs.append(job, to: job.priority)
    }
    // A spinning lane takes the first job; each further one wakes a lane.
    if spinning != nil, count == 1 { return nil }
    return wakeOne()
  }

  private mutating func wakeOne() -> Int? {
    if sleeping == 0 { return nil }
    let lane = sleeping.trailingZeroBitCount
    sleeping &= sleeping - 1
    return lane
  }

  /// Takes work out of an entry, which keeps its place.
  ///
  /// - Returns: `nil` if a lane has taken the work.
  mutating func takeBack(_ job: LaneJob) -> (any LaneWork)? { job.work.take() }

  /// Takes an entry out of the queue for good. Its work can still be taken back.
  mutating func remove(_ job: LaneJob) {
    job.isRemoved = true
    guard let slot = job.slot.take() else { return }
    _ = job.isFrame ? frames.remove(slot) : jobs.remove(slot)
  }

  /// Moves an entry to the end of another band.
  mutating func move(_ job: LaneJob, to priority: LanePriority) {
    job.priority = priority
    if let slot = job.slot, !job.isFrame { jobs.move(slot, to: priority) }
  }

  /// Takes the next work for a lane that has none.
  ///
  /// - Parameter maySpin: Whether the lane has not spun since it last had work.
  mutating func next(for lane: Int, maySpin: Bool) -> Answer {
    if spinning == lane { spinning = nil }
    while let job = popFirst() {
      job.slot = nil
      guard let work = job.work.take() else { continue }
      framesInARow = job.isFrame && !jobs.isEmpty ? framesInARow + 1 : 0
      return .work(work)
    }
    if maySpin, spinning == nil {
      spinning = lane
      return .spin
    }
    sleeping |= 1 << UInt64(lane)
    return .sleep
  }

  /// Takes the first entry: a part of a frame, unless a display has waited for ``frameLimit`` of
  /// them.
  private mutating func popFirst() -> LaneJob? {
    if jobs.isEmpty || framesInARow < Self.frameLimit, let job = frames.popFirst() {
      return job
    }
    return jobs.popFirst()
  }

  /// Registers an observer that is called when a lane runs out of work.
  ///
  /// - Returns: `false` if no work is queued now.
  mutating func addIdleObserver(_ observer: any LaneIdleObserver) -> Bool {
    if count == 0 { return false }
    idleObservers.append(observer)
    return true
  }

  mutating func takeIdleObservers() -> [any LaneIdleObserver] {
    if idleObservers.isEmpty { return [] }
    return exchange(&idleObservers, with: [])
  }
}
