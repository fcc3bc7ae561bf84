// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import TextModel
import TextRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The serial queues on which drawing runs, one for each core, fed by one shared queue.
///
/// A lane that becomes free takes the next job of the shared queue, so a long job never holds others
/// behind it while another lane is free (and there is room for their bitmaps). Jobs wait in bands (``DisplayPriority``).
/// Where many short jobs wait, a lane takes a few at once (`LaneHand`); if one of them is long after all, the next lane that
/// is through with its own takes the rest. Before a lane falls asleep it looks for a moment whether a job comes after all:
/// waking it would take longer.
///
/// The lanes have an explicit target, so that lanes whose work blocks add no threads.
public final class RenderLanes: Sendable {
  /// The lanes that are used unless others are named: one for each active processor.
  public static let shared = RenderLanes()

  /// How lanes are woken.
  private enum Backing: Sendable {
    case queues([DispatchQueue])
    case manual(wake: @Sendable (Int) -> Void, clock: @Sendable () -> UInt64)
  }

  private static let key = DispatchSpecificKey<Int>()
  /// Jobs that a lane runs before it goes to the back of its target queue.
  private static let turn = 256
  /// Jobs that are queued with one look at the queue.
  private static let few = 16
  /// So many jobs must wait for each lane before one takes several at once.
  private static let crowd = 8

  /// The number of lanes, 1…16.
  public let count: Int
  private let backing: Backing
  private let queue: Mutex<LaneQueue>
  /// Where the lane that has run dry last waits for a job, awake. As long as it is open, no job waits but for a moment:
  /// one that came back beside another.
  private let mailbox = Mailbox<LaneJob>()
  private let patience = CacheLinePadded(AdaptiveSpin())
  /// What each lane has taken ahead.
  private let hands = InlineArray<16, CacheLinePadded<LaneHand>> { _ in CacheLinePadded(LaneHand())
  }

  /// Creates lanes.
  ///
  /// - Parameters:
  ///   - count: How many; clamped to 1…16. By default one for each active processor.
  ///   - target: Where the lanes run; not a queue that other work blocks.
  public init(count: Int? = nil, target: DispatchQueue = .global(qos: .default)) {
    self.count = min(max(count ?? Self.activeProcessorCount, 1), 16)
    let queues = (0..<self.count).map { index in
      let queue = DispatchQueue(label: "AsyncDisplay.lane.\(index)", target: target)
      queue.setSpecific(key: Self.key, value: index)
      return queue
    }
    backing = .queues(queues)
    queue = Mutex(LaneQueue(laneCount: self.count, crowd: Self.crowd))
  }

  /// Creates lanes that somebody else steps: `wake` is told that a lane has work. As long as the clock, in nanoseconds,
  /// stands still, all jobs are short.
  package init(
    count: Int, crowd: Int = crowd, clock: @escaping @Sendable () -> UInt64 = { 1 },
    wake: @escaping @Sendable (Int) -> Void
  ) {
    self.count = min(max(count, 1), 16)
    backing = .manual(wake: wake, clock: clock)
    queue = Mutex(LaneQueue(laneCount: self.count, crowd: crowd))
  }

  deinit {
    for job in queue.withLock({ $0.takeAll() }) { _ = job.take() }
  }

  /// The lane that the caller runs on, or `nil`.
  public static var current: Int? { DispatchQueue.getSpecific(key: key) }

  /// The number of processors that are on.
  public static var activeProcessorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The number of jobs that wait, also in the hand of a lane.
  package var waitingCount: Int { queue.withLock { $0.count + $0.heldCount(hands) } }

  /// The number of jobs that wait in the hand of a lane.
  package var heldCount: Int { queue.withLock { $0.heldCount(hands) } }

  /// Queues a job that is not queued already.
  package func submit(_ job: LaneJob) { submit(HandedReference(job)) }

  func submit(_ job: HandedReference<LaneJob>) {
    if mailbox.put(job) { return }
    let (lane, isGone) = queue.withLock { queue -> (Int?, Bool) in
      // A lane may have run dry just now.
      if mailbox.put(job) { return (nil, false) }
      if job.object.isGone { return (nil, true) }
      let lane = queue.append(job)
      return (lane, false)
    }
    if let lane { wake(lane) }
    if isGone { _ = job.take() }
  }

  /// Queues jobs in order, with few looks at the queue.
  func submit(_ jobs: [HandedReference<LaneJob>]) {
    var gone: [HandedReference<LaneJob>] = []
    var woken: UInt64 = 0
    var index = 0
    while index < jobs.count {
      // A few at a time: a lane that finds the queue locked for longer falls asleep.
      let end = min(index + Self.few, jobs.count)
      queue.withLock { queue in
        while index < end {
          let job = jobs[index]
          index += 1
          if mailbox.put(job) { continue }
          if job.object.isGone {
            gone.append(job)
          } else if let lane = queue.append(job) {
            woken |= 1 << UInt64(lane)
          }
        }
      }
    }
    // (Not one by one: a lane that is awake at the first of them is through before the next, and falls asleep.)
    wake(woken)
    for job in gone { _ = job.take() }
  }

