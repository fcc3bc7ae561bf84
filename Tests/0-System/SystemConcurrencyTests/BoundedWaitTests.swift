// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import Glibc
import Testing
import TextTestSupport

@testable import SystemConcurrency

/// The waits of the tests themselves: each ends, and says where it waited.
@Suite struct BoundedWaitTests {
  private struct Failure: Error {}

  private let message = "the condition at A/B.swift:7 did not hold within 5 turns"

  @Test func aConditionThatNeverHolds() async {
    var turns = 0
    let error = await #expect(throws: ConditionTimeout.self) {
      try await until(turns: 5, file: "A/B.swift", line: 7) {
        turns += 1
        return false
      }
    }
    #expect(error?.description == message && turns == 6)
  }

  @Test func workThatIsLost() async {
    let error = await #expect(throws: ConditionTimeout.self) {
      try await completion(turns: 5, file: "A/B.swift", line: 7) { (_: Completion<Int>) in }
    }
    #expect(error?.description == message)
  }

  @Test func workThatEnds() async throws {
    let value = try await completion { done in
      DispatchQueue(label: "BoundedWaitTests").async {
        done.resume(returning: 3)
        done.resume(returning: 4)
      }
    }
    #expect(value == 3, "the first one counts")
    await #expect(throws: Failure.self) {
      try await completion { (done: Completion<Int>) in done.resume(with: .failure(Failure())) }
    }
  }

  /// Lets a sequence go on without an end, and returns what that ended with.
  private static func endless(_ stream: AsyncStream<Int>, _ seen: Seen) async -> String? {
    do {
      try await finish(turns: 5, file: "A/B.swift", line: 7) {
        for await value in stream { seen.sum.withLock { $0 += value } }
        seen.hasEnded.withLock { $0 = true }
      }
      return nil
    } catch { return "\(error)" }
  }

  private final class Seen: Sendable {
    let sum = Mutex(0)
    let hasEnded = Mutex(false)
  }

  @Test func aSequenceThatNeverEnds() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let seen = Seen()
    let error = await Self.endless(stream, seen)
    #expect(error == message)
    // It was cancelled.
    try await until { seen.hasEnded.withLock { $0 } }
    continuation.finish()
  }

  @Test func aSequenceThatEnds() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 1...4 { continuation.yield(value) }
    continuation.finish()
    let sum = try await finish {
      var sum = 0
      for await value in stream { sum += value }
      return sum
    }
    #expect(sum == 10)
  }

  @Test func blockingWaits() throws {
    let semaphore = DispatchSemaphore(value: 0)
    semaphore.signal()
    try semaphore.waitInTurns(2)
    #expect(throws: ConditionTimeout.self) { try semaphore.waitInTurns(2) }
    let group = DispatchGroup()
    try group.waitInTurns(2)
    group.enter()
    #expect(throws: ConditionTimeout.self) { try group.waitInTurns(2) }
    group.leave()
  }

  /// What a task signals may come late, since tasks wait for each other: two turns of ten
  /// milliseconds outlast a quarter of a second in which all threads of the tasks are taken. In a
  /// process of its own, whose other tests do not need these threads.
  @Test func aTurnLastsUntilTheTasksHaveComeRound() async {
    await #expect(processExitsWith: .success) {
      let count = ProcessInfo.processInfo.activeProcessorCount
      let begun = DispatchSemaphore(value: 0)
      for _ in 0..<count {
        Task.detached {
          begun.signal()
          usleep(250_000)
        }
      }
      let waited: Bool = await withCheckedContinuation { done in
        DispatchQueue(label: "waits").async {
          for _ in 0..<count { begun.wait() }
          let signal = DispatchSemaphore(value: 0)
          Task.detached { signal.signal() }
          done.resume(returning: (try? signal.waitInTurns(2)) != nil)
        }
      }
      exit(waited ? 0 : 1)
    }
  }
}
