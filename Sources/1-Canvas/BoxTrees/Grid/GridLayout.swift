// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The layout of a grid: CSS Grid 1, §11.1.
extension LayoutPass {
  /// An item of a grid while it is laid out; sizes in points.
  struct GridItem {
    let box: Int
    let columns: Range<Int>
    let rows: Range<Int>
    let justify: BoxAlignment
    let align: BoxAlignment
    var margins: Margins
    /// Whether the item's row is the only one and takes all free room: if the height of the grid is
    /// decided, the row is as high as the grid.
    let isAlone: Bool
    /// The height of the item's rows if their sizes are fixed, or once the heights are known.
    var decidedHeight: Double?
    var width = 0.0
    /// The room that is added above the item so that baselines meet (CSS Grid 1, §11.5, step 1);
    /// below it for last baselines.
    var shim = 0.0
    var baseline: Double?
  }

  /// A grid with its items in their cells.
  struct GridContents {
    var items: [GridItem]
    var columns: GridAxis
    var rows: GridAxis
    var cells: GridCells
  }

  mutating func grid(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let layout = boxes[box].layout
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let width = max(0, space.width - edges.inline)
    let columnGap = max(0, layout.columnGap.points(of: width) ?? 0)
    let decided = bounds.inner
    // The box's own least height counts even where its container measures the contents alone.
    let ownLeast =
      height(
        boxes[box].item.minHeight, of: box, basis: space.basisHeight, edges: edges) ?? 0
    let least = max(0, max(bounds.least, ownLeast) - edges.block)
    let greatest = max(0, bounds.greatest - edges.block)
    // The box's own greatest height bounds the number of rows that repeat.
    let ownGreatest = height(
      boxes[box].item.maxHeight, of: box, basis: space.basisHeight, edges: edges
    ).map { max(least, $0 - edges.block) }
    var rowGap = max(0, layout.rowGap.points(of: bounds.basis) ?? 0)
    var contents = try gridContents(
      of: box, columns: RepetitionRoom(size: width), basisWidth: width, columnGap: columnGap,
      rows: RepetitionRoom(size: decided ?? ownGreatest, least: least), rowGap: rowGap,
      basisHeight: bounds.basis)

    // Steps 1 and 2: columns, then rows at these widths.
    var columns = try sizeColumns(
      of: box, contents, in: .definite(width), least: 0, height: bounds.basis, gap: columnGap)
    var lefts = gridPlaces(
      columns, in: width, alignment: layout.justifyContent, isX: true,
      isRightToLeft: boxes[box].isRightToLeft
    ).starts
    try setWidths(&contents.items, columns: columns, lefts: lefts, basis: bounds.basis, of: box)
    var rows = try sizeRows(
      of: box, &contents, columns: columns, lefts: lefts, height: decided, basis: bounds.basis,
      least: least, greatest: greatest, gap: rowGap)
    // Steps 3 and 4: columns and rows once more, if the height of a row decides an item's width.
    if setDecidedHeights(&contents, of: box, rows: rows, assumed: bounds.basis) {
      columns = try sizeColumns(
        of: box, contents, in: .definite(width), least: 0, height: bounds.basis, gap: columnGap)
      lefts =
        gridPlaces(
          columns, in: width, alignment: layout.justifyContent, isX: true,
          isRightToLeft: boxes[box].isRightToLeft
        ).starts
      try setWidths(&contents.items, columns: columns, lefts: lefts, basis: bounds.basis, of: box)
      rows = try sizeRows(
        of: box, &contents, columns: columns, lefts: lefts, height: decided, basis: bounds.basis,
        least: least, greatest: greatest, gap: rowGap)
    }
    let height = bounds.used(content: rows.sum + edges.block)
    let inner = max(0, height - edges.block)
    // A height that the contents have decided is now the basis of percentages: Sizing 3, §5.1.
    if bounds.basis == nil,
      layout.rowGap.isPercentage || layout.gridTemplateRows.hasPercentages
        || layout.gridAutoRows.contains(where: \.hasPercentages)
    {
      rowGap = max(0, layout.rowGap.points(of: inner) ?? 0)
      rows = try sizeRows(
        of: box, &contents, columns: columns, lefts: lefts, height: inner, basis: inner,
        least: least, greatest: greatest, gap: rowGap)
    }
    let (tops, _) = gridPlaces(
      rows, in: inner, alignment: layout.alignContent, isX: false,
      isRightToLeft: false)
    var extent = Extent(height: height)
    extent.contentHeight = rows.sum + edges.block
    try placeGrid(
      contents.items, of: box, columns: columns, lefts: lefts, rows: rows, tops: tops,
      edges: edges, outer: space.width, extent: &extent, places: places)
    if places {
      let area = gridAreas(
        of: box, contents: contents, columns: columns, lefts: lefts, rows: rows, tops: tops,
        edges: edges, border: border(of: box, basis: space.basisWidth),
        size: (space.width, height))
      try placeAbsolutes(
        of: box, width: space.width, height: height, basisWidth: space.basisWidth, area: area)
    }
    return extent
  }

