// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

/// Where a line begins, and what of the paragraph's sums lies before it.
///
/// Offsets count from the beginning of the paragraph.
struct LineStart {
  var offset = 0
  /// The first break opportunity after `offset`.
  var next = 0
  /// The width of all that lies before, in points.
  var advance = 0.0
  /// Whether no glyph changes when a line begins here.
  var isSafe = true
}

/// One line, before it has a place.
struct BrokenLine {
  /// The code unit after the line's text, hanging white space included.
  var end: Int
  /// The code unit after what counts for the width.
  var visibleEnd: Int
  /// The width of what counts.
  var width: Double
  /// The glyphs, in logical order, where they are not those of the paragraph's runs.
  var pieces: [LinePiece]?
  /// Where the next line begins.
  var next: LineStart

  /// Lets go of the glyphs of a line that does not fit.
  ///
  /// - Throws: `CancellationError`.
  mutating func release(_ cancellation: Cancellation) throws {
    try pieces?.release(cancellation)
  }
}

/// Fills lines of one paragraph, greedily, from the sums that shaping left.
@safe struct LineBreaker {
  /// How far a line may be wider than its container: it covers numbers that went through text with four
  /// decimals, and the rounding of sums.
  static let tolerance = 1e-4

  let shaped: ShapedText
  let paragraph: ShapedParagraph
  /// The text of the paragraph without its terminator.
  let text: UnsafeBufferPointer<UInt16>
  let overflowWrap: OverflowWrap
  /// The tabs of the paragraph; empty if it has none.
  let tabs: TabSetter?
  let takesShortCuts: Bool
  /// The graphemes that were asked for last.
  private var window: GraphemeWindow?
  let cancellation: Cancellation

  init(
    _ shaped: ShapedText, _ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt16>,
    cancellation: Cancellation = .never, takesShortCuts: Bool = true
  ) throws {
    self.takesShortCuts = takesShortCuts
    self.cancellation = cancellation
    self.shaped = shaped
    self.paragraph = paragraph
    unsafe self.text = text
    overflowWrap = paragraph.style.overflowWrap
    tabs = paragraph.hasTabs ? try unsafe TabSetter(paragraph, text: text, cancellation) : nil
  }

  /// The next line.
  ///
  /// - Parameters:
  ///   - available: The width between the indents; nil for no bound.
  ///   - indent: Where the line begins, from the container's start edge; tab stops count from that edge.
  mutating func line(
    from start: LineStart, available: Double?, indent: Double
  ) throws -> BrokenLine {
    // A paragraph that fits as a whole needs no break opportunities.
    if start.offset == 0, paragraph.plainWidth <= (available ?? .infinity) + Self.tolerance {
      return unsafe BrokenLine(
        end: text.count, visibleEnd: text.count, width: paragraph.plainWidth,
        next: LineStart(
          offset: text.count, next: .max, advance: paragraph.plainWidth, isSafe: true))
    }
    try paragraph.findBreaks(cancellation)
    let count = paragraph.breaks.count
    guard count > start.next else {
      return unsafe BrokenLine(end: text.count, visibleEnd: start.offset, width: 0, next: start)
    }
    guard let available else {
      return try finish(start, at: count - 1, indent: indent)
    }
    let first = start.next
    var candidate =
      if let tabs {
        try unsafe tabs.lastFitting(start, available: available, indent: indent, text: text)
      } else {
        try lastFitting(start, limit: start.advance + available + Self.tolerance)
      }
    if candidate < first {
      if overflowWrap == .anywhere {
        return try emergencyLine(from: start, available: available, indent: indent)
      }
      return try finish(start, at: first, indent: indent)
    }
    var step = 1
    var tries = 0
    while true {
      var line = try finish(start, at: candidate, indent: indent)
      if line.pieces == nil || line.width <= available + Self.tolerance { return line }
      if candidate == first {
        return overflowWrap == .anywhere
          ? try emergencyLine(from: start, available: available, indent: indent) : line
      }
      try line.release(cancellation)
      tries += 1
      if tries > 4 { step *= 2 }
      candidate = max(first, candidate - step)
    }
  }

  /// The last opportunity up to which the text fits; `start.next - 1` if none does.
  func lastFitting(_ start: LineStart, limit: Double) throws -> Int {
    let breaks = paragraph.breaks
    let count = breaks.count
    var i = start.next
    try unsafe breaks.withColumns { _, _, trimmed, _ in
      while unsafe i < count && trimmed[i] <= limit {
        i += 1
        if i & 0xFFFF == 0 { try cancellation.check() }
      }
    }
    return i - 1
  }

