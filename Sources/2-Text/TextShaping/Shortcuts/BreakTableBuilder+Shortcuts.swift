// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

extension BreakTableBuilder {
  /// Adds a run of one of two common kinds, with the same result as ``addClusters(_:_:_:)``.
  /// `BreakTableTests` compares both.
  ///
  /// - Returns: `false` if the run is of another kind; then nothing was added.
  @inline(__always)
  mutating func addQuickly(
    _ run: borrowing ShapedRun, _ text: Span<UInt16>, _ flags: Span<UInt8>
  ) throws -> Bool {
    if addWhole(run, text, flags) { return true }
    return try addForward(run, text, flags)
  }

  /// The longest run that ``addWhole(_:_:_:)`` adds, in code units.
  private static let longestWhole = 64

  /// Adds a short run without a break opportunity inside that is either a word, which ends without
  /// white space, or white space only.
  ///
  /// - Returns: `false` if it is no such run; then nothing was added.
  @inline(__always)
  private mutating func addWhole(
    _ run: borrowing ShapedRun, _ text: Span<UInt16>, _ flags: Span<UInt8>
  ) -> Bool {
    let (start, end) = (run.textRange.start, run.textRange.end)
    guard end > start, end - start <= BreakTableBuilder.longestWhole else { return false }
    let hangs = BreakTable.hangs(text[end - 1])
    for i in start + 1..<end {
      if flags[i] != 0 { return false }
      if hangs, !BreakTable.hangs(text[i - 1]) { return false }
    }
    if start > 0 && flags[start] != 0 { append(start, base, beforeSpace, isSafe: true, text) }
    if !hangs { beforeSpace = base + Double(run.totalAdvance) * run.unit }
    return true
  }

  /// Adds a left-to-right run that has glyphs, and no break opportunity inside a cluster.
  ///
  /// - Returns: `false` if it is no such run; then nothing was added.
  private mutating func addForward(
    _ run: borrowing ShapedRun, _ text: Span<UInt16>, _ flags: Span<UInt8>
  ) throws -> Bool {
    let n = run.glyphCount
    if run.isRightToLeft || n == 0 { return false }
    let unit = run.unit
    let (start, end) = (run.textRange.start, run.textRange.end)
    precondition(start >= 0 && end < flags.count && end <= text.count, "a run beyond the text")
    let isIdentity = run.isIdentity
    let before = (columns.count, beforeSpace, previousTrimmed, isMonotone)
    if start > 0 && flags[start] != 0 { append(start, base, beforeSpace, isSafe: true, text) }
    var i = start
    var glyph = 0
    var sum: Int64 = 0
    var nextPoll = start + BreakTableBuilder.pollInterval
    while i < end {
      let from = i
      let stop = min(i + BreakTableBuilder.pollInterval, end)
      // unsafe: the index is below `end`, which was compared with the count.
      repeat { i += 1 } while unsafe i < stop && flags[unchecked: i] == 0
      let isOpportunity = i < end && flags[i] != 0
      let relative = i - start
      var next = relative
      if !isIdentity {
        next = run.firstGlyph(from: glyph, notBefore: relative)
        if isOpportunity, next == n || run.relativeCluster(at: next) != relative {
          columns.removeLast(from: before.0)
          (_, beforeSpace, previousTrimmed, isMonotone) = before
          return false
        }
      }
      if next > glyph { sum &+= run.sum(of: glyph..<next) }
      glyph = next
      // White space that hangs before the opportunity is not part of the trimmed advance.
      var visible = i
      while visible > from, BreakTable.hangs(text[visible - 1]) { visible -= 1 }
      if visible > from {
        var hanging: Int64 = 0
        var last = glyph - 1
        while last >= 0, run.relativeCluster(at: last) >= visible - start {
          hanging += Int64(run.advance(at: last))
          last -= 1
        }
        beforeSpace = base + Double(sum - hanging) * unit
      }
      if isOpportunity {
        append(
          i, base + Double(sum) * unit, beforeSpace, isSafe: !run.isUnsafeToBreak(before: glyph),
          text, hanging: visible > from ? i - visible : nil)
      }
      if i >= nextPoll {
        nextPoll = i + BreakTableBuilder.pollInterval
        try cancellation.check()
      }
    }
    return true
  }
}
