// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import TextFonts
public import TextModel
import TextShaping

extension TextLayout {
  // MARK: - Text and lines

  /// The index of the line of a position.
  ///
  /// At a wrap, the affinity decides between the line's end and the next line's start. Offsets
  /// outside the text are clamped to it; offsets of text left out belong to the last line, as does
  /// the end of the text behind a token. Without lines it is 0.
  ///
  /// - Complexity: O(log lines).
  public func lineIndex(containing position: TextPosition) -> Int {
    var low = 0
    var high = records.count - 1
    while low < high {
      let mid = (low + high + 1) / 2
      if Int(records[mid].start) <= position.offset { low = mid } else { high = mid - 1 }
    }
    if position.affinity == .upstream && low > 0 && Int(records[low].start) == position.offset
      && !records[low - 1].flags.contains(.hardBreak)
    {
      return low - 1
    }
    return low
  }

  /// The line that holds the code unit at an offset; an empty one if there are no lines.
  public func line(containing offset: Int) -> LineFragment {
    let index = lineIndex(containing: TextPosition(offset))
    return LineFragment(layout: self, index: index, record: record(at: index))
  }

  /// The indices of the lines that hold a part of a range; for an empty range, of the line that
  /// holds its offset. Empty if there are no lines.
  ///
  /// - Complexity: O(log lines).
  public func lineRange(for range: TextRange) -> Range<Int> {
    if records.isEmpty { return 0..<0 }
    let first = lineIndex(containing: TextPosition(range.start))
    let last =
      range.isEmpty ? first : lineIndex(containing: TextPosition(range.end - 1))
    return first..<(max(first, last) + 1)
  }

  /// The text of some lines, without the end of the text behind a token.
  public func textRange(ofLines lines: Range<Int>) -> TextRange {
    let lines = lines.clamped(to: 0..<records.count)
    guard let first = lines.first, let last = lines.last else { return TextRange(0, 0) }
    return TextRange(Int(records[first].start), Int(records[last].end))
  }

  /// The index of the line at a y of line space: the first whose lower edge lies below it, or the
  /// last one. Without lines it is 0.
  ///
  /// - Complexity: O(log lines).
  package func lineIndex(atY y: Double) -> Int { places.row(atY: y) }

  /// The index of the line at a point, or of the one nearest to it. Without lines it is 0.
  ///
  /// - Complexity: O(log lines + columns + lines of the row).
  public func lineIndex(at point: Point) -> Int {
    let point = axes.linePoint(point)
    return places.line(atX: point.x, y: point.y)
  }

  /// The indices of the lines whose rectangles meet a band across line space; empty if there are
  /// none.
  ///
  /// - Complexity: O(log lines).
  package func lineRange(fromY top: Double, toY bottom: Double) -> Range<Int> {
    guard top < lineSpaceSize.height, bottom > 0 else { return 0..<0 }
    return places.lines(from: top, to: bottom)
  }

  /// The indices of the lines whose rectangles meet a band across line space, also beyond the box.
  ///
  /// - Complexity: O(log lines).
  package func lines(from top: Double, to bottom: Double) -> Range<Int> {
    places.lines(from: top, to: bottom)
  }

  /// A line; an empty one at the upper left corner if there are no lines.
  private func record(at index: Int) -> LineRecord {
    records.isEmpty ? .absent : records[index]
  }

  // MARK: - Carets

  /// The carets of a line: one for each grapheme boundary of its range, in the order of the text.
  /// On a line that shows the end of the text behind a token, the carets of that end follow.
  ///
  /// A caret is at the leading edge of the next grapheme; the last one at the trailing edge of the
  /// last grapheme. A ligature is divided at its font's caret positions if it has them, else
  /// evenly.
  ///
  /// - Complexity: O(length of the line).
  public func carets(inLine index: Int) -> [Caret] {
    let edges = LineEdges(self, record(at: index))
    return edges.offsets.indices.map {
      Caret(offset: edges.offsets[$0], x: edges.caret($0))
    }
  }

  /// The rectangle of a caret: as high as its line, of width 0; in vertical text as wide as its
  /// line, of height 0.
  ///
  /// An offset inside a grapheme counts as the grapheme's start. An offset in text that a token
  /// replaces before the end of the text counts as the token's start. Without lines the rectangle
  /// is zero.
  ///
  /// - Complexity: O(log lines + length of the line).
  public func caret(at position: TextPosition) -> Rect { axes.rect(lineCaret(at: position)) }

  /// The rectangle of a caret in line space.
  func lineCaret(at position: TextPosition) -> Rect {
    let record = record(at: lineIndex(containing: position))
    let edges = LineEdges(self, record)
    let span = span(of: record)
    let boundary = edges.grapheme(at: min(max(position.offset, span.start), span.end))
    let x =
      position.affinity == .upstream && boundary > 0
      ? edges.trailing[boundary - 1] : edges.caret(boundary)
    return Rect(x: x, y: record.y, width: 0, height: record.height)
  }

  // MARK: - Hit test

  /// The text position nearest to a point: a grapheme boundary outside bindings.
  ///
  /// Found by the line at the point, the grapheme on it, and the nearer of the grapheme's edges. A
  /// point above or below the text belongs to the first or last line. On a token before the end of
  /// the text it is the start or the end of the text left out. Without lines it is 0.
  ///
  /// - Complexity: O(log lines + length of the line).
  public func position(at point: Point) -> TextPosition {
    let point = axes.linePoint(point)
    return position(inLine: places.line(atX: point.x, y: point.y), atX: point.x)
  }

