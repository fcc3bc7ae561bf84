// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import SystemLanes

@Suite("RenderJob", .timeLimit(.minutes(30)))
struct RenderJobTests {
  private let lanes = RenderLanes(count: 1)

  /// Polls until it is cancelled: whoever cancels it may have to wait for a turn of its task.
  private static func poll(_ cancellation: Cancellation) -> Bool {
    (try? waitInTurns { cancellation.isCancelled }) != nil
  }

  @Test("Running work sees the cancellation, and gives its lane back")
  func runningWork() async throws {
    let started = DispatchSemaphore(value: 0)
    let sawIt = Mutex(false)
    let results = Mutex(0)
    let job = RenderJob<Int>(on: lanes) { cancellation in
      started.signal()
      sawIt.withLock { $0 = Self.poll(cancellation) }
      return 1
    }
    job.start(priority: .visible) { result in
      if (try? result.get()) == nil { results.withLock { $0 += 1 } }
    }
    try await until { started.wait(timeout: .now()) == .success }
    job.cancel()
    #expect(results.withLock { $0 } == 1, "the job completes at once")
    try await completion { done in lanes.run { done.resume() } }
    #expect(sawIt.withLock { $0 })
    #expect(results.withLock { $0 } == 1)
  }

  @Test("A job completes once: with its value, its error, or a cancellation", arguments: 0..<3)
  func endsOnce(kind: Int) async throws {
    struct Failure: Error {}
    let outcomes = Mutex<[String]>([])
    let job = RenderJob<Int>(on: lanes) { _ in
      if kind == 1 { throw Failure() }
      return 1
    }
    if kind == 2 { job.cancel() }
    job.start(priority: .visible) { result in
      let outcome =
        switch result {
        case .success(let value): "\(value)"
        case .failure(let error): "\(type(of: error))"
        }
      outcomes.withLock { $0.append(outcome) }
    }
    try await completion { done in lanes.run { done.resume() } }
    job.cancel()
    #expect(outcomes.withLock { $0 } == [["1", "Failure", "CancellationError"][kind]])
  }

  private final class Token: Sendable {}

  @Test("A completed job holds neither its work nor its handler", arguments: [false, true])
  func releases(isCancelled: Bool) async throws {
    weak var work: Token?
    weak var handler: Token?
    let job: RenderJob<Int>
    do {
      let (first, second) = (Token(), Token())
      (work, handler) = (first, second)
      job = RenderJob<Int>(on: lanes) { _ in withExtendedLifetime(first) { 1 } }
      let gate = DispatchSemaphore(value: 0)
      lanes.run { gate.wait() }
      job.start(priority: .visible) { _ in withExtendedLifetime(second) {} }
      if isCancelled { job.cancel() }
      gate.signal()
    }
    // The lane has let go of the job when it runs the second of these.
    for _ in 0..<2 { try await completion { done in lanes.run { done.resume() } } }
    #expect(work == nil)
    #expect(handler == nil)
    withExtendedLifetime(job) {}
  }

  // MARK: Sharing

  /// Numbers that are taken one by one, as bands are.
  private final class Parts: Sendable {
    private struct State {
      var next = 0
      var left: Int
      var lanes: Set<Int> = []
    }
    private let state: Mutex<State>
    private let count: Int

    init(_ count: Int) {
      self.count = count
      state = Mutex(State(left: count))
    }

    /// The lanes that took part.
    var lanes: Set<Int> { state.withLock { $0.lanes } }
    /// The parts that were begun.
    var begun: Int { state.withLock { min($0.next, count) } }

    /// Does parts until none is left; whether this call ended the last one.
    func run(_ body: () throws -> Void = {}) rethrows -> Bool {
      var isLast = false
      while true {
        let isDone = state.withLock { state in
          state.next += 1
          if let lane = RenderLanes.current { state.lanes.insert(lane) }
          return state.next > count
        }
        if isDone { return isLast }
        try body()
        isLast = state.withLock { state in
          state.left -= 1
          return state.left == 0
        }
      }
    }
  }

  @Test("Other lanes take parts, and the one that ends the last has the value")
  func sharedWork() async throws {
    let lanes = RenderLanes(count: 3)
    for _ in 0..<50 {
      let parts = Parts(3)
      let gate = Mutex(0)
      let job = RenderJob<Int>(on: lanes) { job, _ in
        try job.share(among: 3) {
          // Until all three are here.
          try parts.run {
            gate.withLock { $0 += 1 }
            try waitInTurns { gate.withLock { $0 } >= 3 }
          } ? 7 : nil
        }
      }
      #expect(try await job.value(priority: .visible) == 7)
      #expect(parts.lanes == [0, 1, 2])
    }
  }

  @Test("No more lanes are asked than find something to do", arguments: [1, 2, 9])
  func sharedWorkAsksFewLanes(_ count: Int) async throws {
    let lanes = RenderLanes(count: 2)
    let calls = Tally()
    let job = RenderJob<Int>(on: lanes) { job, _ in
      try job.share(among: count) {
        calls.add()
        return calls.count == min(2, count) ? 1 : nil
      }
    }
    #expect(try await job.value(priority: .visible) == 1)
    #expect(calls.count == min(2, count))
  }

  @Test("Shares that no lane has taken leave the queue when the job completes")
  func lateSharesAreRemoved() {
    let lanes = RenderLanes(count: 3) { _ in }
    let values = Mutex<[Int]>([])
    let waiting = Mutex(0)
    let job = RenderJob<Int>(on: lanes) { job, _ in
      try job.share(among: 3) {
        waiting.withLock { $0 = lanes.waitingCount }
        return 7
      }
    }
    job.start(priority: .visible) { result in
      values.withLock { $0.append((try? result.get()) ?? 0) }
    }
    var driver = LaneDriver(lanes, 0)
    for _ in 0..<10 where values.withLock({ $0.isEmpty }) { _ = driver.step() }
    #expect(values.withLock { $0 } == [7])
    #expect(waiting.withLock { $0 } == 2)
    #expect(lanes.waitingCount == 0)
  }

  @Test("The error of any part ends the job, and so does a cancellation between parts")
  func sharedWorkEnds() async throws {
    struct Failure: Error {}
    let failing = RenderJob<Int>(on: RenderLanes(count: 3)) { job, _ in
      try job.share(among: 3) { throw Failure() }
    }
    await #expect(throws: Failure.self) { try await failing.value(priority: .visible) }

    let parts = Parts(5)
    let (started, gate) = (CancellationFlag(), DispatchSemaphore(value: 0))
    let job = RenderJob<Int>(on: lanes) { job, cancellation in
      try job.share(among: 5) {
        try parts.run {
          started.set()
          gate.wait()
          try cancellation.check()
        } ? 1 : nil
      }
    }
    let task = Task { try await job.value(priority: .visible) }
    try await until { started.isSet }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.signal()
    try await completion { done in lanes.run { done.resume() } }
    #expect(parts.begun == 1)
  }
}
