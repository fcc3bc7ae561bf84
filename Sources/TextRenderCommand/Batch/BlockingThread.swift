// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextRuntime

/// Threads that may block, as threads of Dispatch and of Swift's tasks must not.
enum BlockingThread {
  /// The bodies of threads that have been created and have not begun; each new thread takes one.
  private static let pending = Mutex<[@Sendable () -> Void]>([])

  /// Starts a thread that runs a body.
  ///
  /// - Returns: The thread, or `nil` if the system cannot create one.
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    // The lock is held until the thread exists, so that a failed start takes back its own body.
    pending.withLock { bodies in
      bodies.append(body)
      var thread = pthread_t()
      // unsafe: C call
      let status = unsafe pthread_create(
        &thread, nil,
        { _ in
          let body = BlockingThread.pending.withLock { $0.popLast() }
          body?()
          return nil
        }, nil)
      if status == 0 { return thread }
      bodies.removeLast()
      return nil
    }
  }

  /// Runs a body on `count` threads at a time, the caller's among them, and waits for all.
  ///
  /// If the system cannot create so many threads, fewer run the body.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      guard let thread = start(body) else { break }
      threads.append(thread)
    }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }
}
