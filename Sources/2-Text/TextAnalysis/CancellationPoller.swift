// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A counter of work that polls a ``Cancellation`` once in ``interval`` steps.
struct CancellationPoller {
  /// The steps between two polls. A step takes a few nanoseconds, so an interval takes some tens of
  /// microseconds.
  static let interval = 1 << 12

  let cancellation: Cancellation
  private var steps = 0

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Counts steps, and polls when an interval is full.
  ///
  /// - Throws: `CancellationError`.
  @inline(__always)
  mutating func count(_ work: Int = 1) throws {
    steps &+= work
    if steps >= Self.interval {
      steps = 0
      try cancellation.check()
    }
  }
}
