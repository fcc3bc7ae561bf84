// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// Where the results of one lane wait for the commit queue.
///
/// Each thread has a tray of its own, so that lanes which draw short things do not wait for each other at each end of
/// one. The commit queue empties them all in turn.
struct ResultTray: ~Copyable, Sendable {
  /// A display that waits for its commit step.
  struct Result {
    let owner: HandedReference<DisplayOwner>
    let generation: UInt64
  }

  /// What lies in a tray, and when it came.
  fileprivate struct State {
    var results: [Result] = []
    /// The bytes of the results.
    var byteCount = 0
    /// When the last result came, in nanoseconds.
    var lastResult: UInt64 = 0
    /// Since when a wake-up is owed; 0 if none is.
    var owedSince: UInt64 = 0
  }

  /// What a result that has come asks for.
  enum Demand {
    /// Nothing: the commit queue comes anyway, or is owed a wake-up already.
    case nothing
    /// A turn of the commit queue.
    case turn
    /// A turn, a little later.
    case turnOwed
  }

  /// The most results for which a wake-up is owed, and the most bytes of their bitmaps: what fits a
  /// processor's cache is drawn into again while it is there.
  fileprivate static let owedCount = 128
  fileprivate static let owedBytes = 3 << 19
  /// Results that are farther apart than this come of long drawings, and are worth a wake-up each.
  fileprivate static let density: UInt64 = 50_000
  /// How long a result waits for company, as long as results come.
  fileprivate static let owedTime: UInt64 = 400_000

  private let state = Mutex(State())
  /// How many results lie here; written under the lock, looked at without it.
  private let count = CacheLinePadded(Atomic<Int>(0))

  deinit {
    state.withLock { state in
      for result in state.results { _ = result.owner.take() }
    }
  }

  /// Whether nothing lies here.
  var isEmpty: Bool { count.value.load(ordering: .sequentiallyConsistent) == 0 }

  /// Puts in a result.
  ///
  /// - Parameters:
  ///   - isAwake: Whether the commit queue comes anyway. It is asked after the result can be seen.
  ///   - turnEndedAt: When the commit queue's last turn ended, in nanoseconds.
  ///   - clock: Looked at if the commit queue is not awake.
  ///   - meets: Meets a demand before anybody can take the result.
  func put(
    _ result: Result, byteCount: Int, isAwake: () -> Bool, turnEndedAt: () -> UInt64,
    clock: borrowing any CommitQueue, meets: (Demand) -> Void
  ) {
    state.withLock { state in
      state.results.append(result)
      state.byteCount += byteCount
      count.value.store(state.results.count, ordering: .sequentiallyConsistent)
      if isAwake() { return }
      meets(state.demand(at: clock.now, after: turnEndedAt()))
    }
  }

  /// Takes all that is there, in exchange for an empty array.
  func take(into results: inout [Result]) {
    state.withLock { state in
      swap(&results, &state.results)
      count.value.store(0, ordering: .relaxed)
      state.byteCount = 0
      state.owedSince = 0
    }
  }
}

extension ResultTray.State {
  fileprivate mutating func demand(at now: UInt64, after turn: UInt64) -> ResultTray.Demand {
    // While the commit queue is awake results come without a look at the clock.
    let last = max(lastResult, turn)
    lastResult = now
    let isDense =
      last != 0 && now < last + ResultTray.density && results.count < ResultTray.owedCount
      && byteCount < ResultTray.owedBytes
      && (owedSince == 0 || now &- owedSince < ResultTray.owedTime)
    if !isDense { return .turn }
    if owedSince != 0 { return .nothing }
    owedSince = max(now, 1)
    return .turnOwed
  }
}
