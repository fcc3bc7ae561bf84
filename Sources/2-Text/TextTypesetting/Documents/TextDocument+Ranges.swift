// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency
public import TextModel

extension TextDocument {
  /// A part of the text with its styles; the range is clamped to the text. An empty part takes the
  /// styles before it.
  ///
  /// - Complexity: O(length of the part + its paragraphs + paragraphs / 256).
  public func text(in range: TextRange) -> AttributedText {
    let range = range.clamped(to: TextRange(0, length))
    var place = paragraphs.place(containing: range.start)
    var joined = paragraphs[place].text(range, from: place.offset)
    while place.offset + paragraphs[place].length < range.end {
      place = paragraphs.place(after: place)
      joined.append(paragraphs[place].text(range, from: place.offset))
    }
    return joined
  }

  /// The rectangles that cover a range: for each line, one for each contiguous stretch, from the
  /// left.
  ///
  /// Lays out the paragraphs of the range; their y follows from known and estimated heights above.
  /// To draw a selection that may be long, take ``Band/rectangles(for:)``.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  /// - Complexity: O(text of the paragraphs touched + paragraphs / 256).
  public mutating func rectangles(
    for range: TextRange, cancellation: Cancellation = .never
  ) throws -> [Rect] {
    let range = range.clamped(to: TextRange(0, length))
    if range.isEmpty { return [] }
    let first = paragraphIndex(containing: range.start)
    let last = paragraphIndex(containing: range.end - 1)
    // From the top down, since laying out a paragraph moves those below it, but none above it.
    var found: [Rect] = []
    for index in first...last {
      let layout = try layout(ofParagraph: index, cancellation: cancellation)
      let place = paragraphs.place(ofParagraph: index)
      found += layout.rectangles(
        for: range, from: place.offset, blockStart: paragraphs.y(of: place))
    }
    return found
  }
}

extension DocumentParagraph {
  /// The part of a range of the document's text that lies in a paragraph at an offset.
  func text(_ range: TextRange, from offset: Int) -> AttributedText {
    text(
      TextRange(
        min(max(range.start - offset, 0), length), min(max(range.end - offset, 0), length)))
  }
}

extension TextLayout {
  /// The rectangles of a range of a document's text in a layout of one paragraph.
  ///
  /// - Parameters:
  ///   - start: The paragraph's offset in the document.
  ///   - blockStart: The paragraph's distance across the lines from the start of the document.
  func rectangles(for range: TextRange, from start: Int, blockStart: Double) -> [Rect] {
    let length = text.length
    var rectangles: [Rect]
    if length == 0 {
      // In an empty paragraph, a range can hold only the terminator.
      rectangles = range.contains(start) ? [blankRectangle] : []
    } else {
      rectangles = self.rectangles(
        for: TextRange(
          min(max(range.start - start, 0), length), min(max(range.end - start, 0), length)))
    }
    let origin = documentOrigin(blockStart: blockStart)
    for index in rectangles.indices {
      rectangles[index].origin.x += origin.x
      rectangles[index].origin.y += origin.y
    }
    return rectangles
  }

  /// The upper left corner of the layout of a paragraph in the coordinates of its document.
  ///
  /// - Parameter blockStart: The paragraph's distance across the lines from the start of the
  ///   document.
  func documentOrigin(blockStart: Double) -> Point {
    switch axes.writingMode {
    case .horizontal: Point(x: 0, y: blockStart)
    case .verticalRL: Point(x: -blockStart - lineSpaceSize.height, y: 0)
    case .verticalLR: Point(x: blockStart, y: 0)
    }
  }
}