  /// The text position of a row nearest to an x of line space.
  ///
  /// - Parameter row: The first line of the row.
  func position(inRow row: Int, atX x: Double) -> TextPosition {
    position(inLine: places.line(ofRow: row, atX: x), atX: x)
  }

  /// The text position of a line nearest to an x of line space.
  func position(inLine index: Int, atX x: Double) -> TextPosition {
    let record = record(at: index)
    let edges = LineEdges(self, record)
    guard edges.count > 0 else { return TextPosition(Int(record.start)) }
    let x = x.isNaN ? 0 : x
    var best = -1
    var bestDistance = Double.infinity
    for i in 0..<edges.count {
      let left = min(edges.leading[i], edges.trailing[i])
      let right = max(edges.leading[i], edges.trailing[i])
      if left == right { continue }
      // The right edge belongs to the next grapheme on the right, if any.
      if x >= left && x < right {
        best = i
        bestDistance = 0
        break
      }
      let distance = x < left ? left - x : x - right
      if distance < bestDistance {
        best = i
        bestDistance = distance
      }
    }
    guard best >= 0 else { return TextPosition(Int(record.start)) }
    let leads = abs(x - edges.leading[best]) <= abs(x - edges.trailing[best])
    let nearest =
      leads
      ? TextPosition(edges.offsets[best])
      : TextPosition(edges.offsets[best + 1], affinity: .upstream)
    return outsideUnits(nearest, edges, x: x)
  }

  /// The grapheme under a point, or nil where there is none.
  public func grapheme(at point: Point) -> TextRange? {
    let point = axes.linePoint(point)
    let record = record(at: places.line(atX: point.x, y: point.y))
    guard point.y >= record.y && point.y < record.y + record.height else { return nil }
    let edges = LineEdges(self, record)
    for i in 0..<edges.count where i != edges.gap {
      let left = min(edges.leading[i], edges.trailing[i])
      let right = max(edges.leading[i], edges.trailing[i])
      if point.x >= left && point.x < right {
        return TextRange(edges.offsets[i], edges.offsets[i + 1])
      }
    }
    return nil
  }

  // MARK: - Selection

  /// The rectangles that cover a range: for each line, one for each contiguous stretch, from the
  /// left; in vertical text from above.
  ///
  /// Each is as high as its line; in vertical text, as wide. Text that a token replaces before the
  /// end of the text has the token's rectangle. White space that hangs beyond the layout box is
  /// clipped there. A blank line whose terminator is in the range has a rectangle as wide as a
  /// space.
  ///
  /// - Complexity: O(log lines + length of the lines).
  public func rectangles(for range: TextRange) -> [Rect] {
    let range = range.clamped(to: text.range)
    guard !range.isEmpty else { return [] }
    var rectangles: [Rect] = []
    for index in lineRange(for: range) {
      addRectangles(for: range, records[index], to: &rectangles)
    }
    let axes = axes
    return axes.isVertical ? rectangles.map { axes.rect($0) } : rectangles
  }

  /// The rectangles of line space that cover the part of a range on one line.
  func rectangles(for range: TextRange, onLine record: LineRecord) -> [Rect] {
    var rectangles: [Rect] = []
    addRectangles(for: range, record, to: &rectangles)
    return rectangles
  }

  /// Adds rectangles of line space.
  private func addRectangles(
    for range: TextRange, _ record: LineRecord, to rectangles: inout [Rect]
  ) {
    let part = range.clamped(to: span(of: record))
    guard !part.isEmpty else { return }
    let marked = markedExtent(of: record)
    let leftmost = min(0, marked.left)
    let rightmost = max(lineSpaceSize.width, marked.right)
    let edges = LineEdges(self, record)
    var stretches: [(left: Double, right: Double)] = []
    for i in edges.grapheme(at: part.start)..<edges.count where edges.offsets[i] < part.end {
      let left = max(leftmost, min(edges.leading[i], edges.trailing[i]))
      let right = min(rightmost, max(edges.leading[i], edges.trailing[i]))
      if left < right { stretches.append((left, right)) }
    }
    stretches.sort { $0.left < $1.left }
    var current: (left: Double, right: Double)?
    func add(_ s: (left: Double, right: Double)) {
      rectangles.append(
        Rect(x: s.left, y: record.y, width: s.right - s.left, height: record.height))
    }
    for s in stretches {
      if let c = current, s.left <= c.right + 1e-6 {
        current = (c.left, max(c.right, s.right))
      } else {
        if let c = current { add(c) }
        current = s
      }
    }
    if let c = current {
      add(c)
    } else if record.visibleEnd <= record.start, part.start == Int(record.start) {
      rectangles.append(blankRectangle(record, x: edges.caret(0)))
    }
  }

  /// The rectangle, in line space, of a selected line without visible text: as wide as a space,
  /// within the layout box if that is wide enough.
  private func blankRectangle(_ record: LineRecord, x: Double) -> Rect {
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let font = paragraph.strutFont
    let space = font.glyph(for: " ").map { Double(font.advance(of: $0)) } ?? 0
    let width = space * paragraph.strutStyle.size / Double(font.unitsPerEm)
    let left = paragraph.baseLevel & 1 == 1 ? x - width : x
    return Rect(
      x: max(min(left, lineSpaceSize.width - width), 0), y: record.y, width: width,
      height: record.height)
  }

  /// The rectangle of an empty paragraph whose terminator is selected and not part of the layout.
  var blankRectangle: Rect {
    let record = record(at: 0)
    return axes.rect(blankRectangle(record, x: LineEdges(self, record).caret(0)))
  }
}
