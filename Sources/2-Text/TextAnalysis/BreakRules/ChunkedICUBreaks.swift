// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Boundaries by ICU's own iterator, for compiled rules in a format that ``BreakRuleTable`` does
/// not read.
///
/// An ICU call cannot be cancelled, so the text is analysed in chunks. Each chunk begins at a
/// boundary, where all rules start afresh. Boundaries in the last ``margin`` code units of a chunk
/// may be wrong and are found again in the next chunk. If a chunk has no boundary before them, it
/// is made twice as long. Belongs to one caller.
final class ChunkedICUBreaks {
  /// The number of code units in a chunk.
  static let chunk = 2048
  /// The number of code units at a chunk's end in which boundaries may be wrong, and are not used.
  static let margin = 256

  private let iterator: ICUBreakIterator?
  private var found: [(offset: Int, status: Int32)] = []
  private var index = 0

  init(_ rules: BreakRules) { iterator = ICUBreakIterator(rules.kind, locale: rules.locale) }

  /// The next boundary after an offset before the text's end, and its rule status.
  ///
  /// - Throws: `CancellationError`.
  func next(
    after position: Int, in text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> (offset: Int, status: Int32) {
    while index < found.count, found[index].offset <= position { index += 1 }
    if index < found.count { return found[index] }
    guard let iterator else { return (text.count, 0) }
    var length = Self.chunk
    while true {
      try cancellation.check()
      let end = min(position + length, text.count)
      let trusted = end == text.count ? end : end - Self.margin
      found.removeAll(keepingCapacity: true)
      index = 0
      let isRead = iterator.forEachBoundary(in: text.extracting(position..<end)) { offset in
        if position + offset > trusted { return false }
        found.append((position + offset, iterator.status))
        return true
      }
      guard isRead else { return (text.count, 0) }
      if let first = found.first { return first }
      if end == text.count { return (end, 0) }
      length *= 2
    }
  }
}
