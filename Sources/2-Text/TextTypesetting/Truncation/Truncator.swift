// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// Cuts the last line of a layout so that a token fits in place of the text left out.
struct Truncator {
  var breaker: LineBreaker
  let token: TruncationToken
  let indent: Double
  let available: Double?
  /// Whether no text of the next line stands before the token.
  var endsLines = false

  /// The line from `start` on with the token at its end.
  ///
  /// Drops whole clusters from the logical end, and the white space before the cut.
  ///
  /// - Parameter naturalEnd: The end of the line without a token; an unbounded line is cut there.
  mutating func line(from start: LineStart, naturalEnd: Int) throws -> BrokenLine {
    let paragraph = breaker.paragraph
    guard let lastRun = paragraph.run(at: max(start.offset, naturalEnd - 1)) else {
      return try assembled(
        start, cut: start.offset, try token.runs(like: nil, available: available))
    }
    guard let available else {
      return try assembled(
        start, cut: naturalEnd, try token.runs(like: paragraph.runs[lastRun], available: nil))
    }
    // An ellipsis has the style of the text at the cut, and its width decides the cut, so both are
    // computed twice.
    var runs = try token.runs(like: paragraph.runs[lastRun], available: available)
    let most = endsLines ? naturalEnd : Int.max
    var cut = min(most, try self.cut(start, room: available - runs.width))
    if token.dependsOnCut, let at = paragraph.run(at: max(start.offset, cut - 1)), at != lastRun {
      runs = try token.runs(like: paragraph.runs[at], available: available)
      cut = min(cut, try self.cut(start, room: available - runs.width))
    }
    var tries = 0
    let graphemes = try graphemes(from: start)
    while true {
      var line = try assembled(start, cut: cut, runs)
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

  /// The grapheme clusters of all text that the line may show before the token.
  mutating func graphemes(from start: LineStart) throws -> GraphemeBoundaries {
    let end = try breaker.stretchEnd(from: start, available: available ?? .infinity)
    return try breaker.graphemes(from: start.offset, to: end)
  }

  /// The last boundary of both clusters and graphemes up to which the text fits.
  ///
  /// - Parameter room: The width for the text before the token, in points.
  mutating func cut(_ start: LineStart, room: Double) throws -> Int {
    let stretchEnd = try breaker.stretchEnd(from: start, available: available ?? .infinity)
    let graphemes = try breaker.graphemes(from: start.offset, to: stretchEnd)
    let known = try fitting(start, room: room, before: stretchEnd, graphemes)
    return try cut(start, room: room, from: known, to: stretchEnd, graphemes)
  }

  /// Searches the offset of ``cut(_:room:)`` cluster by cluster.
  ///
  /// - Parameter known: Where the search begins, and the width of the text before it, which is
  ///   known to fit. The line's start and 0 give the same result, more slowly.
  func cut(
    _ start: LineStart, room: Double, from known: (offset: Int, before: Double),
    to stretchEnd: Int, _ graphemes: GraphemeBoundaries
  ) throws -> Int {
    let (first, before) = known
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

  /// The last break opportunity up to which the text fits, and the width before it, to begin the
  /// search for the cut there. The line's start and 0 if advances may be negative.
  func fitting(
    _ start: LineStart, room: Double, before end: Int, _ graphemes: GraphemeBoundaries
  ) throws -> (offset: Int, before: Double) {
    let paragraph = breaker.paragraph
    let table = paragraph.breaks
    guard table.isMonotone, breaker.tabs == nil, start.isSafe,
      var run = paragraph.run(at: start.offset)
    else { return (start.offset, breaker.overhang(at: start)) }
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

  /// The line with the text up to a cut, less the white space before it, a token, and the end of
  /// the text.
  ///
  /// - Parameter tail: The end of the text, and the offset from which it is shown after the token;
  ///   `nil` if the line ends with the token.
  func assembled(
    _ start: LineStart, cut: Int, _ token: [ShapedRun], tail: (text: TextTail, start: Int)? = nil
  ) throws -> BrokenLine {
    let paragraph = breaker.paragraph
    let visible = try breaker.visibleEnd(from: start.offset, to: cut)
    let isSafe = visible == breaker.text.count || paragraph.isSafeToBreak(at: visible)
    var pieces = try breaker.pieces(start, visible, cutsEnd: !isSafe)
    try breaker.dropOverhangs(&pieces, atEnd: false)
    if let tabs = breaker.tabs {
      try tabs.resolve(&pieces, indent: indent, visibleEnd: visible)
    }
    let replaced = TextRange(visible, max(cut, visible))
    let baseLevel = paragraph.baseLevel
    func separator(_ run: ShapedRun) -> LinePiece {
      LinePiece(
        kind: .ellipsis, level: baseLevel, run: run, glyphs: 0..<0, range: replaced, width: 0)
    }
    // If the token and the text before it both run against the line's direction, the bidi algorithm
    // would reorder them as one run. An empty piece at the line's level separates them.
    if let run = token.first, run.level != baseLevel, let last = pieces.last,
      last.level != baseLevel
    {
      pieces.append(separator(run))
    }
    for run in token {
      pieces.append(
        LinePiece(
          kind: .ellipsis, level: run.level, run: run,
          glyphs: 0..<(run.kind == .text ? run.glyphCount : 0), range: replaced, width: run.width))
    }
    if let run = token.last, run.level != baseLevel, tail != nil { pieces.append(separator(run)) }
    var width = try pieces.width(upTo: .max, breaker.cancellation)
    if let tail {
      let end = try tail.text.pieces(
        from: tail.start, indent: indent + width, baseLevel: paragraph.baseLevel)
      width += try end.width(upTo: .max, breaker.cancellation)
      pieces += end
    }
    return BrokenLine(
      end: cut, visibleEnd: visible, width: width, pieces: pieces, next: LineStart())
  }
}
