// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Where the items of a grid lie: CSS Grid 1, §8.5. Tracks are counted from 0, those before the
/// template with it.
struct GridCells {
  /// The columns and rows of each item, in the order of the items.
  private(set) var areas: [(columns: Range<Int>, rows: Range<Int>)] = []
  /// The tracks before the template, and all of them.
  private(set) var leadingColumns = 0
  private(set) var leadingRows = 0
  private(set) var columnCount = 0
  private(set) var rowCount = 0

  /// An extent in one axis before placement.
  private enum Place {
    case tracks(Range<Int>)
    case span(Int)

    var tracks: Range<Int>? {
      if case .tracks(let tracks) = self { tracks } else { nil }
    }

    var length: Int {
      switch self {
      case .tracks(let tracks): tracks.count
      case .span(let span): span
      }
    }
  }

  /// Places items.
  ///
  /// - Parameters:
  ///   - items: What each item says, by `order`.
  ///   - columns: The columns of the template.
  ///   - rows: The rows of the template.
  init(
    _ items: [(column: GridPlacement, row: GridPlacement)], columns: Int, rows: Int, flow: GridFlow
  ) {
    // Below, the major axis is that along which the flow goes on: rows where it fills rows.
    let byRow = flow.isRow
    var places = items.map { item in
      byRow
        ? (
          major: Self.place(item.row, explicit: rows),
          minor: Self.place(item.column, explicit: columns)
        )
        : (
          major: Self.place(item.column, explicit: columns),
          minor: Self.place(item.row, explicit: rows)
        )
    }
    // Lines before the template move all others.
    let before = places.reduce(into: (major: 0, minor: 0)) { least, place in
      least.major = min(least.major, place.major.tracks?.lowerBound ?? 0)
      least.minor = min(least.minor, place.minor.tracks?.lowerBound ?? 0)
    }
    for index in places.indices {
      if let tracks = places[index].major.tracks {
        places[index].major = .tracks(
          tracks.lowerBound - before.major..<tracks.upperBound - before.major)
      }
      if let tracks = places[index].minor.tracks {
        places[index].minor = .tracks(
          tracks.lowerBound - before.minor..<tracks.upperBound - before.minor)
      }
    }
    // Step 2: the number of tracks across the flow.
    var minorCount = (byRow ? columns : rows) - before.minor
    for place in places {
      minorCount = max(minorCount, place.minor.tracks?.upperBound ?? place.minor.length)
    }
    var cells = Occupancy(minorCount: minorCount)
    var placed = [(major: Range<Int>, minor: Range<Int>)](
      repeating: (0..<0, 0..<0), count: items.count)
    // Step 0: what is placed in both axes.
    for (index, place) in places.enumerated() {
      if let major = place.major.tracks, let minor = place.minor.tracks {
        placed[index] = (major, minor)
        cells.fill(major, minor)
      }
    }
    // Step 1: what is locked to a track of the flow.
    var ends: [Int: Int] = [:]
    for (index, place) in places.enumerated() where placed[index].major.isEmpty {
      guard let major = place.major.tracks else { continue }
      var start = flow.isDense ? 0 : ends[major.lowerBound] ?? 0
      while !cells.isFree(major, start..<start + place.minor.length) { start += 1 }
      let minor = start..<start + place.minor.length
      placed[index] = (major, minor)
      cells.fill(major, minor)
      ends[major.lowerBound] = minor.upperBound
      minorCount = max(minorCount, minor.upperBound)
    }
    cells.minorCount = minorCount
    // Step 3: everything else, from a cursor on.
    var cursor = (major: 0, minor: 0)
    // Dense: where items of each size were placed last; before it there is no room for another.
    var searched: [DenseKey: (major: Int, minor: Int)] = [:]
    for (index, place) in places.enumerated() where placed[index].major.isEmpty {
      let length = place.major.length
      if let minor = place.minor.tracks {
        var major = cursor.major
        if flow.isDense {
          major = 0
        } else if minor.lowerBound < cursor.minor {
          major += 1
        }
        while !cells.isFree(major..<major + length, minor) { major += 1 }
        placed[index] = (major..<major + length, minor)
        cursor = (major, minor.lowerBound)
      } else {
        let span = place.minor.length
        let key = DenseKey(major: length, minor: span)
        var at = flow.isDense ? searched[key] ?? (0, 0) : cursor
        while true {
          if at.minor + span > minorCount {
            at = (at.major + 1, 0)
          } else if cells.isFree(at.major..<at.major + length, at.minor..<at.minor + span) {
            break
          } else {
            at.minor += 1
          }
        }
        placed[index] = (at.major..<at.major + length, at.minor..<at.minor + span)
        searched[key] = at
        cursor = at
      }
      cells.fill(placed[index].major, placed[index].minor)
    }
    var majorCount = (byRow ? rows : columns) - before.major
    for place in placed { majorCount = max(majorCount, place.major.upperBound) }
    areas = placed.map { byRow ? ($0.minor, $0.major) : ($0.major, $0.minor) }
    (leadingColumns, leadingRows) =
      byRow ? (-before.minor, -before.major) : (-before.major, -before.minor)
    (columnCount, rowCount) = byRow ? (minorCount, majorCount) : (majorCount, minorCount)
  }

