// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// A text of one paragraph that fits into one line as it was shaped: a label.
///
/// It is set without looking at break opportunities, and gives what ``Typesetter`` would give.
@safe struct SingleLine {
  let record: LineRecord
  let size: Size

  /// - Returns: `nil` where the text is for ``Typesetter``.
  /// - Throws: `CancellationError`.
  init?(_ shaped: ShapedText, in container: TextContainer, _ cancellation: Cancellation = .never)
    throws
  {
    guard shaped.paragraphs.count == 1 else { return nil }
    let paragraph = shaped.paragraphs[0]
    let length = paragraph.contentLength
    guard length == paragraph.range.end, paragraph.style.storage.isValid else { return nil }
    let frame = ParagraphFrame(paragraph.style, baseLevel: paragraph.baseLevel)
    let bound = container.boundedWidth
    let limit =
      bound.map { frame.available($0, isFirst: true) + LineBreaker.tolerance } ?? .infinity
    let found = try unsafe shaped.text.utf16.withUnsafeBufferPointer {
      try unsafe paragraph.widthOfOneLine($0, upTo: limit, cancellation)
    }
    guard let width = found,
      let metrics = try LineMetrics.uniform(paragraph, cancellation)
    else { return nil }
    let box = metrics.box(frame.lineHeight)
    let boxWidth = bound ?? max(0, width + frame.indent(isFirst: true) + frame.endIndent)
    record = LineRecord(
      paragraph: 0, start: 0, end: Int32(length), visibleEnd: Int32(length), special: -1,
      flags: [.first, .last], x: frame.x(ofWidth: width, isFirst: true, boxWidth: boxWidth), y: 0,
      width: width, height: box.height, baseline: box.baseline, ascent: metrics.ascent,
      descent: metrics.descent, expansion: 0)
    size = Size(width: boxWidth, height: box.height)
  }
}

extension ShapedParagraph {
  /// The width of the content, if it is one line of at most a certain width as it was shaped.
  ///
  /// - Parameter text: The whole text.
  /// - Returns: `nil` also where only the break opportunities can tell: with tabs, with white space at the end, and
  ///   where a part may be wider than the whole.
  @inline(__always)
  func widthOfOneLine(
    _ text: UnsafeBufferPointer<UInt16>, upTo limit: Double, _ cancellation: Cancellation
  ) throws -> Double? {
    guard contentLength > 0, !hasTabs,
      !BreakTable.hangs(unsafe text[range.start + contentLength - 1])
    else { return nil }
    var width = 0.0
    for index in runs.indices {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      width += runs[index].width
      if width > limit { return nil }
    }
    for index in runs.indices {
      if index & 0x3F == 0x3F { try cancellation.check() }
      if runs[index].hasNegativeAdvance { return nil }
    }
    return width
  }
}