  /// Whether the width of an item depends on its height, which is not known yet.
  private func dependsOnHeight(_ item: GridItem) -> Bool {
    item.decidedHeight == nil && (boxes[item.box].ratio != nil || dependsOnHeight[item.box])
  }

  /// Sets the heights of items whose widths depend on their heights to those of their rows.
  ///
  /// - Parameter assumed: The height that the only row of the grid was assumed to have.
  /// - Returns: Whether a height was set that was not known before.
  private func setDecidedHeights(
    _ contents: inout GridContents, of box: Int, rows: GridTracks, assumed: Double?
  ) -> Bool {
    var isChanged = false
    for index in contents.items.indices {
      let item = contents.items[index]
      guard dependsOnHeight(item) else { continue }
      let height = rows.length(of: item.rows)
      if item.isAlone, height == assumed { continue }
      contents.items[index].decidedHeight = height
      isChanged = true
    }
    guard isChanged else { return false }
    // The columns are sized once more, so percentages in margins have no basis again.
    for index in contents.items.indices {
      contents.items[index].margins = margins(
        of: contents.items[index].box, basis: nil, isRightToLeft: boxes[box].isRightToLeft)
    }
    return true
  }

  /// The least and the greatest width of a grid's contents.
  ///
  /// - Parameter basis: What percentages of the grid's own widths refer to.
  mutating func gridContentWidths(
    of box: Int, basis: Double?, height: Double?
  ) throws -> ContentWidths {
    let gap = max(0, boxes[box].layout.columnGap.points(of: nil) ?? 0)
    let edges = edges(of: box, basis: basis)
    let item = boxes[box].item
    func inner(_ length: BoxLength, basis: Double?) -> Double? {
      length.points(of: basis).map {
        max(0, outer($0, of: box, edges: edges.inline) - edges.inline)
      }
    }
    // While the width is being sought, the grid's own bounds are the room for repetitions.
    let leastWidth = inner(item.minWidth, basis: basis) ?? 0
    let columns = RepetitionRoom(
      size: (inner(item.width, basis: basis) ?? inner(item.maxWidth, basis: basis))
        .map { max(leastWidth, $0) },
      least: leastWidth)
    func innerHeight(_ length: BoxLength) -> Double? {
      self.height(length, of: box, basis: nil, edges: edges).map { max(0, $0 - edges.block) }
    }
    let leastHeight = innerHeight(item.minHeight) ?? 0
    let rows = RepetitionRoom(
      size: height ?? innerHeight(item.maxHeight).map { max(leastHeight, $0) }, least: leastHeight)
    let rowGap = max(0, boxes[box].layout.rowGap.points(of: height) ?? 0)
    var contents = try gridContents(
      of: box, columns: columns, basisWidth: nil, columnGap: gap, rows: rows, rowGap: rowGap,
      basisHeight: height)
    if let height, contents.items.contains(where: { dependsOnHeight($0) }) {
      // Heights of rows decide the widths of items: rows are sized first, at preliminary widths of
      // the columns.
      let columns = try sizeColumns(
        of: box, contents, in: .maxContent, least: 0, height: height, gap: gap)
      let lefts = gridPlaces(
        columns, in: columns.sum, alignment: .start, isX: true, isRightToLeft: false
      ).starts
      try setWidths(&contents.items, columns: columns, lefts: lefts, basis: height, of: box)
      let rows = try sizeRows(
        of: box, &contents, columns: columns, lefts: lefts, height: height, basis: height, least: 0,
        greatest: .infinity, gap: rowGap)
      _ = setDecidedHeights(&contents, of: box, rows: rows, assumed: height)
    }
    let said = inner(item.minWidth, basis: nil) ?? 0
    let least = try sizeColumns(
      of: box, contents, in: .minContent, least: said, height: height, gap: gap
    ).sum
    let greatest = try sizeColumns(
      of: box, contents, in: .maxContent, least: said, height: height, gap: gap
    ).sum
    return ContentWidths(least: least, greatest: max(least, greatest))
  }

