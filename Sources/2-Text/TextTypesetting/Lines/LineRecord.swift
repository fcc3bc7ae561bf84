// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextFonts
import TextModel
import TextShaping

/// The stored data of one line of a layout, in line space (``LayoutAxes``).
struct LineRecord: Equatable, Sendable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The line ends its paragraph with a terminator.
    static let hardBreak = Flags(rawValue: 1)
    /// The line is justified: its opportunities are widened, or its spaces shrunk, by `expansion`.
    static let justified = Flags(rawValue: 2)
    /// The line ends in an ellipsis, or the text after it is left out.
    static let truncated = Flags(rawValue: 4)
    /// The line is the first of its paragraph.
    static let first = Flags(rawValue: 8)
    /// The line is the last of its paragraph.
    static let last = Flags(rawValue: 16)
    /// The empty line after a terminator at the text's end.
    static let extra = Flags(rawValue: 32)
    /// The line is not the last, and ends in an ellipsis in place of text that belongs to it.
    static let shortened = Flags(rawValue: 64)
    /// The line is greedy, though its paragraph's line breaking is optimal or balanced.
    static let fallback = Flags(rawValue: 128)
  }

  /// The index of the paragraph.
  var paragraph: Int32
  /// The start of the text, in code units of the whole text.
  var start: Int32
  /// The end of the text, hanging white space and terminator included.
  var end: Int32
  /// The end of the text that counts for the width.
  var visibleEnd: Int32
  /// The index in `SpecialLines` of the line's own pieces; -1 if it has none.
  var special: Int32
  var flags: Flags
  /// The left edge of the visible text.
  var x: Double
  /// The upper edge.
  var y: Double
  var width: Double
  var height: Double
  var baseline: Double
  var ascent: Double
  var descent: Double
  /// Points added at each opportunity of a justified line; if its paragraph has
  /// `JustificationLimits`, points added in all; if negative, the share of its width that each
  /// space loses.
  var expansion: Double

  var range: TextRange { TextRange(Int(start), Int(end)) }

  /// The baseline from which a run is raised: the line's, unless the run's inline box is aligned to
  /// an edge of the line.
  @inline(__always)
  func baseline(of run: ShapedRun, isVertical: Bool) -> Double {
    run.style.storage.isEdgeAligned
      ? edgeBaseline(run.font, run.style, isVertical: isVertical) : baseline
  }

  /// Where a run begins: on the baseline at the pen, unless its inline box is aligned to an edge of
  /// the line or moved from its place.
  @inline(__always)
  func origin(of run: ShapedRun, pen x: Double, isVertical: Bool) -> Point {
    run.style.storage.isApart
      ? originApart(of: run, pen: x, isVertical: isVertical) : Point(x: x, y: baseline)
  }

  @inline(never)
  private func originApart(of run: ShapedRun, pen x: Double, isVertical: Bool) -> Point {
    let offset = run.style.offset
    return Point(x: x + offset.x, y: baseline(of: run, isVertical: isVertical) + offset.y)
  }

  /// The baseline of the boxes that are aligned to an edge of the line together with that of a
  /// style.
  @inline(never)
  func edgeBaseline(_ font: Font, _ style: ShapingStyle, isVertical: Bool) -> Double {
    let extents = LineMetrics.boxExtents(font, style, isVertical: isVertical)
    return style.inlineBox?.alignment == .top ? y + extents.above : y + height - extents.below
  }

  /// An empty line at the upper left corner, for a layout without lines.
  static let absent = LineRecord(
    paragraph: 0, start: 0, end: 0, visibleEnd: 0, special: -1, flags: [], x: 0, y: 0, width: 0,
    height: 0, baseline: 0, ascent: 0, descent: 0, expansion: 0)
}

/// A part of a line: glyphs of one run, at one bidi level.
struct LinePiece: Sendable {
  var kind: LineRun.Kind
  /// The level after rule L1, which may differ from the run's for white space at a line's end.
  var level: UInt8
  var run: ShapedRun
  var glyphs: Range<Int>
  /// The text, in offsets of the paragraph.
  var range: TextRange
  /// The extent along the line, in points.
  var width: Double
  /// The start in the whole text of the paragraph that the run belongs to, if the piece shows the
  /// text's end behind a token; `nil` for text of the line's own paragraph.
  var tailBase: Int?
  /// Whether the piece is a punctuation mark that hangs before the line.
  var hangs = false

  init(
    kind: LineRun.Kind, level: UInt8, run: ShapedRun, glyphs: Range<Int>, range: TextRange,
    width: Double
  ) {
    self.kind = kind
    self.level = level
    self.run = run
    self.glyphs = glyphs
    self.range = range
    self.width = width
  }

  /// The part of a run that lies in a range of text.
  init(_ run: ShapedRun, _ range: TextRange) {
    let range = range.clamped(to: run.textRange)
    kind = LineRun.Kind(run.kind)
    level = run.level
    self.run = run
    self.range = range
    if range == run.textRange {
      glyphs = 0..<run.glyphCount
      width = run.width
    } else {
      glyphs = run.glyphRange(for: range)
      width = run.width(of: glyphs)
    }
  }
}
