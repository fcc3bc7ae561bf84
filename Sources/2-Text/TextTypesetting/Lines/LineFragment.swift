// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import SystemConcurrency
public import TextModel
import TextShaping

/// One line of a layout: a rectangle, a baseline, and the runs on it.
///
/// Coordinates are points in the layout box, y downwards. ``runs`` is computed at each access.
public struct LineFragment: Sendable {
  let layout: TextLayout
  let record: LineRecord
  /// The line's index in the layout.
  public let index: Int

  init(layout: TextLayout, index: Int, record: LineRecord) {
    self.layout = layout
    self.index = index
    self.record = record
  }

  /// The text of the line, including hanging white space at its end and the line terminator; of a
  /// truncated last line, only the text before the cut.
  public var range: TextRange { record.range }
  /// The end of the whole text, if the line shows a part of it behind a token.
  public var tailRange: TextRange? {
    record.flags.contains(.truncated) ? layout.tailRange : nil
  }
  /// The text that counts for the width: without hanging white space, punctuation that hangs at the
  /// end, the terminator, and the text that an ellipsis replaces.
  public var visibleRange: TextRange {
    TextRange(Int(record.start), max(Int(record.start), Int(record.visibleEnd)))
  }
  /// The x of the left end of the visible text in line space.
  package var inlineStart: Double { record.x }
  /// The extent of the visible text along the line; white space and punctuation that hang do not
  /// count.
  package var inlineExtent: Double { record.width }
  /// The y of the upper side of the line in line space.
  package var blockStart: Double { record.y }
  /// The extent of the line across, from the upper side to the lower one.
  package var blockExtent: Double { record.height }
  /// The y of the baseline in line space: of vertical text the middle between the ascent and the
  /// descent of the fonts.
  package var blockBaseline: Double { record.baseline }
  /// The upper left corner of ``frame``.
  public var origin: Point { frame.origin }
  /// The width of ``frame``.
  public var width: Double { frame.size.width }
  /// The height of ``frame``.
  public var height: Double { frame.size.height }
  /// The rectangle of the visible text, from the upper side of the line to the lower one.
  public var frame: Rect {
    layout.axes.rect(
      Rect(x: record.x, y: record.y, width: record.width, height: record.height))
  }
  /// The y of the baseline; of vertical text its x.
  public var baseline: Double {
    let axes = layout.axes
    let point = axes.point(Point(x: record.x, y: record.baseline))
    return axes.isVertical ? point.x : point.y
  }
  /// The largest ascent of the line's fonts, in points from the baseline upwards.
  public var ascent: Double { record.ascent }
  /// The largest descent of the line's fonts, in points from the baseline downwards, positive.
  public var descent: Double { record.descent }
  /// Whether the line ends with a line terminator.
  package var isHardBreak: Bool { record.flags.contains(.hardBreak) }
  /// Whether text at the end of this line, or after it, is left out.
  public var isTruncated: Bool { !record.flags.isDisjoint(with: [.truncated, .shortened]) }
  /// Whether the line is stretched or shrunk to both edges.
  package var isJustified: Bool { record.flags.contains(.justified) }
  /// Whether the line is greedy though its paragraph's line breaking is optimal or balanced.
  /// Optimal or balanced lines cannot be found around a word that is wider than its line, in a
  /// paragraph with tabs, or in a container with a shape, exclusions or floats.
  public var isGreedyFallback: Bool { record.flags.contains(.fallback) }
  /// The index of the line's paragraph in the shaped text.
  public var paragraphIndex: Int { Int(record.paragraph) }
  /// The bidi level of the line's paragraph: 0 left to right, 1 right to left.
  public var baseLevel: UInt8 {
    if record.flags.contains(.extra), record.flags.contains(.first) {
      let style = layout.text.paragraphs.value(at: Int(record.start) - 1)
      return style.direction == .rightToLeft ? 1 : 0
    }
    return layout.shaped.paragraphs[Int(record.paragraph)].baseLevel
  }

  /// The runs in visual order, left to right.
  ///
  /// - Complexity: O(runs on the line, and glyphs of runs that it cuts).
  public var runs: [LineRun] {
    // Only a cancellation throws, and nothing cancels here.
    (try? layout.runs(of: record, .never)) ?? []
  }
}

/// The lines of a layout, in the order of the text.
public struct LineFragments: RandomAccessCollection, Sendable {
  let layout: TextLayout

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of lines.
  public var endIndex: Int { layout.records.count }

  /// The line at an index.
  ///
  /// - Complexity: O(1).
  public subscript(index: Int) -> LineFragment {
    LineFragment(layout: layout, index: index, record: layout.records[index])
  }
}
