// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerModel
import SystemConcurrency

/// A clock of one's own, which calls back when it is told to.
final class LateClock: LayerClock {
  private struct State {
    var now: Double
    var times: [Double] = []
    var calls: [ScheduledCall] = []
  }

  private let state: Mutex<State>

  init(now: Double = 0) { state = Mutex(State(now: now)) }

  var now: Double { state.withLock { $0.now } }
  /// The times that calls were scheduled for.
  var times: [Double] { state.withLock { $0.times } }

  func schedule(at time: Double, _ action: @escaping @Sendable () -> Void) -> ScheduledCall {
    let call = ScheduledCall(action)
    state.withLock {
      $0.times.append(time)
      $0.calls.append(call)
    }
    return call
  }

  /// Makes all calls at a time, also those for later times.
  func call(at time: Double) {
    let calls = state.withLock { state in
      state.now = time
      let calls = state.calls
      state.calls = []
      return calls
    }
    for call in calls { call.perform() }
  }
}
