// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerModel
import SystemConcurrency

/// A manual clock that goes on just before a call is asked for, as if another thread moved it
/// between a look at it and the request.
final class HastyClock: LayerClock {
  let base: ManualClock
  private let jump: Double
  private let wanted: Double?
  private let hasJumped = Mutex(false)

  /// - Parameters:
  ///   - now: The time it shows.
  ///   - jump: The seconds by which it goes on, once.
  ///   - time: That of the call before which it does; `nil` for the first call.
  init(now: Double = 0, jump: Double, before time: Double? = nil) {
    (base, self.jump, wanted) = (ManualClock(now: now), jump, time)
  }

  var now: Double { base.now }

  func schedule(at time: Double, _ action: @escaping @Sendable () -> Void) -> ScheduledCall {
    let isDue = wanted.map { $0 == time } ?? true
    if isDue, !hasJumped.withLock({ exchange(&$0, with: true) }) { base.advance(by: jump) }
    return base.schedule(at: time, action)
  }
}
