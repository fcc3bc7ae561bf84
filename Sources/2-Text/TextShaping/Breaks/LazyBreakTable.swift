// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A table of breaks that is set once, by any thread, and read without a lock.
///
/// `AtomicLazyReference` does the same, but the compiler does not specialize its loads: each takes
/// 600 instructions.
// unsafe: a retained reference, which is never replaced, and released in `deinit`.
@safe
struct LazyBreakTable: ~Copyable, Sendable {
  private let reference = unsafe Atomic<Unmanaged<BreakTable>?>(nil)

  /// The table; nil until one is set.
  var found: BreakTable? {
    guard let found = unsafe reference.load(ordering: .acquiring) else { return nil }
    return unsafe found.takeUnretainedValue()
  }

  /// Sets the table, and returns the one that was set first.
  func set(_ made: BreakTable) -> BreakTable {
    let kept = unsafe Unmanaged.passRetained(made)
    let (isStored, first) = unsafe reference.compareExchange(
      expected: nil, desired: kept, ordering: .acquiringAndReleasing)
    guard !isStored, let first = unsafe first else { return made }
    unsafe kept.release()
    return unsafe first.takeUnretainedValue()
  }

  deinit {
    if let found = unsafe reference.load(ordering: .acquiring) { unsafe found.release() }
  }
}
