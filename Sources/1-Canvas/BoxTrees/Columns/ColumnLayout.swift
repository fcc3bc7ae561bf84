// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency

/// Blocks that are broken into columns: CSS Multi-column Layout 1.
///
/// The contents are laid out as one flow as wide as a column. The flow is then cut at places
/// between blocks and lines, and its parts are moved side by side.
extension LayoutPass {
  /// A flow of columns in its box.
  private struct ColumnFlow {
    let columns: [Column]
    let height: Double
    let width: Double
    /// The left edge of each column, and the top of all, in the box.
    let lefts: [Double]
    let top: Double

    /// The column in which a box at a height of the flow lies. What stands before the box that
    /// begins a column lies in the column before.
    func column(at y: Double, of box: Int) -> Int {
      columns.lastIndex {
        $0.start < y - 1e-6 || $0.start <= y + 1e-6 && box >= $0.box
      } ?? 0
    }
  }

  /// The number and the width of columns: §3.4.
  private func columnSizes(of box: Int, width: Double) -> (count: Int, width: Double, gap: Double) {
    let layout = boxes[box].layout
    let gap = max(0, layout.columnGap.points(of: width) ?? 0)
    var count = max(1, layout.columnCount ?? 1)
    if let least = layout.columnWidth.points(of: width) {
      let fitting = max(1, Int(min(1e6, (width + gap) / max(1, least + gap))))
      count = layout.columnCount == nil ? fitting : min(count, fitting)
    }
    count = min(count, 1000)
    return (count, max(0, (width + gap) / Double(count) - gap), gap)
  }

  mutating func columns(_ box: Int, in space: Space, places: Bool) throws -> Extent {
    let edges = edges(of: box, basis: space.basisWidth)
    let bounds = heightBounds(of: box, in: space, edges: edges)
    let width = max(0, space.width - edges.inline)
    let (count, columnWidth, gap) = columnSizes(of: box, width: width)
    let isRightToLeft = boxes[box].isRightToLeft
    let mark = hoisted.count
    var extent = Extent(height: 0)
    var y = edges.top
    var rows: [[Rect]] = []
    let all = children[box][...]
    var first = all.startIndex
    // The margins of spanners that follow each other collapse.
    var margin = MarginStrut()
    while first < all.endIndex {
      try cancellation.check()
      let child = all[first]
      if isInFlow(child), boxes[child].item.spansColumns {
        try spanner(
          child, at: &y, margin: &margin, in: box, edges: edges, outer: space.width,
          basisHeight: bounds.basis)
        first += 1
        continue
      }
      y += margin.sum
      margin = MarginStrut()
      let end = all[first...].firstIndex { isInFlow($0) && boxes[$0].item.spansColumns }
      let part = all[first..<(end ?? all.endIndex)]
      let flow = try block(
        box,
        in: Space(
          width: columnWidth, height: .content, basisWidth: columnWidth, keepsMargins: true),
        places: true, column: (part, bounds.basis))
      if extent.firstBaseline == nil { extent.firstBaseline = flow.firstBaseline.map { $0 + y } }
      var breaks = ColumnBreaks()
      collectBreaks(of: part, top: 0, into: &breaks)
      if !boxes[box].layout.repeatsTableHeads { breaks.heads = [] }
      breaks.places.sort { $0.end < $1.end }
      var bottom = 0.0
      for child in part where isInFlow(child) { bottom = max(bottom, deepest(child)) }
      let most = max(
        0, (bounds.inner ?? max(0, bounds.greatest - edges.block)) - (y - edges.top))
      let isBalanced =
        !boxes[box].layout.fillsColumnsInTurn || bounds.inner == nil || end != nil
      let (run, height) =
        isBalanced
        ? ColumnRun.balanced(
          breaks, total: flow.height, bottom: bottom, count: count, most: most)
        : (ColumnRun(breaks, bottom: bottom, height: most), most)
      let left = isRightToLeft ? space.width - edges.start - columnWidth : edges.start
      let lefts = (0..<max(count, run.columns.count)).map {
        left + (isRightToLeft ? -1 : 1) * Double($0) * (columnWidth + gap)
      }
      if places {
        // The last columns reach to the lower edge of a box whose height is set.
        let lowest = end == nil && bounds.inner != nil ? max(height, most) : height
        let columns = ColumnFlow(
          columns: run.columns, height: height, width: columnWidth, lefts: lefts, top: y)
        for child in part where isInFlow(child) {
          move(child, top: 0, left: 0, corner: .zero, in: columns)
        }
        repeatHeads(in: columns)
        rows.append(
          run.columns.indices.map {
            Rect(x: lefts[$0], y: y, width: columnWidth, height: lowest)
          })
      }
      y += height
      first = end ?? all.endIndex
    }
    extent.contentHeight = y + margin.sum + edges.bottom
    extent.height = bounds.used(content: extent.contentHeight)
    if places {
      columnFrames[box] = rows
      try placeAbsolutes(
        of: box, width: space.width, height: extent.height, basisWidth: space.basisWidth)
    } else {
      hoisted.removeLast(hoisted.count - mark)
    }
    return extent
  }

