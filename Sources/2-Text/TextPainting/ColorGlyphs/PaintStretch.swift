// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextModel
import TextShaping
import TextTypesetting

/// A stretch of a line's run whose characters have one paint style, in points of the layout.
struct PaintStretch {
  let run: LineRun
  let left: Double
  let right: Double
  let style: PaintStyle
  /// Where the run of equal paint begins, in the text or in the token.
  let start: Int
  let isOfToken: Bool
}

extension TextLayout {
  /// Calls `body` with a run and the paint of its characters. For a run of the token, both are
  /// those of the token's text.
  func withPainted(
    _ run: LineRun, _ paint: inout PaintCursor,
    _ body: (LineRun, inout PaintCursor) throws -> Void
  ) rethrows {
    guard run.kind == .ellipsis, let token = token(of: run) else {
      try body(run, &paint)
      return
    }
    var own = PaintCursor(token: token.text, paint.selection)
    try body(token.run, &own)
  }

  /// Calls `body` for each stretch of one paint style on a line, from left to right.
  ///
  /// White space that hangs at the line's end is excluded, as are stretches without width.
  ///
  /// - Throws: `CancellationError`, and the errors of `body`.
  func forEachPaintStretch(
    onLine index: Int, _ cancellation: Cancellation, _ body: (PaintStretch) throws -> Void
  ) throws {
    let (start, end) = markedExtent(ofLine: index)
    let paint = text.paint
    var runs = 0
    try forEachRun(ofLine: index, cancellation) { run in
      runs += 1
      if runs & 0xFF == 0xFF { try cancellation.check() }
      if run.kind == .kashida { return }
      let token = run.kind == .ellipsis ? token(of: run) : nil
      let (run, paint) = token.map { ($0.run, $0.text.paint) } ?? (run, paint)
      func add(from left: Double, to right: Double, paintRun: Int) throws {
        let offset = run.run.style.offset.x
        let (left, right) = (max(left, start + offset), min(right, end + offset))
        guard right > left else { return }
        try body(
          PaintStretch(
            run: run, left: left, right: right, style: paint.value(ofRun: paintRun),
            start: paint.start(of: paintRun), isOfToken: token != nil))
      }
      let first = paint.run(at: run.range.start)
      if run.glyphs.isEmpty || paint.end(of: first) >= run.range.end {
        try add(from: run.x, to: run.maxX, paintRun: first)
        return
      }
      // Several paints: the run is divided where the paint of the clusters changes.
      var left = run.x
      var pen = run.x
      var current = -1
      var sincePoll = 0
      try run.forEachGlyph { glyph throws in
        sincePoll += 1
        if sincePoll & 0x3FF == 0 { try cancellation.check() }
        let next = paint.run(at: glyph.cluster)
        if next != current {
          if current >= 0 { try add(from: left, to: pen, paintRun: current) }
          left = pen
          current = next
        }
        pen += glyph.advance
      }
      if current >= 0 { try add(from: left, to: run.maxX, paintRun: current) }
    }
  }
}
