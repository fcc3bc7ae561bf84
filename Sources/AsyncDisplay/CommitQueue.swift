// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch
import TextModel
import TextRuntime

/// The serial queue on which a coordinator commits, and its clock. Tests put their own in its place.
package protocol CommitQueue: AnyObject, Sendable {
  /// Runs work on the queue, after all work that was handed in before.
  func enqueue(_ work: @escaping @Sendable () -> Void)
  /// Runs work on the queue after a while.
  func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void)
  /// Traps unless the caller is on the queue.
  func assertCurrent()
  /// Whether the caller is on the queue.
  var isCurrent: Bool { get }
  /// Nanoseconds of a clock that never goes back.
  var now: UInt64 { get }
}

/// A commit queue of Dispatch.
package final class DispatchCommitQueue: CommitQueue {
  /// The number of the commit queue that the caller is on.
  private static let key = DispatchSpecificKey<UInt64>()
  /// The last number that a queue was given.
  private static let lastNumber = Mutex<UInt64>(0)

  private let queue: DispatchQueue
  /// The same for all who commit on one queue, and never another's: objects of `DispatchQueue` come and go.
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
