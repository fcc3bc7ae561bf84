// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// The layout of tables: CSS 2.2, §17.4 and §17.5.
extension LayoutPass {
  /// The grid of a table while its rows are laid out; places count from the corner of its first
  /// cell.
  private struct TableGrid {
    let box: Int
    let table: Table
    /// The width of the table without padding and border.
    let width: Double
    let columns: [Double]
    /// Where each column begins, and the end of the last.
    let lefts: [Double]
    let spacing: Double
    let rowSpacing: Double
    /// Whether percentages in cells refer to their heights.
    let isDefinite: Bool
    var heights: [Double]
    var tops: [Double] = []
    /// The baseline of each row, below its top; `nil` if no cell is aligned by one.
    var baselines: [Double?]

    func width(of cell: Table.Cell) -> Double {
      columns[cell.columns].reduce(spacing * Double(cell.columns.count - 1), +)
    }

    func height(of rows: Range<Int>) -> Double {
      heights[rows].reduce(rowSpacing * Double(max(0, rows.count - 1)), +)
    }

    /// The height of all rows with the room around them.
    var height: Double {
      heights.isEmpty ? 0 : height(of: heights.indices) + 2 * rowSpacing
    }

    mutating func setTops() {
      var y = rowSpacing
      tops = heights.map { height in
        defer { y += height + rowSpacing }
        return y
      }
    }
  }

