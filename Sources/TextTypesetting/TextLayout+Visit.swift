// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
import TextShaping

extension TextLayout {
  /// Calls back for the runs of a line as `LineFragment.runs` lists them, from left to right.
  ///
  /// A line that goes one way, left to right, and is neither stretched nor pieced together is read off its
  /// paragraph, and nothing is allocated.
  ///
  /// - Throws: `CancellationError`, and what the body throws.
  package func forEachRun(
    ofLine index: Int, _ cancellation: Cancellation = .never, _ body: (LineRun) throws -> Void
  ) throws {
    let record = records[index]
    if record.flags.contains(.extra) { return }
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    let range = TextRange(
      Int(record.start) - base, min(Int(record.end) - base, paragraph.contentLength))
    guard record.special < 0, !record.flags.contains(.justified), paragraph.baseLevel == 0,
      !range.isEmpty, let first = paragraph.run(at: range.start)
    else {
      try forEachComposedRun(record, cancellation, body)
      return
    }
    let runs = paragraph.runs
    var end = first
    while end < runs.count, runs[end].textRange.start < range.end {
      if end & 0xFFF == 0xFFF { try cancellation.check() }
      if runs[end].level != 0 {
        try forEachComposedRun(record, cancellation, body)
        return
      }
      end += 1
    }
    var x = record.x
    for index in first..<end {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let piece = LinePiece(runs[index], range)
      try body(
        LineRun(
          kind: piece.kind, level: 0, run: piece.run, glyphs: piece.glyphs,
          range: TextRange(piece.range.start + base, piece.range.end + base), x: x,
          y: record.baseline - piece.run.style.baselineOffset, width: piece.width, expansions: [],
          base: base))
      x += piece.width
    }
  }

  private func forEachComposedRun(
    _ record: LineRecord, _ cancellation: Cancellation, _ body: (LineRun) throws -> Void
  ) throws {
    var runs = try composeRuns(record, cancellation)
    for index in runs.indices {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      try body(runs[index])
    }
    try runs.release(cancellation)
  }

  /// The text of a line, as `LineFragment.range` tells it.
  package func textRange(ofLine index: Int) -> TextRange { records[index].range }
}
