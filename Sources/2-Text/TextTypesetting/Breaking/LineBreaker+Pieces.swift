// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

extension LineBreaker {
  /// The end of a line's text without the white space that hangs.
  func visibleEnd(from start: Int, to end: Int) throws -> Int {
    try text.visibleEnd(from: start, to: end, cancellation)
  }

  /// The pieces from `start` to `end` in logical order, reshaped from the nearest safe break to an
  /// end that is cut.
  ///
  /// - Parameter trimsEnd: Whether the last character is a full-width punctuation mark that is
  ///   trimmed to half of its width.
  func pieces(
    _ start: Int, _ end: Int, cutsStart: Bool, cutsEnd: Bool, trimsEnd: Bool = false
  ) throws -> [LinePiece] {
    var pieces: [LinePiece] = []
    guard start < end, var index = paragraph.run(at: start),
      let last = paragraph.run(at: end - 1)
    else { return pieces }
    pieces.reserveCapacity(last - index + 3 + (tabs?.count(from: start, to: end) ?? 0))
    while index < paragraph.runs.count {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      let run = paragraph.runs[index]
      if run.textRange.start >= end { break }
      let part = TextRange(start, end).clamped(to: run.textRange)
      if run.kind == .tab {
        try appendTabs(part, of: run, to: &pieces)
        index += 1
        continue
      }
      var from = part.start
      var to = part.end
      // A punctuation mark that was trimmed beside the run before is whole at the start of a line.
      let restores =
        from == start && from == run.textRange.start && run.trimmedEdges.contains(.start)
      if restores || cutsStart && from > run.textRange.start && from == start {
        from = run.nextSafeBreak(after: from, upTo: to)
      }
      let isEnd = to == end
      let trims = trimsEnd && isEnd
      let drops =
        isEnd && to == run.textRange.end
        && (run.endsInAutospace && end < text.count || run.trimmedEdges.contains(.end))
      if trims || drops || cutsEnd && to < run.textRange.end && isEnd {
        to = run.previousSafeBreak(before: to, downTo: part.start)
      }
      if from >= to && (from, to) != (part.start, part.end) {
        pieces.append(
          LinePiece(
            try reshape(run, part, trimsEnd: trims, beginsLine: restores, endsLine: isEnd), part))
      } else {
        if from > part.start {
          let range = TextRange(part.start, from)
          pieces.append(LinePiece(try reshape(run, range, beginsLine: restores), range))
        }
        if to > from { pieces.append(LinePiece(run, TextRange(from, to))) }
        if to < part.end {
          let range = TextRange(to, part.end)
          pieces.append(LinePiece(try reshape(run, range, trimsEnd: trims, endsLine: isEnd), range))
        }
      }
      index += 1
    }
    return pieces
  }

  /// Gives the base of a ruby at the beginning or end of a line the room that the ruby would take
  /// from a neighbour.
  func dropOverhangs(_ pieces: inout [LinePiece], atEnd: Bool = true) throws {
    guard paragraph.hasRuby, let first = pieces.first, let last = pieces.last else { return }
    if first.kind != .hyphen, first.range == first.run.textRange {
      pieces[0] = LinePiece(
        try Shaper.withoutOverhang(first.run, beginsLine: true, cancellation), first.range)
    }
    if atEnd, last.kind != .hyphen, last.range == last.run.textRange {
      let run = pieces[pieces.count - 1].run
      pieces[pieces.count - 1] = LinePiece(
        try Shaper.withoutOverhang(run, beginsLine: false, cancellation), last.range)
    }
  }

  /// The room that ``dropOverhangs(_:atEnd:)`` adds at the beginning of a line.
  func overhang(at start: LineStart) -> Double {
    guard paragraph.hasRuby, let index = paragraph.run(at: start.offset),
      paragraph.runs[index].textRange.start == start.offset
    else { return 0 }
    return paragraph.runs[index].overhang(beginsLine: true)
  }

  /// Adds a piece for each tab, as each has its own width.
  private func appendTabs(
    _ range: TextRange, of run: ShapedRun, to pieces: inout [LinePiece]
  ) throws {
    for offset in range.range {
      if offset & 0x3FF == 0x3FF { try cancellation.check() }
      pieces.append(
        LinePiece(
          kind: .tab, level: run.level, run: run, glyphs: 0..<0,
          range: TextRange(offset, offset + 1), width: 0))
    }
  }

  private func reshape(
    _ run: ShapedRun, _ range: TextRange, trimsEnd: Bool = false, beginsLine: Bool = false,
    endsLine: Bool = false
  ) throws -> ShapedRun {
    try shaped.reshape(
      run, range, in: paragraph, trimsEnd: trimsEnd, beginsLine: beginsLine, endsLine: endsLine,
      cancellation: cancellation)
  }

  /// Replaces the soft hyphen before `end`, which edges of inline boxes may follow, by a hyphen.
  func addHyphen(to pieces: inout [LinePiece], at end: Int) throws {
    if let parts = text.inlineParts, parts.isAbsent(at: end - 1) {
      let hyphenEnd = parts.contentEnd(before: end)
      let edges = pieces.filter { $0.range.start >= hyphenEnd }
      pieces.removeLast(edges.count)
      try addHyphen(to: &pieces, at: hyphenEnd)
      pieces += edges
      return
    }
    guard let last = pieces.last, last.range.end == end, last.kind == .text else { return }
    pieces.removeLast()
    if last.range.start < end - 1 {
      pieces.append(LinePiece(last.run, TextRange(last.range.start, end - 1)))
    }
    pieces += try token(hyphen(in: last.run.font), like: last, TextRange(end - 1, end))
  }
}
