// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch

import struct Synchronization.Atomic

/// An adaptive spin-wait: spins for up to 20 µs before the caller blocks, and backs off after spins
/// that time out.
///
/// Blocking and waking take several microseconds of two processors. The spin lasts longer than a
/// wake-up takes: with a shorter one, two threads that hand work to each other and have both
/// blocked never leave that state. Any number of threads may share one value.
package struct AdaptiveSpin: ~Copyable, Sendable {
  /// The longest spin, in nanoseconds: longer than a wake-up takes.
  private static let longest: UInt64 = 20_000
  /// A spin that ends within this time, in nanoseconds, was cheaper than blocking.
  private static let short: UInt64 = 5_000
  /// The number of longer spins in a row after which each further one counts as a spin that timed
  /// out.
  private static let longLimit: Int32 = 16
  private static let skipLimit: Int32 = 16

  /// The number of calls that are skipped after the next spin that times out; doubles with each
  /// such spin in a row.
  private let penalty = Atomic<Int32>(1)
  /// The number of calls that are still skipped.
  private let skips = Atomic<Int32>(0)
  /// The number of spins in a row that took longer than ``short``, up to ``longLimit``.
  private let longSpins = Atomic<Int32>(0)

  /// Creates a spin-wait without history.
  package init() {}

  /// Spins until a condition holds or the time is over. A call that is skipped tests the condition
  /// once.
  ///
  /// - Returns: Whether the condition held.
  @inline(__always)
  @discardableResult
  package borrowing func wait(until holds: () -> Bool) -> Bool {
    // The counts are heuristics: it does no harm if concurrent callers lose an update.
    let left = skips.load(ordering: .relaxed)
    if left > 0 {
      skips.store(left - 1, ordering: .relaxed)
      return holds()
    }
    let start = DispatchTime.now().uptimeNanoseconds
    var waited: UInt64 = 0
    while waited < Self.longest {
      for _ in 0..<64 where holds() {
        record(waited)
        return true
      }
      waited = DispatchTime.now().uptimeNanoseconds &- start
    }
    backOff()
    return false
  }

  private borrowing func record(_ waited: UInt64) {
    if waited < Self.short {
      penalty.store(1, ordering: .relaxed)
      longSpins.store(0, ordering: .relaxed)
      return
    }
    let count = longSpins.load(ordering: .relaxed)
    if count < Self.longLimit {
      longSpins.store(count + 1, ordering: .relaxed)
    } else {
      backOff()
    }
  }

  private borrowing func backOff() {
    let next = penalty.load(ordering: .relaxed)
    skips.store(next, ordering: .relaxed)
    penalty.store(min(next * 2, Self.skipLimit), ordering: .relaxed)
  }
}
