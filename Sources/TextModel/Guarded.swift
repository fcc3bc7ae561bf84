// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A value behind a lock.
///
/// In place of `Synchronization.Mutex`: on Linux that one hands a contended lock over inside the kernel, where
/// ThreadSanitizer does not see it, and reports a race for each access. The lock of the C library is seen, and
/// takes a third of the time when nobody else wants it.
///
/// The lock is not recursive; no user code may run while it is held.
// @unchecked Sendable: `state` is reached only in `withLock`, under `lock`. `StormTests` race for it.
@safe @usableFromInline package struct Guarded<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Puts a value behind a lock of its own.
  @inlinable
  package init(_ value: consuming sending State) {
    // One piece of memory, so that the lock brings the value into the cache.
    let alignment = unsafe max(
      MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<State>.alignment)
    let offset = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) & ~(alignment - 1)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<State>.size, alignment: alignment)
    unsafe lock = unsafe memory.initializeMemory(
      as: pthread_mutex_t.self, to: pthread_mutex_t())
    unsafe GuardedLock.prepare(lock)
    unsafe state = unsafe (memory + offset).initializeMemory(as: State.self, to: value)
  }

  @inlinable
  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe pthread_mutex_destroy(lock)
    unsafe UnsafeMutableRawPointer(lock).deallocate()
  }

  /// Runs a body that may read and change the value while nobody else can.
  @inlinable @inline(__always)
  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ body: (inout sending State) throws(E) -> sending R
  ) throws(E) -> sending R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&state.pointee)
  }
}

/// What does not depend on the value, so that the runtime need not make its type for a call.
@usableFromInline package enum GuardedLock {
  @usableFromInline
  package static func prepare(_ lock: UnsafeMutablePointer<pthread_mutex_t>) {
    #if canImport(Glibc)
      // What is done under these locks takes less than falling asleep: wait awake for a moment first.
      var attributes = pthread_mutexattr_t()
      unsafe pthread_mutexattr_init(&attributes)
      unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
      unsafe pthread_mutex_init(lock, &attributes)
      unsafe pthread_mutexattr_destroy(&attributes)
    #else
      unsafe pthread_mutex_init(lock, nil)
    #endif
  }
}
