// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The lines of a layout by their place in line space: the one index that hit tests, selections and
/// painting use.
///
/// Lines are in the order of the text. Those that lie beside each other, as around an obstacle, are
/// pieces of one *row*: they have the same upper edge and height. Rows follow each other downwards
/// or, where ``isUpwards``, upwards.
struct LineIndex {
  let records: LineRecords
  /// Whether each row lies above the one before, as in line space of `WritingMode.verticalLR`.
  let isUpwards: Bool

  /// The first line of the row at a y: of the first row that ends beyond it, or else of the last
  /// row. Without lines it is 0.
  ///
  /// - Complexity: O(log lines).
  func row(atY y: Double) -> Int {
    var low = 0
    var high = records.count - 1
    while low < high {
      let mid = (low + high) / 2
      if ends(mid, beyond: y) { high = mid } else { low = mid + 1 }
    }
    return firstOfRow(low)
  }

  /// The line at a point: in the row at its y the one that lies nearest to its x. Without lines it
  /// is 0.
  ///
  /// - Complexity: O(log lines + lines of the row).
  func line(atX x: Double, y: Double) -> Int {
    line(ofRow: row(atY: y), atX: x)
  }

  /// The line of a row that lies nearest to an x.
  ///
  /// - Parameter first: The first line of the row.
  func line(ofRow first: Int, atX x: Double) -> Int {
    var (best, bestDistance) = (first, Double.infinity)
    var index = first
    while index < records.count, isSameRow(index, first) {
      let record = records[index]
      let distance = max(record.x - x, x - record.x - record.width, 0)
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
      index += 1
    }
    return best
  }

  /// The lines of the rows that meet a band between two y; empty if there are none.
  ///
  /// - Complexity: O(log lines).
  func lines(from top: Double, to bottom: Double) -> Range<Int> {
    guard top < bottom, records.count > 0 else { return 0..<0 }
    let (near, far) = isUpwards ? (bottom, top) : (top, bottom)
    let first = firstIndex { ends($0, beyond: near) }
    let end = firstIndex { !begins($0, before: far) }
    return first..<max(first, end)
  }

  /// The first line of the last row; without lines 0.
  var lastRow: Int { firstOfRow(max(0, records.count - 1)) }

  /// The first line of the next row; `nil` after the last.
  func row(after index: Int) -> Int? {
    var next = index + 1
    while next < records.count, isSameRow(next, index) { next += 1 }
    return next < records.count ? next : nil
  }

  /// The first line of the row before; `nil` before the first.
  func row(before index: Int) -> Int? {
    let first = firstOfRow(index)
    return first > 0 ? firstOfRow(first - 1) : nil
  }

  private func firstOfRow(_ index: Int) -> Int {
    var first = index
    while first > 0, isSameRow(first - 1, index) { first -= 1 }
    return first
  }

  /// Whether two lines lie in one row. An empty line has a row of its own.
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

  private func firstIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let mid = (low + high) / 2
      if isBeyond(mid) { high = mid } else { low = mid + 1 }
    }
    return low
  }
}
