// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// What lanes and other threads have for the commit queue, and when the queue is woken for it.
///
/// To wake the queue for each result would cost more than a short drawing. So while results come thick and
/// fast and the lanes have more to do, the wake-up is owed: it is made good when a few have come together
/// (in number, bytes or time), when a lane runs dry or has to wait for room, or by a timer at the latest.
final class CommitInbox: Sendable {
  /// A display that waits for its commit step.
  struct Result {
    let owner: HandedReference<DisplayOwner>
    let generation: UInt64
  }

  fileprivate struct State {
    var results: [Result] = []
    var actions: [@Sendable () -> Void] = []
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    /// Whether a turn has been asked for and has not taken everything.
    var isScheduled = false
    /// The bytes of the results.
    var byteCount = 0
    /// When the last result came, in nanoseconds.
    var lastResult: UInt64 = 0
    /// Since when a wake-up is owed; 0 if none is.
    var owedSince: UInt64 = 0
    var hasTimer = false
  }

  /// What the poster of a result has to do.
  enum Duty {
    case nothing
    /// Ask for a turn.
    case schedule
    /// Have the lanes remember the debt, and set the timer if there is none.
    case owe(setsTimer: Bool)
  }

  /// The most results for which a wake-up is owed, and the most bytes of their bitmaps: what fits a
  /// processor's cache is drawn into again while it is there.
  private static let owedCount = 64
  private static let owedBytes = 2 << 20
  /// Results that are farther apart than this come of long drawings, and are worth a wake-up each.
  private static let density: UInt64 = 50_000
  /// How long a result waits for company, as long as results come.
  private static let owedTime: UInt64 = 200_000
  /// How long a wake-up is owed at most.
  static let timeLimit: UInt64 = 2_000_000

  private let state = Guarded(State())
  /// How many results wait; written under the lock, looked at without it.
  private let count = Apart(Atomic<Int>(0))
  private let waiters = Atomic<Bool>(false)
  /// Where the commit queue waits for a result, awake.
  private let mailbox = Mailbox<DisplayOwner>()

  deinit {
    state.withLock { state in
      for result in state.results { _ = result.owner.take() }
    }
  }

  /// Whether results wait.
  var hasResults: Bool { count.value.load(ordering: .relaxed) != 0 || mailbox.isFull }

  /// Waits awake for results, for a moment.
  ///
  /// - Returns: Whether there are any.
  func wait(_ patience: borrowing Patience) -> Bool {
    if mailbox.isFull || !mailbox.tryOpen() { return true }
    let hasCome = patience.wait { hasResults }
    return !mailbox.close() || hasCome
  }

  /// Whether somebody waits for the end of all displays.
  var hasWaiters: Bool { waiters.load(ordering: .acquiring) }

  /// Puts in a result.
  ///
  /// - Parameters:
  ///   - clock: Looked at if the commit queue is not awake.
  ///   - holds: Called before anybody can take the result, if there is something to do.
  func post(
    _ owner: HandedReference<DisplayOwner>, _ generation: UInt64, byteCount: Int,
    clock: borrowing any CommitQueue, holds: () -> Void
  ) -> Duty {
    if mailbox.put(owner, generation) { return .nothing }
    return state.withLock { state in
      state.results.append(Result(owner: owner, generation: generation))
      state.byteCount += byteCount
      count.value.store(state.results.count, ordering: .releasing)
      if state.isScheduled { return .nothing }
      let now = clock.now
      let last = state.lastResult
      state.lastResult = now
      let isDense =
        last != 0 && now &- last < Self.density && state.results.count < Self.owedCount
        && state.byteCount < Self.owedBytes
        && (state.owedSince == 0 || now &- state.owedSince < Self.owedTime)
      if !isDense {
        holds()
        return state.schedule()
      }
      if state.owedSince != 0 { return .nothing }
      state.owedSince = max(now, 1)
      holds()
      defer { state.hasTimer = true }
      return .owe(setsTimer: !state.hasTimer)
    }
  }

  /// Puts in an action.
  func post(_ action: @escaping @Sendable () -> Void) -> Duty {
    state.withLock { state in
      state.actions.append(action)
      return state.isScheduled ? .nothing : state.schedule()
    }
  }

  /// Asks for a turn.
  func postTurn() -> Duty {
    state.withLock { $0.isScheduled ? .nothing : $0.schedule() }
  }

  /// Makes good an owed wake-up, if there is one.
  func pay() -> Duty {
    state.withLock { state in
      state.owedSince == 0 || state.isScheduled ? .nothing : state.schedule()
    }
  }

  /// The timer has come by.
  func timerFired() -> Duty {
    state.withLock { state in
      state.hasTimer = false
      return state.owedSince == 0 || state.isScheduled ? .nothing : state.schedule()
    }
  }

  /// Takes the result that came while the commit queue waited for one, if nothing else has come.
  func takeOne() -> Result? {
    guard count.value.load(ordering: .relaxed) == 0, let (owner, generation) = mailbox.take() else {
      return nil
    }
    return Result(owner: owner, generation: generation)
  }

  /// Takes all that is there, in exchange for an empty array; a turn is under way from now on.
  func take(into results: inout [Result]) -> [@Sendable () -> Void] {
    state.withLock { state in
      swap(&results, &state.results)
      if let (owner, generation) = mailbox.take() {
        results.append(Result(owner: owner, generation: generation))
      }
      count.value.store(0, ordering: .relaxed)
      state.byteCount = 0
      state.owedSince = 0
      state.isScheduled = true
      if state.actions.isEmpty { return [] }
      defer { state.actions = [] }
      return state.actions
    }
  }

  /// Ends a turn, unless there is more for it.
  func endTurn() -> Bool {
    state.withLock { state in
      state.isScheduled = !state.results.isEmpty || !state.actions.isEmpty
      return !state.isScheduled
    }
  }

  func await(_ waiter: CheckedContinuation<Void, Never>) {
    state.withLock { $0.idleWaiters.append(waiter) }
    waiters.store(true, ordering: .releasing)
  }

  /// Takes those who wait for the end, if nothing is here.
  func takeWaitersIfEmpty() -> [CheckedContinuation<Void, Never>] {
    state.withLock { state in
      guard state.results.isEmpty, state.actions.isEmpty else { return [] }
      defer { state.idleWaiters = [] }
      waiters.store(false, ordering: .relaxed)
      return state.idleWaiters
    }
  }
}

extension CommitInbox.State {
  fileprivate mutating func schedule() -> CommitInbox.Duty {
    isScheduled = true
    owedSince = 0
    return .schedule
  }
}
