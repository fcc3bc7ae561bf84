// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A growable buffer of plain values for the scratch memory of one thread: bounds-checked, and
/// without the copy-on-write of an array.
///
/// Every element is initialised, so any index below ``capacity`` may be read. This is a class: at a
/// noncopyable struct, run-time checks of exclusive access would take 15 % of the time of shaping.
@safe
final class ScratchBuffer<Element: BitwiseCopyable> {
  private var start: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  /// The number of spans in use, during which the memory must not move.
  private var spans = 0

  /// Allocates `capacity` equal elements.
  init(repeating element: Element, capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity)
    unsafe start.initialize(repeating: element, count: capacity)
  }

  deinit { unsafe start.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity), "index out of bounds")
      return unsafe start[index]  // checked above
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity), "index out of bounds")
      unsafe start[index] = newValue  // checked above
    }
  }

  @inline(__always)
  private func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "range out of bounds")
  }

  /// Moves the first `count` elements to a larger buffer; the new elements are equal to `element`.
  @inline(never)
  func grow(to newCapacity: Int, keeping count: Int, filling element: Element) {
    precondition(count <= capacity && newCapacity >= capacity, "a buffer never shrinks")
    precondition(spans == 0, "a buffer cannot grow while it is read")
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    unsafe larger.update(from: start, count: count)  // both hold at least `count`
    unsafe (larger + count).initialize(repeating: element, count: newCapacity - count)
    unsafe start.deallocate()
    unsafe start = larger
    capacity = newCapacity
  }

  /// The elements of a range, for a loop whose indices need no check; valid until the buffer grows.
  @unsafe @inline(__always)
  func pointer(to range: Range<Int>) -> UnsafeMutablePointer<Element> {
    check(range)
    return unsafe start + range.lowerBound
  }

  /// Calls a function with the elements of a range.
  @inline(__always)
  func withSpan<Result>(
    _ range: Range<Int>, _ body: (Span<Element>) throws -> Result
  ) rethrows -> Result {
    check(range)
    spans &+= 1
    defer { spans &-= 1 }
    return try unsafe body(Span(_unsafeStart: start + range.lowerBound, count: range.count))
  }

  /// Calls a function that may change the elements of a range.
  @inline(__always)
  func withMutableSpan<Result>(
    _ range: Range<Int>, _ body: (inout MutableSpan<Element>) throws -> Result
  ) rethrows -> Result {
    check(range)
    spans &+= 1
    defer { spans &-= 1 }
    var span = unsafe MutableSpan(_unsafeStart: start + range.lowerBound, count: range.count)
    return try body(&span)
  }

  /// Makes the elements of a range equal.
  func fill(_ range: Range<Int>, with element: Element) {
    check(range)
    unsafe (start + range.lowerBound).update(repeating: element, count: range.count)
  }

  /// Copies the elements of a range to memory that has room for them.
  @unsafe
  func copy(_ range: Range<Int>, to out: UnsafeMutablePointer<Element>) {
    check(range)
    unsafe out.update(from: start + range.lowerBound, count: range.count)
  }

  /// Copies words of eight bytes over a multiple of eight elements from an index on, adding
  /// `increment` to each word.
  ///
  /// Several elements are packed into a word, the first in its lowest bits, as on every
  /// little-endian machine.
  @inline(__always)
  func storeWords(
    _ words: Span<UInt64>, from first: Int, at index: Int, count: Int,
    adding increment: UInt64 = 0
  ) {
    precondition(index >= 0 && index &+ count <= capacity, "range out of bounds")
    let out = unsafe UnsafeMutableRawPointer(start + index)
    // Each round copies eight elements, which take `stride` words of eight bytes.
    let stride = MemoryLayout<Element>.stride
    let words = words.extracting(first..<first &+ count &* stride / 8)
    var at = 0
    while at < count &* stride {
      for word in 0..<stride {
        let byte = at &+ 8 &* word
        // Both ranges are checked above.
        unsafe out.storeBytes(
          of: words[unchecked: byte >> 3] &+ increment, toByteOffset: byte, as: UInt64.self)
      }
      at &+= 8 &* stride
    }
  }
}
