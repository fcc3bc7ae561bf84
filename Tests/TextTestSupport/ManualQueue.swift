// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
internal import SystemLanes

/// A serial queue that a test steps, with a clock that the test sets.
package final class ManualQueue: SerialQueue {
  private struct State {
    var ready: [@Sendable () -> Void] = []
    var delayed: [(time: UInt64, work: @Sendable () -> Void)] = []
    var now: UInt64 = 1
    var depth = 0
    var turn = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func enqueue(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.ready.append(work) }
  }

  package func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.delayed.append(($0.now + delay, work)) }
  }

  package func assertCurrent() { precondition(isCurrent, "not on the commit queue") }

  package var isCurrent: Bool { state.withLock { $0.depth > 0 } }
  package var now: UInt64 { state.withLock { $0.now } }
  package var turn: Int { state.withLock { $0.turn } }
  package var isEmpty: Bool { state.withLock { $0.ready.isEmpty } }
  package var hasTimers: Bool { timerCount > 0 }
  package var timerCount: Int { state.withLock { $0.delayed.count } }

  /// Runs something as a turn of the queue.
  package func run(_ body: () -> Void) {
    state.withLock {
      $0.depth += 1
      if $0.depth == 1 { $0.turn += 1 }
    }
    body()
    state.withLock { $0.depth -= 1 }
  }

  /// Reads something that belongs to the queue, without a turn.
  package func peek<R>(_ body: () -> R) -> R {
    state.withLock { $0.depth += 1 }
    defer { state.withLock { $0.depth -= 1 } }
    return body()
  }

  /// Runs the first block that waits.
  package func step() -> Bool {
    guard let work = state.withLock({ $0.ready.isEmpty ? nil : $0.ready.removeFirst() }) else {
      return false
    }
    run(work)
    return true
  }

  package func advance(by nanoseconds: UInt64) {
    state.withLock { state in
      state.now += nanoseconds
      let now = state.now
      state.ready += state.delayed.filter { $0.time <= now }.map(\.work)
      state.delayed.removeAll { $0.time <= now }
    }
  }
}
