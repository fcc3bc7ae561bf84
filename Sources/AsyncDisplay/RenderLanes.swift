// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Synchronization
import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a lane can run. (A class, for a reference to it is one word.)
// @unchecked Sendable: both properties are atomic; a subclass answers for its own.
package class LaneJob: @unchecked Sendable {
  /// Where the job stands in the queue, -1, or -2 if it is never to wait again. Read and written only under the lock
  /// of the lanes.
  final let slot = Atomic<Int32>(-1)
  /// The band in which the job waits.
  final let band: Atomic<UInt8>
  /// Whose job it is, if it may have to wait for room there.
  final let source: ObjectIdentifier?

  init(priority: DisplayPriority, source: ObjectIdentifier? = nil) {
    band = Atomic(priority.rawValue)
    self.source = source
  }

  /// Does the work, for those who step lanes by hand.
  package final func perform() { _ = perform(HandedReference(self)) }

  /// Does the work, on a lane, and takes the reference or hands it on.
  ///
  /// - Returns: The source, if it has no room; see ``RenderLanes/rests(lane:_:)``.
  func perform(_ reference: HandedReference<LaneJob>) -> (any LaneSource)? {
    preconditionFailure("a job has work")
  }

  fileprivate final var isGone: Bool { slot.load(ordering: .relaxed) == -2 }

  fileprivate final var waitsIn: DisplayPriority {
    DisplayPriority(rawValue: band.load(ordering: .relaxed)) ?? .visible
  }
}

extension HandedReference<LaneJob> {
  /// Does the work of a job.
  @inline(__always)
  fileprivate func perform() -> (any LaneSource)? { withObject { $0.perform(self) } }
}

/// Where jobs come from.
protocol LaneSource: AnyObject, Sendable {
  /// Whether a job has been put aside that will be resubmitted when there is room, and none of the others is needed for that.
  var isFull: Bool { get }
}

/// Who has put something off as long as the lanes have work.
protocol LaneDebtor: AnyObject, Sendable {
  /// A lane has no more work: do it now.
  func laneRanDry()
}

/// The serial queues on which drawing runs, one for each core, fed by one shared queue.
///
/// A lane that becomes free takes the next job of the shared queue, so a long job never holds others
/// behind it while another lane is free (and there is room for their bitmaps). Jobs wait in bands (``DisplayPriority``). Before a lane falls asleep
/// it looks for a moment whether a job comes after all: waking it would take longer.
///
/// The lanes have an explicit target, so that lanes whose work blocks add no threads.
public final class RenderLanes: Sendable {
  /// The lanes that are used unless others are named: one for each active processor.
  public static let shared = RenderLanes()

  /// How lanes are woken.
  private enum Backing: Sendable {
    case queues([DispatchQueue])
    case manual(@Sendable (Int) -> Void)
  }

  fileprivate struct State {
    var waiting = PriorityBands<HandedReference<LaneJob>>()
    /// A bit for each lane that sleeps.
    var idle: UInt64
    var debtors: [any LaneDebtor] = []
    /// Whose jobs have come since the queue was empty last.
    var source: ObjectIdentifier?
    /// Whether they come from several sources.
    var isMixed = false
    /// How often jobs have come back.
    var resubmissions: UInt32 = 0
    /// That number when each lane took its last job.
    var seen = InlineArray<16, UInt32>(repeating: 0)
  }

  private static let key = DispatchSpecificKey<Int>()
  /// Jobs that a lane runs before it goes to the back of its target queue.
  private static let turn = 256