  mutating func table(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let table = structure(of: box)
    var top = 0.0
    for caption in table.captions where !boxes[caption].layout.isCaptionAtBottom {
      top += try self.caption(caption, of: box, at: top, width: space.width, places: places)
    }
    var grid = try tableGrid(
      box, table, width: max(0, space.width - edges.inline), bounds: bounds)
    var height = grid.height + edges.block
    let wanted = max(bounds.known ?? bounds.ratioHeight ?? 0, bounds.least)
    if wanted > height, !grid.heights.isEmpty { growBodies(&grid, by: wanted - height) }
    height = max(height, wanted)
    grid.setTops()
    var extent = Extent(height: top + height)
    if let baseline = grid.baselines.first {
      let first = baseline ?? grid.heights[0] - bottomEdge(of: grid)
      extent.firstBaseline = top + edges.top + grid.rowSpacing + first
      extent.lastBaseline = extent.firstBaseline
    }
    if places {
      tableFrames[box] = TableFrame(
        grid: Rect(x: 0, y: top, width: space.width, height: height), borders: [])
      try place(grid, top: top + edges.top, edges: edges, outer: space.width)
      if table.collapses {
        let borders = collapsedBorders(
          of: box, columns: grid.lefts.map { edges.start + $0 },
          rows: (grid.tops + [grid.height]).map { top + edges.top + $0 }, outer: space.width)
        tableFrames[box]?.borders = borders
      }
    }
    for caption in table.captions where boxes[caption].layout.isCaptionAtBottom {
      extent.height += try self.caption(
        caption, of: box, at: extent.height, width: space.width, places: places)
    }
    extent.contentHeight = extent.height
    if places {
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth)
    }
    return extent
  }

  /// Lays out a caption; returns its height with margins.
  private mutating func caption(
    _ caption: Int, of box: Int, at top: Double, width outer: Double, places: Bool
  ) throws -> Double {
    let isRightToLeft = boxes[box].isRightToLeft
    let margins = margins(of: caption, basis: outer, isRightToLeft: isRightToLeft)
    let basis = Basis(width: outer)
    let width = try self.width(
      of: caption, available: outer - margins.inline, basis: basis, auto: .fill)
    let space = Space(width: width, height: .own, basisWidth: outer, keepsMargins: true)
    let extent = places ? try place(caption, in: space) : try measure(caption, in: space)
    if places {
      setFrame(
        of: caption, start: autoMargin(margins, free: outer - width),
        top: top + margins.edges.top, width: width, height: extent.height, outer: outer,
        isRightToLeft: isRightToLeft)
      move(caption, basis: basis, isRightToLeft: isRightToLeft)
    }
    return extent.height + margins.block
  }

  /// Sizes the columns and rows of a table.
  private mutating func tableGrid(
    _ box: Int, _ table: Table, width: Double, bounds: HeightBounds
  ) throws -> TableGrid {
    let spacing = columnSpacing(of: box)
    let columns = try columnWidths(of: box, width: width)
    var x = spacing
    var lefts = columns.map { column in
      defer { x += column + spacing }
      return x
    }
    lefts.append(x - spacing)
    let rowGap = max(0, boxes[box].layout.rowGap.points(of: nil) ?? 0)
    var grid = TableGrid(
      box: box, table: table, width: width, columns: columns, lefts: lefts, spacing: spacing,
      rowSpacing: table.collapses ? 0 : rowGap, isDefinite: bounds.known != nil,
      heights: [Double](repeating: 0, count: table.rows.count),
      baselines: [Double?](repeating: nil, count: table.rows.count))
    var tall: [(rows: Range<Int>, height: Double)] = []
    var below = [Double](repeating: 0, count: table.rows.count)
    for (number, row) in table.rows.enumerated() {
      try cancellation.check()
      grid.heights[number] = rowHeight(row.box, basis: bounds.basis)
      for index in row.cells {
        let cell = table.cells[index]
        let extent = try measure(cell.box, in: cellSpace(cell, in: grid))
        let edges = self.edges(of: cell.box, basis: width)
        let own = ownHeight(of: cell.box, basis: nil, edges: edges) ?? 0
        let height = max(extent.height, own)
        if cell.rows.count == 1 {
          grid.heights[number] = max(grid.heights[number], height)
        } else {
          tall.append((cell.rows, height))
        }
        guard isAlignedByBaseline(cell.box),
          let baseline = baseline(of: cell.box, extent, edges: edges)
        else { continue }
        grid.baselines[number] = max(grid.baselines[number] ?? baseline, baseline)
        if cell.rows.count == 1 {
          below[number] = max(below[number], extent.height - baseline)
        }
      }
      if let baseline = grid.baselines[number] {
        grid.heights[number] = max(grid.heights[number], baseline + below[number])
      }
    }
    for (rows, height) in tall.sorted(by: { $0.rows.count < $1.rows.count }) {
      let missing = height - grid.height(of: rows)
      if missing > 0 { grow(&grid, rows: Array(rows), by: missing) }
    }
    return grid
  }

  /// The height that a row has by itself.
  private func rowHeight(_ row: Int, basis: Double?) -> Double {
    let item = boxes[row].item
    return max(
      0, item.height.points(of: basis) ?? 0, item.minHeight.points(of: basis) ?? 0)
  }

  private func cellSpace(_ cell: Table.Cell, in grid: TableGrid) -> Space {
    Space(
      width: grid.width(of: cell), height: .content, basisWidth: grid.width, keepsMargins: true)
  }

  /// Raises the rows of a table that is higher than they are: those of its bodies, each of which
  /// gets a share by its height.
  private func growBodies(_ grid: inout TableGrid, by height: Double) {
    var bodies: [Range<Int>] = []
    for (number, row) in grid.table.rows.enumerated() {
      if number > 0, row.group == grid.table.rows[number - 1].group, let last = bodies.last,
        last.upperBound == number
      {
        bodies[bodies.count - 1] = last.lowerBound..<number + 1
      } else if !isAtEnd(row.group) {
        bodies.append(number..<number + 1)
      }
    }
    let heights = bodies.map { grid.height(of: $0) }
    let sum = heights.reduce(0, +)
    if bodies.isEmpty { grow(&grid, rows: Array(grid.heights.indices), by: height) }
    for (rows, own) in zip(bodies, heights) {
      grow(
        &grid, rows: Array(rows),
        by: sum > 0 ? height * own / sum : height / Double(bodies.count))
    }
  }

  /// Raises rows by a height: those without a height of their own in proportion to their heights,
  /// or else all of them.
  private func grow(_ grid: inout TableGrid, rows: [Int], by height: Double) {
    let open = rows.filter { number in
      let row = grid.table.rows[number]
      return boxes[row.box].item.height == .auto
        && row.cells.allSatisfy {
          let cell = grid.table.cells[$0]
          return cell.rows.count > 1 || boxes[cell.box].item.height == .auto
        }
    }
    let full = open.filter { grid.heights[$0] > 0 }
    let receivers = !full.isEmpty ? full : !open.isEmpty ? open : rows
    let sum = receivers.reduce(0) { $0 + grid.heights[$1] }
    for row in receivers {
      grid.heights[row] +=
        sum > 0 ? height * grid.heights[row] / sum : height / Double(receivers.count)
    }
  }

  private func isAtEnd(_ group: Int?) -> Bool {
    guard let group else { return false }
    return boxes[group].layout.display != .tableRowGroup
  }

  private func isAlignedByBaseline(_ cell: Int) -> Bool {
    let position = boxes[cell].layout.alignContent.position
    return position == .normal || position == .baseline
  }

  /// The baseline of a cell; that of a cell without lines is the lower edge of its contents, and an
  /// empty cell has none.
  private func baseline(of cell: Int, _ extent: Extent, edges: Edges) -> Double? {
    extent.firstBaseline
      ?? (children[cell].contains(where: isInFlow) ? extent.height - edges.bottom : nil)
  }

  /// The padding and border at the bottom of the first cell.
  private func bottomEdge(of grid: TableGrid) -> Double {
    grid.table.rows[0].cells.first.map {
      edges(of: grid.table.cells[$0].box, basis: grid.width).bottom
    } ?? 0
  }

  /// Sets the frames of the parts of a table.
  ///
  /// - Parameter top: The top of the grid without its border.
  private mutating func place(
    _ grid: TableGrid, top: Double, edges: Edges, outer: Double
  ) throws {
    let table = grid.table
    let isRightToLeft = boxes[grid.box].isRightToLeft
    // Groups and rows are as wide as all columns.
    let start = edges.start + grid.spacing
    let width = max(0, (grid.lefts.last ?? 0) - grid.spacing)
    let basis = Basis(width: grid.width)
    func frame(_ rows: Range<Int>) -> (top: Double, height: Double) {
      guard !rows.isEmpty else { return (0, 0) }
      return (grid.tops[rows.lowerBound], grid.height(of: rows))
    }
    for (group, rows) in table.groups {
      let (y, height) = frame(rows)
      setFrame(
        of: group, start: start, top: top + y, width: width, height: height, outer: outer,
        isRightToLeft: isRightToLeft)
    }
    for (number, row) in table.rows.enumerated() {
      let height = grid.heights[number]
      if let group = row.group, let first = table.groups.first(where: { $0.box == group }) {
        let y = grid.tops[number] - grid.tops[first.rows.lowerBound]
        frames[row.box] = Rect(x: 0, y: y, width: width, height: height)
      } else {
        setFrame(
          of: row.box, start: start, top: top + grid.tops[number], width: width, height: height,
          outer: outer, isRightToLeft: isRightToLeft)
      }
      for index in row.cells {
        let cell = table.cells[index]
        try place(cell, in: grid, baseline: grid.baselines[number])
        setFrame(
          of: cell.box, start: grid.lefts[cell.columns.lowerBound] - grid.spacing, top: 0,
          width: grid.width(of: cell), height: grid.height(of: cell.rows), outer: width,
          isRightToLeft: isRightToLeft)
        move(cell.box, basis: basis, isRightToLeft: isRightToLeft)
      }
      move(row.box, basis: basis, isRightToLeft: isRightToLeft)
      try placeAbsolutes(of: row.box, width: width, height: height, basisWidth: nil)
    }
    for (group, _) in table.groups { move(group, basis: basis, isRightToLeft: isRightToLeft) }
    let whole = frame(grid.heights.indices)
    for column in table.columnBoxes.reversed() {
      let left = grid.lefts[column.columns.lowerBound]
      let last = column.columns.upperBound - 1
      setFrame(
        of: column.box, start: edges.start + left, top: top + whole.top,
        width: grid.lefts[last] + grid.columns[last] - left, height: whole.height, outer: outer,
        isRightToLeft: isRightToLeft)
      guard let container = boxes[column.box].container, container != grid.box else { continue }
      frames[column.box].origin.x -= frames[container].minX
      frames[column.box].origin.y -= frames[container].minY
    }
  }

  /// Lays out the contents of a cell, and moves them as the cell is aligned: §17.5.4.
  private mutating func place(
    _ cell: Table.Cell, in grid: TableGrid, baseline: Double?
  ) throws {
    let box = cell.box
    var space = cellSpace(cell, in: grid)
    let natural = try measure(box, in: space)
    let height = grid.height(of: cell.rows)
    let row = boxes[grid.table.rows[cell.rows.lowerBound].box].item
    space.height = .fixed(
      height,
      isDefinite: grid.isDefinite || boxes[box].item.height != .auto || row.height != .auto)
    let mark = hoisted.count
    try place(box, in: space)
    let shift: Double
    switch boxes[box].layout.alignContent.position {
    case .center: shift = (height - natural.height) / 2
    case .end, .flexEnd: shift = height - natural.height
    case .normal, .baseline:
      let own = self.baseline(of: box, natural, edges: edges(of: box, basis: grid.width))
      shift = own.map { max(0, (baseline ?? $0) - $0) } ?? 0
    default: shift = 0
    }
    guard shift != 0 else { return }
    rooms[box].origin.y += shift
    for child in children[box] {
      let item = boxes[child].item
      if item.position == .relative || item.inset.top == .auto && item.inset.bottom == .auto {
        frames[child].origin.y += shift
      }
    }
    for index in hoisted.indices[mark...] where hoisted[index].container == box {
      hoisted[index].offset.y += shift
    }
  }
}
