// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// The embedding levels of one paragraph. Source: UAX #9.
package struct BidiParagraph: Hashable, Sendable {
  /// The paragraph's level: 0 left to right, 1 right to left.
  package let paragraphLevel: UInt8
  /// The number of code units.
  package let length: Int
  /// The level of each code unit, rule L1 applied to separators and to the white space before them;
  /// empty when all have ``paragraphLevel``. Characters that rule X9 removes have the level of the
  /// character before them, so that they end no run.
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
  /// - Complexity: O(length), whatever the text.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, direction: TextDirection,
    cancellation: Cancellation = .never
  ) throws -> BidiParagraph {
    try cancellation.check()
    return BidiParagraph(
      paragraphLevel: direction == .rightToLeft ? 1 : 0, length: text.count, levels: [])
  }

  /// The levels of one line: rule L1 applied to the white space at its end.
  ///
  /// - Parameter text: The text of the whole paragraph.
  /// - Returns: One level for each code unit of `range`; empty when all have ``paragraphLevel``.
  package func lineLevels(
    _ range: Range<Int>, in text: UnsafeBufferPointer<UInt16>
  ) -> [UInt8] {
    levels.isEmpty ? [] : Array(levels[range])
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
    levels.isEmpty ? [] : [VisualRun(range: 0..<levels.count, level: levels[0])]
  }

  /// The visual order of items that have these levels: the index of the leftmost item first.
  ///
  /// Items may be units, clusters or runs. Source: UAX #9 L2.
  package static func visualOrder(_ levels: [UInt8]) -> [Int] {
    Array(levels.indices)
  }
}
