// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The items of a grid in their areas: CSS Grid 1, §6 and §10.
extension LayoutPass {
  /// The size of an area, with the room between its tracks.
  private func extent(_ range: Range<Int>, _ tracks: GridTracks, _ starts: [Double]) -> Double {
    guard let last = range.last else { return 0 }
    return starts[last] + tracks.tracks[last].base - starts[range.lowerBound]
  }

  /// Gives each item its width in its columns: CSS Grid 1, §6.2.
  mutating func setWidths(
    _ items: inout [GridItem], columns: GridTracks, lefts: [Double], basis: Double?, of box: Int
  ) throws {
    for index in items.indices {
      if index & 63 == 63 { try cancellation.check() }
      let item = items[index]
      let area = extent(item.columns, columns, lefts)
      items[index].margins = margins(
        of: item.box, basis: area, isRightToLeft: boxes[box].isRightToLeft)
      let margins = items[index].margins
      let hasAutoMargin = margins.isStartAuto || margins.isEndAuto
      let auto: AutoWidth =
        hasAutoMargin
        ? .fitContent
        : item.justify.position == .stretch
          ? .stretch : item.justify.position == .normal ? .fill : .fitContent
      items[index].width = try width(
        of: item.box, available: area - margins.inline,
        basis: Basis(width: area, height: nil), auto: auto)
    }
  }

  mutating func sizeRows(
    of box: Int, _ contents: inout GridContents, columns: GridTracks, lefts: [Double],
    height: Double?, basis: Double?, least: Double, greatest: Double, gap: Double
  ) throws -> GridTracks {
    let layout = boxes[box].layout
    var used = Set<Int>()
    if !contents.rows.collapsible.isEmpty {
      for item in contents.items { used.formUnion(item.rows) }
    }
    var tracks = GridTracks(
      contents.rows.tracks(
        leading: contents.cells.leadingRows, count: contents.cells.rowCount,
        automatic: layout.gridAutoRows, basis: basis, used: used.contains), gap: gap)
    try setShims(&contents.items, columns: columns, lefts: lefts, rows: tracks)
    let items = contents.items
    let spans = gridSpans(items.map(\.rows), over: tracks)
    let shape = tracks
    try tracks.size(
      spans, in: height.map { .definite($0) } ?? .indefinite, least: least, greatest: greatest,
      stretches: stretches(layout.alignContent)
    ) { number in
      try rowWanted(
        items[number], tracks: shape, area: extent(items[number].columns, columns, lefts))
    }
    return tracks
  }

  private func rowSpace(_ item: GridItem, area: Double) -> Space {
    Space(width: item.width, height: .own, basisWidth: area, keepsMargins: true)
  }

  private mutating func rowWanted(
    _ item: GridItem, tracks: GridTracks, area: Double
  ) throws -> GridTracks.Wanted {
    let box = item.box
    let properties = boxes[box].item
    let edges = edges(of: box, basis: area)
    let content = try measure(box, in: rowSpace(item, area: area)).height
    let margins = item.margins.block + item.shim
    var minimum = content
    if properties.height == .auto || properties.height.isPercentage {
      if properties.minHeight == .auto {
        if hasAutomaticLeast(box, tracks.tracks[item.rows]) {
          if let most = fixedSum(of: item.rows, in: tracks) {
            minimum = min(minimum, max(edges.block, most - margins))
          }
        } else {
          minimum = edges.block
        }
      } else {
        // As in browsers, a least height such as `min-content` counts as none here.
        minimum = clampedHeight(0, of: box, basis: nil, edges: edges)
      }
    }
    return GridTracks.Wanted(
      minimum: max(0, minimum + margins), minContent: max(0, content + margins),
      maxContent: max(0, content + margins))
  }

  /// Adds room above items so that the baselines of a row meet: CSS Grid 1, §11.5, step 1.
  private mutating func setShims(
    _ items: inout [GridItem], columns: GridTracks, lefts: [Double], rows: GridTracks
  ) throws {
    var ascents: [Int: Double] = [:]
    for index in items.indices where items[index].align.position == .baseline {
      let item = items[index]
      guard let extent = try alignedExtent(of: item, columns, lefts, rows) else { continue }
      let properties = boxes[item.box].item
      if extent.firstBaseline == nil, fixedSum(of: item.rows, in: rows) == nil,
        properties.height.isPercentage || properties.minHeight.isPercentage
          || properties.maxHeight.isPercentage
      {
        // The lower edge stands in for the baseline, but depends on the height of the row: such an
        // item cannot decide the baseline of the row.
        continue
      }
      let baseline = item.margins.edges.top + (extent.firstBaseline ?? extent.height)
      items[index].baseline = baseline
      let row = item.rows.lowerBound
      ascents[row] = max(ascents[row] ?? baseline, baseline)
    }
    for index in items.indices {
      guard let baseline = items[index].baseline else { continue }
      items[index].shim = (ascents[items[index].rows.lowerBound] ?? baseline) - baseline
    }
    try setLastShims(&items, columns: columns, lefts: lefts, rows: rows)
  }

