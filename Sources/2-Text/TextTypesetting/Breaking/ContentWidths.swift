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
      let rows = paragraph.inlineParts == nil ? nil : FloatRows(paragraph, floats)
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
            greatest = max(greatest, rows.map { width + $0.greatest } ?? floats.reduce(width, +))
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

/// The floats of an inline formatting context beside each other, where none clears another.
private struct FloatRows {
  /// The width of the widest row of floats.
  private(set) var greatest = 0.0

  /// - Parameter extents: The extents of the floats along the lines.
  init(_ paragraph: ShapedParagraph, _ extents: [Double]) {
    var row = 0.0
    // What clears the float before.
    var clearing = FloatClear.none
    let floats = paragraph.runs.lazy.compactMap(\.attachment).filter { $0.wrap == .surround }
    for (float, extent) in zip(floats, extents) {
      // As in Chromium, a float begins a row only if it clears the float directly before it.
      if clearing != .none, float.clear == .both || float.clear == clearing { row = 0 }
      clearing = float.side == .right ? .right : .left
      row += max(0, extent)
      greatest = max(greatest, row)
    }
  }
}
