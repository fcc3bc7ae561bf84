// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

extension TextDocument {
  /// Replaces a range of the text; other paragraphs stay laid out.
  ///
  /// - Parameters:
  ///   - range: The range to replace, clamped to the text; an empty one only inserts.
  ///   - replacement: The new text with its styles; an empty one only deletes.
  /// - Complexity: O(text of the paragraphs touched + length of `replacement` + paragraphs / 256).
  public mutating func replace(_ range: TextRange, with replacement: AttributedText) {
    let range = range.clamped(to: TextRange(0, length))
    var first = paragraphs.place(containing: range.start)
    // A line feed belongs to the terminator of a carriage return before it: both are edited.
    if range.start == first.offset, first.paragraph > 0,
      paragraphs[first.paragraph - 1].endsWithCarriageReturn
    {
      first = paragraphs.place(ofParagraph: first.paragraph - 1)
    }
    let last = paragraphs.place(containing: range.end)
    var text = paragraphs.text(first.paragraph, TextRange(0, range.start - first.offset))
    text.append(replacement)
    text.append(
      paragraphs.text(
        last.paragraph, TextRange(range.end - last.offset, paragraphs[last].length)))
    // A paragraph without characters takes the style of the preceding one.
    if text.length == 0, first.paragraph > 0 {
      let end = first.offset - paragraphs.place(ofParagraph: first.paragraph - 1).offset
      text = paragraphs.text(first.paragraph - 1, TextRange(end, end))
    }
    let source = DocumentSource(text)
    overhang = max(overhang, source.overhang)
    let endsDocument = last.paragraph == paragraphs.count - 1
    var new: [DocumentParagraph] = []
    DocumentParagraph.divide(source, endsDocument: endsDocument, width: width) { new.append($0) }
    paragraphs.replace(first.paragraph...last.paragraph, with: new)
    noteChange(ofParagraph: first.paragraph)
  }
}
