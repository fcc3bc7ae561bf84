// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The grapheme clusters of one paragraph. Source: UAX #29.
package struct GraphemeBreaks: Hashable, Sendable {
  /// The number of code units.
  package let length: Int
  /// For each offset from 0 to `length`, 1 where a cluster begins or the text ends; empty when
  /// every code unit is a cluster.
  package let flags: [UInt8]

  package init(length: Int, flags: [UInt8]) {
    self.length = length
    self.flags = flags
  }

  /// Whether every code unit is a cluster.
  @inlinable package var isTrivial: Bool { flags.isEmpty }

  /// Whether an offset is the start of a cluster or the end of the text.
  @inlinable
  package func isBoundary(_ offset: Int) -> Bool { flags.isEmpty || flags[offset] != 0 }

  /// The next boundary after an offset before the end.
  @inlinable
  package func next(after offset: Int) -> Int {
    var i = offset + 1
    if flags.isEmpty { return i }
    while flags[i] == 0 {
      i += 1
      if i - offset == Self.longCluster { return distantNext(after: i - 1) }
    }
    return i
  }

  /// The length from which eight code units of a cluster are passed at once, in code units.
  @usableFromInline static var longCluster: Int { 64 }

  /// The next boundary in a cluster of up to a million code units.
  @inline(never) @usableFromInline
  func distantNext(after offset: Int) -> Int {
    // unsafe: eight flags in one load; the bytes of flags are a valid UInt64.
    let bytes = unsafe flags.span.bytes
    var i = offset + 1
    while i + 8 <= bytes.byteCount,
      unsafe bytes.unsafeLoadUnaligned(fromByteOffset: i, as: UInt64.self) == 0
    {
      i += 8
    }
    while flags[i] == 0 { i += 1 }
    return i
  }

  /// The boundary before an offset above 0.
  @inlinable
  package func previous(before offset: Int) -> Int {
    var i = offset - 1
    if flags.isEmpty { return i }
    while flags[i] == 0 { i -= 1 }
    return i
  }

  /// Finds the clusters of one paragraph.
  ///
  /// Text below U+0300 and plain characters are no work for the rules: a shortcut, which
  /// `AnalysisShortcutTests` compares with the rules alone.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, cancellation: Cancellation = .never
  ) throws -> GraphemeBreaks {
    try cancellation.check()
    let count = text.count
    guard count > 0, try !isLatinWithoutReturn(text, cancellation),
      var walker = rootWalker(cancellation)
    else { return GraphemeBreaks(length: count, flags: []) }
    var result = try [UInt8](repeating: 0, count: count + 1, cancellation)
    var flags = result.mutableSpan
    flags[0] = 1
    let table = CharacterTable.shared
    var start = 0
    var polled = 0
    // Whether the character at `start` is known to be plain.
    var isPlain = false
    while start < count {
      if start - polled >= CancellationPoller.interval {
        polled = start
        try cancellation.check()
      }
      // A plain character and what is attached to it is a cluster; the rest goes to the rules.
      var end = start
      if isPlain || table[UInt32(text[start])].isPlainInClusters {
        end += 1
        // Of plain characters in a row, each but the last is a cluster.
        let stop = min(count, polled + CancellationPoller.interval)
        while end < stop, table[UInt32(text[end])].isPlainInClusters {
          flags[end] = 1
          end += 1
        }
        start = end - 1
        isPlain = false
        while end < count {
          let traits = table[UInt32(text[end])]
          if traits.isPlainInClusters {
            isPlain = true
            break
          }
          if !traits.isAttachedInClusters {
            end = start
            break
          }
          end += 1
          if end - polled >= CancellationPoller.interval {
            polled = end
            try cancellation.check()
          }
        }
      }
      if end == start {
        walker.move(to: start)
        guard let boundary = try walker.next(in: text) else { break }
        end = boundary
      }
      flags[end] = 1
      start = end
    }
    return GraphemeBreaks(length: count, flags: result)
  }

  /// The rules of Unicode; nil where ICU has none.
  static func rootWalker(_ cancellation: Cancellation) -> BreakWalker? {
    if let table = BreakRules.rootCharacterTable { return BreakWalker(table, cancellation) }
    return BreakRules.rootCharacterRules.map { BreakWalker($0, cancellation) }
  }

  /// The code units that are looked at between two decisions; a power of 2.
  private static let latinPiece = 1 << 10

  /// Whether every code unit is a cluster because the text has only characters below U+0300, and no
  /// CR.
  private static func isLatinWithoutReturn(
    _ text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let piece = text.extracting(start..<min(start + latinPiece, text.count))
      var highest: UInt16 = 0
      var hasReturn = false
      for i in piece.indices {
        highest = max(highest, piece[i])
        hasReturn = hasReturn || piece[i] == 0x0D
      }
      if highest >= 0x300 || hasReturn { return false }
      start += piece.count
      if start & 0xFFFF == 0 { try cancellation.check() }
    }
    return true
  }
}
