// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// Reads the packed patterns of a language, which `Scripts/build/hyphenation` makes of TeX's and
/// describes.
///
/// In TeX all patterns that fit a word count, also those that end where a longer one ends, so each
/// state of the automaton inherits the digits of the shorter patterns. The patterns of a dictionary
/// need not be inherited: there, the longer ones hold the digits of the shorter ones.
///
/// Source: F. M. Liang, *Word Hy-phen-a-tion by Com-put-er*, 1983.
struct PackedPatterns {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The levels, as a dictionary has them; `nil` where the bytes end too early.
  ///
  /// - Throws: `CancellationError`.
  mutating func levels(_ cancellation: Cancellation) throws -> [HyphenationLevel]? {
    var level = HyphenationLevel()
    guard let before = next(), let after = next(), let apostrophes = next(), let low = next(),
      let high = next()
    else { return nil }
    (level.minimumBefore, level.minimumAfter) = (Int(before), Int(after))
    var rows: [ArraySlice<UInt8>] = []
    rows.reserveCapacity(low + high << 8)
    for _ in 0..<(low + high << 8) {
      guard let count = next(), let row = next(count) else { return nil }
      rows.append(row)
    }
    var builder = PatternTableBuilder()
    var letters: [UInt8] = []
    var count = 0
    while let head = next() {
      count += 1
      if count & 0xFF == 0 { try cancellation.check() }
      guard let shared = length(head >> 4), let added = length(head & 15),
        shared <= letters.count, let end = next(added), let row = number(), row < rows.count
      else { return nil }
      letters.removeSubrange(shared...)
      letters += end
      builder.add(letters[...], digits: rows[row], change: nil)
    }
    level.patterns = try builder.table(inheriting: true, cancellation)
    return try apostrophes != 0 ? [level] : level.belowApostrophes(cancellation)
  }

  private mutating func next() -> Int? {
    guard place < bytes.count else { return nil }
    place += 1
    return Int(bytes[place - 1])
  }

  private mutating func next(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - place else { return nil }
    place += count
    return bytes[(place - count)..<place]
  }

  /// A length of four bits, or of a byte where these are not enough.
  private mutating func length(_ bits: Int) -> Int? { bits < 15 ? bits : next() }

  /// A number of one byte or two.
  private mutating func number() -> Int? {
    guard let low = next() else { return nil }
    if low < 0x80 { return low }
    return next().map { low & 0x7F | $0 << 7 }
  }
}
