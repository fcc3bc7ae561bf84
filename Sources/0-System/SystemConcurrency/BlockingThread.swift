// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Threads for work that blocks, which the threads of Dispatch and of Swift's tasks must not do.
package enum BlockingThread {
  /// The bodies of threads that have been created and have not begun, by their numbers.
  private struct Pending {
    var bodies: [UInt: @Sendable () -> Void] = [:]
    var lastNumber: UInt = 0
  }

  private static let pending = Mutex(Pending())

  /// Starts a thread that runs a body.
  ///
  /// - Returns: The thread, or `nil` if the system cannot create one.
  package static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let number = pending.withLock { pending in
      pending.lastNumber += 1
      pending.bodies[pending.lastNumber] = body
      return pending.lastNumber
    }
    var thread = pthread_t()
    // unsafe: C call; the argument is the number of the body, not an address.
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        let number = UInt(bitPattern: argument)
        let body = BlockingThread.pending.withLock { $0.bodies.removeValue(forKey: number) }
        body?()
        return nil
      }, UnsafeMutableRawPointer(bitPattern: number))
    if status == 0 { return thread }
    _ = pending.withLock { $0.bodies.removeValue(forKey: number) }
    return nil
  }

  /// Runs a body on `count` threads at a time, the caller's among them, and waits for all.
  ///
  /// If the system cannot create so many threads, fewer run the body.
  package static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      guard let thread = start(body) else { break }
      threads.append(thread)
    }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }
}
