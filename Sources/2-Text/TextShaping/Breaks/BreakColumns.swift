// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The columns of a ``BreakTable``: one block of memory for as many opportunities as were counted
/// beforehand.
///
/// Four separate arrays would make the first layout of a document 4 % slower, since each append
/// checks whether its array is shared.
// @unchecked Sendable: the memory belongs to one value, which cannot be copied. Every index is
// compared with `count`, which never exceeds `capacity`.
@safe
struct BreakColumns: ~Copyable, @unchecked Sendable {
  struct Row {
    var offset: Int
    var advance: Double
    var trimmed: Double
    var lineEnd: BreakTable.LineEndTraits
  }

  private(set) var count = 0
  let capacity: Int
  let advances: UnsafeMutablePointer<Double>
  let trimmed: UnsafeMutablePointer<Double>
  let offsets: UnsafeMutablePointer<Int32>
  let lineEnds: UnsafeMutablePointer<BreakTable.LineEndTraits>

  static let bytesPerRow = 21

  init(capacity: Int) {
    self.capacity = capacity
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: BreakColumns.bytesPerRow * capacity, alignment: 8)
    // The columns of the widest elements come first, so that all are aligned.
    unsafe (advances, trimmed, offsets, lineEnds) = (
      block.bindMemory(to: Double.self, capacity: capacity),
      (block + 8 * capacity).bindMemory(to: Double.self, capacity: capacity),
      (block + 16 * capacity).bindMemory(to: Int32.self, capacity: capacity),
      (block + 20 * capacity).bindMemory(to: BreakTable.LineEndTraits.self, capacity: capacity)
    )
  }

  deinit { unsafe UnsafeMutableRawPointer(advances).deallocate() }

  @inline(__always)
  mutating func append(_ row: Row) {
    precondition(count < capacity, "more opportunities than were counted")
    unsafe (advances[count], trimmed[count]) = (row.advance, row.trimmed)
    unsafe (offsets[count], lineEnds[count]) = (Int32(truncatingIfNeeded: row.offset), row.lineEnd)
    count += 1
  }

  /// Drops the rows from an index on.
  mutating func removeLast(from index: Int) {
    precondition(index >= 0 && index <= count, "rows beyond the columns")
    count = index
  }

  /// Subtracts a width from the trimmed advance of a row, and marks the row's line end as unsafe.
  mutating func trimEnd(at index: Int, by width: Double) {
    precondition(index >= 0 && index < count, "a row beyond the columns")
    let end = unsafe lineEnds[index]
    // Not `-=`: the compiler fails on it under the thread sanitizer.
    unsafe trimmed[index] = trimmed[index] - width
    unsafe lineEnds[index] = BreakTable.LineEndTraits(
      hangingCount: end.hangingCount, isUnsafe: true, endsInHyphen: end.endsInHyphen)
  }

  /// Widens the advance of a row, from which the width of a line that begins there counts, and
  /// marks the row as unsafe.
  mutating func moveStart(at index: Int, by width: Double) {
    precondition(index >= 0 && index < count, "a row beyond the columns")
    let end = unsafe lineEnds[index]
    unsafe advances[index] = advances[index] + width
    unsafe lineEnds[index] = BreakTable.LineEndTraits(
      hangingCount: end.hangingCount, isUnsafe: true, endsInHyphen: end.endsInHyphen)
  }

  /// Marks a row, so that a hyphen is drawn where a line ends at it.
  mutating func setHyphen(at index: Int) {
    precondition(index >= 0 && index < count, "a row beyond the columns")
    let end = unsafe lineEnds[index]
    unsafe lineEnds[index] = BreakTable.LineEndTraits(
      hangingCount: end.hangingCount, isUnsafe: end.isUnsafe, endsInHyphen: true)
  }

  @inline(__always)
  subscript(index: Int) -> Row {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "a row beyond the columns")
    return unsafe Row(
      offset: Int(offsets[index]), advance: advances[index], trimmed: trimmed[index],
      lineEnd: lineEnds[index])
  }
}