  /// Lays out a box across all columns, below the margin of a box before: §6.
  private mutating func spanner(
    _ child: Int, at y: inout Double, margin: inout MarginStrut, in box: Int, edges: Edges,
    outer: Double, basisHeight: Double?
  ) throws {
    let width = outer - edges.inline
    let isRightToLeft = boxes[box].isRightToLeft
    let margins = margins(of: child, basis: width, isRightToLeft: isRightToLeft)
    let basis = Basis(width: width, height: basisHeight)
    let own = try self.width(
      of: child, available: width - margins.inline, basis: basis, auto: .fill)
    let extent = try place(
      child,
      in: Space(
        width: own, height: .own, basisWidth: width, basisHeight: basisHeight, keepsMargins: true))
    margin.add(margins.edges.top)
    y += margin.sum
    setFrame(
      of: child, start: edges.start + autoMargin(margins, free: width - own),
      top: y, width: own, height: extent.height, outer: outer, isRightToLeft: isRightToLeft)
    move(child, basis: basis, isRightToLeft: isRightToLeft)
    y += extent.height
    margin = MarginStrut(margins.edges.bottom)
  }

  /// The lowest edge of a box and those in it that may be broken.
  private func deepest(_ box: Int) -> Double {
    var bottom = frames[box].maxY
    guard isBroken(box) else { return bottom }
    for child in children[box] where isInFlow(child) {
      bottom = max(bottom, frames[box].minY + deepest(child))
    }
    return bottom
  }

  /// Whether columns may end within a box.
  private func isBroken(_ box: Int) -> Bool {
    guard !boxes[box].hasColumns, !boxes[box].isOrthogonal, boxes[box].item.float == .none
    else { return false }
    if boxes[box].hasLines { return true }
    if boxes[box].hasContent { return false }
    return switch boxes[box].layout.display {
    case .block, .flowRoot, .table, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup: true
    case .flex, .grid: isStacked(box)
    default: false
    }
  }

  /// Whether the items of a flex box or a grid lie one below another.
  private func isStacked(_ box: Int) -> Bool {
    var bottom = -Double.infinity
    for child in children[box] where isInFlow(child) {
      if frames[child].minY < bottom - 1e-6 { return false }
      bottom = frames[child].maxY
    }
    return true
  }

  /// Whether a box is a part of a flow that is broken: columns of tables lie beside their rows.
  private func isInBrokenFlow(_ box: Int) -> Bool {
    switch boxes[box].layout.display {
    case .tableColumn, .tableColumnGroup: false
    default: isInFlow(box) && boxes[box].item.float == .none
    }
  }

  /// What a box, or the first or last box in it, says of a break before or behind it.
  private func breakAtEdge(of box: Int, isAfter: Bool) -> BoxItem.Break {
    let item = boxes[box].item
    let own = isAfter ? item.breakAfter : item.breakBefore
    guard own != .column, isBroken(box), !boxes[box].hasLines else { return own }
    let inside =
      isAfter ? children[box].last(where: isInFlow) : children[box].first(where: isInFlow)
    let inner = inside.map { breakAtEdge(of: $0, isAfter: isAfter) } ?? .auto
    return inner == .auto ? own : inner
  }

  /// Finds the places at which columns may end, between boxes one below another and in them.
  private func collectBreaks(
    of flow: ArraySlice<Int>, top: Double, into found: inout ColumnBreaks
  ) {
    var previous: Int?
    for child in flow where isInBrokenFlow(child) {
      let frame = frames[child]
      if let previous {
        let before = breakAtEdge(of: previous, isAfter: true)
        let after = breakAtEdge(of: child, isAfter: false)
        var place = ColumnBreak(
          end: top + frames[previous].maxY, start: top + frame.minY, box: child)
        place.isForced = before == .column || after == .column
        place.isAvoided = !place.isForced && (before == .avoid || after == .avoid)
        // Behind a forced break the margin is kept.
        if place.isForced {
          place.start -= max(0, boxes[child].item.margin.top.points(of: nil) ?? 0)
        }
        found.places.append(place)
      }
      previous = child
      guard isBroken(child) else { continue }
      if boxes[child].layout.display == .table { addHead(of: child, top: top, to: &found) }
      let (placeCount, areaCount) = (found.places.count, found.areas.count)
      if boxes[child].hasLines {
        let above = top + frame.minY + rooms[child].minY
        for height in setLines[child]?.lines.breaks ?? [] {
          found.places.append(
            ColumnBreak(end: above + height, start: above + height, box: child))
        }
      } else {
        collectBreaks(of: children[child][...], top: top + frame.minY, into: &found)
      }
      // Below its contents a box may be cut anywhere.
      let edges = edges(of: child, basis: frame.width)
      var inner = edges.top
      if let lines = setLines[child]?.lines, boxes[child].hasLines {
        inner += lines.height
      } else {
        for box in children[child] where isInFlow(box) { inner = max(inner, frames[box].maxY) }
      }
      if frame.height - edges.bottom > inner {
        let above = top + frame.minY
        found.areas.append(above + inner..<above + frame.height - edges.bottom)
      }
      if boxes[child].item.avoidsBreakInside {
        found.areas.removeSubrange(areaCount...)
        for index in found.places.indices[placeCount...] where !found.places[index].isForced {
          found.places[index].isAvoided = true
        }
      }
    }
  }

