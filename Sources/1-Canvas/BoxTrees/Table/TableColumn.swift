// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// What the cells of a column want: CSS Tables 3, §4. Widths have the padding and border of the
/// cells, in points.
struct TableColumn {
  var least = 0.0
  var greatest = 0.0
  /// The share of the table in percent.
  var percent: Double?
  /// The padding and border of a cell whose percentage measures its contents.
  var edges = 0.0
  /// Whether a width in points is set.
  var isFixed = false

  /// Raises the wishes to those of a cell in the column. As soon as a cell sets a width, the greatest
  /// widths of cells without one do not count.
  mutating func enclose(_ other: TableColumn) {
    least = max(least, other.least)
    if isFixed == other.isFixed {
      greatest = max(greatest, other.greatest)
    } else if other.isFixed {
      greatest = other.greatest
    }
    greatest = max(greatest, least)
    if let wanted = other.percent { percent = max(percent ?? 0, wanted) }
    isFixed = isFixed || other.isFixed
  }

  /// Shares out a width over columns: CSS Tables 3, §4.5.
  ///
  /// The columns first have their least widths. Then those with a percentage grow to it, those with
  /// a width to it, and all others to their greatest width. What is left goes to columns without a
  /// width, or else to those with one, or else to those with a percentage.
  static func share(_ width: Double, over columns: [TableColumn]) -> [Double] {
    func percented(_ column: TableColumn) -> Double? {
      column.percent.map { max(column.least, width * $0 / 100) }
    }
    let guesses: [[Double]] = [
      columns.map(\.least), columns.map { percented($0) ?? $0.least },
      columns.map { percented($0) ?? ($0.isFixed ? $0.greatest : $0.least) },
      columns.map { percented($0) ?? $0.greatest },
    ]
    var below = guesses[0]
    var sum = below.reduce(0, +)
    guard width > sum else { return below }
    for above in guesses.dropFirst() {
      let larger = above.reduce(0, +)
      if width < larger {
        let part = (width - sum) / (larger - sum)
        return zip(below, above).map { $0 + ($1 - $0) * part }
      }
      (below, sum) = (above, larger)
    }
    let excess = width - sum
    func grow(_ receives: (TableColumn) -> Bool, by weight: (TableColumn) -> Double) -> [Double]? {
      let count = columns.count(where: receives)
      guard count > 0 else { return nil }
      let weights = columns.map { receives($0) ? weight($0) : 0 }
      let all = weights.reduce(0, +)
      return columns.indices.map {
        guard receives(columns[$0]) else { return below[$0] }
        return below[$0] + (all > 0 ? excess * weights[$0] / all : excess / Double(count))
      }
    }
    return grow({ $0.percent == nil && !$0.isFixed && $0.greatest > 0 }, by: \.greatest)
      ?? grow({ $0.percent == nil && !$0.isFixed }, by: \.greatest)
      ?? grow({ $0.percent == nil && $0.isFixed && $0.greatest > 0 }, by: \.greatest)
      ?? grow({ ($0.percent ?? 0) > 0 }, by: { $0.percent ?? 0 })
      ?? grow({ _ in true }, by: { _ in 1 }) ?? below
  }
}

/// The widths of the columns of tables: CSS 2.2, §17.5.2, and CSS Tables 3, §4.
extension LayoutPass {
  /// The room between columns, and around them.
  func columnSpacing(of box: Int) -> Double {
    boxes[box].layout.collapsesBorders
      ? 0 : max(0, boxes[box].layout.columnGap.points(of: nil) ?? 0)
  }

  /// The table in a box.
  mutating func structure(of box: Int) -> Table {
    if let known = tables[box] { return known }
    let table = Table(box, boxes, children)
    tables[box] = table
    return table
  }

