// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A column of an attributed text: run-length encoded values.
///
/// Runs are in order, not empty, cover the text without gaps, and neighbours differ. An empty text
/// still has one value. Look-up is O(log runs). Most columns have one run, and then hold no array.
public struct RunColumn<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline struct Run: Hashable, Sendable {
    @usableFromInline var value: Value
    @usableFromInline var end: Int

    @usableFromInline init(_ value: Value, end: Int) {
      self.value = value
      self.end = end
    }
  }

  /// The value of the first run.
  @usableFromInline private(set) var first: Value
  /// The text's length in code units.
  public private(set) var length: Int
  /// All runs, if there are several; else empty.
  @usableFromInline private(set) var runs: [Run]

  /// Creates a column with one value from 0 to `length`.
  public init(_ value: Value, length: Int) {
    first = value
    self.length = length
    runs = []
  }

  /// Creates a column of valid runs.
  private init(_ runs: [Run]) {
    first = runs[0].value
    length = runs[runs.count - 1].end
    self.runs = runs.count > 1 ? runs : []
  }

  /// The number of runs.
  @inlinable public var count: Int { runs.isEmpty ? 1 : runs.count }

  /// The value of a run.
  @inlinable
  public func value(ofRun run: Int) -> Value {
    if runs.isEmpty {
      precondition(run == 0, "a run beyond the column")
      return first
    }
    return runs[run].value
  }

  /// The end of a run.
  @inlinable
  package func end(of run: Int) -> Int {
    if runs.isEmpty {
      precondition(run == 0, "a run beyond the column")
      return length
    }
    return runs[run].end
  }

  /// The value of each run.
  ///
  /// - Complexity: O(runs); ``value(ofRun:)`` reads one.
  @inlinable
  package var values: [Value] { runs.isEmpty ? [first] : runs.map(\.value) }

  /// The end of each run, ascending; the last one is the text's length.
  ///
  /// - Complexity: O(runs); ``end(of:)`` reads one.
  @inlinable
  package var ends: [Int] { runs.isEmpty ? [length] : runs.map(\.end) }

  /// The start of a run.
  @inlinable
  package func start(of run: Int) -> Int { run == 0 ? 0 : runs[run - 1].end }

  /// The range of a run.
  @inlinable
  public func range(of run: Int) -> TextRange { TextRange(start(of: run), end(of: run)) }

  /// The index of the run that holds an offset; at the text's end, of the last one.
  @inlinable
  public func run(at offset: Int) -> Int {
    if runs.isEmpty { return 0 }
    var low = 0
    var high = runs.count - 1
    while low < high {
      let mid = (low + high) / 2
      if runs[mid].end > offset { high = mid } else { low = mid + 1 }
    }
    return low
  }

  /// The value at an offset.
  @inlinable
  public func value(at offset: Int) -> Value {
    runs.isEmpty ? first : runs[run(at: offset)].value
  }

  /// The values over a range within the column. The result for an empty range has no length and the
  /// value of the code unit before it.
  package func slice(_ range: TextRange) -> RunColumn {
    let first = run(at: range.isEmpty ? max(0, range.start - 1) : range.start)
    guard !range.isEmpty, end(of: first) < range.end else {
      return RunColumn(value(ofRun: first), length: range.count)
    }
    var slice: [Run] = []
    var next = first
    while next < runs.count, start(of: next) < range.end {
      slice.append(Run(runs[next].value, end: min(runs[next].end, range.end) - range.start))
      next += 1
    }
    return RunColumn(slice)
  }

  package mutating func append(_ value: Value, count: Int) {
    guard count > 0 else { return }
    let end = length + count
    if length == 0 {
      first = value
      runs = []
    } else if runs.isEmpty {
      if first != value {
        // A second run is usually followed by more, so the array starts with room for 8.
        runs.reserveCapacity(8)
        runs.append(Run(first, end: length))
        runs.append(Run(value, end: end))
      }
    } else if runs[runs.count - 1].value == value {
      runs[runs.count - 1].end = end
    } else {
      runs.append(Run(value, end: end))
    }
    length = end
  }

  /// Changes the values over a range, cutting runs at its ends and joining equal neighbours.
  ///
  /// - Complexity: O(runs of the range), and O(runs) where their number changes.
  package mutating func update(_ range: TextRange, _ change: (inout Value) -> Void) {
    let range = range.clamped(to: TextRange(0, length))
    if length == 0 || (runs.isEmpty && range.count == length) {
      change(&first)
      return
    }
    guard !range.isEmpty else { return }
    // The runs of the range, and the neighbours that they may join.
    let touched =
      max(0, run(at: range.start) - 1)..<min(count, run(at: range.end - 1) + 2)
    var changed: [Run] = []
    changed.reserveCapacity(touched.count + 2)
    func add(_ value: Value, _ end: Int) {
      if let last = changed.last, last.value == value {
        changed[changed.count - 1].end = end
      } else {
        changed.append(Run(value, end: end))
      }
    }
    var start = self.start(of: touched.lowerBound)
    for run in touched {
      let (value, end) = (value(ofRun: run), end(of: run))
      let s = max(start, range.start)
      let e = min(end, range.end)
      if s < e {
        if start < s { add(value, s) }
        var new = value
        change(&new)
        add(new, e)
        if e < end { add(value, end) }
      } else {
        add(value, end)
      }
      start = end
    }
    if touched.count == count {
      self = RunColumn(changed)
    } else {
      runs.replaceSubrange(touched, with: changed)
      first = runs[0].value
    }
  }
}
