// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel
import TextShaping

extension LineBreaker {
  /// The grapheme clusters of a range whose ends are known boundaries; the last answer is cached.
  mutating func graphemes(from start: Int, to end: Int) throws -> GraphemeBoundaries {
    if let last = lastGraphemes, last.base <= start, last.end >= end { return last }
    let found = try text.graphemes(from: start, to: end, cancellation)
    lastGraphemes = found
    return found
  }

  /// Moves an offset forwards to the next place where a line may break.
  private func skip(
    _ unbroken: UnbrokenSpans, _ graphemes: GraphemeBoundaries, _ offset: inout Int,
    upTo end: Int
  ) throws {
    var count = 0
    while offset < end, unbroken.holds(offset) {
      offset = graphemes.next(after: offset)
      count += 1
      if count & 0xFFF == 0 { try cancellation.check() }
    }
  }

  /// An upper bound for the end of a line that begins at `start`, wherever it is cut.
  func stretchEnd(from start: LineStart, available: Double) throws -> Int {
    let table = paragraph.breaks
    guard table.isMonotone, tabs == nil, start.next < table.count else { return text.count }
    let fitting = try lastFitting(start, limit: start.advance + available + Self.tolerance)
    return table.offset(at: min(fitting + 1, table.count - 1))
  }

  /// The line that begins with a word or a phrase that is too long for it; `nil` if the paragraph
  /// lets it stick out.
  ///
  /// - Parameters:
  ///   - room: The available width, plus the width of a punctuation mark that hangs before the
  ///     line.
  ///   - mayDivide: Whether a word or phrase that is too long may be divided.
  mutating func dividedLine(
    from start: LineStart, room: Double, available: Double, indent: Double, mayDivide: Bool
  ) throws -> BrokenLine? {
    guard mayDivide else { return nil }
    if let phrases = paragraph.breaks.phrases,
      let line = try phraseLine(
        phrases, from: start, room: room, available: available, indent: indent)
    {
      return line
    }
    guard breaksWords else { return nil }
    var line = try emergencyLine(from: start, available: room, indent: indent)
    if hanging != nil { try hangMarks(of: &line, from: start, available: available) }
    return line
  }

  /// The longest line that fits and ends within a phrase, at an opportunity of the usual rules;
  /// the shortest one if none fits and words are not broken; `nil` if there is none.
  private mutating func phraseLine(
    _ phrases: PhraseBreaks, from start: LineStart, room: Double, available: Double,
    indent: Double
  ) throws -> BrokenLine? {
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    var last = min(segmentEnd - 1, try fittingEnd(from: start.offset, room))
    while last > start.offset, let end = phrases.last(in: start.offset + 1...last) {
      let width = try widthOfText(from: start.offset, to: end)
      var line = try cutLine(start, at: end, before: start.next, width: width, indent: indent)
      if hanging != nil { try hangMarks(of: &line, from: start, available: available) }
      if line.width <= available + Self.tolerance { return line }
      try line.release(cancellation)
      last = end - 1
    }
    guard !breaksWords, let end = phrases.first(after: start.offset), end < segmentEnd else {
      return nil
    }
    let width = try widthOfText(from: start.offset, to: end)
    var line = try cutLine(start, at: end, before: start.next, width: width, indent: indent)
    if hanging != nil { try hangMarks(of: &line, from: start, available: available) }
    return line
  }

  /// The end of the text that fits, plus one cluster: its punctuation mark may hang or be trimmed.
  private func fittingEnd(from start: Int, _ room: Double) throws -> Int {
    var cursor = ClusterCursor(paragraph, at: start)
    var clusters = 0
    while let cluster = cursor.next() {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      if cluster.before + cluster.width > room + Self.tolerance { return cluster.range.end }
    }
    return text.count
  }

