// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency

/// Access to the main queue from a thread that may block.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  private final class Reply<R: Sendable>: Sendable {
    let done = DispatchSemaphore(value: 0)
    let value = Mutex<R?>(nil)
  }

  /// Whether the caller runs on the main queue; `false` everywhere until ``markQueue()`` is called.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Whether waiting for the main queue would deadlock, since the caller runs on it. Calls
  /// ``markQueue()`` first.
  static var wouldDeadlock: Bool {
    markQueue()
    return isCurrent
  }

  /// Marks the main queue, so that ``isCurrent`` recognizes it.
  static func markQueue() { DispatchQueue.main.setSpecific(key: key, value: true) }

  /// Runs a closure on the main queue, blocks the calling thread until it has returned, and returns
  /// its result. Deadlocks if called on the main queue.
  static func run<R: Sendable>(_ body: @escaping @MainActor @Sendable () -> R) -> R {
    let reply = Reply<R>()
    DispatchQueue.main.async {
      let value = MainActor.assumeIsolated(body)
      reply.value.withLock { $0 = value }
      reply.done.signal()
    }
    reply.done.wait()
    guard let value = reply.value.withLock({ $0.take() }) else { preconditionFailure("no reply") }
    return value
  }

  /// Submits a closure to the main queue and returns at once.
  static func submit(_ body: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(body) }
  }
}
