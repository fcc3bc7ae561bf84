// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import SystemConcurrency

/// The serial queue on which a coordinator commits, and its clock. Tests have a queue that they
/// step by hand.
package protocol CommitQueue: AnyObject, Sendable {
  /// Runs work on the queue, after all work that was enqueued before.
  func enqueue(_ work: @escaping @Sendable () -> Void)
  /// Runs work on the queue after a delay.
  func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void)
  /// Traps unless the caller is on the queue.
  func assertCurrent()
  /// Whether the caller is on the queue.
  var isCurrent: Bool { get }
  /// Nanoseconds of a monotonic clock.
  var now: UInt64 { get }
}

/// A commit queue backed by a serial Dispatch queue.
package final class DispatchCommitQueue: CommitQueue {
  private static let key = DispatchSpecificKey<UInt64>()
  private static let lastNumber = Mutex<UInt64>(0)

  private let queue: DispatchQueue
  /// The number of the commit queue, stored on the Dispatch queue itself: equal for all commit
  /// queues of one Dispatch queue, and never reused.
  private let number: UInt64

  package init(_ queue: DispatchQueue) {
    self.queue = queue
    number = Self.lastNumber.withLock { last in
      if let known = queue.getSpecific(key: Self.key) { return known }
      last += 1
      queue.setSpecific(key: Self.key, value: last)
      return last
    }
  }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == number }

  package func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void) {
    let delay = Int(min(delay, UInt64(Int.max)))
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay), execute: work)
  }

  package func assertCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }

  package var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
