// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
package import Synchronization
import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a lane can run.
package protocol LaneJob: AnyObject, Sendable {
  /// Where the job stands in the queue, or -1. Read and written only under the lock of the lanes.
  var slot: Atomic<Int32> { get }
  /// Does the work, on a lane.
  func perform()
}

/// The serial queues on which drawing runs, one for each core, fed by one shared queue.
///
/// A lane that becomes free takes the next job of the shared queue, so a long job never holds others
/// behind it while another lane is free. Jobs wait in bands (``DisplayPriority``).
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
    var waiting = PriorityBands<any LaneJob>()
    /// A bit for each lane that sleeps.
    var idle: UInt64
  }

  private static let key = DispatchSpecificKey<Int>()
  /// Jobs that a lane runs before it goes to the back of its target queue.
  private static let turn = 256

  /// The number of lanes, 1…16.
  public let count: Int
  private let backing: Backing
  private let state: Guarded<State>

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
    self.count = count
    backing = .manual(wake)
    state = Guarded(State(idle: (1 << UInt64(count)) - 1))
  }

  /// The lane that the caller runs on, or `nil`.
  public static var current: Int? { DispatchQueue.getSpecific(key: key) }

  /// The number of processors that are on.
  public static var activeProcessorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The number of jobs that wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Queues a job that is not queued already.
  package func submit(_ job: any LaneJob, priority: DisplayPriority) {
    let lane = state.withLock { state in
      job.slot.store(state.waiting.append(job, to: priority), ordering: .relaxed)
      return state.takeIdle()
    }
    if let lane { wake(lane) }
  }

  /// Queues jobs with one look at the queue, in order.
  package func submit(_ jobs: [(job: any LaneJob, priority: DisplayPriority)]) {
    var woken: UInt64 = 0
    state.withLock { state in
      for (job, priority) in jobs {
        job.slot.store(state.waiting.append(job, to: priority), ordering: .relaxed)
        if let lane = state.takeIdle() { woken |= 1 << UInt64(lane) }
      }
    }
    while woken != 0 {
      wake(woken.trailingZeroBitCount)
      woken &= woken - 1
    }
  }

  /// Moves a job to another band, if it still waits.
  package func move(_ job: any LaneJob, to priority: DisplayPriority) {
    state.withLock { state in
      let slot = job.slot.load(ordering: .relaxed)
      if slot >= 0 { state.waiting.move(slot, to: priority) }
    }
  }

  /// Takes the next job for a lane; with none the lane falls asleep.
  package func next(forLane lane: Int) -> (any LaneJob)? {
    state.withLock { state in
      guard let job = state.waiting.popFirst() else {
        state.idle |= 1 << UInt64(lane)
        return nil
      }
      job.slot.store(-1, ordering: .relaxed)
      return job
    }
  }

  /// Runs on the calling thread, as lane 0 of lanes that are stepped, what waits.
  package func step() {
    while let job = next(forLane: 0) { job.perform() }
  }

  private func wake(_ lane: Int) {
    switch backing {
    case .queues(let queues): queues[lane].async { self.drain(lane, on: queues[lane]) }
    case .manual(let wake): wake(lane)
    }
  }

  private func drain(_ lane: Int, on queue: DispatchQueue) {
    for _ in 0..<Self.turn {
      guard let job = next(forLane: lane) else { return }
      job.perform()
    }
    // Others that share the target queue get their turn.
    queue.async { self.drain(lane, on: queue) }
  }
}

extension RenderLanes.State {
  fileprivate mutating func takeIdle() -> Int? {
    if idle == 0 { return nil }
    let lane = idle.trailingZeroBitCount
    idle &= idle - 1
    return lane
  }
}

/// A closure as a job of the lanes.
final class ClosureJob: LaneJob {
  let slot = Atomic<Int32>(-1)
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func perform() { body() }
}

extension RenderLanes {
  /// Runs work on a lane.
  package func run(priority: DisplayPriority = .visible, _ body: @escaping @Sendable () -> Void) {
    submit(ClosureJob(body), priority: priority)
  }
}
