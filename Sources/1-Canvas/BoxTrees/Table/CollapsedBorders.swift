// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// The borders of a table where they collapse: CSS 2.2, §17.6.2.
struct CollapsedLines {
  /// A border between two cells, or at an end of the table.
  struct Line {
    var width = 0.0
    var style = BoxLayout.BorderStyle.none
    var box = 0
    /// The side of the box, from 0 at the top and then clockwise.
    var side = 0
  }

  let rows, columns: Int
  /// Row by row, the borders before, between and behind the columns.
  private var verticals: [Line]
  /// For each line between rows, the borders above each column.
  private var horizontals: [Line]

  func vertical(_ row: Int, _ column: Int) -> Line { verticals[row * (columns + 1) + column] }
  func horizontal(_ row: Int, _ column: Int) -> Line { horizontals[row * columns + column] }

  init(_ table: Table, of box: Int, _ boxes: ContiguousArray<Box>) {
    (rows, columns) = (table.rows.count, table.columnCount)
    verticals = Array(repeating: Line(), count: rows * (columns + 1))
    horizontals = Array(repeating: Line(), count: (rows + 1) * columns)
    // Nothing runs through a cell.
    for cell in table.cells {
      for row in cell.rows {
        for column in cell.columns.dropFirst() {
          verticals[row * (columns + 1) + column].style = .hidden
        }
      }
      for row in cell.rows.dropFirst() {
        for column in cell.columns { horizontals[row * columns + column].style = .hidden }
      }
    }
    let isRightToLeft = boxes[box].isRightToLeft
    // Of equal borders that of a cell wins over that of a row, a group, a column, and the table;
    // among cells that at the start or the top.
    for cell in table.cells {
      offer(boxes[cell.box], cell.box, cell.rows, cell.columns, isRightToLeft)
    }
    let all = 0..<columns
    for (number, row) in table.rows.enumerated() {
      offer(boxes[row.box], row.box, number..<number + 1, all, isRightToLeft)
    }
    for group in table.groups where !group.rows.isEmpty {
      offer(boxes[group.box], group.box, group.rows, all, isRightToLeft)
    }
    guard rows > 0 else { return }
    for isGroup in [false, true] {
      for column in table.columnBoxes where column.isGroup == isGroup {
        offer(boxes[column.box], column.box, 0..<rows, column.columns, isRightToLeft)
      }
    }
    offer(boxes[box], box, 0..<rows, all, isRightToLeft)
  }

  /// Offers the borders of a box that covers some rows and columns.
  private mutating func offer(
    _ values: Box, _ box: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ isRightToLeft: Bool
  ) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let (border, styles) = (values.layout.border, values.layout.borderStyles)
    func line(
      _ width: BoxLength, _ style: BoxLayout.BorderStyle, _ side: Int
    ) -> Line {
      Line(width: max(0, width.points(of: nil) ?? 0), style: style, box: box, side: side)
    }
    let left = line(border.left, styles.left, 3)
    let right = line(border.right, styles.right, 1)
    for row in rows {
      let first = row * (self.columns + 1)
      Self.take(isRightToLeft ? right : left, &verticals[first + columns.lowerBound])
      Self.take(isRightToLeft ? left : right, &verticals[first + columns.upperBound])
    }
    let top = line(border.top, styles.top, 0)
    let bottom = line(border.bottom, styles.bottom, 2)
    for column in columns {
      Self.take(top, &horizontals[rows.lowerBound * self.columns + column])
      Self.take(bottom, &horizontals[rows.upperBound * self.columns + column])
    }
  }

  private static func take(_ line: Line, _ current: inout Line) {
    guard current.style != .hidden, line.style != .none else { return }
    if line.style == .hidden {
      current = line
      current.width = 0
    } else if line.width > current.width
      || line.width == current.width && line.style.rawValue > current.style.rawValue
    {
      current = line
    }
  }

  /// The halves of the borders that belong to a cell.
  func edges(of cell: Table.Cell) -> Edges {
    let (rows, columns) = (cell.rows, cell.columns)
    return Edges(
      start: half(rows.map { vertical($0, columns.lowerBound) }),
      end: half(rows.map { vertical($0, columns.upperBound) }),
      top: half(columns.map { horizontal(rows.lowerBound, $0) }),
      bottom: half(columns.map { horizontal(rows.upperBound, $0) }))
  }

  /// The halves of the borders that belong to the table: of the widest at each side.
  var edges: Edges {
    let all = 0..<columns
    return Edges(
      start: half((0..<rows).map { vertical($0, 0) }),
      end: half((0..<rows).map { vertical($0, columns) }),
      top: half(all.map { horizontal(0, $0) }), bottom: half(all.map { horizontal(rows, $0) }))
  }

  /// Half of the widest line.
  private func half(_ lines: [Line]) -> Double { (lines.map(\.width).max() ?? 0) / 2 }
}

extension LayoutPass {
  /// Finds the borders of a table and its cells where they collapse.
  mutating func collapseBorders(of box: Int) throws {
    let table = structure(of: box)
    guard table.collapses else { return }
    try cancellation.check()
    let lines = CollapsedLines(table, of: box, boxes)
    tables[box]?.lines = lines
    collapsedBorders[box] = table.rows.isEmpty ? nil : lines.edges
    for cell in table.cells {
      var edges = lines.edges(of: cell)
      if boxes[cell.box].isRightToLeft != boxes[box].isRightToLeft {
        swap(&edges.start, &edges.end)
      }
      collapsedBorders[cell.box] = edges
    }
  }

  /// The borders of a table as they are drawn: those between rows run over those between columns.
  ///
  /// - Parameters:
  ///   - columns: The lines before, between and behind the columns, from the start of the table.
  ///   - rows: The lines above, between and below the rows.
  func collapsedBorders(
    of box: Int, columns: [Double], rows: [Double], outer: Double
  ) -> [CollapsedBorder] {
    guard let lines = tables[box]?.lines else { return [] }
    let isRightToLeft = boxes[box].isRightToLeft
    var found: [CollapsedBorder] = []
    func add(
      _ line: CollapsedLines.Line, _ start: Double, _ end: Double, _ top: Double, _ bottom: Double,
      isVertical: Bool
    ) {
      guard line.width > 0 else { return }
      found.append(
        CollapsedBorder(
          rect: Rect(
            x: isRightToLeft ? outer - end : start, y: top, width: end - start,
            height: bottom - top), isVertical: isVertical, box: line.box, side: line.side))
    }
    for row in 0..<lines.rows {
      for column in 0...lines.columns {
        let line = lines.vertical(row, column)
        let half = line.width / 2
        add(
          line, columns[column] - half, columns[column] + half, rows[row], rows[row + 1],
          isVertical: true)
      }
    }
    for row in 0...lines.rows {
      for column in 0..<lines.columns {
        let line = lines.horizontal(row, column)
        let half = line.width / 2
        // The ends cover the crossing with the borders between columns.
        func reach(_ column: Int) -> Double {
          let above = row > 0 ? lines.vertical(row - 1, column).width : 0
          let below = row < lines.rows ? lines.vertical(row, column).width : 0
          return max(above, below) / 2
        }
        add(
          line, columns[column] - reach(column), columns[column + 1] + reach(column + 1),
          rows[row] - half, rows[row] + half, isVertical: false)
      }
    }
    return found
  }
}
