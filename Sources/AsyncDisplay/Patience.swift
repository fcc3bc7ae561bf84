// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits awake for a moment before somebody falls asleep, where that has paid lately.
///
/// To fall asleep and be woken takes several microseconds of two processors, and longer until the work goes on. So
/// who waits awake waits longer than a wake-up takes: two who hand work to each other and have both
/// fallen asleep else never come out of it, for each gives up before the other is awake. What comes only after as long
/// as that pays no more than falling asleep does. Who has waited in vain, or so long several times, waits awake more
/// and more rarely.
struct Patience: ~Copyable, Sendable {
  /// How long it is waited, in nanoseconds: longer than a wake-up takes.
  private static let longest: UInt64 = 20_000
  /// What comes within this time, in nanoseconds, was worth waiting for.
  private static let short: UInt64 = 5_000
  /// How many long waits in a row are made up for by what they lead to.
  private static let fewLong: Int32 = 16
  private static let mostSkipped: Int32 = 16

  /// How many waits are skipped after one in vain; doubles with each in a row.
  private let penalty = Atomic<Int32>(1)
  private let skips = Atomic<Int32>(0)
  /// Long waits in a row.
  private let long = Atomic<Int32>(0)

  /// Returns when something holds, or after a moment.
  ///
  /// - Returns: Whether it held.
  @inline(__always)
  @discardableResult
  borrowing func wait(until holds: () -> Bool) -> Bool {
    // Several lanes may do this at a time; a count that is off does no harm.
    let left = skips.load(ordering: .relaxed)
    if left > 0 {
      skips.store(left - 1, ordering: .relaxed)
      return holds()
    }
    let start = DispatchTime.now().uptimeNanoseconds
    var waited: UInt64 = 0
    while waited < Self.longest {
      for _ in 0..<64 where holds() {
        note(waited)
        return true
      }
      waited = DispatchTime.now().uptimeNanoseconds &- start
    }
    giveUp()
    return false
  }

  private borrowing func note(_ waited: UInt64) {
    if waited < Self.short {
      penalty.store(1, ordering: .relaxed)
      long.store(0, ordering: .relaxed)
      return
    }
    let count = long.load(ordering: .relaxed)
    if count < Self.fewLong { long.store(count + 1, ordering: .relaxed) } else { giveUp() }
  }

  private borrowing func giveUp() {
    let next = penalty.load(ordering: .relaxed)
    skips.store(next, ordering: .relaxed)
    penalty.store(min(next * 2, Self.mostSkipped), ordering: .relaxed)
  }
}