  /// Adds the head of a table, if it has one at its top.
  private func addHead(of table: Int, top: Double, to found: inout ColumnBreaks) {
    let groups = children[table].filter { isInBrokenFlow($0) }
    guard
      let head = groups.first(where: { boxes[$0].layout.display == .tableHeaderGroup }),
      let last = groups.max(by: { frames[$0].maxY < frames[$1].maxY })
    else { return }
    let above = top + frames[table].minY
    let rows = above + frames[head].maxY..<max(above + frames[head].maxY, above + frames[last].maxY)
    found.heads.append(
      RepeatedHead(group: head, height: frames[head].height, rows: rows))
  }

  /// Notes where the heads of tables stand again.
  private mutating func repeatHeads(in flow: ColumnFlow) {
    for (index, column) in flow.columns.enumerated() {
      guard let head = column.head else { continue }
      // The head keeps its place across its column.
      let first = flow.column(at: head.rows.lowerBound - head.height, of: head.group)
      repeats[head.group, default: []].append(
        Point(
          x: flow.lefts[index] - flow.lefts[first],
          y: column.start - flow.columns[index].start
            - (head.rows.lowerBound - head.height - flow.columns[first].start)))
    }
  }

  /// Moves a box, and those in it, from the flow into the columns.
  ///
  /// - Parameters:
  ///   - top: The top of the container in the flow.
  ///   - left: The left edge of the container in the flow.
  ///   - corner: The corner of the container where it lies now.
  private mutating func move(
    _ box: Int, top: Double, left: Double, corner: Point, in flow: ColumnFlow
  ) {
    let frame = frames[box]
    let (y, x) = (top + frame.minY, left + frame.minX)
    var column = flow.column(at: y, of: box)
    var found: [BoxPart] = []
    while true {
      let bounds = flow.columns[column]
      let isFirst = found.isEmpty
      let start = isFirst ? y : bounds.start
      // A box that was begun in an earlier column contains the table's head at the top of this one.
      let head = bounds.head?.height ?? 0
      let isLast =
        !isBroken(box) || column + 1 == flow.columns.count || y + frame.height <= bounds.end + 1e-6
      let inColumn = start - bounds.start + (isFirst ? head : 0)
      found.append(
        BoxPart(
          frame: Rect(
            x: flow.lefts[column] + x - corner.x, y: flow.top + inColumn - corner.y,
            width: frame.width,
            height: isLast
              ? y + frame.height - start + (isFirst ? 0 : head) : max(0, flow.height - inColumn)),
          start: start - y, head: isFirst ? 0 : head))
      if isLast { break }
      column += 1
    }
    frames[box] = found[0].frame
    parts[box] = found.count > 1 ? found : nil
    guard isBroken(box) else { return }
    let inner = Point(x: corner.x + found[0].frame.minX, y: corner.y + found[0].frame.minY)
    for child in children[box] where isInFlow(child) {
      move(child, top: y, left: x, corner: inner, in: flow)
    }
  }

  /// The least and the greatest width of the contents of columns.
  mutating func columnContentWidths(of box: Int, height: Double?) throws -> ContentWidths {
    let layout = boxes[box].layout
    let contents = try blockContentWidths(of: box, height: height)
    let gap = max(0, layout.columnGap.points(of: nil) ?? 0)
    let count = Double(max(1, layout.columnCount ?? 1))
    var found = ContentWidths(
      least: contents.least * count + gap * (count - 1),
      greatest: contents.greatest * count + gap * (count - 1))
    if let width = layout.columnWidth.points(of: nil) {
      found.least = min(contents.least, width)
      found.greatest = max(found.greatest, width * count + gap * (count - 1))
    }
    return found
  }
}
