// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// A semaphore for bulk work: it runs on all lanes but one at most, so that one lane is always free
/// for requests with a higher priority.
final class BulkTurns: Sendable {
  /// Work that waits for a turn; `start` gets the turn, and holds it as long as the work runs.
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

  /// The number of turns that are taken.
  var running: Int { state.withLock { $0.running } }

  /// Starts work at once or, if all turns are taken, later in the order of the calls.
  ///
  /// - Returns: The number for ``leave(_:)``; `nil` if the work was started at once.
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

  /// Removes work from the queue; has no effect if the work has been started.
  func leave(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let at = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: at)
    }
    // The waiter is released outside the lock, since releasing what its closure captured may take
    // long, or take the lock again.
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

/// A turn of bulk work; releasing the object ends the turn.
final class BulkTurn: Sendable {
  private let turns: BulkTurns

  fileprivate init(_ turns: BulkTurns) { self.turns = turns }

  deinit { turns.end() }
}
