// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import TextModel

/// A selected range with the rectangles and carets that are drawn for it.
public struct TextSelection: Hashable, Sendable {
  /// The range: whole graphemes, and whole bindings.
  public let range: TextRange
  /// The rectangles that cover the range: for each line, one for each contiguous stretch, from the
  /// left; in vertical text from above. Empty if the range is empty.
  public let rectangles: [Rect]
  /// The caret at which the handle of the start is placed: the leading edge of the first character,
  /// which is the right one in right-to-left text. As high as its line, of width 0; in vertical
  /// text as wide as its line, of height 0.
  public let startCaret: Rect
  /// The caret at which the handle of the end is placed: the trailing edge of the last character,
  /// on the line of that character.
  public let endCaret: Rect
}

extension TextLayout {
  /// The selection of a range, which is widened to whole graphemes and bindings, and clamped to the
  /// text.
  ///
  /// Both carets of an empty range are that of its position. White space that hangs beyond the
  /// layout box is clipped there, and so are the carets of a range that is not empty.
  ///
  /// - Complexity: O(log lines + length of the lines).
  public func selection(for range: TextRange) -> TextSelection {
    let range = widened(range.clamped(to: text.range))
    if range.isEmpty {
      let caret = caret(at: TextPosition(range.start))
      return TextSelection(range: range, rectangles: [], startCaret: caret, endCaret: caret)
    }
    return TextSelection(
      range: range, rectangles: rectangles(for: range),
      startCaret: edge(ofGraphemeAt: range.start, isTrailing: false),
      endCaret: edge(ofGraphemeAt: range.end - 1, isTrailing: true))
  }

  private func edge(ofGraphemeAt offset: Int, isTrailing: Bool) -> Rect {
    if records.isEmpty { return .zero }
    let record = records[lineIndex(containing: TextPosition(offset))]
    let edges = LineEdges(self, record)
    let grapheme = edges.grapheme(at: min(offset, span(of: record).end))
    // Text that is left out counts as the end of the last line.
    let isEnd = isTrailing || grapheme >= edges.count
    let x =
      edges.count > 0 && isEnd
      ? edges.trailing[min(grapheme, edges.count - 1)] : edges.caret(grapheme)
    let inside = min(max(x, min(0, record.x)), max(lineSpaceSize.width, record.x + record.width))
    return axes.rect(Rect(x: inside, y: record.y, width: 0, height: record.height))
  }
}
