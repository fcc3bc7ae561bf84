// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

/// A value behind a lock.
///
/// In place of `Synchronization.Mutex`: on Linux that one hands a contended lock over inside the kernel, where
/// ThreadSanitizer does not see it, and reports a race for each access. The lock of the C library is seen, and
/// takes a third of the time when nobody else wants it.
///
/// The lock is not recursive; no user code may run while it is held.
// @unchecked Sendable: `state` is reached only in `withLock`, under `lock`. `StormTests` race for it.
@safe package struct Guarded<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Puts a value behind a lock of its own.
  @inlinable
  package init(_ value: consuming sending State) {
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: value)
  }

  @inlinable
  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Runs a body that may read and change the value while nobody else can.
  @inlinable
  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ body: (inout sending State) throws(E) -> sending R
  ) throws(E) -> sending R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&state.pointee)
  }
}
