// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The time of the system: seconds since it started, without those in which it slept.
///
/// Monotonic (`CLOCK_MONOTONIC` on Linux): setting the date does not change it. Calls are made by
/// strict timers on one serial queue of high priority: never early, and one after the other. An
/// action that takes long delays the next calls, so longer work belongs on a queue of its own. The
/// counterpart of `CACurrentMediaTime()`.
public final class SystemClock: LayerClock {
  /// The clock; there is one for the process.
  public static let shared = SystemClock()

  private let queue = DispatchQueue(
    label: "AsyncTextLayer.SystemClock", qos: .userInteractive, autoreleaseFrequency: .workItem)

  /// How late the system may make a call in order to combine it with others.
  private static let leeway = DispatchTimeInterval.nanoseconds(0)
  /// Times from here on, in nanoseconds (some 146 years), are never reached.
  private static let farthest = 0x1p62

  private init() {}

  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  /// Calls an action once, at a time or soon after it, on the queue of the clock.
  ///
  /// If the time has passed, the action is called at once, but not before this function returns.
  /// Costs some microseconds and a timer of the process, which has one descriptor for all.
  ///
  /// - Parameters:
  ///   - time: In seconds of ``now``. At an infinite time, or none (NaN), there is no call.
  ///   - action: What to call.
  /// - Returns: The call, by which it can be cancelled.
  @discardableResult
  public func schedule(
    at time: Double, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledCall {
    guard time.isFinite, time * 1e9 < Self.farthest else { return ScheduledCall() }
    let call = ScheduledCall(action)
    guard time > now else {
      queue.async { call.perform() }
      return call
    }
    // Dispatch sources may be used on any thread, but their protocol is not `Sendable`.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    unsafe timer.schedule(deadline: Self.deadline(time), leeway: Self.leeway)
    unsafe timer.setEventHandler { call.perform() }
    unsafe timer.activate()
    // The timer, its handler and the call retain one another; cancelling the timer ends this cycle.
    call.onEnd { unsafe timer.cancel() }
    return call
  }

  /// The first nanosecond at which ``now`` is not before a time.
  static func deadline(_ time: Double) -> DispatchTime {
    var nanoseconds = UInt64(max((time * 1e9).rounded(.up), 0))
    if Double(nanoseconds) / 1e9 < time { nanoseconds += 1 }
    return DispatchTime(uptimeNanoseconds: nanoseconds)
  }
}
