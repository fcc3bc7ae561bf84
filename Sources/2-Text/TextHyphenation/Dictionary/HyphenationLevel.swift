// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The settings and patterns of one level of a dictionary.
struct HyphenationLevel: Sendable {
  /// The fewest characters before and after a point; 0 where none is set.
  var minimumBefore = 0
  var minimumAfter = 0
  /// The fewest characters from the beginning and to the end of a part of a compound.
  var compoundBefore = 0
  var compoundAfter = 0
  /// The characters beside which no hyphen stands.
  var unhyphenated: [[UInt8]] = []
  var patterns = PatternTable()
}

extension HyphenationLevel {
  /// This level as the only one of a dictionary: above it is one that ends words at hyphens, dashes
  /// and apostrophes, and sets no hyphen there.
  ///
  /// - Throws: `CancellationError`.
  func belowApostrophes(_ cancellation: Cancellation) throws -> [HyphenationLevel] {
    let marks = ["'", "\u{2013}", "\u{2019}", "-"].map { Array($0.utf8) }
    var builder = PatternTableBuilder()
    for mark in marks {
      var digits = [UInt8](repeating: 0, count: mark.count + 1)
      (digits[0], digits[mark.count]) = (1, 1)
      builder.add(mark[...], digits: digits[...], change: nil)
    }
    var upper = HyphenationLevel()
    upper.unhyphenated = marks
    upper.patterns = try builder.table(cancellation)
    upper.minimumBefore = minimumBefore
    upper.minimumAfter = minimumAfter
    func chosen(_ values: Int...) -> Int { values.first { $0 > 0 } ?? 3 }
    upper.compoundBefore = chosen(compoundBefore, minimumBefore)
    upper.compoundAfter = chosen(compoundAfter, minimumAfter)
    return [upper, self]
  }
}
