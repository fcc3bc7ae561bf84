// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// The breaks that divide a paragraph into as many lines as greedy breaks do, as evenly as can be.
///
/// First, bisection finds the least width at which greedy breaking makes no more lines: CSS Text 4,
/// `text-wrap: balance`, as Chromium does it. Up to ``evenLimit`` lines are then divided so that
/// the squares of their blank widths have the least sum; greedy lines would leave all of the blank
/// to the last.
struct BalancedBreaks {
  private let table: BreakTable
  private let hyphens: HyphenWidths
  private let cancellation: Cancellation
  /// The width by which the first line is wider than the others, in points.
  private let firstExtra: Double
  private let last: Int

  /// The greatest number of lines that are divided evenly.
  static let evenLimit = 12
  /// The precision with which the least width is found, in points.
  private static let precision = 1.0 / 64

  /// - Parameter firstExtra: The width by which the first line is wider than the others, in points.
  init(_ breaker: LineBreaker, firstExtra: Double) {
    table = breaker.paragraph.breaks
    hyphens = HyphenWidths(breaker)
    cancellation = breaker.cancellation
    self.firstExtra = firstExtra
    last = table.count - 1
  }

  /// The indices of the opportunities at which the lines end, for lines that are at most `width`
  /// wide.
  ///
  /// - Returns: nil if a word is wider than its line.
  /// - Throws: `ShapingError` or `CancellationError`.
  func ends(width: Double) throws -> [Int32]? {
    guard let greedy = try greedyEnds(width, atMost: .max) else { return nil }
    let count = greedy.count
    if count < 2 { return greedy }
    var (low, high) = (width / 2, width)
    // The width is halved until greedy breaking makes more lines; mostly one step is enough.
    while low > Self.precision, try greedyEnds(low, atMost: count) != nil {
      (low, high) = (low / 2, low)
    }
    var ends = greedy
    while high - low > Self.precision {
      let middle = (low + high) / 2
      if let found = try greedyEnds(middle, atMost: count) {
        (ends, high) = (found, middle)
      } else {
        low = middle
      }
    }
    if count <= Self.evenLimit, let even = try evenEnds(high, lines: count) { return even }
    return ends
  }

  /// The width of a line between two opportunities, given by their indices, in points; -1 stands
  /// for the start of the paragraph.
  private func length(_ start: Int, _ end: Int) throws -> Double {
    var length = table.trimmed(at: end) - (start < 0 ? firstExtra : table.advance(at: start))
    if table.traits(at: end).endsInHyphen, end < last {
      length += Double(try hyphens.width(before: table.offset(at: end))) / ParagraphBreaks.scale
    }
    return length
  }

  /// The ends of greedy lines.
  ///
  /// - Returns: nil if a word is wider than its line, or if there are more lines than `most`.
  private func greedyEnds(_ width: Double, atMost most: Int) throws -> [Int32]? {
    var ends: [Int32] = []
    var start = -1
    while start < last {
      if ends.count & 0x3F == 0x3F { try cancellation.check() }
      if ends.count == most { return nil }
      var end = try lastFitting(start, width)
      // If the text fits, but not with its hyphen, the line ends at an earlier opportunity.
      while end > start, try length(start, end) > width + LineBreaker.tolerance { end -= 1 }
      if end == start { return nil }
      ends.append(Int32(truncatingIfNeeded: end))
      start = end
    }
    return ends
  }

  /// The last opportunity up to which a line fits without a hyphen; `start` if there is none.
  private func lastFitting(_ start: Int, _ width: Double) throws -> Int {
    let limit =
      (start < 0 ? firstExtra : table.advance(at: start)) + width + LineBreaker.tolerance
    var end = start
    while end < last, table.trimmed(at: end + 1) <= limit {
      end += 1
      if end & 0xFFFF == 0 { try cancellation.check() }
    }
    return end
  }

  /// The ends of exactly `lines` lines, none wider than `width`, whose blank widths have the least
  /// sum of squares; nil if there are none.
  private func evenEnds(_ width: Double, lines: Int) throws -> [Int32]? {
    let count = last + 1
    // Dynamic programming, line by line: for each end of the last line, `sums` has the least sum of
    // squares, and `starts` the start of that line.
    var sums = [Double](repeating: .infinity, count: count)
    var starts: [[Int32]] = []
    for line in 0..<lines {
      var next = [Double](repeating: .infinity, count: count)
      var from = [Int32](repeating: -1, count: count)
      for start in line == 0 ? -1..<0 : 0..<last {
        if start & 0xFF == 0xFF { try cancellation.check() }
        let before = start < 0 ? 0 : sums[start]
        if before == .infinity { continue }
        let fitting = try lastFitting(start, width)
        if fitting == start { continue }
        for end in start + 1...fitting {
          if end & 0xFF == 0xFF { try cancellation.check() }
          let lack = width - (try length(start, end))
          if lack < -LineBreaker.tolerance { continue }
          let sum = before + lack * lack
          if sum < next[end] { (next[end], from[end]) = (sum, Int32(truncatingIfNeeded: start)) }
        }
      }
      sums = next
      starts.append(from)
    }
    if sums[last] == .infinity { return nil }
    var ends = [Int32(truncatingIfNeeded: last)]
    for from in starts.dropFirst().reversed() { ends.append(from[Int(ends[ends.count - 1])]) }
    return ends.reversed()
  }
}
