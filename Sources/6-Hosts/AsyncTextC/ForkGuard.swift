// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CAsyncText
internal import Glibc

internal import struct Synchronization.Atomic

/// Tells whether the library still works in the child of a fork.
///
/// The child has a single thread, and a copy of all locks: they are free if no thread was in a call
/// during the fork. The child lacks the threads of lanes that were started before, and Dispatch
/// does not start new ones in a child.
final class ForkGuard: Sendable {
  static let shared = ForkGuard()

  /// The number of calls under way.
  private let calls = Atomic<Int>(0)
  /// Whether threads of lanes were started.
  private let hasLanes = Atomic<Bool>(false)
  /// Whether a thread is forking; new calls wait until the fork is done.
  private let isForking = Atomic<Bool>(false)
  /// Whether this process is a child of a fork in which the library does not work.
  private let isStranded = Atomic<Bool>(false)

  private init() {
    // Handlers of a fork may run while another thread holds a lock, so they take none: they only
    // read and set atomic values.
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

  /// Notes that threads of lanes are about to be started.
  func beginLanes() { hasLanes.store(true, ordering: .relaxed) }
}
