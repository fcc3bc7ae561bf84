// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

@testable import SystemLanes
import Dispatch
import Testing
import TextModel
import SystemConcurrency
import TextTestSupport


#if canImport(Glibc)
  import Glibc
#endif

@Suite("RenderJob", .timeLimit(.minutes(30)))
struct RenderJobTests {
  private let lanes = RenderLanes(count: 1)

  /// Polls until it is cancelled, a minute of turns at most.
  private static func poll(_ cancellation: Cancellation) -> Bool {
    for _ in 0..<60_000 {
      if cancellation.isCancelled { return true }
      usleep(1000)
    }
    return false
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
}