  /// Places the items in cells.
  private mutating func gridContents(
    of box: Int, columns room: RepetitionRoom, basisWidth: Double?, columnGap: Double,
    rows rowRoom: RepetitionRoom, rowGap: Double, basisHeight: Double?
  ) throws -> GridContents {
    let layout = boxes[box].layout
    let columns = GridAxis(
      layout.gridTemplateColumns, in: room, gap: columnGap, basis: basisWidth)
    let rows = GridAxis(layout.gridTemplateRows, in: rowRoom, gap: rowGap, basis: basisHeight)
    let children = flow(of: box)
    let cells = try gridCells(
      of: box, children, columns: columns.template.count, rows: rows.template.count)
    let tracks = GridTracks(
      rows.tracks(
        leading: cells.leadingRows, count: cells.rowCount, automatic: layout.gridAutoRows,
        basis: basisHeight, used: { _ in true }), gap: rowGap)
    // The only row of a grid takes all of the grid's height if its size allows that.
    let isAlone =
      tracks.tracks.count == 1
      && (tracks.tracks[0].factor ?? 0 >= 1
        || tracks.tracks[0].greatest == .auto && stretches(layout.alignContent))
    let items = zip(children, cells.areas).map { child, area in
      GridItem(
        box: child, columns: area.columns, rows: area.rows,
        justify: boxes[child].item.justifySelf ?? layout.justifyItems,
        align: boxes[child].item.alignSelf ?? layout.alignItems,
        margins: margins(of: child, basis: nil, isRightToLeft: boxes[box].isRightToLeft),
        isAlone: isAlone,
        decidedHeight: boxes[child].ratio == nil ? nil : fixedSum(of: area.rows, in: tracks))
    }
    return GridContents(items: items, columns: columns, rows: rows, cells: cells)
  }

  /// The items in their cells, cached for the numbers of tracks of the template.
  private mutating func gridCells(
    of box: Int, _ children: [Int], columns: Int, rows: Int
  ) throws -> GridCells {
    if let known = cells[box], known.columns == columns, known.rows == rows { return known.cells }
    let placed = try GridCells(
      children.map { (boxes[$0].item.gridColumn, boxes[$0].item.gridRow) }, columns: columns,
      rows: rows, flow: boxes[box].layout.gridAutoFlow, cancellation)
    cells[box] = (columns, rows, placed)
    return placed
  }

  private mutating func sizeColumns(
    of box: Int, _ contents: GridContents, in room: GridTracks.Room, least: Double, height: Double?,
    gap: Double
  ) throws -> GridTracks {
    let layout = boxes[box].layout
    var basis: Double?
    if case .definite(let width) = room { basis = width }
    let items = contents.items
    var used = Set<Int>()
    if !contents.columns.collapsible.isEmpty { for item in items { used.formUnion(item.columns) } }
    var tracks = GridTracks(
      contents.columns.tracks(
        leading: contents.cells.leadingColumns, count: contents.cells.columnCount,
        automatic: layout.gridAutoColumns, basis: basis, used: used.contains), gap: gap)
    let spans = gridSpans(items.map(\.columns), over: tracks)
    let shape = tracks
    try tracks.size(
      spans, in: room, least: least, greatest: .infinity,
      stretches: stretches(layout.justifyContent)
    ) { number in
      try columnWanted(items[number], tracks: shape, height: height)
    }
    return tracks
  }

