// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Grids: CSS Grid 2, §7 and §8.
  static let gridRows: [Property] = [
    Property("grid-template-columns", \.item.templateColumns) { $0.trackList() },
    Property("grid-template-rows", \.item.templateRows) { $0.trackList() },
    Property("grid-template-areas", \.item.templateAreas) { $0.areas() },
    Property("grid-auto-columns", \.item.autoColumns) { reader in
      reader.several { $0.trackSize() }
    },
    Property("grid-auto-rows", \.item.autoRows) { reader in reader.several { $0.trackSize() } },
    Property("grid-auto-flow", \.item.autoFlow) { $0.gridFlow() },
    Property("grid-row-start", \.item.rowStart) { $0.gridLine() },
    Property("grid-row-end", \.item.rowEnd) { $0.gridLine() },
    Property("grid-column-start", \.item.columnStart) { $0.gridLine() },
    Property("grid-column-end", \.item.columnEnd) { $0.gridLine() },
    lines("grid-row", [\.item.rowStart, \.item.rowEnd]),
    lines("grid-column", [\.item.columnStart, \.item.columnEnd]),
    lines(
      "grid-area",
      [\.item.rowStart, \.item.columnStart, \.item.rowEnd, \.item.columnEnd]),
    Property("grid-template", sets: templates) { $0.gridTemplate(&$1.item) },
    Property("grid", sets: templates + ["grid-auto-columns", "grid-auto-rows", "grid-auto-flow"]) {
      $0.grid(&$1.item)
    },
  ]

  private static let templates = [
    "grid-template-columns", "grid-template-rows", "grid-template-areas",
  ]

  /// A shorthand of lines between slashes: what is left out is `auto`, or the same name.
  private static func lines(_ name: String, _ paths: [any Path<GridLine>]) -> Property {
    let ends =
      paths.count == 2
      ? ["\(name)-start", "\(name)-end"]
      : ["grid-row-start", "grid-column-start", "grid-row-end", "grid-column-end"]
    return Property(name, sets: ends) { reader, style in
      var lines: [GridLine] = []
      repeat {
        guard lines.count < paths.count, let line = reader.gridLine() else { return false }
        lines.append(line)
      } while reader.takeSlash()
      while lines.count < paths.count {
        let model = lines.count == 3 ? lines[1] : lines[0]
        if case .name = model { lines.append(model) } else { lines.append(.auto) }
      }
      for (path, line) in zip(paths, lines) { style[keyPath: path] = line }
      return true
    }
  }
}

extension ValueReader {
  // MARK: Tracks

  fileprivate mutating func trackList() -> TrackList? {
    if take("none") { return TrackList.none }
    return tracks().map { .tracks($0) }
  }

  /// Tracks with the names of their lines, and repetitions.
  private mutating func tracks(canRepeat: Bool = true) -> [TrackItem]? {
    var (items, hasTrack) = ([TrackItem](), false)
    while !isAtEnd, peek != .closeRound, peek != .delimiter("/") {
      if let names = lineNames() {
        items.append(.names(names))
        continue
      }
      hasTrack = true
      if let size = trackSize() {
        items.append(.track(size))
      } else if canRepeat, let item = function("repeat", { $0.repetition() }) {
        items.append(item)
      } else {
        return nil
      }
      if items.count > 4096 { return nil }
    }
    return hasTrack ? items : nil
  }

  private mutating func repetition() -> TrackItem? {
    let isFit = word(["auto-fill": false, "auto-fit": true])
    let count = isFit == nil ? integer(1...1_000) : nil
    guard isFit != nil || count != nil, take(.comma), let items = tracks(canRepeat: false) else {
      return nil
    }
    return isFit.map { .autoRepeated(isFit: $0, items) } ?? .repeated(count ?? 1, items)
  }

  private mutating func lineNames() -> [String]? {
    guard peek == .openSquare else { return nil }
    return block { reader in reader.several { $0.name() } ?? [] }
  }

  fileprivate mutating func trackSize() -> TrackSize? {
    if let bound = function("fit-content", { $0.positiveLength() }) { return .fitContent(bound) }
    if let pair: (TrackBreadth, TrackBreadth) = function(
      "minmax",
      { reader in
        guard let least = reader.breadth(), reader.take(.comma), let most = reader.breadth() else {
          return nil
        }
        if case .fraction = least { return nil }
        return (least, most)
      })
    {
      return .minmax(pair.0, pair.1)
    }
    return breadth().map { .breadth($0) }
  }

  private mutating func breadth() -> TrackBreadth? {
    if case .dimension(let value, _, unit: "fr") = peek, value >= 0 {
      advance()
      return .fraction(value)
    }
    return word(["auto": .auto, "min-content": .minContent, "max-content": .maxContent])
      ?? positiveLength().map { .length($0) }
  }

  fileprivate mutating func gridFlow() -> GridFlow? {
    var flow = GridFlow()
    let isRead = parts([
      { $0.word(["row": false, "column": true]).map { flow.isColumn = $0 } },
      { $0.flag("dense").map { flow.isDense = true } },
    ])
    return isRead ? flow : nil
  }

  // MARK: Areas

