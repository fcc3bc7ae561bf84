// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import SystemConcurrency

/// A serial queue with a clock: it commits displays, frees their memory, or calls when a time is
/// over. In programs it is a Dispatch queue; tests have one that they step by hand.
package protocol SerialQueue: AnyObject, Sendable {
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

/// A serial queue backed by one of Dispatch.
package final class DispatchedQueue: SerialQueue {
  private static let key = DispatchSpecificKey<UInt64>()
  private static let lastNumber = Mutex<UInt64>(0)

  private let queue: DispatchQueue
  /// The number of the queue, stored on the Dispatch queue itself: equal for all objects of one
  /// Dispatch queue, and never reused.
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
