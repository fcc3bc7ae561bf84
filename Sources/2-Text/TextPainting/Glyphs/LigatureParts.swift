// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel
import TextShaping
import TextTypesetting

/// A part of a ligature that has a colour of its own: the picture of some of its characters.
struct LigaturePart {
  /// The left edge in points of the layout; −∞ at the ligature's left end.
  var left: Double
  /// The right edge; ∞ at the ligature's right end.
  var right: Double
  var color: Color
}

/// A divider of ligatures whose characters differ in colour, at the carets between them.
struct LigatureDivider {
  /// The carets of the line that was divided last.
  private var carets: [Caret] = []
  private var line = -1

  /// The parts of a glyph from left to right; empty for a glyph of one colour.
  ///
  /// A change of colour within a grapheme, as between a letter and its accent, divides nothing; nor
  /// are ligatures of tokens divided.
  ///
  /// - Parameters:
  ///   - index: The glyph in the shaped run.
  ///   - paint: A cursor at the start of the glyph's cluster.
  mutating func parts(
    of index: Int, in lineRun: LineRun, paint: PaintCursor
  ) -> [LigaturePart] {
    let range = lineRun.clusterRange(at: index)
    guard lineRun.kind == .text, paint.covers(range.start), paint.end < range.end,
      let layout = paint.layout
    else { return [] }
    load(lineOf: range.start, layout)
    var cursor = paint
    var colors = [(x: Double.nan, color: cursor.glyphColor)]
    while cursor.end < range.end {
      let change = cursor.end
      cursor.move(to: change)
      guard let x = caret(at: change) else { continue }
      if cursor.glyphColor != colors[colors.count - 1].color {
        colors.append((x, cursor.glyphColor))
      }
    }
    if colors.count == 1 { return [] }
    let isRightToLeft = lineRun.level & 1 == 1
    var parts: [LigaturePart] = []
    for (place, entry) in colors.enumerated() {
      let next = place + 1 < colors.count ? colors[place + 1].x : nil
      let previous = place > 0 ? entry.x : nil
      parts.append(
        isRightToLeft
          ? LigaturePart(left: next ?? -.infinity, right: previous ?? .infinity, color: entry.color)
          : LigaturePart(left: previous ?? -.infinity, right: next ?? .infinity, color: entry.color)
      )
    }
    return isRightToLeft ? parts.reversed() : parts
  }

  private mutating func load(lineOf offset: Int, _ layout: TextLayout) {
    let index = layout.lineIndex(containing: TextPosition(offset))
    if index == line { return }
    line = index
    carets = layout.carets(inLine: index)
  }

  /// The x of the caret at an offset; `nil` within a grapheme.
  private func caret(at offset: Int) -> Double? {
    var (low, high) = (0, carets.count)
    while low < high {
      let mid = (low + high) / 2
      if carets[mid].offset < offset { low = mid + 1 } else { high = mid }
    }
    return low < carets.count && carets[low].offset == offset ? carets[low].x : nil
  }
}

extension LineRun {
  /// The text of the cluster of a glyph of ``glyphs``, in the whole text.
  func clusterRange(at index: Int) -> TextRange {
    let start = cluster(at: index)
    // The glyphs of a right-to-left run are in the reverse order of the text.
    let step = run.isRightToLeft ? -1 : 1
    var next = index + step
    while glyphs.contains(next), cluster(at: next) == start { next += step }
    let end = glyphs.contains(next) ? cluster(at: next) : range.end
    return TextRange(start, max(start, end))
  }
}