  /// Queues jobs before all others of their bands, the first one first: they had their turn, and were put aside. (Before
  /// those as well that came back earlier and have not been taken yet.)
  ///
  /// Whoever has put jobs aside calls it, if only with no jobs, whenever it has fewer: lanes may rest until then.
  func resubmit(_ jobs: [HandedReference<LaneJob>]) {
    var gone: [HandedReference<LaneJob>] = []
    let woken = queue.withLock { queue in
      for (index, job) in jobs.enumerated().reversed() {
        if job.object.isGone {
          gone.append(job)
        } else if index > 0 || !mailbox.put(job) {
          queue.prepend(job)
        }
      }
      // Others may wait, too, while lanes sleep.
      return queue.resubmitted()
    }
    wake(woken)
    for job in gone { _ = job.take() }
  }

  private func wake(_ lanes: UInt64) {
    var lanes = lanes
    while lanes != 0 {
      wake(lanes.trailingZeroBitCount)
      lanes &= lanes - 1
    }
  }

  /// Takes a job out of the queue for good: it has nothing to do any more, and needs no place there.
  package func remove(_ job: LaneJob) {
    _ = queue.withLock { $0.remove(job) }?.take()
  }

  /// Moves a job to another band, if it still waits in the queue: what a lane has in its hand is about to be run.
  package func move(_ job: LaneJob, to priority: DisplayPriority) {
    queue.withLock { $0.move(job, to: priority) }
  }

  /// Takes the next job for a lane; with none the lane falls asleep.
  package func next(forLane lane: Int) -> LaneJob? { nextReference(forLane: lane)?.take() }

  private func nextReference(forLane lane: Int) -> HandedReference<LaneJob>? {
    if let job = hands[lane].value.take() { return job }
    let now = self.now
    let (job, debtors) = queue.withLock { queue -> (HandedReference<LaneJob>?, [any LaneDebtor]) in
      if let job = queue.take(for: lane, hands, at: now) { return (job, []) }
      return (nil, queue.sleep(lane))
    }
    for debtor in debtors { debtor.laneRanDry() }
    return job
  }

  /// The time, in nanoseconds.
  private var now: UInt64 {
    switch backing {
    case .queues: DispatchTime.now().uptimeNanoseconds
    case .manual(_, let clock): clock()
    }
  }

  /// Has somebody told when a lane has no more work.
  ///
  /// - Returns: `false` if there is none now.
  func owe(_ debtor: any LaneDebtor) -> Bool { queue.withLock { $0.owe(debtor) } }

  /// Runs on the calling thread, as lane 0 of lanes that are stepped, what waits and has room.
  package func step() {
    while let job = nextReference(forLane: 0) {
      if let source = job.perform(), rests(lane: 0, source) { return }
    }
  }

  private func wake(_ lane: Int) {
    switch backing {
    case .queues(let queues): queues[lane].async { self.drain(lane, on: queues[lane]) }
    case .manual(let wake, _): wake(lane)
    }
  }

  private func drain(_ lane: Int, on queue: DispatchQueue) {
    for _ in 0..<Self.turn {
      guard let job = nextOrSearch(lane) else { return }
      if let source = job.perform(), rests(lane: lane, source) { return }
    }
    // Others that share the target queue get their turn.
    queue.async { self.drain(lane, on: queue) }
  }

  /// Has a lane that took a job in vain fall asleep although others wait, if all come from a source that is full: else
  /// it would take them all in vain.
  ///
  /// The source has put a job aside. When that comes back, lanes are woken; if one has come back since the lane took
  /// its own, the lane goes on. In any case it puts back what it has in its hand.
  ///
  /// - Returns: Whether the lane sleeps.
  func rests(lane: Int, _ source: any LaneSource) -> Bool {
    var gone: [HandedReference<LaneJob>] = []
    let (rests, debtors, woken) = queue.withLock { queue -> (Bool, [any LaneDebtor], UInt64) in
      let woken = queue.putBack(hands[lane].value, gone: &gone)
      if !queue.isVain(for: lane, source, hands) { return (false, [], woken) }
      return (true, queue.sleep(lane), woken)
    }
    wake(woken)
    for debtor in debtors { debtor.laneRanDry() }
    for job in gone { _ = job.take() }
    return rests
  }

  /// Takes the next job. With none, one lane waits awake for it; further ones fall asleep, and in the end that
  /// one does.
  private func nextOrSearch(_ lane: Int) -> HandedReference<LaneJob>? {
    if let job = hands[lane].value.take() { return job }
    let now = self.now
    let (found, waits, debtors) = queue.withLock {
      queue -> (HandedReference<LaneJob>?, Bool, [any LaneDebtor]) in
      if let job = queue.take(for: lane, hands, at: now) { return (job, false, []) }
      return mailbox.tryOpen() ? (nil, true, queue.takeDebtors()) : (nil, false, queue.sleep(lane))
    }
    if let found { return found }
    for debtor in debtors { debtor.laneRanDry() }
    if !waits { return nil }
    patience.value.wait { mailbox.isFull }
    if !mailbox.close() { return mailbox.take()?.object }
    return nextReference(forLane: lane)
  }
}

extension RenderLanes {
  /// Runs work on a lane.
  package func run(priority: DisplayPriority = .visible, _ body: @escaping @Sendable () -> Void) {
    submit(Self.job(priority: priority, body))
  }

  /// Work that is still to be queued, and may be taken out of the queue again.
  package static func job(
    priority: DisplayPriority, _ body: @escaping @Sendable () -> Void
  ) -> LaneJob {
    ClosureJob(priority, body)
  }
}