  /// Adds room below items so that their last baselines meet.
  private mutating func setLastShims(
    _ items: inout [GridItem], columns: GridTracks, lefts: [Double], rows: GridTracks
  ) throws {
    var descents: [Int: Double] = [:]
    var below: [Int: Double] = [:]
    for index in items.indices where items[index].align.position == .lastBaseline {
      let item = items[index]
      guard let extent = try alignedExtent(of: item, columns, lefts, rows) else { continue }
      let descent =
        item.margins.edges.bottom + extent.height - (extent.lastBaseline ?? extent.height)
      below[index] = descent
      let row = item.rows.upperBound
      descents[row] = max(descents[row] ?? descent, descent)
    }
    for (index, descent) in below {
      items[index].shim = (descents[items[index].rows.upperBound] ?? descent) - descent
    }
  }

  /// The extent of an item that is aligned by a baseline, at the width of its columns; `nil` if
  /// automatic margins place the item instead.
  private mutating func alignedExtent(
    of item: GridItem, _ columns: GridTracks, _ lefts: [Double], _ rows: GridTracks
  ) throws -> Extent? {
    if item.margins.isTopAuto || item.margins.isBottomAuto { return nil }
    var space = rowSpace(item, area: extent(item.columns, columns, lefts))
    space.basisHeight = fixedSum(of: item.rows, in: rows)
    return try measure(item.box, in: space)
  }

  /// Gives the items their frames: CSS Grid 1, §6.2 and §10.3.
  mutating func placeGrid(
    _ items: [GridItem], of box: Int, columns: GridTracks, lefts: [Double], rows: GridTracks,
    tops: [Double], edges: Edges, outer: Double, extent found: inout Extent, places: Bool
  ) throws {
    let isRightToLeft = boxes[box].isRightToLeft
    let firstRow = items.map(\.rows.lowerBound).min()
    let lastRow = items.map(\.rows.upperBound).max()
    let first = baselineItem(items.indices.filter { items[$0].rows.lowerBound == firstRow }, items)
    let last = baselineItem(items.indices.filter { items[$0].rows.upperBound == lastRow }, items)
    for (index, item) in items.enumerated() {
      guard places || index == first || index == last else { continue }
      if index & 63 == 63 { try cancellation.check() }
      let areaWidth = extent(item.columns, columns, lefts)
      let areaHeight = extent(item.rows, rows, tops)
      let properties = boxes[item.box].item
      let margins = item.margins
      let isNatural = boxes[item.box].isNatural
      let hasAutoMargin = margins.isTopAuto || margins.isBottomAuto
      let isFilling =
        item.justify.position == .normal && properties.width == .auto && !margins.isStartAuto
        && !margins.isEndAuto
      let isStretched =
        properties.height == .auto && !hasAutoMargin
        && (item.align.position == .stretch
          || item.align.position == .normal && boxes[item.box].ratio == nil && !isNatural)
      // An item with a ratio is stretched along x where it can be. Otherwise the height of the area
      // makes its width by the ratio.
      let isAsHighAsArea =
        isStretched
        || item.align.position == .normal && !isFilling && !isNatural && !hasAutoMargin
          && properties.height == .auto
      let childEdges = self.edges(of: item.box, basis: areaWidth)
      var space = Space(
        width: item.width, height: .own, basisWidth: areaWidth, basisHeight: areaHeight,
        keepsMargins: true)
      let height = clampedHeight(
        max(0, areaHeight - margins.block), of: item.box, basis: areaHeight, edges: childEdges)
      let makesWidth = isAsHighAsArea && !isStretched
      if !hasAutoMargin,
        let made = madeWidth(
          of: item, fills: isFilling, height: height, makesWidth: makesWidth,
          basis: Basis(width: areaWidth, height: areaHeight))
      {
        space.width = made
      } else if properties.width == .auto && item.justify.position != .stretch
        || properties.width.isSought, boxes[item.box].ratio != nil || dependsOnHeight[item.box]
      {
        space.width = try width(
          of: item.box, available: areaWidth - margins.inline,
          basis: Basis(width: areaWidth, height: areaHeight),
          height: isAsHighAsArea ? height : nil, auto: isFilling ? .fill : .fitContent)
      }
      if isStretched {
        let height = try clampedHeight(
          max(0, areaHeight - margins.block), of: item.box, width: space.width,
          basisWidth: areaWidth, basis: areaHeight, edges: childEdges)
        space.height = .fixed(height, isDefinite: true)
      }
      let extent = places ? try place(item.box, in: space) : try measure(item.box, in: space)
      let freeX = areaWidth - space.width - margins.inline
      let freeY = areaHeight - extent.height - margins.block
      var start = edges.start + lefts[item.columns.lowerBound] + margins.edges.start
      var top = edges.top + tops[item.rows.lowerBound] + margins.edges.top
      if margins.isStartAuto || margins.isEndAuto {
        start += margins.isStartAuto ? max(0, freeX) / (margins.isEndAuto ? 2 : 1) : 0
      } else {
        start += Distribution.selfOffset(
          item.justify, free: freeX, isReversed: false, isRightToLeft: isRightToLeft,
          isSelfRightToLeft: boxes[item.box].isRightToLeft)
      }
      if hasAutoMargin {
        top += margins.isTopAuto ? max(0, freeY) / (margins.isBottomAuto ? 2 : 1) : 0
      } else if item.align.position == .baseline {
        top += item.shim
      } else if item.align.position == .lastBaseline {
        top += freeY - item.shim
      } else {
        top += Distribution.selfOffset(
          item.align, free: freeY, isReversed: false, isRightToLeft: nil,
          isSelfRightToLeft: false)
      }
      if index == first { found.firstBaseline = top + (extent.firstBaseline ?? extent.height) }
      if index == last { found.lastBaseline = top + (extent.lastBaseline ?? extent.height) }
      guard places else { continue }
      setFrame(
        of: item.box, start: start, top: top, width: space.width, height: extent.height,
        outer: outer, isRightToLeft: isRightToLeft)
      move(
        item.box, basis: Basis(width: areaWidth, height: areaHeight), isRightToLeft: isRightToLeft)
    }
  }

