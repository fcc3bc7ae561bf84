// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

/// The embedding levels of one paragraph. Source: UAX #9, Unicode 15.0.
@usableFromInline package struct BidiParagraph: Hashable, Sendable {
  /// The paragraph's level: 0 left to right, 1 right to left.
  @usableFromInline package let paragraphLevel: UInt8
  /// The number of code units.
  package let length: Int
  /// The level of each code unit, with rule L1 applied to separators, to the white space before
  /// them and at the end; empty when all are ``paragraphLevel``. Characters that rule X9 removes
  /// have the level of the character before them, so that they end no run.
  @usableFromInline package let levels: [UInt8]

  package init(paragraphLevel: UInt8, length: Int, levels: [UInt8]) {
    self.paragraphLevel = paragraphLevel
    self.length = length
    self.levels = levels
  }

  /// The level of one code unit.
  @inlinable
  package func level(at offset: Int) -> UInt8 {
    levels.isEmpty ? paragraphLevel : levels[offset]
  }

  /// The levels of a part of the paragraph.
  ///
  /// - Complexity: O(length of the part).
  package func part(_ range: Range<Int>) -> BidiParagraph {
    BidiParagraph(
      paragraphLevel: paragraphLevel, length: range.count,
      levels: levels.isEmpty ? [] : Array(levels[range]))
  }

  /// Resolves the levels of one paragraph.
  ///
  /// - Complexity: O(length).
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, direction: TextDirection,
    cancellation: Cancellation = .never
  ) throws -> BidiParagraph {
    try cancellation.check()
    if direction != .rightToLeft, try !needsResolving(text, cancellation) {
      return BidiParagraph(paragraphLevel: 0, length: text.count, levels: [])
    }
    if text.isEmpty {
      return BidiParagraph(paragraphLevel: 1, length: 0, levels: [])
    }
    if let paragraph = BidiRuns.resolve(text, direction: direction) {
      return paragraph
    }
    return try BidiResolver.resolve(text, direction: direction, cancellation)
  }

  /// Whether a level other than 0 is possible: the text has a right-to-left character, an Arabic
  /// number or an explicit directional control. The direction is not `rightToLeft`.
  private static func needsResolving(
    _ text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let piece = text.extracting(start..<min(start + CancellationPoller.interval, text.count))
      // Most text lies below the first right-to-left block, U+0590. This loop without branches
      // passes it quickly.
      var highest: UInt16 = 0
      for i in 0..<piece.count { highest = max(highest, piece[i]) }
      if highest >= 0x590 {
        for i in 0..<piece.count where mayNeedResolving(piece[i]) { return true }
      }
      start += piece.count
      if start < text.count { try cancellation.check() }
    }
    return false
  }

  /// Whether a code unit is in a block with right-to-left characters or controls, or is the lead
  /// surrogate of such a character.
  @inline(__always)
  private static func mayNeedResolving(_ unit: UInt16) -> Bool {
    if unit < 0x590 { return false }
    if unit < 0x2000 { return unit < 0x900 }
    if unit < 0x2070 {
      return unit == 0x200F || (unit >= 0x202A && unit <= 0x202E) || unit >= 0x2066
    }
    if unit < 0xD800 { return false }
    if unit < 0xE000 {
      return unit == 0xD802 || unit == 0xD803 || unit == 0xD83A || unit == 0xD83B
    }
    return unit >= 0xFB1D
  }

  /// A run of one level; `range` is relative to the line.
  struct VisualRun: Hashable {
    var range: Range<Int>
    var level: UInt8
  }

  /// The runs of a line from left to right. Source: UAX #9 L2.
  static func visualRuns(_ levels: [UInt8]) -> [VisualRun] {
    var runs: [VisualRun] = []
    var start = 0
    for i in 1..<(levels.count + 1) where i == levels.count || levels[i] != levels[start] {
      if start < i { runs.append(VisualRun(range: start..<i, level: levels[start])) }
      start = i
    }
    reverse(&runs)
    return runs
  }

  /// The indexes of items in visual order, the leftmost first, given the level of each.
  ///
  /// Items are code units, clusters or runs. Source: UAX #9 L2.
  package static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(levels.count)
    for run in visualRuns(levels) {
      if run.level & 1 == 0 {
        order.append(contentsOf: run.range)
      } else {
        order.append(contentsOf: run.range.reversed())
      }
    }
    return order
  }

  /// Rule L2 for runs: from the highest level down to the lowest odd one, reverses each sequence of
  /// runs at that level or above.
  ///
  /// - Complexity: O(runs × levels); there are at most 127 levels.
  private static func reverse(_ runs: inout [VisualRun]) {
    var highest: UInt8 = 0
    var lowest: UInt8 = 255
    for run in runs {
      highest = max(highest, run.level)
      lowest = min(lowest, run.level)
    }
    var level = highest
    while level >= (lowest | 1) && level > 0 {
      var i = 0
      while i < runs.count {
        guard runs[i].level >= level else {
          i += 1
          continue
        }
        var end = i + 1
        while end < runs.count && runs[end].level >= level { end += 1 }
        runs[i..<end].reverse()
        i = end
      }
      level -= 1
    }
  }
}
