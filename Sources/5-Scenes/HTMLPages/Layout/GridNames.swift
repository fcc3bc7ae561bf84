// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import StyleSheets

/// The names of a grid's lines and areas, and the numbers that they stand for (CSS Grid 1, §7 and
/// §8.3).
struct GridNames {
  private let columns: Axis
  private let rows: Axis

  /// The lines of one axis.
  private struct Axis {
    /// The numbers of the lines of each name, from 1.
    var lines: [String: [Int]] = [:]
    var tracks: [GridTrack] = []
    var repeating: GridTemplate.Repeating?

    init(_ list: TrackList, areas: [(name: String, range: Range<Int>)], count: Int) {
      guard case .tracks(let items) = list else {
        add(areas)
        extend(to: count)
        return
      }
      add(items)
      add(areas)
      extend(to: count)
    }

    private mutating func add(_ items: [TrackItem]) {
      for item in items {
        switch item {
        case .names(let names):
          for name in names { lines[name, default: []].append(tracks.count + 1) }
        case .track(let size): tracks.append(GridTrack(size))
        case .repeated(let count, let inner):
          for _ in 0..<min(count, BoxTree.gridLimit - tracks.count) { add(inner) }
        case .autoRepeated(let isFit, let inner):
          let sizes = inner.compactMap { item -> GridTrack? in
            if case .track(let size) = item { GridTrack(size) } else { nil }
          }
          repeating = GridTemplate.Repeating(
            sizes, position: tracks.count, collapsesEmpty: isFit)
        }
      }
    }

    private mutating func add(_ areas: [(name: String, range: Range<Int>)]) {
      for area in areas {
        lines[area.name + "-start", default: []].append(area.range.lowerBound)
        lines[area.name + "-end", default: []].append(area.range.upperBound)
      }
      for name in lines.keys { lines[name]?.sort() }
    }

    /// Adds tracks of automatic size, so that there are as many as the areas need.
    private mutating func extend(to count: Int) {
      while tracks.count < count { tracks.append(.auto) }
    }

    var template: GridTemplate { GridTemplate(tracks, repeating: repeating) }

    /// The line that a value names.
    func line(_ line: GridLine, isStart: Bool) -> GridPlacement.Line {
      switch line {
      case .auto: return .auto
      case .line(let number, nil): return .line(number)
      case .line(let number, let name?):
        let known = lines[name] ?? []
        if number > 0 {
          if number <= known.count { return .line(known[number - 1]) }
          return .line(tracks.count + 1 + number - known.count)
        }
        return -number <= known.count ? .line(known[known.count + number]) : .line(number)
      case .span(let count, _): return .span(count)
      case .name(let name):
        if let known = lines[name + (isStart ? "-start" : "-end")]?.first { return .line(known) }
        if let known = lines[name]?.first { return .line(known) }
        return .line(tracks.count + 2)
      }
    }

    /// The lines between which an item lies.
    func placement(_ start: GridLine, _ end: GridLine) -> GridPlacement {
      var result = GridPlacement(line(start, isStart: true), line(end, isStart: false))
      if case .span(let count, let name?) = end, case .line(let from) = result.start {
        let next = (lines[name] ?? []).filter { $0 > from }
        result.end =
          next.count >= count
          ? .line(next[count - 1]) : .line(tracks.count + 1 + count - next.count)
      }
      return result
    }
  }

  init(_ item: ItemStyle) {
    let areas = item.templateAreas
    columns = Axis(
      item.templateColumns, areas: areas.areas.map { ($0.name, $0.columns) }, count: areas.columns)
    rows = Axis(
      item.templateRows, areas: areas.areas.map { ($0.name, $0.rows) }, count: areas.rows)
  }

  /// Sets the tracks of the grid.
  func apply(to layout: inout BoxLayout, _ item: ItemStyle) {
    layout.gridTemplateColumns = columns.template
    layout.gridTemplateRows = rows.template
    layout.gridAutoColumns = item.autoColumns.map { GridTrack($0) }
    layout.gridAutoRows = item.autoRows.map { GridTrack($0) }
    layout.gridAutoFlow =
      item.autoFlow.isColumn
      ? item.autoFlow.isDense ? .columnDense : .column
      : item.autoFlow.isDense ? .rowDense : .row
  }

  /// Sets the area of an item.
  func place(_ box: inout BoxItem, _ item: ItemStyle) {
    box.gridColumn = columns.placement(item.columnStart, item.columnEnd)
    box.gridRow = rows.placement(item.rowStart, item.rowEnd)
  }
}

extension GridTrack {
  fileprivate init(_ size: TrackSize) {
    switch size {
    case .breadth(let breadth): self.init(Breadth(breadth))
    case .minmax(let least, let greatest):
      self.init(least: Breadth(least), greatest: Breadth(greatest))
    case .fitContent(let length):
      self.init(least: .auto, greatest: .fitContent(BoxLength(length)))
    }
  }
}

extension GridTrack.Breadth {
  fileprivate init(_ breadth: TrackBreadth) {
    switch breadth {
    case .auto: self = .auto
    case .minContent: self = .minContent
    case .maxContent: self = .maxContent
    case .fraction(let share): self = .fraction(share)
    case .length(.sum(let points, nil)): self = .points(points)
    case .length(.sum(_, let percent?)): self = .percent(percent)
    case .length(let length): self = .points(length.points(of: 0))
    }
  }
}
