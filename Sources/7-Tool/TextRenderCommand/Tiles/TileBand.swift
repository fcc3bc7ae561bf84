// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Rows of pixels of a picture: the rows that one row of tiles covers, and the row before them.
// @unchecked Sendable: one thread fills the rows, then submits work that reads the rows, and fills
// them anew once it has taken all results. The lock of `OrderedWork` orders these accesses.
@safe final class TileBand: @unchecked Sendable {
  let rowBytes: Int
  /// The number of rows, without the row before the first one.
  let capacity: Int
  /// The row before the first one, then the rows.
  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// The number of tiles that are not packed yet; only the thread that fills the rows uses it.
  var tilesLeft = 0

  /// Allocates rows, whose contents are undefined.
  init(width: Int, rows: Int) {
    rowBytes = width * 4
    capacity = rows
    // `deinit` frees the memory; a precondition keeps each access within its bounds.
    let byteCount = Self.byteCount(width: width, rows: rows)
    unsafe memory = .allocate(capacity: byteCount)
    unsafe memory.initialize(repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  /// The memory of a band, in bytes.
  static func byteCount(width: Int, rows: Int) -> Int { width * 4 * (rows + 1) }

  private func bytes(_ rows: Range<Int>) -> Range<Int> {
    precondition(rows.lowerBound >= -1 && rows.upperBound <= capacity)
    return (rows.lowerBound + 1) * rowBytes..<(rows.upperBound + 1) * rowBytes
  }

  /// Changes rows; the row before the first one is -1.
  func withMutableRows<R>(
    _ rows: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws -> R
  ) rethrows -> R {
    var span = unsafe MutableSpan(_unsafeElements: memory.extracting(bytes(rows)))
    return try body(&span)
  }

  /// Reads rows; the row before the first one is -1.
  func withRows<R>(_ rows: Range<Int>, _ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(memory.extracting(bytes(rows)))))
  }

  /// Copies rows of another band of the same width, or of this one.
  func copy(_ rows: Range<Int>, of other: TileBand, to first: Int) {
    precondition(rowBytes == other.rowBytes)
    // `copyMemory` allows source and target to overlap.
    unsafe UnsafeMutableRawBufferPointer(
      memory.extracting(bytes(first..<first + rows.count))
    ).copyMemory(from: UnsafeRawBufferPointer(other.memory.extracting(other.bytes(rows))))
  }
}
