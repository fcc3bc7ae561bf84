// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

/// Units that a caret does not enter: grapheme clusters, and bindings widened to whole ones.
extension TextLayout {
  /// The grapheme cluster that holds a code unit of the text.
  func grapheme(containing offset: Int) -> TextRange {
    let index = paragraphIndex(containing: offset)
    let start = shaped.paragraphs[index].range.start
    let boundaries = boundaries(ofParagraph: index)
    let place = boundaries.place(before: offset - start + 1, by: .character) ?? 0
    let end = boundaries.place(after: place, by: .character) ?? place + 1
    return TextRange(start + place, start + end)
  }

  /// The unit that holds a code unit of the text.
  func unit(containing offset: Int) -> TextRange {
    text.hasElements ? widened(TextRange(offset, offset + 1)) : grapheme(containing: offset)
  }

  /// A range within the text, widened to whole units; an empty one within a unit moves to the
  /// unit's start.
  func widened(_ range: TextRange) -> TextRange {
    if range.isEmpty {
      guard range.start < text.length else { return range }
      let start = unit(containing: range.start).start
      return TextRange(start, start)
    }
    var range = range
    while true {
      // A grapheme may end within the next binding, and a binding within a grapheme: each widens
      // the range until it contains both wholly.
      let bound = text.wideningToBindings(range)
      let wide = TextRange(
        grapheme(containing: bound.start).start, grapheme(containing: bound.end - 1).end)
      if wide == range { return wide }
      range = wide
    }
  }

  /// The first binding with a part in a range, widened to whole graphemes; nil if there is none.
  func firstBinding(in range: TextRange) -> TextRange? {
    let range = range.clamped(to: text.range)
    guard text.hasElements, !range.isEmpty else { return nil }
    var run = text.elements.run(at: range.start)
    while run < text.elements.count, text.elements.start(of: run) < range.end {
      if text.elements.value(ofRun: run).binding != nil {
        return unit(containing: max(range.start, text.elements.start(of: run)))
      }
      run += 1
    }
    return nil
  }

  /// The last binding with a part in a range, widened to whole graphemes; nil if there is none.
  func lastBinding(in range: TextRange) -> TextRange? {
    let range = range.clamped(to: text.range)
    guard text.hasElements, !range.isEmpty else { return nil }
    var run = text.elements.run(at: range.end - 1)
    while run >= 0, text.elements.end(of: run) > range.start {
      if text.elements.value(ofRun: run).binding != nil {
        return unit(containing: min(range.end, text.elements.end(of: run)) - 1)
      }
      run -= 1
    }
    return nil
  }

  /// The place of a caret that moves forwards in a text with bindings.
  ///
  /// - Parameter found: The place in a text without bindings.
  func stop(after offset: Int, found: Int, _ granularity: TextGranularity) -> Int {
    guard text.hasElements else { return found }
    var found = found
    if granularity == .word, let unit = firstBinding(in: TextRange(offset, max(offset, found))) {
      let isAfterWord = offset < unit.start && text.utf16.holdsWord(offset..<unit.start)
      found = isAfterWord ? unit.start : unit.end
    }
    guard found > 0, found < text.length else { return found }
    let unit = unit(containing: found)
    return unit.start < found ? unit.end : found
  }

  /// The place of a caret that moves backwards in a text with bindings.
  ///
  /// - Parameter found: The place in a text without bindings.
  func stop(before offset: Int, found: Int, _ granularity: TextGranularity) -> Int {
    guard text.hasElements else { return found }
    var found = found
    if granularity == .word, let unit = lastBinding(in: TextRange(min(found, offset), offset)) {
      let isBeforeWord = unit.end < offset && text.utf16.holdsWord(unit.end..<offset)
      found = isBeforeWord ? unit.end : unit.start
    }
    return found < text.length ? unit(containing: found).start : found
  }

  /// The position itself; if it lies inside a unit, the nearer end of the unit that is on the line.
  func outsideUnits(_ position: TextPosition, _ edges: LineEdges, x: Double) -> TextPosition {
    guard text.hasElements, position.offset > 0, position.offset < text.length else {
      return position
    }
    let unit = unit(containing: position.offset)
    guard unit.start < position.offset else { return position }
    var (toStart, toEnd) = (Double.infinity, Double.infinity)
    if unit.start >= edges.offsets[0] {
      toStart = abs(x - edges.leading[edges.grapheme(at: unit.start)])
    }
    if unit.end <= edges.offsets[edges.count] {
      toEnd = abs(x - edges.trailing[edges.grapheme(at: unit.end - 1)])
    }
    return toStart <= toEnd
      ? TextPosition(unit.start) : TextPosition(unit.end, affinity: .upstream)
  }
}
