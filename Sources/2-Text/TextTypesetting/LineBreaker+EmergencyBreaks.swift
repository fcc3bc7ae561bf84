// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
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

  /// Moves an offset on to where a line may break.
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

  /// The longest line that fits into a room, with the marks that hang beyond its available width.
  mutating func emergencyLine(
    from start: LineStart, room: Double, available: Double, indent: Double
  ) throws -> BrokenLine {
    var line = try emergencyLine(from: start, available: room, indent: indent)
    if hanging != nil { try hangMarks(of: &line, from: start, available: available) }
    return line
  }

  /// The longest line that fits, ending at a grapheme boundary; one grapheme if nothing fits. White
  /// space after it hangs beyond the line's end.
  mutating func emergencyLine(
    from start: LineStart, available: Double, indent: Double
  ) throws -> BrokenLine {
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    let graphemes = try graphemes(from: start.offset, to: segmentEnd)
    let unbroken = paragraph.breaks.unbroken
    var first = graphemes.next(after: start.offset)
    if let unbroken { try skip(unbroken, graphemes, &first, upTo: segmentEnd) }
    var cut = first
    var width = 0.0
    var cursor = ClusterCursor(paragraph, at: start.offset)
    var clusters = 0
    // The widths of the tabs so far, which cluster widths do not include.
    var added = 0.0
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
        if end > segmentEnd { break scan }
        if !graphemes.isBoundary(end) || unbroken?.holds(end) == true { continue }
        let w = cluster.before + cluster.width * Double(end - range.start) / Double(range.count)
        // A tab at the line's end hangs.
        if end > first && !isTab && added + w > available + Self.tolerance { break scan }
        if end >= cut {
          cut = end
          width = w
        }
      }
    }
    var tries = 0
    while true {
      // White space hangs on this line instead of beginning the next.
      let visible = max(first, try visibleEnd(from: start.offset, to: cut))
      var end = try text.hangingEnd(from: visible, to: segmentEnd, cancellation)
      if !graphemes.isBoundary(end) {
        // The last space is the base of a combining mark.
        end = max(visible, graphemes.previous(before: end))
      }
      // White space with which a part begins that is not broken stays there.
      if unbroken?.holds(end) == true { end = max(visible, cut) }
      var line: BrokenLine
      if end == segmentEnd, !paragraph.breaks.traits(at: start.next).endsInHyphen {
        line = try finish(start, at: start.next, indent: indent)
      } else {
        if end != cut { width = try widthOfText(from: start.offset, to: end) }
        line = try cutLine(start, at: end, before: start.next, width: width, indent: indent)
      }
      if visible <= first || line.width <= available + Self.tolerance { return line }
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
    // The last space may be the base of a combining mark.
    if !graphemes.isBoundary(end) { end = graphemes.previous(before: end) }
    if end == opportunity { return nil }
    while breaks.offset(at: next - 1) >= end { next -= 1 }
    if end == breaks.offset(at: next) { return try finish(start, at: next, indent: indent) }
    let width = try widthOfText(from: start.offset, to: end)
    return try cutLine(start, at: end, before: next, width: width, indent: indent)
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
    if start.isSafe && safe && tabs == nil && visible == cut {
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