  /// The line that ends at an opportunity.
  private func finish(_ start: LineStart, at index: Int, indent: Double) throws -> BrokenLine {
    let breaks = paragraph.breaks
    let end = breaks.offset(at: index)
    let advance = breaks.advance(at: index)
    let traits = breaks.traits(at: index)
    let endIsSafe = !traits.isUnsafe
    let next = LineStart(offset: end, next: index + 1, advance: advance, isSafe: endIsSafe)
    let visible =
      traits.hangingCount < BreakTable.LineEndTraits.maximumHangingCount
      ? max(start.offset, end - traits.hangingCount) : try visibleEnd(from: start.offset, to: end)
    let hyphenated = traits.isSoftHyphen
    if start.isSafe && endIsSafe && !hyphenated && tabs == nil {
      let width =
        visible > start.offset ? breaks.trimmed(at: index) - start.advance : 0
      return BrokenLine(end: end, visibleEnd: visible, width: width, next: next)
    }
    return try specialLine(
      start, end: end, visibleEnd: visible, hyphenated: hyphenated, indent: indent, next: next)
  }

  /// Whether a line that ends here ends in a hyphen.
  private func isSoftHyphen(before end: Int) -> Bool {
    unsafe end < text.count && text[end - 1] == 0xAD
  }

  /// A line with glyphs of its own: cut where shaping reached across, with tabs, or with a hyphen.
  private func specialLine(
    _ start: LineStart, end: Int, visibleEnd: Int, hyphenated: Bool, indent: Double, next: LineStart
  ) throws -> BrokenLine {
    var pieces = try pieces(start.offset, end, cutsStart: !start.isSafe, cutsEnd: !next.isSafe)
    if hyphenated { try addHyphen(to: &pieces, at: end) }
    if let tabs {
      try unsafe tabs.resolve(&pieces, indent: indent, visibleEnd: visibleEnd, text: text)
    }
    return BrokenLine(
      end: end, visibleEnd: visibleEnd, width: try pieces.width(upTo: visibleEnd, cancellation),
      pieces: pieces, next: next)
  }

  // MARK: - Breaking where there is no opportunity

  /// The graphemes from one line's or segment's beginning to another's, found when they are first asked for.
  ///
  /// Both ends count as boundaries, so only what lies between them is looked at.
  mutating func graphemes(from start: Int, to end: Int) throws -> GraphemeWindow {
    if let window, window.base <= start, window.end >= end { return window }
    let found = try unsafe GraphemeWindow(
      base: start, end: end,
      breaks: GraphemeBreaks.resolve(
        UnsafeBufferPointer(rebasing: text[start..<end]), cancellation: cancellation))
    window = found
    return found
  }

  /// The end of a stretch that holds every cluster of a line that begins at `start`, however it is cut.
  func stretchEnd(from start: LineStart, available: Double) throws -> Int {
    let table = paragraph.breaks
    guard table.isMonotone, tabs == nil, start.next < table.count else { return unsafe text.count }
    let fitting = try lastFitting(start, limit: start.advance + available + Self.tolerance)
    return table.offset(at: min(fitting + 1, table.count - 1))
  }

  /// The longest line that fits, ending at a grapheme boundary; one grapheme if nothing fits.
  private mutating func emergencyLine(
    from start: LineStart, available: Double, indent: Double
  ) throws -> BrokenLine {
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    let graphemes = try graphemes(from: start.offset, to: segmentEnd)
    let first = graphemes.next(after: start.offset)
    var cut = first
    var width = 0.0
    var cursor = ClusterCursor(paragraph, at: start.offset)
    var clusters = 0
    // What tabs add to the paragraph's sums.
    var added = 0.0
    scan: while let cluster = cursor.next(), cluster.range.start < segmentEnd {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      let range = cluster.range
      var isTab = false
      if let tabs, unsafe text[range.start] == 0x09 {
        isTab = true
        added += tabs.regularWidth(at: indent + added + cluster.before) ?? 0
      }
      var end = range.start
      while end < range.end {
        end += 1
        if end & 0xFFF == 0 { try cancellation.check() }
        if end > segmentEnd { break scan }
        if !graphemes.isBoundary(end) { continue }
        let w = cluster.before + cluster.width * Double(end - range.start) / Double(range.count)
        // A tab at the line's end hangs.
        if end > first && !isTab && added + w > available + Self.tolerance { break scan }
        if end >= cut {
          cut = end
          width = w
        }
      }
    }
    // Where only white space is left it hangs here, and does not begin a line.
    if try !isSoftHyphen(before: segmentEnd) && hangs(from: cut, to: segmentEnd) {
      return try finish(start, at: start.next, indent: indent)
    }
    var tries = 0
    while true {
      var line = try cutLine(start, at: cut, width: width, indent: indent)
      if cut <= first || line.width <= available + Self.tolerance { return line }
      try line.release(cancellation)
      tries += 1
      var back = tries > 4 ? min(cut - first, 1 << min(tries - 4, 20)) : 1
      while back > 0 && cut > first {
        cut = graphemes.previous(before: cut)
        back -= 1
      }
      cut = max(cut, first)
      width = try widthOfText(from: start.offset, to: cut)
    }
  }

