// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import SystemConcurrency

import struct Synchronization.Atomic

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pool of serial queues (lanes) on which drawing runs: by default one for each active
/// processor, at most 16, fed by one shared queue.
///
/// A lane that becomes free takes the next job of the shared queue, so a long job delays no other
/// job while another lane is free. Jobs wait in bands (``LanePriority``). Before a lane sleeps
/// it spins for a moment, since waking it takes longer.
///
/// A busy lane has a thread of its own, so that lanes that are all busy delay nothing but each
/// other. Global queues and the tasks of a program share as few threads as there are processors:
/// lanes on those threads would keep the tasks waiting.
///
/// A lane that has had no work for five seconds gives its thread back.
public final class RenderLanes: Sendable {
  /// The default lanes: one for each active processor, at most 16.
  public static let shared = RenderLanes()

  private enum Backing: Sendable {
    case threads(LaneThreads)
    /// Lanes that a test steps; `wake` is called when a lane has work.
    case manual(wake: @Sendable (Int) -> Void)
  }

  private static let key = DispatchSpecificKey<Int>()

  /// The number of lanes, 1…16.
  public let count: Int
  /// The class of the lanes' queues.
  package let qualityOfService: DispatchQoS
  private let backing: Backing
  private let queue: Mutex<LaneQueue>
  /// The length of the queue, for the lane that spins.
  private let queuedCount = CacheLinePadded(Atomic<Int>(0))
  private let spin = CacheLinePadded(AdaptiveSpin())

  /// Creates lanes.
  ///
  /// - Parameters:
  ///   - count: The number of lanes, clamped to 1…16; by default one for each active processor.
  ///   - qualityOfService: The class of the lanes' queues. Linux does not schedule by it: all
  ///     threads have the same share of the processors.
  public init(count: Int? = nil, qualityOfService: DispatchQoS = .userInitiated) {
    self.count = min(max(count ?? Self.activeProcessorCount, 1), 16)
    self.qualityOfService = qualityOfService
    backing = .threads(
      LaneThreads(count: self.count, qualityOfService: qualityOfService, key: Self.key))
    queue = Mutex(LaneQueue(laneCount: self.count))
  }

  deinit { if case .threads(let threads) = backing { threads.end() } }

  /// Creates lanes that the caller steps with ``LaneDriver``.
  ///
  /// - Parameter wake: Called when a sleeping lane has work.
  package init(count: Int, wake: @escaping @Sendable (Int) -> Void) {
    self.count = min(max(count, 1), 16)
    qualityOfService = .unspecified
    backing = .manual(wake: wake)
    queue = Mutex(LaneQueue(laneCount: self.count))
  }

  /// The number of the lane that the caller runs on, or `nil`.
  public static var current: Int? { DispatchQueue.getSpecific(key: key) }

  /// The number of online processors.
  package static var activeProcessorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The number of queued jobs.
  package var waitingCount: Int { queue.withLock { $0.count } }
}

// MARK: - Queueing, on any thread

extension RenderLanes {
  /// Runs a closure on a lane.
  package func run(priority: LanePriority = .visible, _ body: @escaping @Sendable () -> Void) {
    submit(Self.job(priority: priority, body))
  }

  /// Runs a part of a host's frame on the next lane that is free.
  ///
  /// A frame is due at its time, so it goes before all displays: it waits only for work that lanes
  /// have begun, and for parts of other hosts' frames. Displays go on under endless motion: after
  /// ``LaneQueue/frameLimit`` parts of frames, a display is the next to begin.
  package func runFrame(_ body: @escaping @Sendable () -> Void) {
    submit(LaneJob(priority: .visible, isFrame: true, work: ClosureWork(body)))
  }

  /// Creates a job that runs a closure; to be submitted, and possibly removed again.
  package static func job(
    priority: LanePriority, _ body: @escaping @Sendable () -> Void
  ) -> LaneJob {
    LaneJob(priority: priority, work: ClosureWork(body))
  }

  /// Queues a job with the work it was made with, unless it was removed before.
  @usableFromInline
  package func submit(_ job: LaneJob) {
    let lane = withQueue { queue -> Int? in
      guard let work = job.work else { return nil }
      return queue.submit(work, as: job)
    }
    if let lane { wake(lane) }
  }

  /// Puts work into a job, and queues the job unless it is queued already.
  package func submit(_ work: any LaneWork, as job: LaneJob) {
    if let lane = withQueue({ $0.submit(work, as: job) }) { wake(lane) }
  }

  /// Takes the work out of a job, which keeps its place in the queue.
  ///
  /// - Returns: `false` if a lane has taken the work.
  package func takeBack(_ job: LaneJob) -> Bool { queue.withLock { $0.takeBack(job) } != nil }

  /// Takes a job out of the queue for good.
  @usableFromInline
  package func remove(_ job: LaneJob) { withQueue { $0.remove(job) } }

  /// Takes a job out of the queue for good, and the work out of the job.
  func discard(_ job: LaneJob) {
    // The work is freed outside the lock: its `deinit` may do anything.
    _ = queue.withLock { $0.takeBack(job) }
    remove(job)
  }

  /// Moves a job to another band.
  package func move(_ job: LaneJob, to priority: LanePriority) {
    queue.withLock { $0.move(job, to: priority) }
  }

  /// Registers an observer that is called when a lane runs out of work.
  ///
  /// - Returns: `false` if no work is queued now.
  package func addIdleObserver(_ observer: any LaneIdleObserver) -> Bool {
    queue.withLock { $0.addIdleObserver(observer) }
  }

  private func withQueue<R>(_ body: (inout LaneQueue) -> sending R) -> sending R {
    queue.withLock { queue in
      defer { queuedCount.value.store(queue.count, ordering: .releasing) }
      return body(&queue)
    }
  }

  private func wake(_ lane: Int) {
    switch backing {
    case .threads(let threads): threads.wake(lane, of: self)
    case .manual(let wake): wake(lane)
    }
  }
}

// MARK: - Running, on a lane

extension RenderLanes {
  /// Runs a lane until it sleeps.
  func drain(_ lane: Int) {
    var driver = LaneDriver(self, lane)
    while !driver.isAsleep { while driver.step() {} }
  }

  /// Runs everything that is queued, on the calling thread, as lane 0 of stepped lanes.
  package func step() {
    var driver = LaneDriver(self, 0)
    while !driver.isAsleep { _ = driver.step() }
  }

  func next(for lane: Int, maySpin: Bool) -> LaneQueue.Answer {
    let (answer, observers) = withQueue { queue -> (LaneQueue.Answer, [any LaneIdleObserver]) in
      let answer = queue.next(for: lane, maySpin: maySpin)
      if case .work = answer { return (answer, []) }
      return (answer, queue.takeIdleObservers())
    }
    for observer in observers { observer.laneBecameIdle() }
    return answer
  }

  /// Spins until a job is queued or the time is over; stepped lanes do not wait.
  func spinUntilQueued() {
    if case .manual = backing { return }
    spin.value.wait { queuedCount.value.load(ordering: .acquiring) > 0 }
  }
}
