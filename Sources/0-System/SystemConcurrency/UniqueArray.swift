// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A growable array that cannot be copied, the storage of ``HashTable``.
///
/// Unlike `Array` it needs no metadata of the runtime: the first array of each element type costs a
/// process some 30,000 instructions. Every access is checked.
// `unsafe`: the memory has room for `capacity` elements, of which the first `count` are
// initialised.
@safe @usableFromInline
struct UniqueArray<Element>: ~Copyable {
  @usableFromInline var memory: UnsafeMutablePointer<Element>?
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  deinit {
    unsafe memory?.deinitialize(count: count)
    unsafe memory?.deallocate()
  }

  @inlinable
  subscript(index: Int) -> Element {
    _read { yield unsafe pointer(to: index).pointee }
    _modify { yield unsafe &pointer(to: index).pointee }
  }

  /// - Complexity: O(1), amortised.
  @inlinable
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    count += 1
    unsafe pointer(to: count - 1).initialize(to: element)
  }

  /// Removes an element; the last one takes its place.
  @inlinable
  mutating func swapRemove(at index: Int) -> Element {
    let removed = unsafe pointer(to: index).move()
    if index < count - 1 {
      unsafe pointer(to: index).moveInitialize(from: pointer(to: count - 1), count: 1)
    }
    count -= 1
    return removed
  }

  @inlinable
  borrowing func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    guard let memory = unsafe memory, index >= 0, index < count else {
      preconditionFailure("an index beyond the array")
    }
    return unsafe memory + index
  }

  @inlinable
  mutating func grow() {
    let wider = max(4, 2 * capacity)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: wider)
    if let memory = unsafe memory {
      unsafe moved.moveInitialize(from: memory, count: count)
      unsafe memory.deallocate()
    }
    unsafe memory = moved
    capacity = wider
  }
}

// @unchecked Sendable: the memory belongs to a single value, which cannot be copied.
extension UniqueArray: @unchecked Sendable where Element: Sendable {}
