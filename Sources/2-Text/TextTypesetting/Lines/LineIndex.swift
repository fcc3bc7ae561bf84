// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The lines of a layout by their place in line space: the one index that hit tests, selections and
/// painting use.
///
/// Lines are in the order of the text. Those that lie beside each other, as around an obstacle, are
/// pieces of one *row*: they have the same upper edge and height. Rows of a column follow each
/// other downwards or, where ``isUpwards``, upwards.
struct LineIndex {
  let records: LineRecords
  /// The columns; empty for a single one.
  var columns: [LineColumn] = []
  /// Whether each row lies above the one before, as in line space of `WritingMode.verticalLR`.
  let isUpwards: Bool

  /// The first line of the row at a y, in the first column. That row is the first one that ends
  /// beyond the y, or else the last one. Without lines it is 0.
  ///
  /// - Complexity: O(log lines).
  func row(atY y: Double) -> Int { row(atY: y, in: columns.first?.lines ?? all) }

  /// The line at a point: in the column nearest to it the row at its y, and there the line that
  /// lies nearest to its x. Without lines it is 0.
  ///
  /// - Complexity: O(log lines + columns + lines of the row).
  func line(atX x: Double, y: Double) -> Int {
    var (lines, bestDistance) = (all, Double.infinity)
    for column in columns where !column.lines.isEmpty {
      let distance = max(column.left - x, x - column.right, 0)
      if distance < bestDistance { (lines, bestDistance) = (column.lines, distance) }
    }
    return line(ofRow: row(atY: y, in: lines), atX: x)
  }

  /// The line of a row that lies nearest to an x.
  ///
  /// - Parameter first: The first line of the row.
  func line(ofRow first: Int, atX x: Double) -> Int {
    var (best, bestDistance) = (first, Double.infinity)
    let lines = column(of: first)
    var index = first
    while index < lines.upperBound, isSameRow(index, first) {
      let record = records[index]
      let distance = max(record.x - x, x - record.x - record.width, 0)
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
      index += 1
    }
    return best
  }

  /// The lines of the rows that meet a band between two y; empty if there are none. In a layout
  /// with several columns, all lines between the first and the last of them are included.
  ///
  /// - Complexity: O(log lines), for each column.
  func lines(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom, records.count > 0 else { return 0..<0 }
    let (near, far) = isUpwards ? (bottom, top) : (top, bottom)
    func meeting(_ lines: Range<Int>) -> Range<Int> {
      let first = firstIndex(in: lines) { ends($0, beyond: near) }
      let end = firstIndex(in: lines) { !begins($0, before: far) }
      return first..<max(first, end)
    }
    if columns.isEmpty { return meeting(all) }
    let parts = columns.map { meeting($0.lines) }.filter { !$0.isEmpty }
    guard let first = parts.first, let last = parts.last else { return 0..<0 }
    return first.lowerBound..<last.upperBound
  }

  /// The first line of the last row; without lines 0.
  var lastRow: Int { records.count == 0 ? 0 : firstOfRow(records.count - 1) }

  /// The first line of the next row; `nil` after the last.
  func row(after index: Int) -> Int? {
    let end = column(of: index).upperBound
    var next = index + 1
    while next < end, isSameRow(next, index) { next += 1 }
    return next < records.count ? next : nil
  }

  /// The first line of the row before; `nil` before the first.
  func row(before index: Int) -> Int? {
    let first = firstOfRow(index)
    return first > 0 ? firstOfRow(first - 1) : nil
  }

  private var all: Range<Int> { 0..<records.count }

  /// The lines of the column that holds a line.
  private func column(of index: Int) -> Range<Int> {
    if columns.isEmpty { return all }
    return columns.first { $0.lines.contains(index) }?.lines ?? all
  }

  private func row(atY y: Double, in lines: Range<Int>) -> Int {
    var low = lines.lowerBound
    var high = lines.upperBound - 1
    while low < high {
      let mid = (low + high) / 2
      if ends(mid, beyond: y) { high = mid } else { low = mid + 1 }
    }
    return firstOfRow(low)
  }

  private func firstOfRow(_ index: Int) -> Int {
    let start = column(of: index).lowerBound
    var first = index
    while first > start, isSameRow(first - 1, index) { first -= 1 }
    return first
  }

  /// Whether two lines of a column lie in one row. A line without height has a row of its own.
  private func isSameRow(_ a: Int, _ b: Int) -> Bool {
    if a == b { return true }
    let (first, second) = (records[a], records[b])
    return first.y == second.y && first.height == second.height && first.height > 0
  }

  /// Whether the far edge of a line lies beyond a y.
  private func ends(_ index: Int, beyond y: Double) -> Bool {
    let record = records[index]
    return isUpwards ? record.y < y : record.y + record.height > y
  }

  /// Whether the near edge of a line lies before a y.
  private func begins(_ index: Int, before y: Double) -> Bool {
    let record = records[index]
    return isUpwards ? record.y + record.height > y : record.y < y
  }

  private func firstIndex(in lines: Range<Int>, where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (lines.lowerBound, lines.upperBound)
    while low < high {
      let mid = (low + high) / 2
      if isBeyond(mid) { high = mid } else { low = mid + 1 }
    }
    return low
  }
}
