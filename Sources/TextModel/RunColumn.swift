// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// One column of an attributed text: values and where each ends.
///
/// Runs are in order, not empty, cover the text without gaps, and neighbours differ. A text of no
/// length still has one value. Look-up is O(log runs).
public struct RunColumn<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The code unit after each run, ascending; the last one is the text's length.
  public private(set) var ends: [Int]
  /// The value of each run.
  public private(set) var values: [Value]

  /// Creates a column with one value from 0 to `length`.
  public init(_ value: Value, length: Int) {
    ends = [length]
    values = [value]
  }

  /// The number of runs.
  @inlinable public var count: Int { values.count }

  /// The text's length in code units.
  public var length: Int { ends[ends.count - 1] }

  /// Where a run begins.
  @inlinable
  public func start(of run: Int) -> Int { run == 0 ? 0 : ends[run - 1] }

  /// The range of a run.
  @inlinable
  public func range(of run: Int) -> TextRange { TextRange(start(of: run), ends[run]) }

  /// The run that holds an offset; at the text's end, the last one.
  public func run(at offset: Int) -> Int {
    if values.count == 1 { return 0 }
    var low = 0
    var high = ends.count - 1
    while low < high {
      let mid = (low + high) / 2
      if ends[mid] > offset { high = mid } else { low = mid + 1 }
    }
    return low
  }

  /// The value at an offset.
  public func value(at offset: Int) -> Value { values[run(at: offset)] }

  /// The values over a range within the column; one of no length takes the value before it.
  package func slice(_ range: TextRange) -> RunColumn {
    let first = run(at: range.isEmpty ? max(0, range.start - 1) : range.start)
    var slice = RunColumn(values[first], length: range.count)
    guard !range.isEmpty, ends[first] < range.end else { return slice }
    slice.ends[0] = ends[first] - range.start
    var next = first + 1
    while next < values.count, start(of: next) < range.end {
      slice.values.append(values[next])
      slice.ends.append(min(ends[next], range.end) - range.start)
      next += 1
    }
    return slice
  }

  /// Adds text at the end.
  package mutating func append(_ value: Value, count: Int) {
    guard count > 0 else { return }
    let end = length + count
    if length == 0 {
      values[0] = value
      ends[0] = end
    } else if values[values.count - 1] == value {
      ends[ends.count - 1] = end
    } else {
      values.append(value)
      ends.append(end)
    }
  }

  /// Changes the values over a range, cutting runs at its ends and joining equal neighbours.
  ///
  /// - Complexity: O(runs).
  package mutating func update(_ range: TextRange, _ change: (inout Value) -> Void) {
    let length = self.length
    let range = range.clamped(to: TextRange(0, length))
    if length == 0 {
      change(&values[0])
      return
    }
    guard !range.isEmpty else { return }
    var newEnds: [Int] = []
    var newValues: [Value] = []
    newEnds.reserveCapacity(ends.count + 2)
    newValues.reserveCapacity(ends.count + 2)
    func add(_ value: Value, _ end: Int) {
      if let last = newValues.last, last == value {
        newEnds[newEnds.count - 1] = end
      } else {
        newValues.append(value)
        newEnds.append(end)
      }
    }
    var start = 0
    for (end, value) in zip(ends, values) {
      let s = max(start, range.start)
      let e = min(end, range.end)
      if s < e {
        if start < s { add(value, s) }
        var changed = value
        change(&changed)
        add(changed, e)
        if e < end { add(value, end) }
      } else {
        add(value, end)
      }
      start = end
    }
    ends = newEnds
    values = newValues
  }
}