  /// The sizes that an item contributes to its columns: CSS Grid 1, §11.5 and §6.6.
  private mutating func columnWanted(
    _ item: GridItem, tracks: GridTracks, height: Double?
  ) throws -> GridTracks.Wanted {
    let box = item.box
    let properties = boxes[box].item
    let edges = edges(of: box, basis: nil)
    // If the rows were sized before the columns, their height is the basis of the item's
    // percentages, and the height to which the item is stretched.
    let area = item.decidedHeight ?? (item.isAlone ? height : nil)
    let isStretched =
      properties.height == .auto && !item.margins.isTopAuto && !item.margins.isBottomAuto
      && (item.align.position == .stretch
        || item.align.position == .normal && !boxes[box].isNatural)
    let found = try contribution(
      of: box, basisHeight: area,
      stretchedHeight: isStretched
        ? area.map {
          clampedHeight(max(0, $0 - item.margins.block), of: box, basis: area, edges: edges)
        } : nil)
    let margins = item.margins.inline
    var minimum = found.least
    if properties.width == .auto || properties.width.isPercentage {
      if properties.minWidth == .auto {
        if hasAutomaticLeast(box, tracks.tracks[item.columns]) {
          if let most = fixedSum(of: item.columns, in: tracks) {
            minimum = min(minimum, max(edges.inline, most - margins))
          }
        } else {
          minimum = edges.inline
        }
      } else {
        let contents =
          properties.minWidth.isSought
          ? try contentWidths(of: box, in: Basis(), height: nil, edges: edges) : nil
        minimum = clamped(0, of: box, basis: nil, edges: edges, contents: contents)
      }
    }
    return GridTracks.Wanted(
      minimum: max(0, minimum + margins), minContent: max(0, found.least + margins),
      maxContent: max(0, found.greatest + margins))
  }

  /// Whether the automatic least size of an item is that of its contents: CSS Grid 1, §6.6.
  func hasAutomaticLeast(_ box: Int, _ tracks: ArraySlice<GridTracks.Track>) -> Bool {
    guard !boxes[box].isClipped else { return false }
    return tracks.contains { $0.least == .auto }
      && (tracks.count == 1 || !tracks.contains { $0.factor != nil })
  }

  /// The sum of the tracks' greatest sizes and gaps if all sizes are fixed; otherwise `nil`.
  func fixedSum(of range: Range<Int>, in tracks: GridTracks) -> Double? {
    var sum = tracks.gapsWithin(range)
    for track in tracks.tracks[range] {
      guard let points = track.greatest.points else { return nil }
      sum += points
    }
    return sum
  }

  func gridSpans(_ ranges: [Range<Int>], over tracks: GridTracks) -> [GridTracks.Item] {
    ranges.enumerated().map { number, range in
      GridTracks.Item(
        number: number, tracks: range,
        spansFlexible: tracks.tracks[range].contains { $0.factor != nil })
    }
  }

  func stretches(_ alignment: BoxAlignment) -> Bool {
    alignment.position == .normal || alignment.position == .stretch
  }

  /// Where each track begins: CSS Grid 1, §10.5.
  private func gridPlaces(
    _ tracks: GridTracks, in size: Double, alignment: BoxAlignment, isX: Bool, isRightToLeft: Bool
  ) -> (starts: [Double], between: Double) {
    let count = tracks.tracks.count(where: { !$0.isCollapsed })
    let (first, between) = Distribution.places(
      alignment, free: size - tracks.sum, count: count, isReversed: false,
      isRightToLeft: isX ? isRightToLeft : nil)
    var offset = first
    var starts: [Double] = []
    starts.reserveCapacity(tracks.tracks.count)
    for (index, track) in tracks.tracks.enumerated() {
      starts.append(offset)
      offset += track.base + tracks.gaps[index]
      if !track.isCollapsed { offset += between }
    }
    return (starts, between)
  }
}
