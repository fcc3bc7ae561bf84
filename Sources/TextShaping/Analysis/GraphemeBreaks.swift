// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel

/// The grapheme clusters of one paragraph. Source: UAX #29.
package struct GraphemeBreaks: Hashable, Sendable {
  /// The number of code units.
  package let length: Int
  /// For each offset from 0 to `length`, 1 where a cluster begins or the text ends; empty when every
  /// code unit is a cluster.
  package let flags: [UInt8]

  package init(length: Int, flags: [UInt8]) {
    self.length = length
    self.flags = flags
  }

  /// Whether every code unit is a cluster.
  @inlinable package var isTrivial: Bool { flags.isEmpty }

  /// Whether a cluster begins at an offset, or the text ends there.
  @inlinable
  package func isBoundary(_ offset: Int) -> Bool { flags.isEmpty || flags[offset] != 0 }

  /// The next boundary after an offset before the end.
  @inlinable
  package func next(after offset: Int) -> Int {
    var i = offset + 1
    if flags.isEmpty { return i }
    while flags[i] == 0 { i += 1 }
    return i
  }

  /// The boundary before an offset that is above 0.
  @inlinable
  package func previous(before offset: Int) -> Int {
    var i = offset - 1
    if flags.isEmpty { return i }
    while flags[i] == 0 { i -= 1 }
    return i
  }

  /// Finds the clusters of one paragraph.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, cancellation: Cancellation = .never
  ) throws -> GraphemeBreaks {
    try cancellation.check()
    let count = text.count
    guard count > 0, unsafe try !isSimple(text, cancellation),
      let rules = BreakRules.rules(.character, language: "")
    else { return GraphemeBreaks(length: count, flags: []) }
    var flags = try [UInt8](repeating: 0, count: count + 1, cancellation)
    flags[0] = 1
    var walker = unsafe BreakWalker(rules, text, cancellation)
    while let boundary = try walker.next() { flags[boundary] = 1 }
    return GraphemeBreaks(length: count, flags: flags)
  }

  /// Whether every unit is a cluster because there is nothing but Latin, without CR LF.
  private static func isSimple(
    _ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> Bool {
    var start = 0
    while start < text.count {
      let end = min(start + 1 << 16, text.count)
      var high: UInt16 = 0
      var hasReturn = false
      for i in start..<end {
        let unit = unsafe text[i]
        high = max(high, unit)
        hasReturn = hasReturn || unit == 0x0D
      }
      if high >= 0x300 || hasReturn { return false }
      start = end
      if start < text.count { try cancellation.check() }
    }
    return true
  }
}
