// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A call that a clock makes once, unless it is cancelled before.
///
/// Cancelling and releasing are separate: a call that is not kept is made all the same. All
/// functions may be called on any thread.
public final class ScheduledCall: Sendable {
  private struct State {
    /// The action; `nil` once the call has begun or was cancelled.
    var action: (@Sendable () -> Void)?
    /// Releases objects that the clock keeps for the call, such as a timer.
    var release: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>

  /// Creates a call, to be made by a clock of your own.
  ///
  /// - Parameter action: What ``perform()`` calls.
  public init(_ action: @escaping @Sendable () -> Void) {
    state = Mutex(State(action: action))
  }

  /// Creates a call that is never made.
  init() { state = Mutex(State()) }

  /// Whether the call has neither begun nor been cancelled.
  package var isPending: Bool { state.withLock { $0.action != nil } }

  /// Cancels the call; the clock and the call release the action. O(1) for the system clock, O(n)
  /// in the calls that wait for a manual one.
  ///
  /// Once this returns the action is not begun. One that was under way on another thread may still
  /// run. A second call does nothing.
  public func cancel() {
    let old = take()
    old.release?()
  }

  /// Makes the call on this thread, unless it was made or cancelled before; called by clocks.
  public func perform() {
    let old = take()
    old.release?()
    old.action?()
  }

  /// Sets what is called when the call begins or is cancelled; at once if that has happened.
  func onEnd(_ release: @escaping @Sendable () -> Void) {
    let isPending = state.withLock {
      guard $0.action != nil else { return false }
      $0.release = release
      return true
    }
    if !isPending { release() }
  }

  /// Takes the state, so that it is used and freed without the lock.
  private func take() -> State {
    state.withLock { state in
      let old = state
      state = State()
      return old
    }
  }
}
