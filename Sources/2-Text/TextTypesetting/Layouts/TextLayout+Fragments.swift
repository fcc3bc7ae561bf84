// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
package import TextFonts
package import TextModel
import TextShaping

/// A piece of a range of text on a line, without a gap: inline boxes are painted piece by piece.
package struct RangeFragment: Hashable, Sendable {
  /// The index of the line.
  package let line: Int
  /// The left end in line space; a negative margin may put it to the right of ``right``.
  package let left: Double
  /// The right end in line space.
  package let right: Double
  /// Whether the piece holds the first shown character of the range.
  package let isStart: Bool
  /// Whether the piece holds the last shown character of the range.
  package let isEnd: Bool
}

extension TextLayout {
  /// The pieces of a range in the order of lines, on each line from the left. Text of both
  /// directions may divide a range into several pieces on a line. White space that hangs or is
  /// removed at a line's end is no part of them.
  ///
  /// - Complexity: O(log lines + length of the lines).
  package func fragments(of range: TextRange) -> [RangeFragment] {
    let range = range.clamped(to: text.range)
    let lines = lineRange(for: range)
    func shown(_ index: Int) -> TextRange {
      let record = records[index]
      return range.clamped(
        to: TextRange(Int(record.start), max(Int(record.start), Int(record.visibleEnd))))
    }
    guard let first = lines.first(where: { !shown($0).isEmpty }),
      let last = lines.last(where: { !shown($0).isEmpty })
    else { return [] }
    let (start, end) = (shown(first).start, shown(last).end - 1)
    var fragments: [RangeFragment] = []
    for line in first...last {
      let part = shown(line)
      if part.isEmpty { continue }
      var piece: (left: Double, right: Double, isStart: Bool, isEnd: Bool)?
      func close() {
        guard let open = piece else { return }
        fragments.append(
          RangeFragment(
            line: line, left: open.left, right: open.right, isStart: open.isStart,
            isEnd: open.isEnd))
        piece = nil
      }
      // Only a cancellation throws, and nothing cancels here.
      try? forEachRun(ofLine: line) { run in
        let common = run.range.clamped(to: part)
        guard !common.isEmpty, run.kind != .ellipsis, run.kind != .kashida else { return close() }
        // A box lies around its text where that would be if nothing in the box were moved.
        var extent = run.ends(of: common)
        extent.left -= run.run.style.offset.x
        extent.right -= run.run.style.offset.x
        if let open = piece, abs(open.right - extent.left) > 1e-6 { close() }
        let (isStart, isEnd) = (common.contains(start), common.contains(end))
        if let open = piece {
          piece = (open.left, extent.right, open.isStart || isStart, open.isEnd || isEnd)
        } else {
          piece = (extent.left, extent.right, isStart, isEnd)
        }
        if extent.right != run.maxX - run.run.style.offset.x { close() }
      }
      close()
    }
    return fragments
  }

  /// The upper and the lower edge of the content area of an inline box on a line, in line space: the
  /// ascent and the descent of its style's first font. Source: CSS 2.2, 10.6.1.
  ///
  /// - Throws: `FontError` where there is no font at all.
  package func contentArea(
    of style: ShapingStyle, onLine index: Int
  ) throws -> (top: Double, bottom: Double) {
    let font = try shaped.fonts.cascade(for: style).primary
    let isVertical = container.writingMode.isVertical
    // Both extents count from the baseline of the line, or of the aligned subtree.
    let metrics = LineMetrics(font, style.small(in: font), isVertical: isVertical)
    let record = records[index]
    let baseline =
      style.storage.isEdgeAligned
      ? record.edgeBaseline(font, style, isVertical: isVertical) : record.baseline
    return (baseline - metrics.ascent, baseline + metrics.descent)
  }
}

extension LineExtents {
  /// The extents of the inline box of a style and of the boxes around it; those of the first font
  /// of a style without an inline box.
  ///
  /// - Throws: `FontError` where there is no font at all.
  package init(of style: ShapingStyle, in fonts: FontCollection, isVertical: Bool = false) throws {
    let font = try fonts.cascade(for: style).primary
    self = LineMetrics.boxExtents(font, style.small(in: font), isVertical: isVertical)
  }

  /// The ascent and the descent of the first font of a style, to which `text-top` and `text-bottom`
  /// align.
  ///
  /// - Throws: `FontError` where there is no font at all.
  package init(
    ofText style: ShapingStyle, in fonts: FontCollection, isVertical: Bool = false
  ) throws {
    let font = try fonts.cascade(for: style).primary
    let metrics = LineMetrics(font, style.small(in: font), isVertical: isVertical)
    self.init(above: metrics.ascent, below: metrics.descent)
  }
}

extension LineRun {
  /// The left and the right end of a part of the run's text.
  fileprivate func ends(of part: TextRange) -> (left: Double, right: Double) {
    if part == range || glyphs.isEmpty { return (x, maxX) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var edge = x
    forEachGlyph { glyph in
      if part.contains(glyph.cluster) {
        left = min(left, edge)
        right = max(right, edge + glyph.advance)
      }
      edge += glyph.advance
    }
    return left <= right ? (left, right) : (x, x)
  }
}