  fileprivate mutating func areas() -> GridAreas? {
    if take("none") { return GridAreas() }
    return several { $0.string() }.flatMap(Self.areas)
  }

  /// The areas of rows of names (§7.3): each a rectangle.
  private static func areas(_ rows: [String]) -> GridAreas? {
    var areas = GridAreas()
    areas.rows = rows.count
    var found: [String: Int] = [:]
    for (row, text) in rows.enumerated() {
      let cells = CSSTokenizer.tokens(of: text).reduce(into: [String]()) { cells, token in
        switch token {
        case .ident(let name): cells.append(name)
        case .delimiter("."): if cells.last != "." { cells.append(".") }
        case .whitespace: if cells.last == "." { cells[cells.count - 1] = "" }
        default: cells.append("!")
        }
      }
      if row > 0, cells.count != areas.columns { return nil }
      if cells.isEmpty || cells.contains("!") { return nil }
      areas.columns = cells.count
      var column = 0
      while column < cells.count {
        let name = cells[column]
        let start = column
        while column < cells.count, cells[column] == name { column += 1 }
        if name == "." || name == "" { continue }
        let columns = start + 1..<column + 1
        if let index = found[name] {
          guard areas.areas[index].columns == columns, areas.areas[index].rows.upperBound == row + 1
          else { return nil }
          areas.areas[index].rows = areas.areas[index].rows.lowerBound..<row + 2
        } else {
          found[name] = areas.areas.count
          areas.areas.append(GridArea(name: name, rows: row + 1..<row + 2, columns: columns))
        }
      }
    }
    return areas
  }

  fileprivate mutating func gridLine() -> GridLine? {
    if take("auto") { return .auto }
    var (isSpan, number, name) = (false, Int?.none, String?.none)
    while !isAtEnd, peek != .delimiter("/") {
      if !isSpan, take("span") {
        isSpan = true
      } else if number == nil, let value = integer() {
        number = value
      } else if name == nil, peekWord != "auto", let value = self.name() {
        name = value
      } else {
        return nil
      }
    }
    if let number, number == 0 || (isSpan && number < 0) { return nil }
    if isSpan { return number == nil && name == nil ? nil : .span(number ?? 1, name: name) }
    if let number { return .line(number, name: name) }
    return name.map { .name($0) }
  }

  // MARK: Shorthands

  /// §7.4.
  fileprivate mutating func gridTemplate(_ item: inout ItemStyle) -> Bool {
    (item.templateColumns, item.templateRows, item.templateAreas) = (.none, .none, GridAreas())
    if isOnly("none") { return true }
    if let rows = attempt({ $0.trackList() }), takeSlash() {
      guard let columns = trackList() else { return false }
      (item.templateRows, item.templateColumns) = (rows, columns)
      return true
    }
    var (strings, items) = ([String](), [TrackItem]())
    while !isAtEnd, peek != .delimiter("/") {
      if let names = lineNames() { items.append(.names(names)) }
      if isAtEnd || peek == .delimiter("/") { break }
      guard let row = string() else { return false }
      strings.append(row)
      items.append(.track(trackSize() ?? .breadth(.auto)))
      if let names = lineNames() { items.append(.names(names)) }
    }
    guard let areas = Self.areas(strings) else { return false }
    (item.templateAreas, item.templateRows) = (areas, .tracks(items))
    if takeSlash() {
      guard let columns = tracks(canRepeat: false) else { return false }
      item.templateColumns = .tracks(columns)
    }
    return true
  }

  /// Takes a word that is all there is.
  private mutating func isOnly(_ word: String) -> Bool {
    attempt { reader in reader.take(word) && reader.isAtEnd ? true : nil } ?? false
  }

  /// §7.8.
  fileprivate mutating func grid(_ item: inout ItemStyle) -> Bool {
    (item.autoColumns, item.autoRows) = ([.breadth(.auto)], [.breadth(.auto)])
    item.autoFlow = GridFlow()
    if let flow = autoFlow() {
      item.autoFlow.isDense = flow
      item.autoRows = several { $0.trackSize() } ?? [.breadth(.auto)]
      guard takeSlash(), let columns = trackList() else { return false }
      (item.templateColumns, item.templateRows) = (columns, .none)
      item.templateAreas = GridAreas()
      return true
    }
    let isColumnFlow: (TrackList, Bool, [TrackSize])? = attempt { reader in
      guard let rows = reader.trackList(), reader.takeSlash(), let isDense = reader.autoFlow()
      else { return nil }
      return (rows, isDense, reader.several { $0.trackSize() } ?? [.breadth(.auto)])
    }
    if let (rows, isDense, columns) = isColumnFlow {
      (item.templateRows, item.templateColumns, item.autoColumns) = (rows, .none, columns)
      item.autoFlow = GridFlow(isColumn: true, isDense: isDense)
      item.templateAreas = GridAreas()
      return true
    }
    return gridTemplate(&item)
  }

  /// `auto-flow`, with `dense` before or after it: whether it is dense.
  private mutating func autoFlow() -> Bool? {
    attempt { reader in
      let isDense = reader.take("dense")
      guard reader.take("auto-flow") else { return nil }
      return isDense || reader.take("dense")
    }
  }
}
