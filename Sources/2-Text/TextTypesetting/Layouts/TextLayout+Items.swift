// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import TextModel
import TextShaping

/// A part of a text that can be touched.
public struct TextItem: Hashable, Sendable {
  /// The kinds of items.
  public enum Kind: Hashable, Sendable {
    /// A link.
    case link(TextLink)
    /// An attachment without a link, or one that floats or covers.
    case attachment(TextAttachment)
    /// The token in place of text that is left out, and the link of it that was touched, if any.
    case token(TextLink?)
  }

  /// The kind of item.
  public let kind: Kind
  /// The characters, in code units of the whole text; for a token, the characters that it replaces.
  public let range: TextRange
}

extension TextLayout {
  /// The item at a point: a link, an attachment or the token.
  ///
  /// If no item is at the point, the nearest item within the slop is returned; of two items at the
  /// same distance, the one on the earlier line, or on one line the left one. An attachment within
  /// a link is part of the link; but one that floats or covers counts for itself, only at a point
  /// inside it, and before the text there.
  ///
  /// - Parameters:
  ///   - point: A point of the layout box.
  ///   - slop: The greatest distance from an item's rectangle, in points.
  /// - Complexity: O(log lines + runs and glyphs of the lines within the slop).
  public func item(at point: Point, slop: Double = 0) -> TextItem? {
    guard point.x.isFinite, point.y.isFinite, isTruncated || text.hasElements, !records.isEmpty
    else { return nil }
    if shaped.hasFreeAttachments, let item = freeItem(at: point) { return item }
    let point = axes.linePoint(point)
    let slop = slop > 0 ? min(slop, TextLimits.containerSide) : 0
    var best: (distance: Double, item: Found)?
    for index in lineRange(fromY: point.y - slop - 1e-9, toY: point.y + slop + 1e-9) {
      // Only a cancellation throws, and nothing cancels here.
      try? forEachRun(ofLine: index) { run in
        addItems(of: run, onLine: index, near: point, slop: slop, to: &best)
      }
    }
    return best.map { item($0.item, near: point) }
  }

  /// The attachment at a point, if the attachment floats or covers instead of standing in its line.
  private func freeItem(at point: Point) -> TextItem? {
    guard let placed = freeAttachments.last(where: { $0.rect.contains(point) }) else { return nil }
    return TextItem(
      kind: .attachment(placed.attachment), range: TextRange(placed.offset, placed.offset + 1))
  }

  /// The link of the token at a point of line space, or at the point of the token nearest to it.
  private func tokenLink(near point: Point) -> TextLink? {
    guard let token = container.token, token.length > 0, let rect = tokenLineRect else {
      return nil
    }
    let inside = Point(
      x: min(max(point.x, rect.minX), rect.maxX.nextDown),
      y: min(max(point.y, rect.minY), rect.maxY.nextDown))
    guard let offset = tokenOffset(at: axes.point(inside)), offset < token.length else {
      return nil
    }
    return token.elements.value(at: offset).link
  }

  private enum Found {
    /// A link, and the offset of a character of it.
    case link(TextLink, Int)
    case attachment(TextAttachment, Int)
    /// The token, and the text that it stands for.
    case token(TextRange)
  }

  private func addItems(
    of run: LineRun, onLine index: Int, near point: Point, slop: Double,
    to best: inout (distance: Double, item: Found)?
  ) {
    func add(_ rect: Rect, _ item: Found) {
      let dx = max(rect.minX - point.x, point.x - rect.maxX, 0)
      let dy = max(rect.minY - point.y, point.y - rect.maxY, 0)
      let distance = (dx * dx + dy * dy).squareRoot()
      if distance <= slop, distance < best?.distance ?? .infinity { best = (distance, item) }
    }
    if run.kind == .kashida { return }
    if run.maxX < point.x - slop || run.x > point.x + slop { return }
    let record = records[index]
    func rect(_ x: Double, _ width: Double) -> Rect {
      Rect(x: x, y: record.y, width: width, height: record.height)
    }
    if run.kind == .ellipsis {
      let isShortened = record.flags.contains(.shortened)
      add(
        rect(run.x, run.width),
        .token(isShortened ? TextRange(Int(record.visibleEnd), Int(record.end)) : leftOut))
      return
    }
    var column = text.elements.run(at: run.range.start)
    while column < text.elements.count, text.elements.start(of: column) < run.range.end {
      let element = text.elements.value(ofRun: column)
      let part = text.elements.range(of: column).clamped(to: run.range)
      column += 1
      if let link = element.link {
        if let (x, width) = run.extent(of: part) {
          add(rect(x, width), .link(link, part.start))
        } else {
          // The part cuts a ligature, so its extent is that of the carets inside.
          for rect in rectangles(for: part, onLine: record) { add(rect, .link(link, part.start)) }
        }
      } else if !(shaped.hasFreeAttachments && element.hasFreeAttachment),
        let placed = attachment(run, onLine: index)
      {
        add(axes.lineRect(placed.rect), .attachment(placed.attachment, part.start))
      }
    }
  }

  private func item(_ found: Found, near point: Point) -> TextItem {
    switch found {
    case .token(let range):
      return TextItem(kind: .token(tokenLink(near: point)), range: range)
    case .link(let link, let offset):
      return TextItem(kind: .link(link), range: linkRange(at: offset))
    case .attachment(let attachment, let offset):
      return TextItem(kind: .attachment(attachment), range: TextRange(offset, offset + 1))
    }
  }

  /// The range of the link at an offset, over neighbouring runs with the same link.
  func linkRange(at offset: Int) -> TextRange {
    let column = text.elements
    var (first, last) = (column.run(at: offset), column.run(at: offset))
    let link = column.value(ofRun: first).link
    while first > 0, column.value(ofRun: first - 1).link == link { first -= 1 }
    while last + 1 < column.count, column.value(ofRun: last + 1).link == link { last += 1 }
    return TextRange(column.start(of: first), column.end(of: last))
  }
}

extension LineRun {
  /// The left edge and the width of a part of the run's text; nil where it cuts a cluster.
  func extent(of part: TextRange) -> (x: Double, width: Double)? {
    if part == range || glyphs.isEmpty { return (x, width) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (beginsCluster, endsCluster) = (false, part.end == range.end)
    var pen = x
    forEachGlyph { glyph in
      if part.start <= glyph.cluster, glyph.cluster < part.end {
        left = min(left, pen)
        right = max(right, pen + glyph.advance)
      }
      if glyph.cluster == part.start { beginsCluster = true }
      if glyph.cluster == part.end { endsCluster = true }
      pen += glyph.advance
    }
    return beginsCluster && endsCluster && left <= right ? (left, right - left) : nil
  }
}
