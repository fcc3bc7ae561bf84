// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel
import TextShaping

extension TextLayout {
  /// The position that a caret reaches from another one, forwards in the text: the end of the
  /// character or word, the place at the same x on the next line, the start of the next paragraph.
  ///
  /// At the end of the visible text the caret stays there. Text that a token replaces before the
  /// end of the text is passed in one step. A binding counts as one character and as one word.
  ///
  /// - Parameters:
  ///   - position: The position of the caret.
  ///   - granularity: The unit of movement.
  ///   - x: The x of line space that movement by lines keeps, in points; nil for that of the caret.
  /// - Complexity: By character O(log lines), as a rule; by word O(length of the paragraph); by
  ///   line O(log lines + length of the two lines); by paragraph O(log paragraphs).
  public func position(
    after position: TextPosition, by granularity: TextGranularity, x: Double? = nil
  ) -> TextPosition {
    let limit = caretLimit
    let offset = min(max(0, position.offset), limit)
    if granularity == .line {
      guard let row = places.row(after: lineIndex(containing: position)) else {
        return TextPosition(limit)
      }
      let x = x ?? lineCaret(at: position).minX
      return self.position(inRow: row, atX: x)
    }
    var index = paragraphIndex(containing: offset)
    while index < shaped.paragraphs.count {
      let start = shaped.paragraphs[index].range.start
      let from = max(0, offset - start)
      if let found = boundaries(ofParagraph: index).place(after: from, by: granularity) {
        return place(after: offset, found: start + found, granularity)
      }
      index += 1
    }
    return place(after: offset, found: limit, granularity)
  }

  /// The position that a caret reaches from another one, backwards in the text: the start of the
  /// character, word or paragraph, the place at the same x on the previous line.
  ///
  /// At the start of the text the caret stays there. A binding counts as one character and as one
  /// word.
  ///
  /// - Parameters:
  ///   - position: The position of the caret.
  ///   - granularity: The unit of movement.
  ///   - x: The x of line space that movement by lines keeps, in points; nil for that of the caret.
  /// - Complexity: That of ``position(after:by:x:)``.
  public func position(
    before position: TextPosition, by granularity: TextGranularity, x: Double? = nil
  ) -> TextPosition {
    if granularity == .line {
      guard let row = places.row(before: lineIndex(containing: position)) else {
        return TextPosition(0)
      }
      let x = x ?? lineCaret(at: position).minX
      return self.position(inRow: row, atX: x)
    }
    let offset = min(max(0, position.offset), caretLimit)
    if offset == 0 { return TextPosition(0) }
    var index = paragraphIndex(containing: offset - 1)
    while true {
      let start = shaped.paragraphs[index].range.start
      let boundaries = boundaries(ofParagraph: index)
      let from = min(offset - start, boundaries.count)
      if let found = boundaries.place(before: from, by: granularity) {
        return place(before: offset, found: start + found, granularity)
      }
      if index == 0 { return place(before: offset, found: 0, granularity) }
      index -= 1
    }
  }

  /// The last offset that a caret reaches.
  var caretLimit: Int { tailRange?.end ?? leftOut.start }

  private func place(
    after offset: Int, found: Int, _ granularity: TextGranularity
  ) -> TextPosition {
    let reached = min(stop(after: offset, found: found, granularity), caretLimit)
    let isLeftOut = reached > leftOut.start && reached < leftOut.end && tailRange != nil
    return TextPosition(isLeftOut ? leftOut.end : reached)
  }

  private func place(
    before offset: Int, found: Int, _ granularity: TextGranularity
  ) -> TextPosition {
    let reached = stop(before: offset, found: found, granularity)
    return TextPosition(leftOut.contains(reached) ? leftOut.start : reached)
  }

  /// The boundaries of a paragraph, or of one of its lines between U+2028.
  func boundaries(ofParagraph index: Int) -> ParagraphBoundaries {
    let paragraph = shaped.paragraphs[index]
    return ParagraphBoundaries(
      text.utf16, paragraph.range, language: paragraph.strutStyle.language,
      inlineParts: paragraph.inlineParts)
  }

  /// The shaped paragraph that holds an offset; at the text's end the last one.
  func paragraphIndex(containing offset: Int) -> Int { shaped.paragraphIndex(containing: offset) }
}

extension ShapedText {
  /// The paragraph that holds an offset; at the text's end the last one.
  ///
  /// - Complexity: O(log paragraphs).
  func paragraphIndex(containing offset: Int) -> Int {
    var (low, high) = (0, paragraphs.count - 1)
    while low < high {
      let mid = (low + high + 1) / 2
      if paragraphs[mid].range.start <= offset { low = mid } else { high = mid - 1 }
    }
    return low
  }
}
