// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A value that one serial queue alone uses.
///
/// In place of variables of a class, where other threads use the rest of the object: their processors then do
/// not lose the object from their caches whenever the value changes, and no change is looked up among all accesses
/// under way, as it is for a class. So no access to the value may last while other code is called.
// @unchecked Sendable: whoever holds it says which queue uses `value`, and asserts that at its entry points.
@safe @usableFromInline package struct Confined<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutablePointer<Value>

  /// Puts a value apart.
  @inlinable
  package init(_ value: consuming sending Value) {
    unsafe memory = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
  }

  @inlinable
  deinit {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// The value.
  @inlinable
  package var value: Value {
    @inline(__always)
    _read { yield unsafe memory.pointee }
    @inline(__always)
    nonmutating _modify { yield unsafe &memory.pointee }
  }
}
