// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The deadlines of one cycle's displays, and the timers that are set for them; on the commit
/// queue.
///
/// When a timer fires, the displays that are due expire, and the next timer is set if others wait:
/// a cycle needs one timer for all its displays. Timers cannot be cancelled. A deadline before the
/// next timer needs another one. It is set for the deadline or for half of the time until the next
/// timer, whichever comes first, so that few timers are pending.
struct DisplayDeadlines {
  private struct Deadline {
    let generation: UInt64
    let time: UInt64
  }

  /// The deadlines of displays under way, at most two.
  private var pending: [Deadline] = []
  /// The times of the timers that have not fired, the next one last, in nanoseconds.
  private var timers: [UInt64] = []

  /// The time of a deadline that begins now; clamped to a century.
  static func time(_ deadline: Duration, from now: UInt64) -> UInt64 {
    let (seconds, attoseconds) = deadline.components
    let nanoseconds = min(max(0, seconds), 1 << 32) * 1_000_000_000 + attoseconds / 1_000_000_000
    return now + UInt64(max(0, nanoseconds))
  }

  mutating func add(_ generation: UInt64, at time: UInt64) {
    pending.append(Deadline(generation: generation, time: time))
  }

  /// Drops the deadlines of displays that have ended.
  mutating func removeAll(where hasEnded: (UInt64) -> Bool) {
    pending.removeAll { hasEnded($0.generation) }
  }

  /// Takes the generations of the displays that are due, the oldest first.
  mutating func takeDue(at now: UInt64) -> [UInt64] {
    let due = pending.filter { $0.time <= now }
    pending.removeAll { $0.time <= now }
    return due.map(\.generation)
  }

  /// Forgets a timer that has fired.
  mutating func timerFired(_ time: UInt64) {
    if let index = timers.lastIndex(of: time) { timers.remove(at: index) }
  }

  /// Returns the time of a timer that the caller must set now; `nil` if none is needed.
  mutating func nextTimer(at now: UInt64) -> UInt64? {
    guard let due = pending.map({ max($0.time, now) }).min() else { return nil }
    var time = due
    if let next = timers.last {
      if next <= due { return nil }
      time = min(due, now + (max(next, now) - now) / 2)
    }
    timers.append(time)
    return time
  }
}