  /// What the cells want of the columns of a table.
  private mutating func wantedColumns(of box: Int) throws -> [TableColumn] {
    let table = structure(of: box)
    if let wanted = table.wanted { return wanted }
    let spacing = columnSpacing(of: box)
    var columns = [TableColumn](repeating: TableColumn(), count: table.columnCount)
    for column in table.columnBoxes {
      let wanted = set(column.box, contents: .zero)
      for index in column.columns where !column.isGroup || !columns[index].isFixed {
        if column.isGroup, columns[index].percent != nil { continue }
        columns[index].enclose(wanted)
      }
    }
    var wide: [(columns: Range<Int>, wanted: TableColumn)] = []
    for cell in table.cells {
      try cancellation.check()
      let contents = try contentWidths(
        of: cell.box, in: Basis(), height: nil, edges: edges(of: cell.box, basis: nil))
      let wanted = set(cell.box, contents: contents)
      if cell.columns.count == 1 {
        columns[cell.columns.lowerBound].enclose(wanted)
      } else {
        wide.append((cell.columns, wanted))
      }
    }
    // Cells over several columns: those over few columns first.
    wide.sort { $0.columns.count < $1.columns.count }
    for (range, wanted) in wide {
      let gaps = spacing * Double(range.count - 1)
      if let percent = wanted.percent {
        let open = range.filter { columns[$0].percent == nil }
        let rest = percent - range.reduce(0) { $0 + (columns[$1].percent ?? 0) }
        let sum = open.reduce(0) { $0 + columns[$1].greatest }
        for index in open where rest > 0 {
          columns[index].percent =
            sum > 0 ? rest * columns[index].greatest / sum : rest / Double(open.count)
        }
      }
      let covered = Array(columns[range])
      let least = TableColumn.share(wanted.least - gaps, over: covered)
      let greatest = TableColumn.share(max(wanted.least, wanted.greatest) - gaps, over: covered)
      for (offset, index) in range.enumerated() {
        columns[index].least = max(columns[index].least, least[offset])
        columns[index].greatest = max(
          columns[index].greatest, columns[index].least,
          wanted.greatest - gaps > covered.reduce(0) { $0 + $1.greatest } ? greatest[offset] : 0)
      }
    }
    // Percentages beyond 100 do not count.
    var left = 100.0
    for index in columns.indices {
      guard let percent = columns[index].percent else { continue }
      columns[index].percent = min(percent, left)
      left -= min(percent, left)
    }
    tables[box]?.wanted = columns
    return columns
  }

  /// What a cell, or a column, wants by its own properties.
  private func set(_ box: Int, contents: ContentWidths) -> TableColumn {
    let item = boxes[box].item
    let edges = edges(of: box, basis: nil)
    func points(_ length: BoxLength) -> Double? {
      length.points(of: nil).map {
        contents.greatest == 0 && !boxes[box].isBlock
          ? max(0, $0) : outer($0, of: box, edges: edges.inline)
      }
    }
    var wanted = TableColumn(least: max(contents.least, points(item.minWidth) ?? 0))
    wanted.greatest = max(wanted.least, contents.greatest)
    if let most = points(item.maxWidth) {
      // Cells are no wider than they want to be at most, and their contents stick out.
      wanted.least = max(min(wanted.least, most), points(item.minWidth) ?? 0)
      wanted.greatest = max(wanted.least, min(wanted.greatest, most))
    }
    if case .percent(let percent) = item.width, percent > 0 {
      wanted.percent = percent
    } else if let width = points(item.width) {
      wanted.greatest = max(wanted.least, width)
      wanted.isFixed = true
    }
    return wanted
  }

  /// Whether the columns of a table do not depend on the contents of its cells: §17.5.2.1.
  private func hasFixedColumns(_ box: Int) -> Bool {
    boxes[box].layout.hasFixedColumns && boxes[box].item.width != .auto
  }

