// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// Cuts the last line of a layout so that an ellipsis fits at its end.
struct Truncator {
  private var breaker: LineBreaker
  private let ellipsis: [UInt16]
  private let indent: Double
  private let available: Double?

  init(breaker: LineBreaker, ellipsis: String, indent: Double, available: Double?) {
    self.breaker = breaker
    self.ellipsis = Array(ellipsis.utf16)
    self.indent = indent
    self.available = available
  }

  /// The line from `start` on with its ellipsis.
  ///
  /// Drops whole clusters from the logical end, and the white space before the cut.
  ///
  /// - Parameter naturalEnd: The end of the line without an ellipsis; an unbounded line is cut
  ///   there.
  mutating func line(from start: LineStart, naturalEnd: Int) throws -> BrokenLine {
    let paragraph = breaker.paragraph
    guard let lastRun = paragraph.run(at: max(start.offset, naturalEnd - 1)) else {
      return try assembled(start, cut: start.offset, try token(nil))
    }
    guard let available else {
      return try assembled(start, cut: naturalEnd, try token(paragraph.runs[lastRun]))
    }
    // The ellipsis has the style of the text at the cut, and its width decides the cut: tried
    // twice.
    var token = try token(paragraph.runs[lastRun])
    var cut = try self.cut(start, room: available - width(of: token))
    if let at = paragraph.run(at: max(start.offset, cut - 1)), at != lastRun {
      token = try self.token(paragraph.runs[at])
      cut = min(cut, try self.cut(start, room: available - width(of: token)))
    }
    var tries = 0
    let stretchEnd = try breaker.stretchEnd(from: start, available: available)
    let graphemes = try breaker.graphemes(from: start.offset, to: stretchEnd)
    while true {
      var line = try assembled(start, cut: cut, token)
      if cut <= start.offset || line.width <= available + LineBreaker.tolerance { return line }
      try line.release(breaker.cancellation)
      tries += 1
      var back = tries > 8 ? 1 << min(tries - 8, 20) : 1
      while back > 0 && cut > start.offset {
        cut = graphemes.previous(before: cut)
        back -= 1
      }
    }
  }

  private func width(of token: [ShapedRun]) -> Double { token.reduce(0) { $0 + $1.width } }

  /// The shaped ellipsis in the style of a run and the direction of the paragraph.
  private func token(_ run: ShapedRun?) throws -> [ShapedRun] {
    var units = ellipsis
    if let run, units == [0x2026], run.font.glyph(for: "\u{2026}") == nil {
      units = [0x2E, 0x2E, 0x2E]
    }
    return try breaker.shaped.shapeToken(
      units, style: run?.style ?? breaker.paragraph.strutStyle, level: breaker.paragraph.baseLevel)
  }

  /// The last offset up to which the text fits that is a boundary of both clusters and graphemes.
  private mutating func cut(_ start: LineStart, room: Double) throws -> Int {
    let stretchEnd = try breaker.stretchEnd(from: start, available: available ?? .infinity)
    let graphemes = try breaker.graphemes(from: start.offset, to: stretchEnd)
    let (first, before) = try fitting(start, room: room, before: stretchEnd, graphemes)
    var cursor = ClusterCursor(breaker.paragraph, at: first)
    var cut = first
    var clusters = 0
    while let cluster = cursor.next() {
      clusters += 1
      if clusters & 0x3FF == 0 { try breaker.cancellation.check() }
      let end = cluster.range.end
      if before + cluster.before + cluster.width > room + LineBreaker.tolerance,
        try breaker.visibleEnd(from: cluster.range.start, to: end) > cluster.range.start
      {
        break
      }
      if end > stretchEnd { break }
      if graphemes.isBoundary(end) { cut = end }
    }
    return cut
  }

  /// A break opportunity up to which the text fits, and the width before it: where the search for
  /// the cut begins. The line's start if advances may be negative.
  private func fitting(
    _ start: LineStart, room: Double, before end: Int, _ graphemes: GraphemeWindow
  ) throws -> (offset: Int, before: Double) {
    let paragraph = breaker.paragraph
    let table = paragraph.breaks
    guard breaker.usesFastPath, table.isMonotone, breaker.tabs == nil, start.isSafe,
      var run = paragraph.run(at: start.offset)
    else { return (start.offset, 0) }
    var index = try breaker.lastFitting(start, limit: start.advance + room)
    while index >= start.next {
      let offset = table.offset(at: index)
      if offset <= end, !table.traits(at: index).isUnsafe, graphemes.isBoundary(offset) {
        while run < paragraph.runs.count, paragraph.runs[run].textRange.start < offset {
          if run & 0x3F == 0x3F { try breaker.cancellation.check() }
          if paragraph.runs[run].hasNegativeAdvance { return (start.offset, 0) }
          run += 1
        }
        return (offset, table.advance(at: index) - start.advance)
      }
      index -= 1
    }
    return (start.offset, 0)
  }

  private func assembled(
    _ start: LineStart, cut: Int, _ token: [ShapedRun]
  ) throws -> BrokenLine {
    let paragraph = breaker.paragraph
    let visible = try breaker.visibleEnd(from: start.offset, to: cut)
    let isSafe = visible == breaker.text.count || paragraph.isSafeToBreak(at: visible)
    var pieces = try breaker.pieces(
      start.offset, visible, cutsStart: !start.isSafe, cutsEnd: !isSafe)
    if let tabs = breaker.tabs {
      try tabs.resolve(&pieces, indent: indent, visibleEnd: visible)
    }
    for run in token {
      pieces.append(
        LinePiece(
          kind: .ellipsis, level: run.level, run: run, glyphs: 0..<run.glyphCount,
          range: TextRange(visible, max(cut, visible)), width: run.width))
    }
    return BrokenLine(
      end: cut, visibleEnd: visible, width: try pieces.width(upTo: .max, breaker.cancellation),
      pieces: pieces, next: LineStart())
  }
}
