// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

extension TextLayout {
  /// The position that a caret reaches to the left.
  ///
  /// By character and by word the caret goes over the text as it lies on the line, from one
  /// direction into the other; a binding counts as one character and as one word. Beyond the left
  /// edge of a line it goes on in the line before, or in the next one in a right-to-left paragraph.
  /// By line it goes to that end of the line, by paragraph to that end of the paragraph, which lies
  /// to the left in the paragraph's direction. At the edge of the text the caret stays there. A
  /// token before the end of the text counts as one character. Without lines the position is 0.
  ///
  /// - Complexity: By character and line O(log lines + length of the lines touched); by word also
  ///   O(length of the paragraph).
  public func position(
    leftOf position: TextPosition, by granularity: TextGranularity
  ) -> TextPosition {
    self.position(from: position, toRight: false, by: granularity)
  }

  /// The position that a caret reaches to the right: as ``position(leftOf:by:)``, with the sides
  /// exchanged.
  public func position(
    rightOf position: TextPosition, by granularity: TextGranularity
  ) -> TextPosition {
    self.position(from: position, toRight: true, by: granularity)
  }

  private func position(
    from position: TextPosition, toRight right: Bool, by granularity: TextGranularity
  ) -> TextPosition {
    if records.isEmpty { return TextPosition(0) }
    let offset = min(max(0, position.offset), caretLimit)
    let start = TextPosition(offset, affinity: position.affinity)
    var cursor = VisualCursor(self, start)
    let forwards = cursor.isForwards(right)
    let end: TextPosition
    switch granularity {
    case .character:
      return character(from: start, &cursor, toRight: right)
    case .word: end = word(from: start, &cursor, toRight: right)
    case .line: end = edge(of: cursor.line, forwards: forwards)
    case .paragraph:
      return forwards
        ? self.position(after: start, by: .paragraph) : self.position(before: start, by: .paragraph)
    }
    return outsideUnit(end, forwards: forwards)
  }

  private func character(
    from start: TextPosition, _ cursor: inout VisualCursor, toRight right: Bool
  ) -> TextPosition {
    while true {
      switch cursor.next(toRight: right) {
      case .ends: return start
      case .enters:
        cursor.step(toRight: right)
        // The end of a wrapped line and the start of the next one are one place.
        if cursor.position.offset != start.offset { return cursor.position }
      case .crosses(let offset):
        let forwards = cursor.isForwards(right)
        let unit = text.hasElements ? unit(containing: offset) : nil
        cursor.step(toRight: right)
        while let unit, case .crosses(let next) = cursor.next(toRight: right), unit.contains(next) {
          cursor.step(toRight: right)
        }
        return outsideUnit(cursor.position, forwards: forwards)
      }
    }
  }

  /// The far edge of the next word, wherever it begins.
  private func word(
    from start: TextPosition, _ cursor: inout VisualCursor, toRight right: Bool
  ) -> TextPosition {
    var stretches = WordStretches(self)
    var stretch: TextRange?
    var isInWord = false
    let isRightToLeft = cursor.line.isRightToLeft
    while true {
      switch cursor.next(toRight: right) {
      case .ends: return cursor.position
      case .enters:
        let before = cursor.position
        cursor.step(toRight: right)
        if isInWord {
          // A word ends at the edge of the line, unless it goes on in the next line.
          guard case .crosses(let next) = cursor.next(toRight: right),
            let stretch, stretch.contains(next)
          else { return before }
        } else if cursor.line.isRightToLeft != isRightToLeft {
          return cursor.position
        }
      case .crosses(let offset):
        if stretch?.contains(offset) != true {
          if isInWord { return cursor.position }
          let next = stretches.stretch(containing: offset)
          stretch = next
          isInWord = stretches.isWord(next)
        }
        cursor.step(toRight: right)
      }
    }
  }

  private func edge(of line: VisualLine, forwards: Bool) -> TextPosition {
    if !forwards { return TextPosition(line.range.start) }
    if line.record.flags.contains(.hardBreak), line.edges.count > 0 {
      return TextPosition(line.edges.offsets[line.edges.count - 1])
    }
    return line.index + 1 < records.count
      ? TextPosition(line.range.end, affinity: .upstream) : TextPosition(line.range.end)
  }

  /// A position, or the end in reading direction of the unit that it lies in.
  private func outsideUnit(_ position: TextPosition, forwards: Bool) -> TextPosition {
    guard text.hasElements, position.offset > 0, position.offset < text.length else {
      return position
    }
    let unit = unit(containing: position.offset)
    guard unit.start < position.offset else { return position }
    return TextPosition(forwards ? min(unit.end, caretLimit) : unit.start)
  }
}
