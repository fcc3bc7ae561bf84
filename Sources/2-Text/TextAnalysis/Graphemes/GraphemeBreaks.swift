// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The grapheme clusters of one paragraph. Source: UAX #29.
@usableFromInline package struct GraphemeBreaks: Hashable, Sendable {
  /// The number of code units.
  package let length: Int
  /// For each offset from 0 to `length`, 1 where a cluster begins or the text ends; empty when
  /// every code unit is a cluster.
  @usableFromInline package let flags: [UInt8]

  package init(length: Int, flags: [UInt8]) {
    self.length = length
    self.flags = flags
  }

  /// Whether every code unit is a cluster.
  @inlinable package var isTrivial: Bool { flags.isEmpty }

  /// Whether an offset is the start of a cluster or the end of the text.
  @inlinable
  package func isBoundary(_ offset: Int) -> Bool { flags.isEmpty || flags[offset] != 0 }

  /// The next boundary after an offset before the text's end.
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

  /// The length of a cluster, in code units, from which the search for its end takes eight flags at
  /// once.
  @usableFromInline static var longCluster: Int { 64 }

  /// The next boundary in a cluster of up to a million code units.
  @inline(never) @usableFromInline
  func distantNext(after offset: Int) -> Int {
    // unsafe: reads eight flags in one load; any eight bytes are a valid UInt64.
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

  /// The most code units of a cluster that are examined where a result depends on more than its
  /// first character.
  @inlinable package static var longestExamined: Int { 64 }

  /// Finds the clusters of one paragraph.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, cancellation: Cancellation = .never
  ) throws -> GraphemeBreaks {
    try cancellation.check()
    let count = text.count
    guard count > 0, try !hasNoClusters(text, cancellation),
      var walker = rootWalker(cancellation)
    else { return GraphemeBreaks(length: count, flags: []) }
    var result = try [UInt8](repeating: 0, count: count + 1, cancellation)
    var flags = result.mutableSpan
    flags[0] = 1
    var start = 0
    var polled = 0
    // Whether the character at `start` is already known to be plain, so that it is not looked up.
    var isPlain = false
    while start < count {
      if start - polled >= CancellationPoller.interval {
        polled = start
        try cancellation.check()
      }
      // Clusters of plain characters are found without the state machine of the rules.
      var end = start
      try skipPlainClusters(
        text, from: &start, to: &end, &isPlain, &polled, &flags, cancellation)
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

  /// Unicode's rules of grapheme clusters; `nil` where ICU has none.
  static func rootWalker(_ cancellation: Cancellation) -> BreakWalker? {
    if let table = BreakRules.rootCharacterTable { return BreakWalker(table, cancellation) }
    return BreakRules.rootCharacterRules.map { BreakWalker($0, cancellation) }
  }
}
