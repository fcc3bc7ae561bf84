// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextModel
import TextShaping
import TextTypesetting

/// The possibly visible lines of a layout, and the kinds of their paint.
struct VisiblePart {
  let layout: TextLayout
  let lines: Range<Int>
  let overhang: Double
  let has: PaintKinds

  /// The passes that draw something.
  var passes: [PaintPass] { has.passes }

  var textRange: TextRange { layout.textRange(ofLines: lines) }

  /// - Returns: `nil` if nothing is visible.
  init?(
    of layout: TextLayout, grid: PixelGrid, clip: PixelRect, _ cancellation: Cancellation
  ) throws {
    if clip.isEmpty { return nil }
    self.layout = layout
    let (top, bottom) = (grid.layoutY(clip.y), grid.layoutY(clip.maxY))
    // If the whole layout is visible, no line is skipped, so the overhang need not be computed.
    let isWhole = top <= 0 && bottom >= layout.lineSpaceSize.height
    overhang =
      isWhole ? .infinity : try InkOverhang(of: layout, scale: grid.scale, cancellation).points
    lines =
      isWhole
      ? 0..<layout.lines.count : layout.lines(from: top - overhang, to: bottom + overhang)
    if lines.isEmpty { return nil }
    has = try PaintKinds(of: layout, lines: lines, cancellation)
  }
}

/// An upper bound of the ink beyond the frames of lines and runs, in points.
///
/// Fonts draw outside their ascent and descent, combining marks stack, spans are raised, shadows
/// fall: lines and runs that are farther from the clip than this are skipped.
struct InkOverhang {
  let points: Double

  /// The overhang of the text, and of the token in place of text left out.
  ///
  /// - Parameter scale: Device pixels per point.
  init(of layout: TextLayout, scale: Double, _ cancellation: Cancellation) throws {
    var text = try InkOverhang(of: layout.text, scale: scale, cancellation).points
    // The boxes of floats may lie anywhere below their lines, so the bound is the whole height.
    if layout.shaped.hasFreeAttachments { text = max(text, layout.lineSpaceSize.height) }
    guard layout.isTruncated, let token = layout.container.token else {
      points = text
      return
    }
    points = max(text, try InkOverhang(of: token, scale: scale, cancellation).points)
  }

  private init(of text: AttributedText, scale: Double, _ cancellation: Cancellation) throws {
    let shaping = text.shaping
    var most = 0.0
    for run in 0..<shaping.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let style = shaping.value(ofRun: run)
      most = max(most, style.size * 8 + abs(style.baselineOffset) + abs(style.offset.y))
    }
    let paint = text.paint
    var reach = 0.0
    for run in 0..<paint.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      reach = max(reach, paint.value(ofRun: run).reach(scale: scale))
    }
    points = most.isFinite ? most + reach : reach
  }
}
