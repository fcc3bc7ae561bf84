// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
package import TextRuntime

/// The embedding levels of one paragraph. Source: UAX #9, Unicode 15.0.
package struct BidiParagraph: Hashable, Sendable {
  /// The paragraph's level: 0 left to right, 1 right to left.
  package let paragraphLevel: UInt8
  /// The number of code units.
  package let length: Int
  /// The level of each code unit, rule L1 applied to separators, to the white space before them and
  /// at the end; empty when all have ``paragraphLevel``. Characters that rule X9 removes have the
  /// level of the character before them, so that they end no run.
  package let levels: [UInt8]

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

  /// Resolves the levels of one paragraph.
  ///
  /// - Parameter takesShortCuts: Off in tests: short cuts change no level.
  /// - Complexity: O(length), whatever the text.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, direction: TextDirection,
    cancellation: Cancellation = .never, takesShortCuts: Bool = true
  ) throws -> BidiParagraph {
    try cancellation.check()
    if direction != .rightToLeft, unsafe try !needsResolving(text, cancellation) {
      return BidiParagraph(paragraphLevel: 0, length: text.count, levels: [])
    }
    if text.isEmpty {
      return BidiParagraph(paragraphLevel: 1, length: 0, levels: [])
    }
    if takesShortCuts, let paragraph = unsafe BidiRuns.resolve(text, direction: direction) {
      return paragraph
    }
    var resolver = unsafe BidiResolver(text, cancellation)
    defer { resolver.free() }
    try resolver.classify()
    let level = try resolver.resolve(direction)
    return BidiParagraph(
      paragraphLevel: level, length: text.count, levels: try resolver.finish(level))
  }

  /// Whether a text that is not right to left by decree may have a level other than 0: it holds a
  /// right-to-left character, an Arabic number, or an explicit directional control.
  private static func needsResolving(
    _ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let end = min(start + BidiResolver.pollInterval, text.count)
      // Most text stays below the first right-to-left block; this loop has no branches.
      var high: UInt16 = 0
      for i in start..<end { high = max(high, unsafe text[i]) }
      if high >= 0x590 {
        for i in start..<end where mayBeRightToLeft(unsafe text[i]) { return true }
      }
      start = end
      if start < text.count { try cancellation.check() }
    }
    return false
  }

  /// Whether a code unit is in, or leads to, a block that holds right-to-left characters or controls.
  @inline(__always)
  private static func mayBeRightToLeft(_ u: UInt16) -> Bool {
    if u < 0x590 { return false }
    if u < 0x2000 { return u < 0x900 }
    if u < 0x2070 { return u == 0x200F || (u >= 0x202A && u <= 0x202E) || u >= 0x2066 }
    if u < 0xD800 { return false }
    if u < 0xE000 { return u == 0xD802 || u == 0xD803 || u == 0xD83A || u == 0xD83B }
    return u >= 0xFB1D
  }

  /// The levels of one line: rule L1 applied to the white space at its end.
  ///
  /// - Parameter text: The text of the whole paragraph.
  /// - Returns: One level for each code unit of `range`; empty when all have ``paragraphLevel``.
  package func lineLevels(
    _ range: Range<Int>, in text: UnsafeBufferPointer<UInt16>
  ) -> [UInt8] {
    if levels.isEmpty { return [] }
    var line = Array(levels[range])
    var i = range.upperBound
    while i > range.lowerBound {
      let (scalar, length) = unsafe decodeScalar(text, before: i)
      let traits = CharacterTable.shared[scalar]
      guard BidiClass.isResetAtLineEnd(traits.bidiClass) else { break }
      for k in max(i - length, range.lowerBound)..<i { line[k - range.lowerBound] = paragraphLevel }
      i -= length
    }
    return line.allSatisfy { $0 == paragraphLevel } ? [] : line
  }

  /// A run of one level; `range` is relative to the line.
  package struct VisualRun: Hashable, Sendable {
    package var range: Range<Int>
    package var level: UInt8

    package init(range: Range<Int>, level: UInt8) {
      self.range = range
      self.level = level
    }
  }

  /// The runs of a line from left to right. Source: UAX #9 L2.
  package static func visualRuns(_ levels: [UInt8]) -> [VisualRun] {
    var runs: [VisualRun] = []
    var start = 0
    for i in 1..<(levels.count + 1) where i == levels.count || levels[i] != levels[start] {
      if start < i { runs.append(VisualRun(range: start..<i, level: levels[start])) }
      start = i
    }
    reverse(&runs)
    return runs
  }

  /// The visual order of items that have these levels: the index of the leftmost item first.
  ///
  /// Items may be units, clusters or runs. Source: UAX #9 L2.
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

  /// Rule L2 for runs: from the highest level down, everything at that level or above is reversed.
  ///
  /// A level reverses every run at most once, and there are at most 127 levels.
  private static func reverse(_ runs: inout [VisualRun]) {
    var highest: UInt8 = 0
    var lowest: UInt8 = 255
    for run in runs {
      highest = max(highest, run.level)
      lowest = min(lowest, run.level)
    }
    var l = highest
    while l >= (lowest | 1) && l > 0 {
      var i = 0
      while i < runs.count {
        guard runs[i].level >= l else {
          i += 1
          continue
        }
        var end = i + 1
        while end < runs.count && runs[end].level >= l { end += 1 }
        runs[i..<end].reverse()
        i = end
      }
      l -= 1
    }
  }
}