  /// The longest line that fits, ending at a grapheme boundary; one grapheme if nothing fits. White
  /// space after it hangs beyond the line's end.
  ///
  /// The line does not end where a hyphen is required but does not fit, since the reader would not
  /// see that the word is divided.
  mutating func emergencyLine(
    from start: LineStart, available: Double, indent: Double
  ) throws -> BrokenLine {
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    let graphemes = try graphemes(from: start.offset, to: segmentEnd)
    let unbroken = paragraph.breaks.unbroken
    var first = graphemes.next(after: start.offset)
    if let unbroken { try skip(unbroken, graphemes, &first, upTo: segmentEnd) }
    var lastCut = segmentEnd
    if paragraph.breaks.traits(at: start.next).endsInHyphen {
      while lastCut > first, isSoftHyphen(before: lastCut) { lastCut -= 1 }
      // Not even one character fits with a hyphen: the line has both, although it is too wide.
      if lastCut <= first { return try finish(start, at: start.next, indent: indent) }
      lastCut = graphemes.previous(before: lastCut)
    }
    var cut = first
    var width = 0.0
    var cursor = ClusterCursor(paragraph, at: start.offset)
    var clusters = 0
    // The widths of the tabs so far, which cluster widths do not include.
    var added = 0.0
    // Whether a cluster is cut, so that widths are estimates until its parts are shaped.
    var isEstimate = cursor.isWithinCluster
    scan: while let cluster = cursor.next(), cluster.range.start < segmentEnd {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      let range = cluster.range
      var isTab = false
      if let tabs, text[range.start] == 0x09 {
        isTab = true
        added += tabs.regularWidth(at: indent + added + cluster.before) ?? 0
      }
      var end = range.start
      while end < range.end {
        end += 1
        if end & 0xFFF == 0 { try cancellation.check() }
        if end > lastCut { break scan }
        if !graphemes.isBoundary(end) || unbroken?.holds(end) == true { continue }
        let w = cluster.before + cluster.width * Double(end - range.start) / Double(range.count)
        // A tab at the line's end hangs, so it need not fit.
        if end > first && !isTab && added + w > available + Self.tolerance {
          isEstimate = isEstimate || cut > range.start || end < range.end
          break scan
        }
        if end >= cut {
          cut = end
          width = w
        }
      }
    }
    let segment = CutSegment(
      index: start.next, end: segmentEnd, first: first, last: lastCut, graphemes: graphemes)
    var tries = 0
    while true {
      var line = try cutLine(start, at: cut, width: width, of: segment, indent: indent)
      if line.width <= available + Self.tolerance {
        if !isEstimate || tries > 0 { return line }
        return try lengthened(line, start, available: available, of: segment, indent: indent)
      }
      let visible = line.visibleEnd
      if visible <= first { return line }
      try line.release(cancellation)
      tries += 1
      var back = tries > 4 ? min(visible - first, 1 << min(tries - 4, 20)) : 1
      cut = visible
      while back > 0 && cut > first {
        cut = graphemes.previous(before: cut)
        back -= 1
        if back & 0x3FFF == 0x3FFF { try cancellation.check() }
        if unbroken?.holds(cut) == true { back += 1 }
      }
      cut = max(cut, first)
      width = try widthOfText(from: start.offset, to: cut)
    }
  }

  /// The text up to the next opportunity, within which a line is cut.
  private struct CutSegment {
    /// The index of the opportunity.
    let index: Int
    /// The offset of the opportunity.
    let end: Int
    /// The first place where the line may be cut.
    let first: Int
    /// The last place where the line may be cut.
    let last: Int
    let graphemes: GraphemeBoundaries
  }

  /// The line that is cut at a grapheme boundary, with the white space behind it, which hangs on
  /// this line instead of beginning the next.
  private func cutLine(
    _ start: LineStart, at cut: Int, width: Double, of segment: CutSegment, indent: Double
  ) throws -> BrokenLine {
    let visible = max(segment.first, try visibleEnd(from: start.offset, to: cut))
    var end = try text.hangingEnd(from: visible, to: segment.end, cancellation)
    if !segment.graphemes.isBoundary(end) {
      // The last space is the base of a combining mark, and stays with it on the next line.
      end = max(visible, segment.graphemes.previous(before: end))
    }
    // White space with which an unbroken span begins stays in the span, on the next line.
    if paragraph.breaks.unbroken?.holds(end) == true { end = max(visible, cut) }
    if end == segment.end { return try finish(start, at: segment.index, indent: indent) }
    let width = end == cut ? width : try widthOfText(from: start.offset, to: end)
    return try cutLine(start, at: end, before: segment.index, width: width, indent: indent)
  }

