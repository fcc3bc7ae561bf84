// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The turns of bulk work: at most all lanes but one do some at a time, so that one is always free
/// for what somebody waits for.
final class BulkTurns: Sendable {
  /// What waits for a turn; its start is given the turn, and keeps it as long as it works.
  private struct Waiter {
    let number: Int
    let start: @Sendable (BulkTurn) -> Void
  }

  private struct State {
    var running = 0
    var waiting: [Waiter] = []
    var lastNumber = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter lanes: The number of lanes.
  init(lanes: Int) { limit = max(1, lanes - 1) }

  /// The turns that are taken.
  var running: Int { state.withLock { $0.running } }

  /// Starts work at once or when its turn comes, in the order of the calls.
  ///
  /// - Returns: The number to call it off by; `nil` if it was started.
  func enter(_ start: @escaping @Sendable (BulkTurn) -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      if state.running < limit {
        state.running += 1
        return nil
      }
      state.lastNumber += 1
      state.waiting.append(Waiter(number: state.lastNumber, start: start))
      return state.lastNumber
    }
    if number == nil { start(BulkTurn(self)) }
    return number
  }

  /// Takes out work that waits.
  func leave(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let at = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: at)
    }
    // Released outside the lock, with what it captured.
    _ = waiter
  }

  fileprivate func end() {
    let next = state.withLock { state -> Waiter? in
      if state.waiting.isEmpty {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.start(BulkTurn(self))
  }
}

/// A turn, which ends when it is released.
final class BulkTurn: Sendable {
  private let turns: BulkTurns

  fileprivate init(_ turns: BulkTurns) { self.turns = turns }

  deinit { turns.end() }
}
