// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A value that is used on one serial queue alone, in memory of its own.
///
/// Debug builds trap on an access from elsewhere. Unlike stored properties of a class, an access is
/// not tracked by the runtime's exclusivity check, so no access may last while foreign code runs:
/// read or write a part, then call.
// @unchecked Sendable: `value` is used on one queue alone, which debug builds assert at each
// access.
@safe @usableFromInline
package struct QueueConfined<Value: ~Copyable>: ~Copyable,
  @unchecked Sendable
{
  @usableFromInline let memory: UnsafeMutablePointer<Value>
  #if DEBUG
    @usableFromInline let isCurrent: @Sendable () -> Bool
  #endif

  /// Confines a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isCurrent: Whether the caller is on the queue; called in debug builds only.
  @inlinable
  package init(_ value: consuming sending Value, isCurrent: @escaping @Sendable () -> Bool) {
    unsafe memory = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    #if DEBUG
      self.isCurrent = isCurrent
    #endif
  }

  @inlinable
  deinit {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  @inlinable
  package var value: Value {
    @inline(__always)
    _read {
      assertQueue()
      yield unsafe memory.pointee
    }
    @inline(__always)
    nonmutating _modify {
      assertQueue()
      yield unsafe &memory.pointee
    }
  }

  @inlinable @inline(__always)
  borrowing func assertQueue() {
    #if DEBUG
      precondition(isCurrent(), "a queue-confined value is used off its queue")
    #endif
  }
}
