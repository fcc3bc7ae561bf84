// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A source of time in seconds that can call back later.
///
/// Animations, hosts and display links take their time from a clock: ``SystemClock`` in programs,
/// ``ManualClock`` where each step of time is given, in tests and for pictures of a given moment.
/// The counterpart of `CACurrentMediaTime()` with the timer below `CADisplayLink`.
///
/// A clock of your own returns a ``ScheduledCall`` from ``schedule(at:_:)`` and calls its
/// ``ScheduledCall/perform()`` when the time has come.
public protocol LayerClock: AnyObject, Sendable {
  /// The seconds since a point in time that the clock chooses.
  ///
  /// May be read on any thread, also while the clock calls an action.
  var now: Double { get }

  /// Calls an action once, at a time or soon after it, on a thread that is not specified.
  ///
  /// If the time has passed, the action is called as soon as the clock can, but not before this
  /// function returns. The action should be short: others may wait for its end. The clock holds it
  /// until it was called or cancelled, whether or not the result is kept.
  ///
  /// - Parameters:
  ///   - time: In the clock's seconds. At an infinite time, or none (NaN), there is no call.
  ///   - action: What to call.
  /// - Returns: The call, by which it can be cancelled.
  @discardableResult
  func schedule(at time: Double, _ action: @escaping @Sendable () -> Void) -> ScheduledCall
}

extension LayerClock {
  /// Calls an action once, some seconds from now; see ``schedule(at:_:)``.
  ///
  /// - Parameters:
  ///   - delay: In seconds; if it is negative or zero, the action is called as soon as possible.
  ///   - action: What to call.
  /// - Returns: The call, by which it can be cancelled.
  @discardableResult
  public func schedule(
    after delay: Double, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    schedule(at: now + delay, action)
  }
}
