// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Threads that may block, which the threads of Dispatch and of Swift's tasks must not.
enum Workers {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on so many threads at a time, the caller's among them, and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [pthread_t] = []
    for _ in 1..<max(1, count) {
      let box = unsafe Unmanaged.passRetained(Body(body))
      var thread = pthread_t()
      let made = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, box.toOpaque())
      if made == 0 {
        threads.append(thread)
      } else {
        // Fewer threads do the same work.
        unsafe box.release()
        break
      }
    }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// A condition on which threads wait for others.
@safe final class Gate: Sendable {
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  nonisolated(unsafe) private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    _ = unsafe pthread_mutex_init(mutex, nil)
    _ = unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    _ = unsafe pthread_mutex_destroy(mutex)
    _ = unsafe pthread_cond_destroy(condition)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  /// Waits until a condition holds; it is read under the gate's lock.
  func wait(until holds: () -> Bool) {
    _ = unsafe pthread_mutex_lock(mutex)
    while !holds() { _ = unsafe pthread_cond_wait(condition, mutex) }
    _ = unsafe pthread_mutex_unlock(mutex)
  }

  /// Makes a change under the gate's lock and wakes those who wait.
  func change(_ body: () -> Void) {
    _ = unsafe pthread_mutex_lock(mutex)
    body()
    _ = unsafe pthread_cond_broadcast(condition)
    _ = unsafe pthread_mutex_unlock(mutex)
  }
}