  /// The least and the greatest width of a table without padding and border.
  mutating func tableContentWidths(of box: Int) throws -> ContentWidths {
    let table = structure(of: box)
    let spacing =
      table.columnCount > 0 ? columnSpacing(of: box) * Double(table.columnCount + 1) : 0
    var found = ContentWidths(least: spacing, greatest: spacing)
    if hasFixedColumns(box) {
      let columns = fixedColumns(of: table, box: box)
      found.least += columns.reduce(0) { $0 + $1.least }
      found.greatest = found.least
    } else {
      let columns = try wantedColumns(of: box)
      found.least += columns.reduce(0) { $0 + $1.least }
      var greatest = columns.reduce(0) { $0 + $1.greatest }
      var (rest, percent) = (0.0, 0.0)
      for column in columns {
        if let share = column.percent, share > 0 {
          percent += share
          greatest = max(greatest, column.greatest * 100 / share)
        } else {
          rest += column.greatest
        }
      }
      if percent > 0, rest > 0 {
        greatest = percent < 100 ? max(greatest, rest * 100 / (100 - percent)) : BoxLength.limit
      }
      found.greatest = min(BoxLength.limit, found.greatest + greatest)
    }
    let edges = edges(of: box, basis: nil).inline
    for caption in table.captions {
      let wanted = try contribution(of: caption, basisHeight: nil)
      let margins = margins(of: caption, basis: nil, isRightToLeft: false).inline
      found.least = max(found.least, wanted.least + margins - edges)
    }
    found.greatest = max(found.least, found.greatest)
    return found
  }

  /// The columns by the widths that are set for columns and for cells of the first row.
  private mutating func fixedColumns(of table: Table, box: Int) -> [TableColumn] {
    var columns = [TableColumn](repeating: TableColumn(), count: table.columnCount)
    var isSet = [Bool](repeating: false, count: columns.count)
    func take(_ box: Int, _ range: Range<Int>, isCell: Bool) {
      var wanted = set(box, contents: .zero)
      if isCell, let points = boxes[box].item.width.points(of: nil) {
        let edges = edges(of: box, basis: nil).inline
        wanted.greatest = outer(points, of: box, edges: edges)
      }
      guard wanted.isFixed || wanted.percent != nil else { return }
      let gaps = columnSpacing(of: box) * Double(range.count - 1)
      for index in range where !isSet[index] {
        isSet[index] = true
        columns[index].isFixed = wanted.isFixed
        let width = max(0, wanted.greatest - gaps) / Double(range.count)
        if wanted.isFixed { (columns[index].least, columns[index].greatest) = (width, width) }
        columns[index].percent = wanted.percent.map { $0 / Double(range.count) }
        if isCell, boxes[box].item.boxSizing == .contentBox {
          columns[index].edges = edges(of: box, basis: nil).inline / Double(range.count)
        }
      }
    }
    for column in table.columnBoxes where !column.isGroup {
      for index in column.columns { take(column.box, index..<index + 1, isCell: false) }
    }
    for cell in table.cells where cell.rows.lowerBound == 0 {
      take(cell.box, cell.columns, isCell: true)
    }
    return columns
  }

  /// The widths of columns in a table.
  ///
  /// - Parameter width: The width of the table without padding and border.
  mutating func columnWidths(of box: Int, width: Double) throws -> [Double] {
    let table = structure(of: box)
    let room = max(0, width - columnSpacing(of: box) * Double(table.columnCount + 1))
    guard hasFixedColumns(box) else {
      return try TableColumn.share(room, over: wantedColumns(of: box))
    }
    let columns = fixedColumns(of: table, box: box)
    var widths = columns.map { column in
      column.percent.map { room * $0 / 100 + column.edges } ?? column.greatest
    }
    let left = room - widths.reduce(0, +)
    let open = columns.indices.filter { columns[$0].percent == nil && !columns[$0].isFixed }
    if left > 0 {
      let fixed = columns.indices.filter { columns[$0].isFixed }
      let receivers = !open.isEmpty ? open : !fixed.isEmpty ? fixed : Array(columns.indices)
      let sum = open.isEmpty ? receivers.reduce(0) { $0 + widths[$1] } : 0
      for index in receivers {
        widths[index] += sum > 0 ? left * widths[index] / sum : left / Double(receivers.count)
      }
    }
    return widths
  }
}
