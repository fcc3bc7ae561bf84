// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Waits awake for a moment before somebody falls asleep, where that has paid lately.
///
/// To fall asleep and be woken takes several microseconds of two processors. Who waits awake for less than
/// that never loses more than it would have lost; who has waited in vain does it more and more rarely.
struct Patience: ~Copyable, Sendable {
  /// Looks before it gives up: one or two microseconds.
  private static let looks = 12000
  private static let mostSkipped: Int32 = 64

  /// How many waits are skipped after one in vain; doubles with each in a row.
  private let penalty = Atomic<Int32>(1)
  private let skips = Atomic<Int32>(0)

  /// Returns when something holds, or after a moment.
  ///
  /// - Returns: Whether it held.
  @inline(__always)
  @discardableResult
  borrowing func wait(until holds: () -> Bool) -> Bool {
    let left = skips.load(ordering: .relaxed)
    if left > 0 {
      skips.store(left - 1, ordering: .relaxed)
      return holds()
    }
    for _ in 0..<Self.looks where holds() {
      penalty.store(1, ordering: .relaxed)
      return true
    }
    // Several lanes may do this at a time; a count that is off does no harm.
    let next = penalty.load(ordering: .relaxed)
    skips.store(next, ordering: .relaxed)
    penalty.store(min(next * 2, Self.mostSkipped), ordering: .relaxed)
    return false
  }
}
