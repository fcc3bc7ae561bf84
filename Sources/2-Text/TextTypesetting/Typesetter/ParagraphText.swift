// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextModel
import TextShaping

/// The code units of one paragraph without its terminator; offsets count from its beginning.
struct ParagraphText {
  private let units: [UInt16]
  private let base: Int
  /// The number of code units.
  let count: Int
  /// The attachments that are parts of an inline formatting context; `nil` if there is none.
  let inlineParts: InlineParts?

  /// - Parameter units: The whole text.
  init(_ units: [UInt16], _ paragraph: ShapedParagraph) {
    self.units = units
    base = paragraph.range.start
    count = paragraph.contentLength
    inlineParts = paragraph.inlineParts
  }

  subscript(offset: Int) -> UInt16 {
    @inline(__always) get { units[base + offset] }
  }

  /// The end of a range without the white space that hangs at its end.
  ///
  /// - Throws: `CancellationError`.
  func visibleEnd(from start: Int, to end: Int, _ cancellation: Cancellation) throws -> Int {
    if let inlineParts {
      return try inlineParts.lineEnd(from: start, to: end, { self[$0] }, cancellation).visible
    }
    var offset = end
    while offset > start, BreakTable.hangs(self[offset - 1]) {
      offset -= 1
      if offset & 0x3FFF == 0 { try cancellation.check() }
    }
    return offset
  }

  /// The end of the white space that hangs at the beginning of a range.
  ///
  /// - Throws: `CancellationError`.
  func hangingEnd(from start: Int, to end: Int, _ cancellation: Cancellation) throws -> Int {
    var offset = start
    while offset < end, BreakTable.hangs(self[offset]) {
      offset += 1
      if offset & 0x3FFF == 0 { try cancellation.check() }
    }
    return offset
  }

  /// The grapheme clusters of a range, whose ends count as boundaries.
  ///
  /// - Throws: `CancellationError`.
  func graphemes(
    from start: Int, to end: Int, _ cancellation: Cancellation
  ) throws -> GraphemeBoundaries {
    let breaks = try units.graphemeBreaks(in: TextRange(base + start, base + end), cancellation)
    return GraphemeBoundaries(base: start, end: end, breaks: breaks)
  }
}

extension [UInt16] {
  /// The grapheme clusters of a range; offsets count from its beginning.
  ///
  /// - Throws: `CancellationError`.
  func graphemeBreaks(
    in range: TextRange, _ cancellation: Cancellation = .never
  ) throws -> GraphemeBreaks {
    try GraphemeBreaks.resolve(span.extracting(range.range), cancellation: cancellation)
  }
}

/// The grapheme clusters of a part of a paragraph; offsets count from the paragraph's beginning.
struct GraphemeBoundaries {
  let base: Int
  let end: Int
  let breaks: GraphemeBreaks

  func isBoundary(_ offset: Int) -> Bool { breaks.isBoundary(offset - base) }

  /// The next boundary after an offset below `end`.
  func next(after offset: Int) -> Int { base + breaks.next(after: offset - base) }

  /// The last boundary before an offset above `base`.
  func previous(before offset: Int) -> Int { base + breaks.previous(before: offset - base) }
}
