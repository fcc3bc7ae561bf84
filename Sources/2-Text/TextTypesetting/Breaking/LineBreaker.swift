// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel
import TextShaping

/// A greedy line breaker for one paragraph, working on the prefix sums of its `BreakTable`.
struct LineBreaker {
  /// How far a line may exceed its container, in points: covers widths printed with four decimals,
  /// the rounding of sums, and the rounding of spacing (see `LetterSpacing`). An excess of 1/64
  /// point, the unit in which browsers measure, is not visible.
  static let tolerance = 1.0 / 64

  let shaped: ShapedText
  let paragraph: ShapedParagraph
  let text: ParagraphText
  /// Whether a word that is too long is broken.
  let breaksWords: Bool
  /// Whether words are divided elsewhere than at soft hyphens, or soft hyphens do not act as usual.
  let isHyphenated: Bool
  /// The punctuation marks that hang at the ends of lines; `nil` for most paragraphs.
  let hanging: HangingMarks?
  /// The tabs of the paragraph; `nil` if it has none.
  let tabs: TabSetter?
  /// The end of the paragraph's first line, if it is known.
  var firstLineEnd: Int?
  /// The grapheme clusters that were resolved last.
  var lastGraphemes: GraphemeBoundaries?
  let cancellation: Cancellation

  /// Creates a breaker.
  ///
  /// - Parameter breaksWords: Whether a word that is too long is broken where the paragraph allows
  ///   it.
  init(
    _ shaped: ShapedText, _ paragraph: ShapedParagraph, units: [UInt16], breaksWords: Bool = true,
    cancellation: Cancellation = .never
  ) throws {
    self.cancellation = cancellation
    self.shaped = shaped
    self.paragraph = paragraph
    text = ParagraphText(units, paragraph)
    self.breaksWords = breaksWords && paragraph.style.overflowWrap != .normal
    isHyphenated = paragraph.style.storage.isHyphenated
    hanging =
      paragraph.style.storage.hangsPunctuation
      ? HangingMarks(paragraph.style, baseLevel: paragraph.baseLevel) : nil
    tabs = paragraph.hasTabs ? try TabSetter(paragraph, text: text, cancellation) : nil
  }

  /// The next line.
  ///
  /// - Parameters:
  ///   - available: The width between the indents, in points; `nil` for no bound.
  ///   - indent: The line's start, from the container's start edge, from which tab stops count.
  ///   - mayDivide: Whether a word or a phrase that is too long is divided where the paragraph
  ///     allows it.
  /// - Throws: `ShapingError` or `CancellationError`.
  mutating func line(
    from start: LineStart, available: Double?, indent: Double, mayDivide: Bool = true
  ) throws -> BrokenLine {
    try paragraph.findBreaks(cancellation)
    let count = paragraph.breaks.count
    guard count > start.next else {
      return BrokenLine(end: text.count, visibleEnd: start.offset, width: 0, next: start)
    }
    if let firstLineEnd, start.offset == 0, firstLineEnd > 0, firstLineEnd < text.count {
      return try line(from: start, endingAt: firstLineEnd, indent: indent, available: available)
    }
    guard let available else {
      return try finish(start, at: count - 1, indent: indent, available: nil)
    }
    let first = start.next
    let room = hanging == nil ? available : available + (leadWidth(start) ?? 0)
    var candidate =
      if let tabs {
        try tabs.lastFitting(start, available: room, indent: indent)
      } else {
        try lastFitting(start, limit: start.advance + room + Self.tolerance)
      }
    if candidate < first {
      return try dividedLine(
        from: start, room: room, available: available, indent: indent, mayDivide: mayDivide)
        ?? finish(start, at: first, indent: indent, available: available)
    }
    var step = 1
    var tries = 0
    if isHyphenated { candidate = preferred(candidate, from: start, available: available) }
    while true {
      var line = try finish(start, at: candidate, indent: indent, available: available)
      if line.pieces == nil || line.fittingWidth <= available + Self.tolerance { return line }
      if endsInTrimmableMark(line) {
        var trimmed = try finish(
          start, at: candidate, indent: indent, available: available, trimsEnd: true)
        if trimmed.width <= available + Self.tolerance {
          try line.release(cancellation)
          return trimmed
        }
        try trimmed.release(cancellation)
      }
      if candidate == first {
        guard
          let divided = try dividedLine(
            from: start, room: room, available: available, indent: indent,
            mayDivide: mayDivide)
        else { return line }
        try line.release(cancellation)
        return divided
      }
      try line.release(cancellation)
      tries += 1
      if tries > 4 { step *= 2 }
      candidate = max(first, candidate - step)
      if isHyphenated { candidate = preferred(candidate, from: start, available: available) }
    }
  }

