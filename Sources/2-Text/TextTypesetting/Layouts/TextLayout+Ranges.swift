// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextAnalysis
public import TextModel
import TextShaping

extension TextLayout {
  /// The range of the character, word, line or paragraph at a position, as a double tap selects it.
  ///
  /// The affinity decides between the character before the position and the one after it; at the
  /// text's end it is the one before. Offsets outside the text are clamped to it. A binding counts
  /// as one character and as one word. Between words, a stretch of white space and each mark of
  /// punctuation is a range of its own. Lines and paragraphs include their terminators; U+2028 ends
  /// a line and no paragraph. In a blank line at the text's end, line and paragraph are empty;
  /// without lines every line is empty.
  ///
  /// - Complexity: That of ``position(after:by:x:)``.
  public func range(of granularity: TextGranularity, at position: TextPosition) -> TextRange {
    guard text.length > 0 else { return TextRange(0, 0) }
    let offset = min(max(0, position.offset), text.length)
    let isBefore = position.affinity == .upstream && offset > 0
    let at = isBefore || offset == text.length ? offset - 1 : offset
    switch granularity {
    case .character: return unit(containing: at)
    case .word:
      var words = WordStretches(self)
      return words.stretch(containing: at)
    case .line:
      if records.isEmpty { return TextRange(0, 0) }
      return records[lineIndex(containing: TextPosition(isBefore ? at : offset))].range
    case .paragraph:
      let isBlank = offset == text.length && !isBefore && isParagraphEnd(offset)
      return isBlank ? TextRange(offset, offset) : paragraph(containing: at)
    }
  }

  /// The paragraph that holds a code unit of the text, its terminator included.
  private func paragraph(containing offset: Int) -> TextRange {
    // Shaped paragraphs also end at U+2028, which ends no paragraph of the text.
    let paragraphs = shaped.paragraphs
    var first = paragraphIndex(containing: offset)
    var last = first
    while first > 0, !isParagraphEnd(paragraphs[first].range.start) { first -= 1 }
    while last + 1 < paragraphs.count, !isParagraphEnd(paragraphs[last + 1].range.start) {
      last += 1
    }
    return TextRange(
      paragraphs[first].range.start,
      last + 1 < paragraphs.count ? paragraphs[last + 1].range.start : text.length)
  }

  /// Whether a paragraph's terminator stands before an offset.
  private func isParagraphEnd(_ offset: Int) -> Bool {
    guard offset > 0, text.utf16[offset - 1] != ParagraphScanner.lineSeparator else { return false }
    return ParagraphScanner.terminatorLength(text.utf16.span.extracting(offset - 1..<offset)) > 0
  }
}

/// The words of a text, the stretches between them, and its bindings; keeps the words of the
/// paragraph that was looked up last.
struct WordStretches {
  private let layout: TextLayout
  private var paragraph = -1
  private var start = 0
  private var breaks: [Int] = []

  init(_ layout: TextLayout) { self.layout = layout }

  /// The stretch that holds a code unit of the text.
  mutating func stretch(containing offset: Int) -> TextRange {
    let index = layout.paragraphIndex(containing: offset)
    if index != paragraph {
      paragraph = index
      start = layout.shaped.paragraphs[index].range.start
      breaks = layout.boundaries(ofParagraph: index).wordBreaks()
    }
    let own = layout.unit(containing: offset)
    if layout.firstBinding(in: own) != nil { return own }
    // The first break after the offset.
    var (next, end) = (0, breaks.count)
    while next < end {
      let middle = (next + end) / 2
      if breaks[middle] > offset - start { end = middle } else { next = middle + 1 }
    }
    guard next > 0, next < breaks.count else { return own }
    var stretch = TextRange(
      min(own.start, start + breaks[next - 1]), max(own.end, start + breaks[next]))
    if let before = layout.lastBinding(in: TextRange(stretch.start, own.start)) {
      stretch.start = min(own.start, before.end)
    }
    if let after = layout.firstBinding(in: TextRange(own.end, stretch.end)) {
      stretch.end = max(own.end, after.start)
    }
    return stretch
  }

  /// Whether a stretch is a word or a binding.
  func isWord(_ stretch: TextRange) -> Bool {
    layout.text.utf16.holdsWord(stretch.range) || layout.firstBinding(in: stretch) != nil
  }
}
