// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime
import TextShaping

extension LineBreaker {
  /// The grapheme clusters of a range whose ends are known boundaries; the last answer is cached.
  mutating func graphemes(from start: Int, to end: Int) throws -> GraphemeWindow {
    if let window, window.base <= start, window.end >= end { return window }
    let found = try text.graphemes(from: start, to: end, cancellation)
    window = found
    return found
  }

  /// An upper bound for the end of a line that begins at `start`, wherever it is cut.
  func stretchEnd(from start: LineStart, available: Double) throws -> Int {
    let table = paragraph.breaks
    guard table.isMonotone, tabs == nil, start.next < table.count else { return text.count }
    let fitting = try lastFitting(start, limit: start.advance + available + Self.tolerance)
    return table.offset(at: min(fitting + 1, table.count - 1))
  }

  /// The longest line that fits, ending at a grapheme boundary; one grapheme if nothing fits.
  mutating func emergencyLine(
    from start: LineStart, available: Double, indent: Double
  ) throws -> BrokenLine {
    let segmentEnd = paragraph.breaks.offset(at: start.next)
    let graphemes = try graphemes(from: start.offset, to: segmentEnd)
    let first = graphemes.next(after: start.offset)
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
    // White space up to the opportunity hangs on this line instead of beginning the next.
    if try !isSoftHyphen(before: segmentEnd) && text.hangs(from: cut, to: segmentEnd, cancellation)
    {
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

  /// The line from `start` to a grapheme boundary before the first break opportunity.
  private func cutLine(
    _ start: LineStart, at cut: Int, width: Double, indent: Double
  ) throws -> BrokenLine {
    let safe = cut == text.count || paragraph.isSafeToBreak(at: cut)
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

  /// The width of a range of the text as it was shaped; a cluster that is cut counts by its code
  /// units.
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
