// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
package import SystemConcurrency
package import TextModel
import TextShaping

extension TextLayout {
  /// Calls `body` for the runs of a line from left to right, as `LineFragment.runs` lists them.
  ///
  /// A left-to-right line without justification or pieces of its own is read from its paragraph's
  /// runs, without allocation.
  ///
  /// - Throws: `CancellationError`, and the errors of `body`.
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
    let isVertical = container.writingMode.isVertical
    var x = record.x
    for index in first..<end {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let origin = record.origin(of: runs[index], pen: x, isVertical: isVertical)
      let run = LineRun(
        LinePiece(runs[index], range), x: origin.x, baseline: origin.y, isVertical: isVertical,
        expansions: [], base: base)
      try body(run)
      x += run.width
    }
  }

  /// The runs of a line from left to right.
  ///
  /// - Throws: `CancellationError`.
  func runs(of record: LineRecord, _ cancellation: Cancellation) throws -> [LineRun] {
    var runs: [LineRun] = []
    try forEachComposedRun(record, cancellation) { runs.append($0) }
    return runs
  }

  /// The text of a line. If the line shows the end of the text behind a token, the range reaches up
  /// to that end, and includes the text that the token replaces.
  package func textRange(ofLine index: Int) -> TextRange { span(of: records[index]) }

  private func forEachComposedRun(
    _ record: LineRecord, _ cancellation: Cancellation, _ body: (LineRun) throws -> Void
  ) throws {
    if record.flags.contains(.extra) { return }
    let paragraph = shaped.paragraphs[Int(record.paragraph)]
    let base = paragraph.range.start
    var pieces: LinePieces
    if record.special >= 0 {
      pieces = LinePieces(specials[Int(record.special)])
    } else {
      let end = min(Int(record.end) - base, paragraph.contentLength)
      pieces = LinePieces(paragraph, TextRange(Int(record.start) - base, end))
    }
    var spaceStart = Int(record.visibleEnd) - base
    var lead = 0.0
    if paragraph.style.storage.hangsPunctuation,
      record.flags.isDisjoint(with: [.truncated, .shortened])
    {
      let end = min(Int(record.end) - base, paragraph.contentLength)
      // A punctuation mark that hangs at the line's end is no white space, so it keeps its level.
      if spaceStart < end, !BreakTable.hangs(text.utf16[base + spaceStart]) { spaceStart += 1 }
      if pieces.count > 0, pieces[0].hangs { lead = pieces[0].width }
    }
    try pieces.levelTrailingSpace(
      from: spaceStart, baseLevel: paragraph.baseLevel, cancellation)
    var kashidas: KashidaPlaces?
    var expansions =
      record.flags.contains(.justified)
      ? try stretch(&pieces, record, paragraph, &kashidas, cancellation) : LinePieces.Expansions()
    var order = try pieces.visualOrder(cancellation)
    if !order.isEmpty, paragraph.inlineParts != nil {
      order = pieces.order(order, edgesOutside: paragraph.baseLevel & 1 == 1)
    }
    let count = pieces.count
    let isVertical = container.writingMode.isVertical
    var x = record.x - lead
    if paragraph.baseLevel & 1 == 1 {
      // From right to left, white space that hangs at the line's end lies at its left.
      var total = 0.0
      for position in 0..<count {
        if position & 0xFFF == 0xFFF { try cancellation.check() }
        total += pieces[position].width
      }
      x = record.x + record.width + lead - total
    }
    for position in 0..<count {
      if position & 0x3FF == 0x3FF { try cancellation.check() }
      let index = order.isEmpty ? position : Int(order[position])
      let piece = pieces[index]
      let origin = record.origin(of: piece.run, pen: x, isVertical: isVertical)
      let run = LineRun(
        piece, x: origin.x, baseline: origin.y, isVertical: isVertical,
        expansions: expansions[index], base: base)
      try body(run)
      try kashidas?.forEachRun(
        besides: run, piece: index, baseline: origin.y, isVertical: isVertical, base: base, body)
      x += run.width
    }
    try expansions.release(cancellation)
    try pieces.release(cancellation)
  }

  private func stretch(
    _ pieces: inout LinePieces, _ record: LineRecord, _ paragraph: ShapedParagraph,
    _ kashidas: inout KashidaPlaces?, _ cancellation: Cancellation
  ) throws -> LinePieces.Expansions {
    let base = paragraph.range.start
    var justification = Justification(
      text: ParagraphText(text.utf16, paragraph),
      visible: TextRange(Int(record.start) - base, Int(record.visibleEnd) - base),
      isOfSpaces: record.expansion < 0)
    let limits = paragraph.style.storage.fields.justification
    if record.expansion > 0, !limits.isPlain {
      justification.countsLetters = limits.letters > 0
      let stages = try JustificationStages(
        limits, justification, pieces, record.expansion, KashidaTokens(shaped), cancellation)
      kashidas = stages.kashidas
      return try pieces.stretch(justification, by: 0, stages: stages, cancellation)
    }
    return try pieces.stretch(justification, by: record.expansion, cancellation)
  }
}