  /// The number of lanes, 1…16.
  public let count: Int
  private let backing: Backing
  private let state: Guarded<State>
  /// Where the lane that has run dry last waits for a job, awake. As long as it is open, no job waits but for a moment:
  /// one that came back beside another.
  private let mailbox = Mailbox<LaneJob>()
  private let patience = Apart(Patience())

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
    state = Guarded(State(idle: (1 << UInt64(self.count)) - 1))
  }

  /// Creates lanes that somebody else steps: `wake` is told that a lane has work.
  package init(count: Int, wake: @escaping @Sendable (Int) -> Void) {
    self.count = min(max(count, 1), 16)
    backing = .manual(wake)
    state = Guarded(State(idle: (1 << UInt64(self.count)) - 1))
  }

  deinit {
    state.withLock { state in
      while let job = state.waiting.popFirst() { _ = job.take() }
    }
  }

  /// The lane that the caller runs on, or `nil`.
  public static var current: Int? { DispatchQueue.getSpecific(key: key) }

  /// The number of processors that are on.
  public static var activeProcessorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The number of jobs that wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Queues a job that is not queued already.
  package func submit(_ job: LaneJob) { submit(HandedReference(job)) }

  func submit(_ job: HandedReference<LaneJob>) {
    if mailbox.put(job) { return }
    let (lane, isGone) = state.withLock { state -> (Int?, Bool) in
      // A lane may have run dry just now.
      if mailbox.put(job) { return (nil, false) }
      if job.object.isGone { return (nil, true) }
      let lane = state.append(job)
      return (lane, false)
    }
    if let lane { wake(lane) }
    if isGone { _ = job.take() }
  }

  /// Queues jobs with one look at the queue, in order.
  func submit(_ jobs: [HandedReference<LaneJob>]) {
    var woken: UInt64 = 0
    var gone: [HandedReference<LaneJob>] = []
    state.withLock { state in
      for job in jobs {
        if mailbox.put(job) { continue }
        if job.object.isGone {
          gone.append(job)
          continue
        }
        if let lane = state.append(job) {
          woken |= 1 << UInt64(lane)
        }
      }
    }
    wake(woken)
    for job in gone { _ = job.take() }
  }

  /// Queues jobs before all others of their bands, the first one first: they had their turn, and were put aside. (Before
  /// those as well that came back earlier and have not been taken yet.)
  ///
  /// Whoever has put jobs aside calls it, if only with no jobs, whenever it has fewer: lanes may rest until then.
  func resubmit(_ jobs: [HandedReference<LaneJob>]) {
    var gone: [HandedReference<LaneJob>] = []
    let woken = state.withLock { state in
      state.resubmissions &+= 1
      for (index, job) in jobs.enumerated().reversed() {
        if job.object.isGone {
          gone.append(job)
        } else if index > 0 || !mailbox.put(job) {
          state.prepend(job)
        }
      }
      // Others may wait, too, while lanes sleep.
      return state.wakeSome()
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
    let removed = state.withLock { state -> HandedReference<LaneJob>? in
      let slot = job.slot.exchange(-2, ordering: .relaxed)
      if slot < 0 { return nil }
      return state.waiting.remove(slot)
    }
    _ = removed?.take()
  }

  /// Moves a job to another band, if it still waits.
  package func move(_ job: LaneJob, to priority: DisplayPriority) {
    state.withLock { state in
      let slot = job.slot.load(ordering: .relaxed)
      if slot >= 0 { state.waiting.move(slot, to: priority) }
    }
  }

  /// Takes the next job for a lane; with none the lane falls asleep.
  package func next(forLane lane: Int) -> LaneJob? { nextReference(forLane: lane)?.take() }

  private func nextReference(forLane lane: Int) -> HandedReference<LaneJob>? {
    let (job, debtors) = state.withLock {
      state -> (HandedReference<LaneJob>?, [any LaneDebtor]) in
      if let job = state.takeFirst(lane) { return (job, []) }
      state.idle |= 1 << UInt64(lane)
      return (nil, state.takeDebtors())
    }
    for debtor in debtors { debtor.laneRanDry() }
    return job
  }

  /// Has somebody told when a lane has no more work.
  ///
  /// - Returns: `false` if there is none now.
  func owe(_ debtor: any LaneDebtor) -> Bool {
    state.withLock { state in
      if state.waiting.isEmpty { return false }
      state.debtors.append(debtor)
      return true
    }
  }

  /// Runs on the calling thread, as lane 0 of lanes that are stepped, what waits and has room.
  package func step() {
    while let job = nextReference(forLane: 0) {
      if let source = job.perform(), rests(lane: 0, source) { return }
    }
  }

  private func wake(_ lane: Int) {
    switch backing {
    case .queues(let queues): queues[lane].async { self.drain(lane, on: queues[lane]) }
    case .manual(let wake): wake(lane)
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
  /// its own, the lane goes on.
  ///
  /// - Returns: Whether the lane sleeps.
  func rests(lane: Int, _ source: any LaneSource) -> Bool {
    let (rests, debtors) = state.withLock { state -> (Bool, [any LaneDebtor]) in
      guard !state.isMixed, state.source == ObjectIdentifier(source),
        state.seen[lane] == state.resubmissions, source.isFull
      else { return (false, []) }
      state.idle |= 1 << UInt64(lane)
      return (true, state.takeDebtors())
    }
    for debtor in debtors { debtor.laneRanDry() }
    return rests
  }

  /// Takes the next job. With none, one lane waits awake for it; further ones fall asleep, and in the end that
  /// one does.
  private func nextOrSearch(_ lane: Int) -> HandedReference<LaneJob>? {
    let (found, waits, debtors) = state.withLock {
      state -> (HandedReference<LaneJob>?, Bool, [any LaneDebtor]) in
      if let job = state.takeFirst(lane) { return (job, false, []) }
      let waits = mailbox.tryOpen()
      if !waits { state.idle |= 1 << UInt64(lane) }
      return (nil, waits, state.takeDebtors())
    }
    if let found { return found }
    for debtor in debtors { debtor.laneRanDry() }
    if !waits { return nil }
    patience.value.wait { mailbox.isFull }
    if !mailbox.close() { return mailbox.take()?.object }
    return nextReference(forLane: lane)
  }
}

extension RenderLanes.State {
  /// - Returns: The lane to wake.
  fileprivate mutating func append(_ job: HandedReference<LaneJob>) -> Int? {
    note(job)
    let slot = waiting.append(job, to: job.object.waitsIn)
    job.object.slot.store(slot, ordering: .relaxed)
    if idle == 0 { return nil }
    let lane = idle.trailingZeroBitCount
    idle &= idle - 1
    return lane
  }

  fileprivate mutating func prepend(_ job: HandedReference<LaneJob>) {
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

  fileprivate mutating func takeFirst(_ lane: Int) -> HandedReference<LaneJob>? {
    guard let job = waiting.popFirst() else { return nil }
    job.object.slot.store(-1, ordering: .relaxed)
    seen[lane] = resubmissions
    return job
  }

  /// - Returns: The lanes to wake: as many of those that sleep as jobs wait.
  fileprivate mutating func wakeSome() -> UInt64 {
    var woken: UInt64 = 0
    for _ in 0..<min(waiting.count, idle.nonzeroBitCount) {
      woken |= idle & (~idle &+ 1)
      idle &= idle - 1
    }
    return woken
  }

  fileprivate mutating func takeDebtors() -> [any LaneDebtor] {
    if debtors.isEmpty { return [] }
    defer { debtors = [] }
    return debtors
  }
}

/// A closure as a job of the lanes.
// @unchecked Sendable: its own property is constant.
final class ClosureJob: LaneJob, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ priority: DisplayPriority, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    super.init(priority: priority)
  }

  override func perform(_ reference: HandedReference<LaneJob>) -> (any LaneSource)? {
    body()
    _ = reference.take()
    return nil
  }
}

extension RenderLanes {
  /// Runs work on a lane.
  package func run(priority: DisplayPriority = .visible, _ body: @escaping @Sendable () -> Void) {
    submit(ClosureJob(priority, body))
  }
}