  /// The width of an item that the ratio makes of its height, or whose bounds the ratio makes of
  /// its height; `nil` if neither applies.
  ///
  /// - Parameters:
  ///   - fills: Whether the item is as wide as the area.
  ///   - height: The height of the item in the area.
  ///   - makesWidth: Whether the height decides the width of the item.
  ///   - basis: The size of the area.
  private func madeWidth(
    of item: GridItem, fills: Bool, height: Double, makesWidth: Bool, basis: Basis
  ) -> Double? {
    let properties = boxes[item.box].item
    let isBounded =
      (properties.minWidth.isSought || properties.maxWidth.isSought)
      && properties.height == .auto && stretches(item.align)
    let isOpen = properties.width == .auto && item.justify.position != .stretch
    guard isBounded || makesWidth && (isOpen || properties.width.isSought),
      let ratio = boxes[item.box].ratio
    else { return nil }
    let edges = edges(of: item.box, basis: basis.width)
    let made = width(fromHeight: height, ratio: ratio, of: item.box, edges: edges)
    var wanted = made
    if let points = properties.width.points(of: basis.width) {
      wanted = outer(points, of: item.box, edges: edges.inline)
    } else if fills, let width = basis.width {
      wanted = transferred(
        width - item.margins.inline, of: item.box, ratio: ratio, basis: basis.height, edges: edges)
    }
    return clamped(
      wanted, of: item.box, basis: basis.width, edges: edges,
      contents: ContentWidths(least: made, greatest: made))
  }

  /// The item of a row whose baseline the grid takes: CSS Grid 1, §10.6.
  private func baselineItem(_ row: [Int], _ items: [GridItem]) -> Int? {
    row.first { items[$0].baseline != nil }
      ?? row.min { items[$0].columns.lowerBound < items[$1].columns.lowerBound }
  }

  /// The areas that absolute boxes name: CSS Grid 1, §9. `auto` is the edge of the padding box.
  func gridAreas(
    of box: Int, contents: GridContents, columns: GridTracks, lefts: [Double], rows: GridTracks,
    tops: [Double], edges: Edges, border: Edges, size: (width: Double, height: Double)
  ) -> (Int) -> GridArea {
    let boxes = boxes
    func range(
      _ placement: GridPlacement, explicit: Int, leading: Int, tracks: GridTracks,
      starts: [Double], edge: Double, outside: Range<Double>
    ) -> Range<Double> {
      var (start, end) = GridCells.lines(placement, explicit: explicit)
      if let from = start, end == nil, case .span = placement.end {
        end = from + GridCells.span(placement.end)
      } else if let to = end, start == nil, case .span = placement.start {
        start = to - GridCells.span(placement.start)
      }
      if let from = start, let to = end {
        (start, end) = from == to ? (from, to + 1) : (min(from, to), max(from, to))
      }
      // A line outside of the grid counts as `auto`.
      func place(_ line: Int?, isStart: Bool) -> Double? {
        guard let line else { return nil }
        let index = line + leading
        guard index >= 0, index <= tracks.tracks.count, !tracks.tracks.isEmpty else { return nil }
        if isStart, index < tracks.tracks.count { return edge + starts[index] }
        if index == 0 { return edge + starts[0] }
        return edge + starts[index - 1] + tracks.tracks[index - 1].base
      }
      let low = place(start, isStart: true) ?? outside.lowerBound
      let high = place(end, isStart: false) ?? outside.upperBound
      return low..<max(low, high)
    }
    let (width, height) = size
    return { child in
      let item = boxes[child].item
      return GridArea(
        columns: range(
          item.gridColumn, explicit: contents.columns.template.count,
          leading: contents.cells.leadingColumns, tracks: columns, starts: lefts, edge: edges.start,
          outside: border.start..<max(border.start, width - border.end)),
        rows: range(
          item.gridRow, explicit: contents.rows.template.count,
          leading: contents.cells.leadingRows, tracks: rows, starts: tops, edge: edges.top,
          outside: border.top..<max(border.top, height - border.bottom)))
    }
  }
}
