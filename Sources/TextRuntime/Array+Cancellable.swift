// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// The arrays of a long text are made, grown and freed in pieces between which the work can be called off: touching
// a megabyte for the first time, and letting go of a hundred thousand objects, each take a millisecond or more.

extension Array where Element: BitwiseCopyable {
  /// Elements that are written between two polls.
  @usableFromInline package static var piece: Int { (1 << 16) / MemoryLayout<Element>.stride }

  /// Makes an array of equal elements.
  ///
  /// - Throws: `CancellationError`.
  @inlinable
  package init(repeating element: Element, count: Int, _ cancellation: Cancellation) throws {
    // Not by `Array(repeating:count:)`, which is not specialised here: it looks its type up in a table of the runtime,
    // whose readers all threads count.
    self.init()
    reserveCapacity(count)
    while self.count < count {
      try cancellation.check()
      append(contentsOf: repeatElement(element, count: Swift.min(Self.piece, count - self.count)))
    }
  }

  /// Copies memory.
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

  /// Takes the memory for some more elements; a long array moves in pieces.
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
  /// Takes the memory that a whole array will need if it goes on as it began, before it has grown so large that
  /// moving it takes long.
  ///
  /// - Parameters:
  ///   - done: How much of the text has been read.
  ///   - total: The length of the text.
  package mutating func reserve(at done: Int, of total: Int) {
    guard done > 0, count > 256, 2 * count > capacity else { return }
    let needed = Double(count) * Double(total) / Double(done) * 1.1
    if needed > Double(capacity) { reserveCapacity(Int(needed) + 16) }
  }

  /// Lets go of all elements.
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
