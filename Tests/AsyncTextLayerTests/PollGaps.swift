// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

#if canImport(Glibc)
  import Glibc
#endif

/// The processor time between the polls of one thread.
final class PollGaps: Sendable {
  private struct State {
    var last = 0.0
    var widest = 0.0
    var count = 0
  }

  private let state = Guarded(State())

  var widest: Double { state.withLock { $0.widest } }
  var count: Int { state.withLock { $0.count } }

  /// What polls here.
  var cancellation: Cancellation { Cancellation(poll: { self.note() }) }

  /// What was freed since the last poll is no part of the work.
  func begin() {
    let now = Self.now
    state.withLock { $0.last = now }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  func note() {
    let now = Self.now
    state.withLock {
      $0.widest = max($0.widest, now - $0.last)
      $0.last = now
      $0.count += 1
    }
  }
}