  private struct DenseKey: Hashable {
    let major: Int
    let minor: Int
  }

  /// What a placement says in an axis of so many explicit tracks: §8.3 and §8.3.1.
  private static func place(_ placement: GridPlacement, explicit: Int) -> Place {
    let (start, end) = lines(placement, explicit: explicit)
    switch (start, end) {
    case (let start?, let end?):
      if start == end { return .tracks(start..<start + 1) }
      return .tracks(min(start, end)..<max(start, end))
    case (let start?, nil): return .tracks(start..<start + span(placement.end))
    case (nil, let end?): return .tracks(end - span(placement.start)..<end)
    case (nil, nil):
      // Of two spans the end's counts for nothing.
      return .span(span(isSpan(placement.start) ? placement.start : placement.end))
    }
  }

  /// The lines that a placement names, from 0; `nil` for a span and `auto`.
  static func lines(_ placement: GridPlacement, explicit: Int) -> (start: Int?, end: Int?) {
    (line(placement.start, explicit: explicit), line(placement.end, explicit: explicit))
  }

  private static func line(_ line: GridPlacement.Line, explicit: Int) -> Int? {
    guard case .line(let number) = line, number != 0 else { return nil }
    let bounded = min(max(number, -BoxTree.gridLimit), BoxTree.gridLimit)
    return bounded > 0 ? bounded - 1 : explicit + 1 + bounded
  }

  private static func isSpan(_ line: GridPlacement.Line) -> Bool {
    if case .span = line { true } else { false }
  }

  static func span(_ line: GridPlacement.Line) -> Int {
    if case .span(let count) = line { min(max(count, 1), BoxTree.gridLimit) } else { 1 }
  }
}

/// Which cells of a grid are taken: for each track of the major axis, ranges of the minor one.
private struct Occupancy {
  var minorCount: Int
  private var taken: [Int: [Range<Int>]] = [:]

  init(minorCount: Int) { self.minorCount = minorCount }

  mutating func fill(_ major: Range<Int>, _ minor: Range<Int>) {
    for track in major {
      var ranges = taken.removeValue(forKey: track) ?? []
      // An item after the last one, as a rule.
      if let last = ranges.last, last.upperBound == minor.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<minor.upperBound
      } else {
        ranges.append(minor)
      }
      taken[track] = ranges
    }
  }

  func isFree(_ major: Range<Int>, _ minor: Range<Int>) -> Bool {
    for track in major {
      if let ranges = taken[track], ranges.contains(where: { $0.overlaps(minor) }) { return false }
    }
    return true
  }
}
