// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Glibc

/// A value protected by a lock, with the interface of `Synchronization.Mutex`.
///
/// Used instead because on Linux `Synchronization.Mutex` passes a contended lock on inside the
/// kernel, where ThreadSanitizer does not see it and reports a race for each access. A
/// `pthread_mutex_t` is seen, and takes a third of the time when uncontended.
///
/// Not recursive. No foreign code runs while the lock is held. A closure is protected inside a
/// struct: if it were the value itself, it would be wrapped once more at each access, and calls
/// would take longer and longer.
// @unchecked Sendable: `state` is reached only in `withLock`, under `lock`. In
// `CommitLoopStressTests` several threads contend for the lock.
@safe @usableFromInline package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline let state: UnsafeMutablePointer<Value>

  /// Creates a mutex that protects `value`.
  @inlinable
  package init(_ value: consuming sending Value) {
    // Lock and value share one allocation: taking the lock also loads the cache line of the value.
    let alignment = unsafe max(
      MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
    let offset = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) & ~(alignment - 1)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
    unsafe lock = memory.initializeMemory(
      as: pthread_mutex_t.self, to: pthread_mutex_t())
    unsafe MutexLock.initialize(lock)
    unsafe state = (memory + offset).initializeMemory(as: Value.self, to: value)
  }

  @inlinable
  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe pthread_mutex_destroy(lock)
    unsafe UnsafeMutableRawPointer(lock).deallocate()
  }

  /// Calls `body` with exclusive access to the value, and returns its result.
  @inlinable @inline(__always)
  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&state.pointee)
  }
}

/// The part of ``Mutex`` that does not depend on the value's type, so that it is not generic.
@usableFromInline package enum MutexLock {
  @usableFromInline
  package static func initialize(_ lock: UnsafeMutablePointer<pthread_mutex_t>) {
    // Critical sections are shorter than a system call, so the lock spins briefly before it blocks.
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    unsafe pthread_mutex_init(lock, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }
}
