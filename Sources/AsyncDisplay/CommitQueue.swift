// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Dispatch

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
  /// The commit queue that the caller is on.
  private static let key = DispatchSpecificKey<UInt>()

  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: Self.key, value: Self.mark(of: queue))
  }

  /// The same for all who commit on one queue.
  private static func mark(of queue: DispatchQueue) -> UInt {
    UInt(bitPattern: ObjectIdentifier(queue).hashValue)
  }

  package var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == Self.mark(of: queue) }

  package func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func enqueue(afterNanoseconds delay: UInt64, _ work: @escaping @Sendable () -> Void) {
    let delay = Int(min(delay, UInt64(Int.max)))
    queue.asyncAfter(deadline: .now() + .nanoseconds(delay), execute: work)
  }

  package func assertCurrent() { dispatchPrecondition(condition: .onQueue(queue)) }

  package var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