  /// The index of the last break opportunity up to which the text fits; `start.next - 1` if none
  /// does.
  func lastFitting(_ start: LineStart, limit: Double) throws -> Int {
    let breaks = paragraph.breaks
    let count = breaks.count
    var i = start.next
    // `unsafe`: a pointer to a column of `count` elements.
    try unsafe breaks.withColumns { _, _, trimmed, _ in
      while unsafe i < count && trimmed[i] <= limit {
        i += 1
        if i & 0xFFFF == 0 { try cancellation.check() }
      }
    }
    return i - 1
  }

  /// Whether a line that is too wide ends in a full-width punctuation mark with a blank half that
  /// can be trimmed.
  func endsInTrimmableMark(_ line: BrokenLine) -> Bool {
    guard line.end == line.visibleEnd, line.end > 0, let last = line.pieces?.last else {
      return false
    }
    return last.kind == .text && last.run.trimsAtLineEnd(text[line.end - 1], at: line.end - 1)
  }

  /// The line that ends at an opportunity or, if the opportunity lies inside white space, after
  /// that white space.
  ///
  /// - Parameter trimsEnd: Whether the line's last character is a full-width punctuation mark that
  ///   is trimmed to half of its width.
  func finish(
    _ start: LineStart, at index: Int, indent: Double, trimsEnd: Bool = false
  ) throws -> BrokenLine {
    let breaks = paragraph.breaks
    let end = breaks.offset(at: index)
    if end < text.count, BreakTable.hangs(text[end]),
      let line = try hangingLine(start, past: index, indent: indent)
    {
      return line
    }
    let advance = breaks.advance(at: index)
    let traits = breaks.traits(at: index)
    let hyphenated = traits.endsInHyphen
    let change = hyphenated ? breaks.change(at: index) : nil
    // The width of a punctuation mark that may hang. The trimmed advance does not include the mark,
    // but the line may have room for it.
    let hung = hanging == nil ? 0 : hungWidth(at: index)
    let endIsSafe = !traits.isUnsafe || hung > 0 && paragraph.isSafeToBreak(at: end)
    let next = LineStart(
      offset: end, next: index + 1, advance: advance, isSafe: endIsSafe && change == nil,
      hyphenCount: hyphenated ? start.hyphenCount + 1 : 0)
    let visible =
      traits.hangingCount < BreakTable.LineEndTraits.maximumHangingCount
        && text.inlineParts == nil
      ? max(start.offset, end - traits.hangingCount) : try visibleEnd(from: start.offset, to: end)
    if try start.isSafe && endIsSafe && !hyphenated && tabs == nil
      && !removesSpace(from: start.offset, to: end)
    {
      let width =
        visible > start.offset ? breaks.trimmed(at: index) - start.advance + hung : 0
      return BrokenLine(end: end, visibleEnd: visible, width: width, next: next)
    }
    return try specialLine(
      start, end: end, visibleEnd: visible, isHyphenated: hyphenated, change: change,
      trimsEnd: trimsEnd, indent: indent, next: next)
  }

  /// Whether a soft hyphen, with which a line may end, stands before an offset.
  func isSoftHyphen(before end: Int) -> Bool {
    guard end < text.count else { return false }
    let end = text.inlineParts?.contentEnd(before: end) ?? end
    return end > 0 && text[end - 1] == 0xAD
  }

  /// A line with pieces of its own: cut at an unsafe place, with tabs, or with a hyphen.
  func specialLine(
    _ start: LineStart, end: Int, visibleEnd: Int, isHyphenated: Bool,
    change: HyphenChange? = nil, trimsEnd: Bool = false, indent: Double, next: LineStart
  ) throws -> BrokenLine {
    var pieces = try pieces(
      start, end, isHyphenated: isHyphenated, change: change, cutsEnd: !next.isSafe,
      trimsEnd: trimsEnd)
    try dropOverhangs(&pieces)
    let overhang =
      text.inlineParts == nil ? 0 : try removeSpace(of: &pieces, from: start.offset, to: end)
    if let tabs {
      try tabs.resolve(&pieces, indent: indent, visibleEnd: visibleEnd)
    }
    return BrokenLine(
      end: end, visibleEnd: visibleEnd, width: try pieces.width(upTo: visibleEnd, cancellation),
      pieces: pieces, next: next, overhang: overhang)
  }
}
