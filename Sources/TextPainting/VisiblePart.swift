// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime
import TextShaping
import TextTypesetting

/// The possibly visible lines of a layout, and the kinds of their decorations.
struct VisiblePart {
  let layout: TextLayout
  let lines: Range<Int>
  let overhang: Double
  let has: DecorationKinds

  /// - Returns: `nil` if nothing is visible.
  init?(
    of layout: TextLayout, grid: PixelGrid, clip: PixelRect, _ cancellation: Cancellation
  ) throws {
    if clip.isEmpty { return nil }
    self.layout = layout
    let (top, bottom) = (grid.layoutY(clip.y), grid.layoutY(clip.maxY))
    // Nothing is skipped, so the overhang need not be computed.
    let isWhole = top <= 0 && bottom >= layout.size.height
    overhang =
      isWhole ? .infinity : try InkOverhang(layout.shaped.text.shaping, cancellation).points
    lines =
      isWhole
      ? 0..<layout.lines.count : layout.lines(from: top - overhang, to: bottom + overhang)
    guard let first = lines.first, let last = lines.last else { return nil }
    has = try DecorationKinds(
      of: layout.shaped.text,
      in: TextRange(layout.textRange(ofLine: first).start, layout.textRange(ofLine: last).end),
      cancellation)
  }
}

/// An upper bound of the ink beyond the frames of lines and runs, in points.
///
/// Fonts draw outside their ascent and descent, marks stack, spans are raised: lines and runs that
/// are farther from the clip than this are skipped.
struct InkOverhang {
  let points: Double

  init(_ column: RunColumn<ShapingStyle>, _ cancellation: Cancellation) throws {
    var most = 0.0
    for run in 0..<column.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let style = column.value(ofRun: run)
      most = max(most, style.size * 8 + abs(style.baselineOffset))
    }
    points = most.isFinite ? most : 0
  }
}

extension TextLayout {
  /// The lines whose frames meet a range of y, in points. O(log lines).
  func lines(from top: Double, to bottom: Double) -> Range<Int> {
    let lines = self.lines
    func firstIndex(where isBeyond: (LineFragment) -> Bool) -> Int {
      var (low, high) = (0, lines.count)
      while low < high {
        let mid = (low + high) / 2
        if isBeyond(lines[mid]) { high = mid } else { low = mid + 1 }
      }
      return low
    }
    let start = firstIndex { $0.origin.y + $0.height > top }
    let end = firstIndex { $0.origin.y >= bottom }
    return start..<max(start, end)
  }
}
