// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The arrays of a long text are made, grown and freed in pieces, with a poll of the cancellation
// between them: first touching a megabyte, and releasing 100,000 objects, take a millisecond or
// more each.

extension Array where Element: BitwiseCopyable {
  /// The number of elements written between two polls.
  @usableFromInline package static var piece: Int { (1 << 16) / MemoryLayout<Element>.stride }

  /// Creates an array of equal elements.
  ///
  /// - Throws: `CancellationError`.
  @inlinable
  package init(repeating element: Element, count: Int, _ cancellation: Cancellation) throws {
    // `Array(repeating:count:)` is not specialised here: it looks its type up in a table of the
    // runtime, for which threads contend.
    self.init()
    reserveCapacity(count)
    while self.count < count {
      try cancellation.check()
      append(contentsOf: repeatElement(element, count: Swift.min(Self.piece, count - self.count)))
    }
  }

  /// Creates an array from memory.
  ///
  /// - Throws: `CancellationError`.
  @inlinable @unsafe
  package init(_ source: UnsafeBufferPointer<Element>, _ cancellation: Cancellation) throws {
    if source.count <= Self.piece {
      self = unsafe Array(source)
      return
    }
    self.init()
    reserveCapacity(source.count)
    while count < source.count {
      try cancellation.check()
      let end = Swift.min(count + Self.piece, source.count)
      unsafe append(contentsOf: UnsafeBufferPointer(rebasing: source[count..<end]))
    }
  }

  /// Reserves memory for some more elements; a long array is moved in pieces.
  ///
  /// - Throws: `CancellationError`.
  package mutating func makeRoom(for more: Int, _ cancellation: Cancellation) throws {
    if count + more <= capacity || count <= Self.piece { return }
    var moved: [Element] = []
    moved.reserveCapacity(2 * count + more)
    while moved.count < count {
      try cancellation.check()
      moved.append(contentsOf: self[moved.count..<Swift.min(moved.count + Self.piece, count)])
    }
    self = moved
  }
}

extension Array {
  /// Reserves the memory that the complete array is expected to need, extrapolated from the part
  /// that is done. Done early, while the array is still cheap to move.
  ///
  /// - Parameters:
  ///   - done: The length of the text read so far.
  ///   - total: The length of the text.
  package mutating func reserve(at done: Int, of total: Int) {
    guard done > 0, count > 256, 2 * count > capacity else { return }
    let needed = Double(count) * Double(total) / Double(done) * 1.1
    if needed > Double(capacity) { reserveCapacity(Int(needed) + 16) }
  }

  /// Releases all elements, in pieces.
  ///
  /// - Throws: `CancellationError`.
  package mutating func release(_ cancellation: Cancellation) throws {
    while count > 1024 {
      removeLast(1024)
      try cancellation.check()
    }
    removeAll(keepingCapacity: true)
  }
}