  /// The line, lengthened by characters that fit after all: the width of a part of a cluster is an
  /// estimate until the part is shaped.
  private func lengthened(
    _ line: BrokenLine, _ start: LineStart, available: Double, of segment: CutSegment,
    indent: Double
  ) throws -> BrokenLine {
    var line = line
    while line.end < segment.last {
      var end = segment.graphemes.next(after: line.end)
      if let unbroken = paragraph.breaks.unbroken {
        try skip(unbroken, segment.graphemes, &end, upTo: segment.last)
      }
      if end > segment.last { return line }
      let width = try widthOfText(from: start.offset, to: end)
      var longer = try cutLine(start, at: end, width: width, of: segment, indent: indent)
      if longer.width > available + Self.tolerance || longer.end <= line.end {
        try longer.release(cancellation)
        return line
      }
      try line.release(cancellation)
      line = longer
    }
    return line
  }

  /// The line that is broken after all of its white space, if an opportunity lies inside the white
  /// space, for example between a space and a tab; `nil` if the white space ends at the
  /// opportunity.
  func hangingLine(
    _ start: LineStart, past index: Int, indent: Double
  ) throws -> BrokenLine? {
    let breaks = paragraph.breaks
    let opportunity = breaks.offset(at: index)
    var end = try text.hangingEnd(from: opportunity, to: text.count, cancellation)
    var next = index + 1
    while breaks.offset(at: next) < end { next += 1 }
    let graphemes = try text.graphemes(from: opportunity, to: breaks.offset(at: next), cancellation)
    // The last space may be the base of a combining mark, and then stays with it.
    if !graphemes.isBoundary(end) { end = graphemes.previous(before: end) }
    if end == opportunity { return nil }
    while breaks.offset(at: next - 1) >= end { next -= 1 }
    if end == breaks.offset(at: next) { return try finish(start, at: next, indent: indent) }
    let width = try widthOfText(from: start.offset, to: end)
    return try cutLine(start, at: end, before: next, width: width, indent: indent)
  }

  /// The line from `start` to a given end.
  func line(
    from start: LineStart, endingAt end: Int, indent: Double, available: Double?
  ) throws -> BrokenLine {
    let index = paragraph.breaks.firstIndex(after: end - 1)
    if paragraph.breaks.offset(at: index) == end {
      return try finish(start, at: index, indent: indent, available: available)
    }
    let width = try widthOfText(from: start.offset, to: end)
    return try cutLine(start, at: end, before: index, width: width, indent: indent)
  }

  /// The line from `start` to a grapheme boundary.
  ///
  /// - Parameter index: The first break opportunity at the boundary or after it.
  private func cutLine(
    _ start: LineStart, at cut: Int, before index: Int, width: Double, indent: Double
  ) throws -> BrokenLine {
    let safe = cut == text.count || paragraph.isSafeToBreak(at: cut)
    let segmentEnd = paragraph.breaks.offset(at: index)
    let next = LineStart(
      offset: cut, next: cut >= segmentEnd ? index + 1 : index,
      advance: cut == segmentEnd
        ? paragraph.breaks.advance(at: index) : start.advance + width,
      isSafe: safe)
    let visible = try visibleEnd(from: start.offset, to: cut)
    if try start.isSafe && safe && tabs == nil && visible == cut
      && !removesSpace(from: start.offset, to: cut)
    {
      return BrokenLine(end: cut, visibleEnd: visible, width: width, next: next)
    }
    return try specialLine(
      start, end: cut, visibleEnd: visible, isHyphenated: false, indent: indent, next: next)
  }

  /// The width of a range of the text as it was shaped, in points; a cluster that is cut counts in
  /// proportion to its code units.
  func widthOfText(from start: Int, to end: Int) throws -> Double {
    if start >= end { return 0 }
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
}
