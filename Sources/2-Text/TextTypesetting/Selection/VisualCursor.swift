// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

/// The graphemes of a line from left to right; the terminator and text that is left out have no
/// place among them. A token before the end of the text counts as one.
struct VisualLine {
  let index: Int
  let record: LineRecord
  /// The text, on the last line up to the end of the text behind a token.
  let range: TextRange
  let edges: LineEdges
  /// Whether the line belongs to a right-to-left paragraph.
  let isRightToLeft: Bool
  /// The graphemes, as indices of `edges`.
  private(set) var order: [Int] = []
  /// Whether each grapheme of `order` runs from right to left.
  private(set) var isReversed: [Bool] = []
  /// The index in `order` of each grapheme; -1 for those that have no place.
  private var places: [Int]

  init(_ layout: TextLayout, _ index: Int) {
    self.index = index
    record = layout.records[index]
    range = layout.span(of: record)
    edges = LineEdges(layout, record)
    isRightToLeft = layout.lines[index].baseLevel & 1 == 1
    places = [Int](repeating: -1, count: edges.count + 1)
    let runs = (try? layout.runs(of: record, .never)) ?? []
    for run in runs where run.kind != .hyphen && run.kind != .kashida {
      if run.kind == .ellipsis {
        if let gap = edges.gap, !order.contains(gap) {
          order.append(gap)
          isReversed.append(isRightToLeft)
        }
        continue
      }
      // A grapheme belongs to the run in which it starts.
      var first = edges.grapheme(at: run.range.start)
      if edges.offsets[first] < run.range.start { first += 1 }
      var end = first
      while end < edges.count, edges.offsets[end] < run.range.end { end += 1 }
      let isReversed = run.level & 1 == 1
      order += isReversed ? (first..<end).reversed() : Array(first..<end)
      self.isReversed += repeatElement(isReversed, count: end - first)
    }
    for (place, grapheme) in order.enumerated() { places[grapheme] = place }
  }

  /// The number of graphemes at the left of the line's start: 0, or all in right-to-left
  /// paragraphs.
  var startSlot: Int { isRightToLeft ? order.count : 0 }
  /// The number of graphemes at the left of the line's end.
  var endSlot: Int { isRightToLeft ? 0 : order.count }

  /// The number of graphemes at the left of a caret.
  func slot(of position: TextPosition) -> Int {
    let offset = min(max(position.offset, range.start), range.end)
    let boundary = edges.grapheme(at: offset)
    func leading(_ place: Int) -> Int { isReversed[place] ? place + 1 : place }
    if position.affinity == .downstream, places[boundary] >= 0 { return leading(places[boundary]) }
    if let before = places[..<boundary].last(where: { $0 >= 0 }) {
      return isReversed[before] ? before : before + 1
    }
    return places[boundary] >= 0 ? leading(places[boundary]) : startSlot
  }

  /// The position at the left or right edge of a grapheme; downstream where that is the same place.
  func position(atRightEdge isRight: Bool, of place: Int) -> TextPosition {
    let grapheme = order[place]
    if isRight == isReversed[place] { return TextPosition(edges.offsets[grapheme]) }
    let after = TextPosition(edges.offsets[grapheme + 1])
    let isSame = grapheme + 1 < edges.count && slot(of: after) == (isRight ? place + 1 : place)
    return isSame ? after : TextPosition(after.offset, affinity: .upstream)
  }
}

/// A caret that goes left or right over one grapheme after another, from line to line.
struct VisualCursor {
  /// The next movement of a caret.
  enum Step {
    /// The caret goes over the grapheme that starts at an offset.
    case crosses(Int)
    /// The caret goes into the next line or the one before.
    case enters
    /// The caret does not move: it is at the first or last edge of the text.
    case ends
  }

  private let layout: TextLayout
  private(set) var line: VisualLine
  private var slot: Int
  private(set) var position: TextPosition

  init(_ layout: TextLayout, _ position: TextPosition) {
    self.layout = layout
    self.position = position
    line = VisualLine(layout, layout.lineIndex(containing: position))
    slot = line.slot(of: position)
  }

  /// Whether a direction is the reading direction of the line's paragraph.
  func isForwards(_ right: Bool) -> Bool { right != line.isRightToLeft }

  /// Whether a position at the line's end is at the start edge of the next line, if there is one:
  /// false if the next line begins with text against its direction.
  private func isNextStart(_ end: TextPosition) -> Bool {
    guard line.index + 1 < layout.records.count else { return true }
    let next = VisualLine(layout, line.index + 1)
    return next.slot(of: end) == next.startSlot
  }

  /// The movement that a step would make.
  func next(toRight right: Bool) -> Step {
    if right ? slot < line.order.count : slot > 0 {
      return .crosses(line.edges.offsets[line.order[right ? slot : slot - 1]])
    }
    return layout.records.indices.contains(line.index + (isForwards(right) ? 1 : -1))
      ? .enters : .ends
  }

  /// Goes on by a grapheme, or to the edge of another line.
  mutating func step(toRight right: Bool) {
    switch next(toRight: right) {
    case .ends: break
    case .crosses:
      slot += right ? 1 : -1
      position = line.position(atRightEdge: right, of: right ? slot - 1 : slot)
      let end = TextPosition(line.range.end)
      if position.offset == end.offset, slot == line.endSlot, isForwards(right), isNextStart(end) {
        position = end
      }
    case .enters:
      let forwards = isForwards(right)
      line = VisualLine(layout, line.index + (forwards ? 1 : -1))
      slot = forwards ? line.startSlot : line.endSlot
      let isAtLeft = slot == 0
      position =
        line.order.isEmpty
        ? TextPosition(line.range.start)
        : line.position(atRightEdge: !isAtLeft, of: isAtLeft ? 0 : slot - 1)
    }
  }
}
