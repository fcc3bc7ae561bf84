// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// The shortcut for a text of one paragraph that fits into one line as it was shaped: a label.
///
/// Finds no break opportunities and allocates nothing; the result equals that of ``Typesetter``.
struct SingleLine {
  let record: LineRecord
  /// The size of the box in line space.
  let size: Size

  /// - Returns: `nil` if the text needs ``Typesetter``.
  /// - Throws: `CancellationError`.
  init?(_ shaped: ShapedText, in container: TextContainer, _ cancellation: Cancellation = .never)
    throws
  {
    guard shaped.paragraphs.count == 1, container.isPlain else {
      return nil
    }
    let paragraph = shaped.paragraphs[0]
    let length = paragraph.contentLength
    guard length == paragraph.range.end, paragraph.style.storage.isPlainItem else { return nil }
    let frame = ParagraphIndents(paragraph.style, baseLevel: paragraph.baseLevel)
    guard !frame.stretchesLast else { return nil }
    let bound = container.inlineExtent
    let available = bound.map { frame.available($0, isFirst: true) } ?? .infinity
    // The width is NaN if the line needs more than its runs side by side; the guard then fails.
    let width = paragraph.plainWidth
    guard width <= available + LineBreaker.tolerance,
      let metrics = try LineMetrics.uniform(
        paragraph, isVertical: container.writingMode.isVertical, cancellation)
    else { return nil }
    let box = metrics.box(frame.lineHeight)
    if let height = container.blockExtent, box.height > height + LineBreaker.tolerance {
      return nil
    }
    let boxWidth = bound ?? max(0, width + frame.indent(isFirst: true) + frame.endIndent)
    record = LineRecord(
      paragraph: 0, start: 0, end: Int32(length), visibleEnd: Int32(length), special: -1,
      flags: [.first, .last],
      x: frame.x(ofWidth: width, isFirst: true, isLast: true, boxWidth: boxWidth), y: 0,
      width: width, height: box.height, baseline: box.baseline, ascent: metrics.ascent,
      descent: metrics.descent, expansion: 0)
    let isFromRight = container.writingMode == .verticalRL
    size = Size(
      width: boxWidth, height: isFromRight ? container.blockExtent ?? box.height : box.height)
  }
}
