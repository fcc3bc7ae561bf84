// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The cells of a grid's items: CSS Grid 1, §8.5. Tracks are counted from 0, including those before
/// the template.
struct GridCells {
  /// The columns and rows of each item, in the order of the items.
  private(set) var areas: [(columns: Range<Int>, rows: Range<Int>)] = []
  /// The numbers of tracks before the template, and of all tracks.
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
  ///   - items: The placements of the items, in the sequence of `order`.
  ///   - columns: The columns of the template.
  ///   - rows: The rows of the template.
  ///   - cancellation: Polled every 1,024 steps.
  /// - Throws: ``BoxLayoutError/tooManyTracks`` if items cover more tracks, added up over all
  ///   items, than ``coverLimit``; or `CancellationError`.
  init(
    _ items: [(column: GridPlacement, row: GridPlacement)], columns: Int, rows: Int, flow: GridFlow,
    _ cancellation: Cancellation
  ) throws {
    // The major axis is that along which the flow adds tracks: rows if the flow fills row by row.
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
    // Tracks before the template move all others to higher numbers.
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
    var cells = Occupancy(cancellation)
    var placed = [(major: Range<Int>, minor: Range<Int>)](
      repeating: (0..<0, 0..<0), count: items.count)
    // Step 0: items that are placed in both axes.
    for (index, place) in places.enumerated() {
      if let major = place.major.tracks, let minor = place.minor.tracks {
        placed[index] = (major, minor)
        try cells.fill(major, minor)
      }
    }
    // Step 1: items that are locked to tracks of the major axis.
    var ends: [Int: Int] = [:]
    var known: [TrackKey: Int] = [:]
    for (index, place) in places.enumerated() where placed[index].major.isEmpty {
      guard let major = place.major.tracks else { continue }
      let key = TrackKey(tracks: major, length: place.minor.length)
      // In dense flows the search begins where the last item of the same tracks and length was
      // placed: no other fits before it. Other flows go on behind the last item of the track.
      let from = flow.isDense ? known[key] ?? 0 : ends[major.lowerBound] ?? 0
      let start = try cells.firstFree(major, from: from, length: place.minor.length)
      let minor = start..<start + place.minor.length
      known[key] = start
      placed[index] = (major, minor)
      try cells.fill(major, minor)
      ends[major.lowerBound] = minor.upperBound
      minorCount = max(minorCount, minor.upperBound)
    }
    known = [:]
    // Step 3: all other items, from a cursor on.
    var cursor = (major: 0, minor: 0)
    // In dense flows: where the last item of each size was placed. No other item of that size fits
    // before it, so the next search begins there.
    var searched: [DenseKey: (major: Int, minor: Int)] = [:]
    for (index, place) in places.enumerated() where placed[index].major.isEmpty {
      let length = place.major.length
      if let minor = place.minor.tracks {
        let key = TrackKey(tracks: minor, length: length)
        var major = cursor.major
        if flow.isDense {
          major = known[key] ?? 0
        } else if minor.lowerBound < cursor.minor {
          major += 1
        }
        while let taken = try cells.lastTaken(major..<major + length, minor) { major = taken + 1 }
        known[key] = major
        placed[index] = (major..<major + length, minor)
        cursor = (major, minor.lowerBound)
      } else {
        let span = place.minor.length
        let key = DenseKey(major: length, minor: span)
        var at = flow.isDense ? searched[key] ?? (0, 0) : cursor
        while true {
          at.minor = try cells.firstFree(
            at.major..<at.major + length, from: at.minor, length: span)
          if at.minor + span <= minorCount { break }
          at = (at.major + 1, 0)
        }
        placed[index] = (at.major..<at.major + length, at.minor..<at.minor + span)
        searched[key] = at
        cursor = at
      }
      try cells.fill(placed[index].major, placed[index].minor)
    }
    var majorCount = (byRow ? rows : columns) - before.major
    for place in placed { majorCount = max(majorCount, place.major.upperBound) }
    areas = placed.map { byRow ? ($0.minor, $0.major) : ($0.major, $0.minor) }
    (leadingColumns, leadingRows) =
      byRow ? (-before.minor, -before.major) : (-before.major, -before.minor)
    (columnCount, rowCount) = byRow ? (minorCount, majorCount) : (majorCount, minorCount)
  }

