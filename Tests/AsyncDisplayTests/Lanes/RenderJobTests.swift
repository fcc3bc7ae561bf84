// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextModel
import TextRuntime

@testable import AsyncDisplay

@Suite("RenderJob", .timeLimit(.minutes(30)))
struct RenderJobTests {
  private let lanes = RenderLanes(count: 1)

  /// Polls until it is cancelled, ten seconds at most.
  private static func poll(_ cancellation: Cancellation) -> Bool {
    let end = DispatchTime.now() + .seconds(10)
    while DispatchTime.now() < end { if cancellation.isCancelled { return true } }
    return false
  }

  @Test("Running work sees the cancellation, and gives its lane back")
  func runningWork() async {
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
    started.wait()
    job.cancel()
    #expect(results.withLock { $0 } == 1, "the job completes at once")
    await withCheckedContinuation { done in lanes.run { done.resume() } }
    #expect(sawIt.withLock { $0 })
    #expect(results.withLock { $0 } == 1)
  }

  @Test("A job completes once: with its value, its error, or a cancellation", arguments: 0..<3)
  func completion(kind: Int) async {
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
    await withCheckedContinuation { done in lanes.run { done.resume() } }
    job.cancel()
    #expect(outcomes.withLock { $0 } == [["1", "Failure", "CancellationError"][kind]])
  }

  private final class Token: Sendable {}

  @Test("A completed job holds neither its work nor its handler", arguments: [false, true])
  func releases(isCancelled: Bool) async {
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
    for _ in 0..<2 { await withCheckedContinuation { done in lanes.run { done.resume() } } }
    #expect(work == nil)
    #expect(handler == nil)
    withExtendedLifetime(job) {}
  }
}
