// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A column of a layout with several.
struct LineColumn: Hashable, Sendable {
  /// The column's lines, by their numbers in the layout.
  var lines: Range<Int>
  /// The column's edges, as x of line space.
  var left: Double
  var right: Double
}

/// The columns of a container, of which one is filled at a time.
struct ColumnFiller {
  /// The extent of all columns along the lines; `nil` if it is unbounded.
  let boxWidth: Double?
  /// The extent of one column.
  let width: Double?
  private let count: Int
  private let step: Double
  private let isRightToLeft: Bool
  /// The columns that are full.
  private(set) var filled: [LineColumn] = []
  /// The number of the first line of the column being filled.
  private(set) var firstLine = 0
  /// The lowest edge of the columns that are full.
  private(set) var lowestEdge = 0.0

  init(_ container: borrowing TextContainer, isRightToLeft: Bool) {
    self.isRightToLeft = isRightToLeft
    boxWidth = container.inlineRoom
    guard let boxWidth, container.columnCount > 1 else {
      (width, count, step) = (container.inlineRoom, 1, 0)
      return
    }
    count = container.columnCount
    let gap = container.columns.boundedGap
    let width = max(0, (boxWidth - gap * Double(count - 1)) / Double(count))
    self.width = width
    step = width + gap
  }

  var isSingle: Bool { count == 1 }

  /// Whether the column being filled is the last.
  var isLast: Bool { filled.count + 1 >= count }

  /// The left edge of the column being filled.
  var left: Double {
    guard let boxWidth, let width, count > 1 else { return 0 }
    let start = Double(filled.count) * step
    return isRightToLeft ? boxWidth - start - width : start
  }

  /// Ends the column being filled; the next one begins with the next line.
  mutating func close(lines end: Int, edge: Double) {
    let left = left
    filled.append(LineColumn(lines: firstLine..<end, left: left, right: left + (width ?? 0)))
    firstLine = end
    lowestEdge = max(lowestEdge, edge)
  }

  mutating func move(x: Double) {
    for index in filled.indices {
      filled[index].left += x
      filled[index].right += x
    }
  }
}

extension Typesetter {
  /// Ends the column being filled, and begins the next one if there is one.
  ///
  /// - Returns: Whether there is a next column.
  mutating func openColumn() throws -> Bool {
    if columns.isLast || lineCount >= maximumLines { return false }
    try closeColumn()
    room?.floats?.beginColumn()
    (y, gap) = (0, 0)
    return true
  }

  /// Moves the lines of the column being filled to their place.
  mutating func closeColumn() throws {
    if trimsLast, records.count > columns.firstLine { try trimLastLine() }
    if columns.isSingle { return }
    try records.moveX(columns.left, from: columns.firstLine, cancellation)
    columns.close(lines: records.count, edge: y)
  }
}
