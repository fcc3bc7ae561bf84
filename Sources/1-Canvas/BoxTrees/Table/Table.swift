// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The rows, columns and cells of a table: CSS 2.2, §17.2 and §17.5.
struct Table {
  struct Cell {
    let box: Int
    let rows: Range<Int>
    let columns: Range<Int>
  }

  struct Row {
    let box: Int
    /// The group of the row; `nil` for a row that lies in the table itself.
    let group: Int?
    var cells: [Int] = []
  }

  /// A column or a group of columns.
  struct ColumnBox {
    let box: Int
    let columns: Range<Int>
    let isGroup: Bool
  }

  var rows: [Row] = []
  /// The groups of rows, from the top down, with their rows.
  var groups: [(box: Int, rows: Range<Int>)] = []
  var cells: [Cell] = []
  var columnBoxes: [ColumnBox] = []
  var columnCount = 0
  var captions: [Int] = []
  /// What the cells want of the columns; `nil` until it is asked for.
  var wanted: [TableColumn]?
  /// The borders where they collapse.
  var lines: CollapsedLines?

  /// Whether the borders collapse.
  let collapses: Bool

  init(_ box: Int, _ boxes: ContiguousArray<Box>, _ children: ContiguousArray<[Int]>) {
    collapses = boxes[box].layout.collapsesBorders
    var (headers, bodies, footers) = ([Int](), [Int](), [Int]())
    for child in children[box] where boxes[child].item.position == .relative {
      switch boxes[child].layout.display {
      case .tableCaption: captions.append(child)
      case .tableColumn, .tableColumnGroup: addColumns(child, boxes, children)
      // Only the first header and the first footer stand at the ends: §17.2.
      case .tableHeaderGroup where headers.isEmpty: headers.append(child)
      case .tableFooterGroup where footers.isEmpty: footers.append(child)
      case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow: bodies.append(child)
      default: break
      }
    }
    var loose: [Int] = []
    for child in headers + bodies + footers {
      if boxes[child].layout.display == .tableRow {
        loose.append(child)
        continue
      }
      addRows(loose, group: nil, boxes, children)
      loose = []
      let first = rows.count
      let inside = children[child].filter { boxes[$0].layout.display == .tableRow }
      addRows(inside, group: child, boxes, children)
      groups.append((child, first..<rows.count))
    }
    addRows(loose, group: nil, boxes, children)
  }

  private mutating func addColumns(
    _ box: Int, _ boxes: ContiguousArray<Box>, _ children: ContiguousArray<[Int]>
  ) {
    let first = columnCount
    let columns = children[box].filter { boxes[$0].layout.display == .tableColumn }
    guard boxes[box].layout.display == .tableColumnGroup, !columns.isEmpty else {
      columnCount += Self.span(boxes[box].item.columnSpan)
      columnBoxes.append(
        ColumnBox(
          box: box, columns: first..<columnCount,
          isGroup: boxes[box].layout.display == .tableColumnGroup))
      return
    }
    for column in columns { addColumns(column, boxes, children) }
    columnBoxes.append(ColumnBox(box: box, columns: first..<columnCount, isGroup: true))
  }

  /// Gives the cells of rows that lie in one group their places: §17.5.
  private mutating func addRows(
    _ added: [Int], group: Int?, _ boxes: ContiguousArray<Box>, _ children: ContiguousArray<[Int]>
  ) {
    let first = rows.count
    // The row at which each column is free again.
    var free: [Int] = []
    for (offset, row) in added.enumerated() {
      let number = first + offset
      rows.append(Row(box: row, group: group))
      var column = 0
      for child in children[row]
      where boxes[child].layout.display == .tableCell && boxes[child].item.position == .relative {
        while column < free.count, free[column] > number { column += 1 }
        let item = boxes[child].item
        let left = added.count - offset
        let rowSpan = item.rowSpan > 0 ? min(item.rowSpan, left) : left
        let columns = column..<column + Self.span(item.columnSpan)
        while free.count < columns.upperBound { free.append(0) }
        for covered in columns { free[covered] = max(free[covered], number + rowSpan) }
        rows[number].cells.append(cells.count)
        cells.append(Cell(box: child, rows: number..<number + rowSpan, columns: columns))
        column = columns.upperBound
      }
      columnCount = max(columnCount, free.count)
    }
  }

  /// The number of columns that a box covers; at most 1,000, as in browsers.
  private static func span(_ count: Int) -> Int { min(max(count, 1), 1000) }
}
