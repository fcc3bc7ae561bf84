// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A clock whose time changes only by ``advance(by:)`` and ``set(to:)``.
///
/// All its calls are made within ``advance(by:)`` and ``set(to:)``, on the caller's thread, so the
/// same steps give the same calls at exactly the same times. No lock is held while an action runs:
/// actions may read the clock, schedule and cancel calls, and set the clock.
///
/// An advance has two parts:
/// 1. The calls that are due, in the order of their times, at the same time in the order of
///    scheduling. ``now`` is the time of the call, or where the advance began if that is later.
///    Calls that are scheduled meanwhile for later times take their place among them.
/// 2. Calls that were scheduled in part 1 for ``now`` or earlier, in the order of scheduling.
/// ``now`` is the end of the advance. Calls that these schedule for ``now`` or earlier wait for the
/// next advance, so that an action that schedules itself without delay cannot block the advance.
///
/// May be used on several threads. Two advances at the same time share the calls that are due, and
/// the second one starts at the time that the first one has reached.
public final class ManualClock: LayerClock {
  private struct State {
    var now: Double
    var calls = CallList()
    /// Calls that were scheduled in an advance, for a time that it had reached.
    var lateCalls: [CallList.Entry] = []
    var advances = 0
    /// The number of times that the clock was set back, which ends an advance under way.
    var returns = 0
    var lastOrder: UInt64 = 0
  }

  private let state: Mutex<State>

  /// The seconds by which a sum of steps may miss a time through rounding.
  private static let rounding = 1e-9

  /// Creates a clock.
  ///
  /// - Parameter now: The time it shows, in seconds; zero if it is infinite or none (NaN).
  public init(now: Double = 0) { state = Mutex(State(now: now.isFinite ? now : 0)) }

  public var now: Double { state.withLock { $0.now } }

  /// The number of calls that wait; cancelled calls do not count.
  package var pendingCallCount: Int {
    state.withLock { $0.calls.count + $0.lateCalls.count }
  }

  /// Calls an action once, in the advance that reaches a time, on the thread of that advance.
  ///
  /// If the time has passed, it is called in the advance under way, after all others, else in the
  /// next one, also one by zero seconds. O(n) in the calls that wait.
  ///
  /// - Parameters:
  ///   - time: In seconds of ``now``. At an infinite time, or none (NaN), there is no call.
  ///   - action: What to call.
  /// - Returns: The call, by which it can be cancelled.
  @discardableResult
  public func schedule(
    at time: Double, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    guard time.isFinite else { return ScheduledCall() }
    let call = ScheduledCall(action)
    let order = state.withLock { state in
      state.lastOrder += 1
      let entry = CallList.Entry(time: time, order: state.lastOrder, call: call)
      if state.advances > 0, time <= state.now {
        state.lateCalls.append(entry)
      } else {
        state.calls.insert(entry)
      }
      return state.lastOrder
    }
    call.onEnd { [weak self] in self?.remove(time, order) }
    return call
  }

  /// Moves the clock forward by some seconds, and makes the calls that are due; see
  /// ``ManualClock``.
  ///
  /// A call that is due at most a nanosecond after the end is made as well, and the clock then
  /// shows its time. So 120 steps of 1/60 second make all calls of two seconds, although their sum
  /// has rounding errors.
  ///
  /// - Parameter seconds: If they are negative, the clock goes back as by ``set(to:)``. If they are
  ///   infinite or NaN, or lead to an infinite time, nothing happens.
  public func advance(by seconds: Double) { move(rounding: true) { $0 + seconds } }

  /// Moves the clock forward or back to a time.
  ///
  /// Setting the present or a later time makes the calls that are due; see ``ManualClock``. Setting
  /// an earlier time makes no calls, and the calls that wait keep their times. If an action sets
  /// the clock back, the advance that has called the action makes no more calls.
  ///
  /// - Parameter time: In seconds; nothing happens if it is infinite or NaN.
  public func set(to time: Double) { move { _ in time } }

  /// - Parameter rounding: Whether calls that are due within ``rounding`` after the end are made.
  private func move(rounding: Bool = false, _ end: (_ now: Double) -> Double) {
    guard let (end, returns) = begin(end) else { return }
    let last = rounding ? end + max(Self.rounding, 64 * abs(end).ulp) : end
    while let call = nextCall(until: end, last: last, returns: returns) { call.perform() }
    for call in lateCalls(returns: returns) where isCurrent(returns) { call.perform() }
    endAdvance()
  }
}

// MARK: - Parts of an advance

extension ManualClock {
  /// Begins an advance, or sets the clock back.
  ///
  /// - Returns: The end of the advance, and how often the clock was set back before, for
  ///   ``isCurrent(_:)``; `nil` if there is no advance.
  private func begin(_ end: (_ now: Double) -> Double) -> (end: Double, returns: Int)? {
    state.withLock { state in
      let end = end(state.now)
      guard end.isFinite else { return nil }
      guard end >= state.now else {
        state.now = end
        state.returns += 1
        return nil
      }
      state.advances += 1
      return (end, state.returns)
    }
  }

  /// Whether the clock has not gone back since an advance began.
  private func isCurrent(_ returns: Int) -> Bool {
    state.withLock { $0.returns == returns }
  }

  /// Takes the next call of the first part, and sets ``now`` to its time. After the last one, sets
  /// ``now`` to the end, so that a call that is scheduled later for an earlier time is late.
  ///
  /// - Parameter last: The time of the last call that is made.
  private func nextCall(until end: Double, last: Double, returns: Int) -> ScheduledCall? {
    state.withLock { state in
      guard state.returns == returns else { return nil }
      guard let entry = state.calls.takeFirst(until: last) else {
        state.now = max(state.now, end)
        return nil
      }
      state.now = max(state.now, entry.time)
      return entry.call
    }
  }

  /// Begins the second part, and returns its calls.
  private func lateCalls(returns: Int) -> [ScheduledCall] {
    state.withLock { $0.returns == returns ? $0.lateCalls.map(\.call) : [] }
  }

  /// Ends an advance; late calls that were not made wait for the next one.
  private func endAdvance() {
    state.withLock { state in
      state.advances -= 1
      guard state.advances == 0 else { return }
      for entry in state.lateCalls { state.calls.insert(entry) }
      state.lateCalls = []
    }
  }

  private func remove(_ time: Double, _ order: UInt64) {
    // The entry is freed here, without the lock.
    _ = state.withLock { state -> CallList.Entry? in
      if let entry = state.calls.remove(time, order) { return entry }
      guard let index = state.lateCalls.firstIndex(where: { $0.order == order }) else {
        return nil
      }
      return state.lateCalls.remove(at: index)
    }
  }
}
