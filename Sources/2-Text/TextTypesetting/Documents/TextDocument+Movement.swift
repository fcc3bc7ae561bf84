// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel

extension TextDocument {
  /// The position that a caret reaches from another one, forwards in the text: the end of the
  /// character or word, the place at the same x on the next line, the start of the next paragraph.
  ///
  /// At the end of the text the caret stays there. Only movement by lines lays out paragraphs: that
  /// of the position and, if the caret leaves it, the next one.
  ///
  /// - Parameters:
  ///   - position: The position of the caret.
  ///   - granularity: The unit of movement.
  ///   - x: The x of line space that movement by lines keeps, in points; nil for that of the caret.
  /// - Throws: The errors of laying out a paragraph.
  /// - Complexity: By character and by paragraph O(paragraphs / 256), as a rule; by word O(length
  ///   of the paragraph + paragraphs / 256); by line that of laying out the paragraphs, once, then
  ///   O(length of the two lines + paragraphs / 256).
  public mutating func position(
    after position: TextPosition, by granularity: TextGranularity, x: Double? = nil
  ) throws -> TextPosition {
    let offset = min(max(0, position.offset), length)
    var place = paragraphs.place(containing: offset)
    if granularity == .line {
      let (layout, local) = try caretPlace(position, place)
      let line = layout.lineIndex(containing: local)
      let x = x ?? layout.lineCaret(at: local).minX
      if let row = layout.places.row(after: line) {
        return layout.position(inRow: row, atX: x).moved(by: place.offset)
      }
      guard place.paragraph + 1 < paragraphs.count else { return TextPosition(length) }
      place = paragraphs.place(after: place)
      return try self.layout(ofParagraph: place.paragraph).position(inRow: 0, atX: x)
        .moved(by: place.offset)
    }
    while true {
      let boundaries = paragraphs[place].boundaries
      let from = max(0, offset - place.offset)
      if let found = boundaries.place(after: from, by: granularity) {
        return TextPosition(place.offset + found)
      }
      guard place.paragraph + 1 < paragraphs.count else { return TextPosition(length) }
      place = paragraphs.place(after: place)
    }
  }

  /// The position that a caret reaches from another one, backwards in the text: the start of the
  /// character, word or paragraph, the place at the same x on the previous line.
  ///
  /// At the start of the text the caret stays there.
  ///
  /// - Parameters:
  ///   - position: The position of the caret.
  ///   - granularity: The unit of movement.
  ///   - x: The x of line space that movement by lines keeps, in points; nil for that of the caret.
  /// - Throws: The errors of laying out a paragraph.
  /// - Complexity: That of ``position(after:by:x:)``.
  public mutating func position(
    before position: TextPosition, by granularity: TextGranularity, x: Double? = nil
  ) throws -> TextPosition {
    let offset = min(max(0, position.offset), length)
    if granularity == .line {
      let place = paragraphs.place(containing: offset)
      let (layout, local) = try caretPlace(position, place)
      let line = layout.lineIndex(containing: local)
      let x = x ?? layout.lineCaret(at: local).minX
      if let row = layout.places.row(before: line) {
        return layout.position(inRow: row, atX: x).moved(by: place.offset)
      }
      guard place.paragraph > 0 else { return TextPosition(0) }
      let above = paragraphs.place(ofParagraph: place.paragraph - 1)
      let upper = try self.layout(ofParagraph: above.paragraph)
      return upper.position(inRow: upper.places.lastRow, atX: x).moved(by: above.offset)
    }
    if offset == 0 { return TextPosition(0) }
    var place = paragraphs.place(containing: offset - 1)
    while true {
      let boundaries = paragraphs[place].boundaries
      let from = min(offset - place.offset, boundaries.count)
      if let found = boundaries.place(before: from, by: granularity) {
        return TextPosition(place.offset + found)
      }
      if place.paragraph == 0 { return TextPosition(0) }
      place = paragraphs.place(ofParagraph: place.paragraph - 1)
    }
  }

  /// The layout of a paragraph, and a position of the document in it.
  private mutating func caretPlace(
    _ position: TextPosition, _ place: DocumentParagraphs.Place
  ) throws -> (layout: TextLayout, position: TextPosition) {
    let layout = try layout(ofParagraph: place.paragraph)
    let offset = min(max(0, position.offset - place.offset), layout.text.length)
    return (layout, TextPosition(offset, affinity: position.affinity))
  }
}

extension TextPosition {
  fileprivate func moved(by distance: Int) -> TextPosition {
    TextPosition(offset + distance, affinity: affinity)
  }
}
