// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// What lanes and other threads have for the commit queue, and when the queue is woken for it.
///
/// To wake the queue for each result would cost more than a short drawing. So while results come thick and
/// fast and the lanes have more to do, the wake-up is owed: it is made good when a few have come together
/// (in number, bytes or time), when a lane runs dry or has to wait for room, or by a timer at the latest.
final class CommitInbox: Sendable {
  typealias Result = ResultTray.Result

  private struct State {
    var actions: [@Sendable () -> Void] = []
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
  }

  private struct Turn: ~Copyable, Sendable {
    /// Whether a turn has been asked for and has not taken everything. Who puts something in looks at it after that, and
    /// the turn looks after it has set it to `false` whether something was put in: one of the two sees the other.
    let isScheduled = Atomic<Bool>(false)
    /// When the last long one ended, in nanoseconds. It may have kept a lane from its processor: what the lane brings next is not
    /// late for that.
    let endedAt = Atomic<UInt64>(0)
  }

  /// What the poster of a result has to do.
  enum Duty {
    case nothing
    /// Ask for a turn.
    case schedule
    /// Have the lanes remember the debt, and set the timer if there is none.
    case owe(setsTimer: Bool)
  }

  /// How long a wake-up is owed at most.
  static let timeLimit: UInt64 = 2_000_000

  /// Threads whose numbers are equal modulo the number of trays share one.
  private let trays = InlineArray<16, ResultTray> { _ in ResultTray() }
  /// A bit for each tray that was ever used.
  private let usedTrays = CacheLinePadded(Atomic<UInt64>(0))
  private let state = Mutex(State())
  /// How many actions wait; written under the lock.
  private let actionCount = Atomic<Int>(0)
  /// The turn that is under way, asked for, or the last.
  private let turn = CacheLinePadded(Turn())
  /// Whether a wake-up is owed.
  private let isOwed = Atomic<Bool>(false)
  private let hasTimer = Atomic<Bool>(false)
  private let waiters = Atomic<Bool>(false)
  /// Where the commit queue waits for a result, awake.
  private let mailbox = Mailbox<DisplayOwner>()

  /// Whether results wait.
  var hasResults: Bool { mailbox.isFull || !areTraysEmpty }

  private var areTraysEmpty: Bool { filledTrays == 0 }

  /// Waits awake for results, for a moment.
  ///
  /// - Returns: Whether there are any.
  func wait(_ patience: borrowing AdaptiveSpin) -> Bool {
    if mailbox.isFull || !mailbox.tryOpen() { return true }
    let hasCome = patience.wait { hasResults }
    return !mailbox.close() || hasCome
  }

  /// Whether somebody waits for the end of all displays.
  var hasWaiters: Bool { waiters.load(ordering: .sequentiallyConsistent) }

  /// Asks for a turn, unless one has been asked for.
  private func schedule() -> Duty {
    if turn.value.isScheduled.exchange(true, ordering: .sequentiallyConsistent) { return .nothing }
    return .schedule
  }

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
    let index = ThreadNumber.current & (trays.count - 1)
    let bit = UInt64(1) << UInt64(index)
    if usedTrays.value.load(ordering: .acquiring) & bit == 0 {
      usedTrays.value.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    }
    var duty = Duty.nothing
    trays[index].put(
      Result(owner: owner, generation: generation), byteCount: byteCount,
      isAwake: { turn.value.isScheduled.load(ordering: .sequentiallyConsistent) },
      turnEndedAt: { turn.value.endedAt.load(ordering: .relaxed) }, clock: clock,
      meets: { demand in
        duty = self.duty(for: demand)
        if case .nothing = duty { return }
        holds()
      })
    return duty
  }

  private func duty(for demand: ResultTray.Demand) -> Duty {
    switch demand {
    case .nothing: return .nothing
    case .turn: return schedule()
    case .turnOwed:
      isOwed.store(true, ordering: .sequentiallyConsistent)
      return .owe(setsTimer: !hasTimer.exchange(true, ordering: .sequentiallyConsistent))
    }
  }

  /// Puts in an action.
  func post(_ action: @escaping @Sendable () -> Void) -> Duty {
    state.withLock { state in
      state.actions.append(action)
      actionCount.store(state.actions.count, ordering: .sequentiallyConsistent)
    }
    return schedule()
  }

  /// Asks for a turn.
  func postTurn() -> Duty { schedule() }

  /// Makes good an owed wake-up, if there is one.
  func pay() -> Duty { isOwed.load(ordering: .sequentiallyConsistent) ? schedule() : .nothing }

  /// The timer has come by.
  func timerFired() -> Duty {
    hasTimer.store(false, ordering: .sequentiallyConsistent)
    return pay()
  }

  /// Takes the result that came while the commit queue waited for one, if nothing else has come.
  func takeOne() -> Result? {
    areTraysEmpty ? takeAwaited() : nil
  }

  /// Takes the actions; a turn is under way from now on, which takes the results next.
  func begin() -> [@Sendable () -> Void] {
    turn.value.isScheduled.store(true, ordering: .sequentiallyConsistent)
    isOwed.store(false, ordering: .sequentiallyConsistent)
    if actionCount.load(ordering: .sequentiallyConsistent) == 0 { return [] }
    return state.withLock { state in
      actionCount.store(0, ordering: .relaxed)
      defer { state.actions = [] }
      return state.actions
    }
  }

  /// A bit for each tray in which something lies.
  var filledTrays: UInt64 {
    var filled: UInt64 = 0
    var used = usedTrays.value.load(ordering: .sequentiallyConsistent)
    while used != 0 {
      let index = used.trailingZeroBitCount
      if !trays[index].isEmpty { filled |= 1 << UInt64(index) }
      used &= used - 1
    }
    return filled
  }

  /// Takes what lies in a tray, in exchange for an empty array.
  func take(_ index: Int, into results: inout [Result]) { trays[index].take(into: &results) }

  /// Takes the result that came while the commit queue waited for one.
  func takeAwaited() -> Result? {
    mailbox.take().map { Result(owner: $0.object, generation: $0.number) }
  }

  /// Ends a turn, unless there is more for it.
  ///
  /// - Parameter now: The time, in nanoseconds, if the turn took long.
  func endTurn(at now: UInt64?) -> Bool {
    if let now { turn.value.endedAt.store(now, ordering: .relaxed) }
    turn.value.isScheduled.store(false, ordering: .sequentiallyConsistent)
    if isEmpty { return true }
    // Somebody else may have asked for a turn just now.
    return turn.value.isScheduled.exchange(true, ordering: .sequentiallyConsistent)
  }

  private var isEmpty: Bool {
    actionCount.load(ordering: .sequentiallyConsistent) == 0 && areTraysEmpty
  }

  func await(_ waiter: CheckedContinuation<Void, Never>) {
    state.withLock { $0.idleWaiters.append(waiter) }
    waiters.store(true, ordering: .sequentiallyConsistent)
  }

  /// Takes those who wait for the end, if nothing is here.
  func takeWaitersIfEmpty() -> [CheckedContinuation<Void, Never>] {
    guard isEmpty else { return [] }
    return state.withLock { state in
      defer { state.idleWaiters = [] }
      waiters.store(false, ordering: .relaxed)
      return state.idleWaiters
    }
  }
}
