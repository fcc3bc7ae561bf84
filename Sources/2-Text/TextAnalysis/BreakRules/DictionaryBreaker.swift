// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Boundaries inside stretches of Thai, Lao, Khmer and Burmese (for words also Chinese and
/// Japanese), by ICU's dictionaries.
///
/// An ICU call cannot be cancelled, so long stretches are analysed in overlapping chunks. ICU's
/// engines look a few words ahead, so boundaries well before a chunk's end equal the boundaries in
/// the whole stretch. The next chunk begins at the last of these boundaries.
enum DictionaryBreaker {
  /// The number of code units in a chunk, which takes less than half a millisecond.
  static let chunk = 1024
  /// The number of code units at a chunk's end in which boundaries may be wrong, and are not used.
  static let margin = 256

  /// Appends the boundaries strictly inside `range`, in which the rules alone find no boundary.
  ///
  /// - Throws: `CancellationError`.
  static func appendBoundaries(
    in range: Range<Int>, of text: Span<UInt16>, rules: BreakRules,
    to boundaries: inout [Int], cancellation: Cancellation
  ) throws {
    try pool.withScratch { iterators throws in
      guard let iterator = iterators.iterator(for: rules) else { return }
      var start = range.lowerBound
      var length = chunk
      while start < range.upperBound {
        try cancellation.check()
        let end = min(start + length, range.upperBound)
        let isLast = end == range.upperBound
        let trusted = isLast ? end - 1 : end - margin
        var reached = start
        let isRead = iterator.forEachBoundary(in: text.extracting(start..<end)) { offset in
          if start + offset > trusted { return false }
          reached = start + offset
          boundaries.append(reached)
          return true
        }
        if !isRead || isLast { return }
        if reached == start {
          length *= 2
        } else {
          start = reached
          length = chunk
        }
      }
    }
  }

  private static let pool = ScratchPool<Iterators> { Iterators() }

  /// The iterators of one thread, one for each set of rules.
  private final class Iterators {
    private var byRules: [ObjectIdentifier: ICUBreakIterator] = [:]

    func iterator(for rules: BreakRules) -> ICUBreakIterator? {
      let key = ObjectIdentifier(rules)
      if let known = byRules[key] { return known }
      let opened = ICUBreakIterator(rules.kind, locale: rules.locale)
      byRules[key] = opened
      return opened
    }
  }
}
