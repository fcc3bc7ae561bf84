// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes

import struct Synchronization.Atomic

/// The results and actions that other threads post to the commit queue, and the decision when to
/// wake that queue.
///
/// A wake-up costs more than a short drawing. So while results come in quick succession, a wake-up
/// is deferred until a batch is complete (by number, bytes or time), a lane runs out of work, or a
/// timer fires.
struct CommitInbox: ~Copyable, Sendable {
  /// What the caller of a posting function must do.
  enum Wakeup {
    case none
    /// Enqueue a turn of the commit queue.
    case now
    /// Register for a call when a lane becomes idle, and set the timer if none is set.
    case deferred(setsTimer: Bool)
  }

  /// The contents of the inbox, as a turn takes them.
  struct Contents {
    var results: [DisplayTicket] = []
    var actions: [@Sendable () -> Void] = []
  }

  // Not private: the compiler refuses a private type in the layout of a noncopyable struct.
  struct State {
    var contents = Contents()
    /// The bytes of the results.
    var byteCount = 0
    /// Whether a turn was requested that has not ended.
    var isScheduled = false
    /// When the deferred wake-up began, in nanoseconds; `nil` if none is deferred.
    var deferredSince: UInt64?
    var hasTimer = false
    /// When the last result came or the last long turn ended, in nanoseconds.
    var lastActivity: UInt64 = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// The longest deferral of a wake-up, in nanoseconds.
  static let timerInterval: UInt64 = 2_000_000
  /// The bounds of a batch: results, bytes (the size of a second-level cache), nanoseconds.
  fileprivate static let batch = (count: 128, byteCount: 3 << 19, time: 400_000 as UInt64)
  /// Results that are farther apart than this, in nanoseconds, each wake the commit queue.
  fileprivate static let density: UInt64 = 50_000

  private let clock: any SerialQueue
  private let state = Mutex(State())
  /// The number of results, for the commit queue while it spins.
  private let resultCount = CacheLinePadded(Atomic<Int>(0))

  /// Creates an empty inbox for a queue, whose clock it reads.
  init(for queue: any SerialQueue) { clock = queue }

  /// Whether results wait; exact only on the thread that takes them.
  var hasResults: Bool { resultCount.value.load(ordering: .acquiring) > 0 }

  /// Posts a finished ticket. The clock is read only if no turn is scheduled.
  func post(_ ticket: DisplayTicket, byteCount: Int) -> Wakeup {
    state.withLock { state in
      state.contents.results.append(ticket)
      state.byteCount += byteCount
      resultCount.value.store(state.contents.results.count, ordering: .releasing)
      if state.isScheduled { return .none }
      return state.wakeup(at: clock.now)
    }
  }

  func post(_ action: @escaping @Sendable () -> Void) -> Wakeup {
    state.withLock { state in
      state.contents.actions.append(action)
      return state.schedule()
    }
  }

  func requestTurn() -> Wakeup { state.withLock { $0.schedule() } }

  /// Ends a deferral.
  func flushDeferred() -> Wakeup {
    state.withLock { $0.deferredSince == nil ? .none : $0.schedule() }
  }

  /// Ends a deferral when the timer fires.
  func timerFired() -> Wakeup {
    state.withLock { state in
      state.hasTimer = false
      return state.deferredSince == nil ? .none : state.schedule()
    }
  }

  /// Takes everything, at the beginning of a turn or within it.
  func take() -> Contents {
    state.withLock { state in
      state.isScheduled = true
      state.deferredSince = nil
      state.byteCount = 0
      resultCount.value.store(0, ordering: .relaxed)
      return exchange(&state.contents, with: Contents())
    }
  }

  /// Ends a turn.
  ///
  /// - Parameter now: The time in nanoseconds after a turn that took long; otherwise `nil`. A long
  ///   turn may have kept a lane from its processor, so its end counts as the last activity: the
  ///   lane's next result still follows in quick succession.
  /// - Returns: `false` if results or actions have come meanwhile, and the caller must enqueue
  ///   another turn.
  func endTurn(at now: UInt64?) -> Bool {
    state.withLock { state in
      if let now { state.lastActivity = now }
      if state.contents.results.isEmpty, state.contents.actions.isEmpty {
        state.isScheduled = false
        return true
      }
      return false
    }
  }

  /// Adds a continuation that resumes when no display is in flight.
  func addWaiter(_ waiter: CheckedContinuation<Void, Never>) {
    state.withLock { $0.waiters.append(waiter) }
  }

  var hasWaiters: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Takes the waiters, if nothing is in the inbox.
  func takeWaitersIfEmpty() -> [CheckedContinuation<Void, Never>] {
    state.withLock { state in
      if !state.contents.results.isEmpty || !state.contents.actions.isEmpty { return [] }
      return exchange(&state.waiters, with: [])
    }
  }
}

extension CommitInbox.State {
  fileprivate mutating func schedule() -> CommitInbox.Wakeup {
    deferredSince = nil
    return exchange(&isScheduled, with: true) ? .none : .now
  }

  /// The wake-up for a result that came while no turn is scheduled.
  fileprivate mutating func wakeup(at now: UInt64) -> CommitInbox.Wakeup {
    let last = exchange(&lastActivity, with: now)
    let isDense = last != 0 && now < last + CommitInbox.density
    let isBatchOpen =
      contents.results.count < CommitInbox.batch.count
      && byteCount < CommitInbox.batch.byteCount
      && now &- (deferredSince ?? now) < CommitInbox.batch.time
    guard isDense, isBatchOpen else { return schedule() }
    if deferredSince != nil { return .none }
    deferredSince = now
    return .deferred(setsTimer: !exchange(&hasTimer, with: true))
  }
}
