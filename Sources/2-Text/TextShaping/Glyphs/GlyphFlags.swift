// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Facts about one glyph.
package struct GlyphFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// Creates flags from their bits.
  @inlinable
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Text cannot be cut before this glyph's cluster without shaping both sides again.
  package static let unsafeToBreak = GlyphFlags(rawValue: 1)
}
