// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The lines of a layout, 56 bytes each: equal boxes are stored once. A single line is stored
/// inline, without an array.
struct LineRecords: RandomAccessCollection, Sendable {
  /// The vertical metrics, which most lines of a text share.
  struct Box: Equatable, Sendable {
    var height: Double
    /// The baseline, from the upper edge.
    var baseline: Double
    var ascent: Double
    var descent: Double
    var expansion: Double
  }

  /// The other fields of a `LineRecord`; `box` is the index of its box.
  struct Line: Sendable {
    var paragraph: Int32
    var start: Int32
    var end: Int32
    var visibleEnd: Int32
    var special: Int32
    var box: Int32
    var x: Double
    var y: Double
    var width: Double
    var flags: LineRecord.Flags
  }

  private(set) var lines: [Line] = []
  private var boxes: [Box] = []
  private let only: LineRecord?

  init() { only = nil }

  /// One line; no other can be added.
  init(only: LineRecord) { self.only = only }

  var startIndex: Int { 0 }
  var endIndex: Int { only == nil ? lines.count : 1 }

  subscript(index: Int) -> LineRecord {
    if let only {
      precondition(index == 0, "a line beyond the layout")
      return only
    }
    let line = lines[index]
    let box = boxes[Int(line.box)]
    return LineRecord(
      paragraph: line.paragraph, start: line.start, end: line.end, visibleEnd: line.visibleEnd,
      special: line.special, flags: line.flags, x: line.x, y: line.y, width: line.width,
      height: box.height, baseline: line.y + box.baseline, ascent: box.ascent,
      descent: box.descent, expansion: box.expansion)
  }

  mutating func reserveCapacity(_ count: Int) { lines.reserveCapacity(count) }

  /// Reserves memory for some more lines, in pieces between polls.
  ///
  /// - Throws: `CancellationError`.
  mutating func makeRoom(for more: Int, _ cancellation: Cancellation) throws {
    try lines.makeRoom(for: more, cancellation)
    try boxes.makeRoom(for: more, cancellation)
  }

  /// The index of a box, which is appended unless it equals one of the last two.
  mutating func number(of box: Box) -> Int32 {
    if boxes.last == box { return Int32(truncatingIfNeeded: boxes.count - 1) }
    // Lines with two different boxes may alternate, so the last box but one is compared, too.
    if boxes.count > 1, boxes[boxes.count - 2] == box {
      return Int32(truncatingIfNeeded: boxes.count - 2)
    }
    boxes.append(box)
    return Int32(truncatingIfNeeded: boxes.count - 1)
  }

  @inline(__always)
  mutating func append(_ line: Line) { lines.append(line) }

  mutating func append(_ record: LineRecord) {
    // Rounding may change the last bit of an equal baseline. That of the last box is taken if it
    // gives the same sum.
    let last = boxes.last
    var box = Box(
      height: record.height, baseline: record.baseline - record.y, ascent: record.ascent,
      descent: record.descent, expansion: record.expansion)
    if let last, record.y + last.baseline == record.baseline { box.baseline = last.baseline }
    let number = number(of: box)
    lines.append(
      Line(
        paragraph: record.paragraph, start: record.start, end: record.end,
        visibleEnd: record.visibleEnd, special: record.special, box: number, x: record.x,
        y: record.y,
        width: record.width, flags: record.flags))
  }

  mutating func removeLast() -> LineRecord {
    let last = self[lines.count - 1]
    lines.removeLast()
    return last
  }

  mutating func setX(_ x: Double, at index: Int) { lines[index].x = x }

  /// Turns the order of the lines from downwards to upwards, in a box of a height: see
  /// ``LayoutAxes``. A single line that is stored inline fills its box and stays.
  ///
  /// - Throws: `CancellationError`.
  mutating func turnUpwards(in height: Double, _ cancellation: Cancellation) throws {
    for index in lines.indices {
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      lines[index].y = height - lines[index].y - boxes[Int(lines[index].box)].height
    }
  }

  /// Moves the lines from one on along x.
  ///
  /// - Throws: `CancellationError`.
  mutating func moveX(_ x: Double, from first: Int, _ cancellation: Cancellation) throws {
    for index in first..<Swift.max(first, lines.count) {
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      lines[index].x += x
    }
  }

  /// Moves all lines but a single one that is stored inline.
  ///
  /// - Throws: `CancellationError`.
  mutating func move(x: Double, y: Double, _ cancellation: Cancellation) throws {
    for index in lines.indices {
      if index & 0xFFF == 0xFFF { try cancellation.check() }
      lines[index].x += x
      lines[index].y += y
    }
  }
}