  /// The most tracks that items may cover, added up over all items: placing takes time for each
  /// track.
  static let coverLimit = 1 << 20

  private struct TrackKey: Hashable {
    let tracks: Range<Int>
    let length: Int
  }

  private struct DenseKey: Hashable {
    let major: Int
    let minor: Int
  }

  /// The tracks or the span of a placement in an axis with a number of explicit tracks: CSS Grid 1,
  /// §8.3 and §8.3.1.
  private static func place(_ placement: GridPlacement, explicit: Int) -> Place {
    let (start, end) = lines(placement, explicit: explicit)
    switch (start, end) {
    case (let start?, let end?):
      if start == end { return .tracks(start..<start + 1) }
      return .tracks(min(start, end)..<max(start, end))
    case (let start?, nil): return .tracks(start..<start + span(placement.end))
    case (nil, let end?): return .tracks(end - span(placement.start)..<end)
    case (nil, nil):
      // Of two spans, the span of the end is ignored.
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

/// The cells of a grid that are taken: for each track of the major axis, ranges of the minor axis,
/// in ascending order and apart from one another.
private struct Occupancy {
  private var taken: [Int: [Range<Int>]] = [:]
  private var covered = 0
  private var steps = 0
  private let cancellation: Cancellation

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  private mutating func step() throws {
    steps += 1
    if steps & 1023 == 0 { try cancellation.check() }
  }

  mutating func fill(_ major: Range<Int>, _ minor: Range<Int>) throws {
    covered += major.count
    guard covered <= GridCells.coverLimit else { throw BoxLayoutError.tooManyTracks }
    for track in major {
      try step()
      var ranges = taken.removeValue(forKey: track) ?? []
      // Ranges that overlap or touch `minor` are joined with it.
      let first = ranges.partitioningIndex { $0.upperBound >= minor.lowerBound }
      var last = first
      var joined = minor
      while last < ranges.count, ranges[last].lowerBound <= minor.upperBound {
        joined =
          min(
            joined.lowerBound, ranges[last].lowerBound)..<max(
            joined.upperBound, ranges[last].upperBound)
        last += 1
      }
      ranges.replaceSubrange(first..<last, with: [joined])
      taken[track] = ranges
    }
  }

  /// The first place, from `start` on, from which `length` cells are free in all tracks.
  mutating func firstFree(_ major: Range<Int>, from start: Int, length: Int) throws -> Int {
    var start = start
    var track = major.lowerBound
    var unchanged = 0
    while unchanged < major.count {
      try step()
      if let behind = behind(track, start..<start + length) {
        start = behind
        unchanged = 0
      } else {
        unchanged += 1
      }
      track = track + 1 < major.upperBound ? track + 1 : major.lowerBound
    }
    return start
  }

  /// The last track of `major` in which one of the cells is taken.
  mutating func lastTaken(_ major: Range<Int>, _ minor: Range<Int>) throws -> Int? {
    for track in major.reversed() {
      try step()
      if behind(track, minor) != nil { return track }
    }
    return nil
  }

  /// The end of the first taken range of a track that overlaps `cells`; `nil` if none does.
  private func behind(_ track: Int, _ cells: Range<Int>) -> Int? {
    guard let ranges = taken[track] else { return nil }
    let index = ranges.partitioningIndex { $0.upperBound > cells.lowerBound }
    guard index < ranges.count, ranges[index].lowerBound < cells.upperBound else { return nil }
    return ranges[index].upperBound
  }
}

extension Array {
  /// A binary search: the index of the first element for which a condition holds. The condition
  /// must hold for all elements behind that one, too; the count if there is none.
  fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
