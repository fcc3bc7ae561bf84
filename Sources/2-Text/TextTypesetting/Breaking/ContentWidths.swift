// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
package import SystemConcurrency
import TextModel
package import TextShaping

/// The least and the greatest width of a text, in points, for layouts that decide the width of the
/// text: CSS Sizing 3, §4.
package struct ContentWidths: Sendable, Hashable {
  /// The least width at which nothing sticks out: the width of the widest piece between two break
  /// opportunities, with the indents of its paragraph. A break in the middle of a word counts only
  /// with `OverflowWrap.anywhere`.
  package let least: Double
  /// The width of the widest paragraph if only forced breaks divide it.
  package let greatest: Double

  /// Creates widths.
  package init(least: Double, greatest: Double) {
    self.least = least
    self.greatest = greatest
  }

  /// Measures a shaped text. Text is shaped again only where a line would end within a ligature or
  /// the like.
  ///
  /// - Parameters:
  ///   - shaped: The text.
  ///   - cancellation: Polled every 64 lines.
  /// - Throws: `ShapingError` or `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  package init(_ shaped: ShapedText, cancellation: Cancellation = .never) throws {
    let units = shaped.text.utf16
    var (least, greatest) = (0.0, 0.0)
    var lines = 0
    let hasFloats = shaped.hasFreeAttachments
    for paragraph in shaped.paragraphs {
      let floats = hasFloats ? paragraph.floatExtents(isVertical: shaped.isVertical) : []
      let frame = ParagraphIndents(paragraph.style, baseLevel: paragraph.baseLevel)
      for isWrapped in [true, false] {
        var breaker = try LineBreaker(
          shaped, paragraph, units: units, cancellation: cancellation)
        var start = LineStart()
        var isFirst = paragraph.beginsIndented
        repeat {
          lines += 1
          if lines % Typesetter.linesPerPoll == 0 { try cancellation.check() }
          let indent = frame.indent(isFirst: isFirst)
          var line = try breaker.line(
            from: start, available: isWrapped ? 0 : nil, indent: indent,
            mayDivide: paragraph.style.overflowWrap == .anywhere)
          let width = indent + line.width + frame.endIndent
          if isWrapped {
            least = max(least, width, floats.max() ?? 0)
          } else {
            greatest = max(greatest, floats.reduce(width, +))
          }
          try line.release(cancellation)
          guard line.next.offset > start.offset else { break }
          start = line.next
          isFirst = false
        } while start.offset < paragraph.contentLength
      }
    }
    self.init(least: least, greatest: max(least, greatest))
  }
}

extension ShapedParagraph {
  /// The extents along the lines of the attachments that lines run beside, in points.
  fileprivate func floatExtents(isVertical: Bool) -> [Double] {
    runs.compactMap { run in
      guard run.kind == .attachment, let attachment = run.attachment, attachment.wrap == .surround
      else { return nil }
      let box = attachment.outerSize(fontSize: run.style.size)
      return isVertical ? box.height : box.width
    }
  }
}