  /// The line from `start` to any grapheme boundary within its first segment.
  private func cutLine(
    _ start: LineStart, at cut: Int, width: Double, indent: Double
  ) throws -> BrokenLine {
    let safe = unsafe cut == text.count || paragraph.isSafeToBreak(at: cut)
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    let next = LineStart(
      offset: cut, next: cut >= segmentEnd ? start.next + 1 : start.next,
      advance: cut == segmentEnd
        ? paragraph.breaks.advance(at: start.next) : start.advance + width,
      isSafe: safe)
    let visible = try visibleEnd(from: start.offset, to: cut)
    if start.isSafe && safe && tabs == nil && visible == cut {
      return BrokenLine(end: cut, visibleEnd: visible, width: width, next: next)
    }
    return try specialLine(
      start, end: cut, visibleEnd: visible, hyphenated: false, indent: indent, next: next)
  }

  /// The width of a part of the text as it was shaped.
  func widthOfText(from start: Int, to end: Int) throws -> Double {
    var width = 0.0
    var cursor = ClusterCursor(paragraph, at: start)
    var clusters = 0
    while let cluster = cursor.next(), cluster.range.start < end {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      let share = Double(min(end, cluster.range.end) - cluster.range.start)
      width = cluster.before + cluster.width * share / Double(cluster.range.count)
    }
    return width
  }

  // MARK: - Pieces

  /// Where the text that counts for the width ends: before the white space at the end.
  func visibleEnd(from start: Int, to end: Int) throws -> Int {
    var i = end
    while i > start, BreakTable.hangs(unsafe text[i - 1]) {
      i -= 1
      if i & 0x3FFF == 0 { try cancellation.check() }
    }
    return i
  }

  /// Whether there is nothing but white space that hangs.
  private func hangs(from start: Int, to end: Int) throws -> Bool {
    var i = start
    while i < end, BreakTable.hangs(unsafe text[i]) {
      i += 1
      if i & 0x3FFF == 0 { try cancellation.check() }
    }
    return i >= end
  }

  /// The glyphs from `start` to `end` in logical order, shaped again at ends that are cut.
  func pieces(
    _ start: Int, _ end: Int, cutsStart: Bool, cutsEnd: Bool
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
      if cutsStart && from > run.textRange.start && from == start {
        from = run.nextSafeBreak(after: from, upTo: to)
      }
      if cutsEnd && to < run.textRange.end && to == end {
        to = run.previousSafeBreak(before: to, downTo: part.start)
      }
      if from >= to && (from, to) != (part.start, part.end) {
        pieces.append(LinePiece(try reshape(run, part), part))
      } else {
        if from > part.start {
          let range = TextRange(part.start, from)
          pieces.append(LinePiece(try reshape(run, range), range))
        }
        if to > from { pieces.append(LinePiece(run, TextRange(from, to))) }
        if to < part.end {
          let range = TextRange(to, part.end)
          pieces.append(LinePiece(try reshape(run, range), range))
        }
      }
      index += 1
    }
    return pieces
  }

  /// Adds a piece for each tab: it gets a width of its own.
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

  private func reshape(_ run: ShapedRun, _ range: TextRange) throws -> ShapedRun {
    try shaped.reshape(run, range, in: paragraph, cancellation: cancellation)
  }

  /// Puts a hyphen in the place of the soft hyphen before `end`.
  private func addHyphen(to pieces: inout [LinePiece], at end: Int) throws {
    guard let last = pieces.last, last.range.end == end, last.kind == .text else { return }
    pieces.removeLast()
    if last.range.start < end - 1 {
      pieces.append(LinePiece(last.run, TextRange(last.range.start, end - 1)))
    }
    let hyphen: UInt16 = last.run.font.glyph(for: "\u{2010}") == nil ? 0x2D : 0x2010
    for run in try shaped.shapeToken([hyphen], like: last.run) {
      pieces.append(
        LinePiece(
          kind: .hyphen, level: last.level, run: run, glyphs: 0..<run.glyphCount,
          range: TextRange(end - 1, end), width: run.width))
    }
  }
}

/// The graphemes of a part of a paragraph; offsets count from the paragraph's beginning.
struct GraphemeWindow {
  let base: Int
  let end: Int
  let breaks: GraphemeBreaks

  func isBoundary(_ offset: Int) -> Bool { breaks.isBoundary(offset - base) }
  /// The next boundary after an offset below `end`.
  func next(after offset: Int) -> Int { base + breaks.next(after: offset - base) }
  /// The boundary before an offset above `base`.
  func previous(before offset: Int) -> Int { base + breaks.previous(before: offset - base) }
}
