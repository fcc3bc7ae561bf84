// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The time that lanes spend on the labels of a column; any thread may add to it.
final class FeedMeter: Sendable {
  private let nanoseconds = Mutex(0)

  /// The time of all drawings, in nanoseconds, cancelled ones included.
  var total: Int { nanoseconds.withLock { $0 } }

  /// Runs a drawing, and returns its duration in nanoseconds. A drawing that throws counts, too.
  func measure(_ body: () throws -> Void) rethrows -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    func elapsed() -> Int {
      let (seconds, attoseconds) = (clock.now - start).components
      return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
    do {
      try body()
    } catch {
      let time = elapsed()
      nanoseconds.withLock { $0 += time }
      throw error
    }
    let time = elapsed()
    nanoseconds.withLock { $0 += time }
    return time
  }

  func reset() { nanoseconds.withLock { $0 = 0 } }
}
