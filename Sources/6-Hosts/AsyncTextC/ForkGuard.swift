// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import Glibc

internal import struct Synchronization.Atomic

/// Knows whether a process that was forked may go on.
///
/// The child of a fork has one thread, and the locks as they were. If no thread was in a call, they
/// are free. Lanes, once they have begun, are threads that the child lacks, and Dispatch does not
/// begin new ones there.
final class ForkGuard: Sendable {
  static let shared = ForkGuard()

  /// The calls under way.
  private let calls = Atomic<Int>(0)
  /// Whether lanes have begun.
  private let hasLanes = Atomic<Bool>(false)
  /// Set by a thread that forks, until it has: calls wait for it.
  private let isForking = Atomic<Bool>(false)
  /// Whether this is a child that cannot go on.
  private let isStranded = Atomic<Bool>(false)

  private init() {
    // Handlers run between the threads of the parent and the only one of the child: they read and
    // set numbers alone.
    pthread_atfork(
      { ForkGuard.shared.isForking.store(true, ordering: .sequentiallyConsistent) },
      { ForkGuard.shared.isForking.store(false, ordering: .sequentiallyConsistent) },
      { ForkGuard.shared.beginChild() })
  }

  private func beginChild() {
    let isBusy = calls.load(ordering: .sequentiallyConsistent) > 0
    if isBusy || hasLanes.load(ordering: .relaxed) { isStranded.store(true, ordering: .relaxed) }
    isForking.store(false, ordering: .sequentiallyConsistent)
  }

  /// Begins a call.
  ///
  /// - Throws: ``CallError`` with `AT_FORKED`.
  func enter() throws(CallError) {
    while true {
      calls.add(1, ordering: .sequentiallyConsistent)
      guard isForking.load(ordering: .sequentiallyConsistent) else { break }
      leave()
      sched_yield()
    }
    guard isStranded.load(ordering: .relaxed) else { return }
    leave()
    throw CallError(
      AT_FORKED,
      "this process was forked while the library had threads at work; begin it without fork (in "
        + "Python: multiprocessing with 'spawn' or 'forkserver'), or fork before the first batch")
  }

  func leave() { calls.subtract(1, ordering: .sequentiallyConsistent) }

  /// Says that lanes begin.
  func beginLanes() { hasLanes.store(true, ordering: .relaxed) }
}
