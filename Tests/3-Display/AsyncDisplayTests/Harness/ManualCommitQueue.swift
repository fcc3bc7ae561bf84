// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

@testable import AsyncDisplay

/// A commit queue that a test steps, with a clock that the test sets.
final class ManualCommitQueue: CommitQueue {
  private struct State {
    var ready: [@Sendable () -> Void] = []
    var delayed: [(time: UInt64, work: @Sendable () -> Void)] = []
    var now: UInt64 = 1
    var depth = 0
    var turn = 0
  }

  private let state = Mutex(State())

  func enqueue(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.ready.append(work) } }

  func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.delayed.append(($0.now + delay, work)) }
  }

  func assertCurrent() { precondition(isCurrent, "not on the commit queue") }

  var isCurrent: Bool { state.withLock { $0.depth > 0 } }
  var now: UInt64 { state.withLock { $0.now } }
  var turn: Int { state.withLock { $0.turn } }
  var isEmpty: Bool { state.withLock { $0.ready.isEmpty } }
  var hasTimers: Bool { timerCount > 0 }
  var timerCount: Int { state.withLock { $0.delayed.count } }

  /// Runs something as a turn of the queue.
  func run(_ body: () -> Void) {
    state.withLock {
      $0.depth += 1
      if $0.depth == 1 { $0.turn += 1 }
    }
    body()
    state.withLock { $0.depth -= 1 }
  }

  /// Reads something that belongs to the queue, without a turn.
  func peek<R>(_ body: () -> R) -> R {
    state.withLock { $0.depth += 1 }
    defer { state.withLock { $0.depth -= 1 } }
    return body()
  }

  /// Runs the first block that waits.
  func step() -> Bool {
    guard let work = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) else {
      return false
    }
    run(work)
    return true
  }

  func advance(by nanoseconds: UInt64) {
    state.withLock { state in
      state.now += nanoseconds
      let now = state.now
      state.ready += state.delayed.filter { $0.time <= now }.map(\.work)
      state.delayed.removeAll { $0.time <= now }
    }
  }
}
