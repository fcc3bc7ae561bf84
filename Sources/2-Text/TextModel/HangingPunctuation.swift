// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The punctuation marks that hang beyond the edges of lines: a hanging mark is drawn and can be
/// hit, but its width does not count when lines are filled, aligned and justified.
///
/// At most one punctuation mark hangs at each edge, and only in the paragraph's own direction. With
/// ``LineBreaking/optimal(_:)`` and ``LineBreaking/balanced`` lines are chosen as if every mark
/// that may hang did. In the last line of a truncated text, which ends in a token, no mark hangs.
///
/// Source: CSS Text 3, 8.2, `hanging-punctuation`.
public struct HangingPunctuation: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An opening bracket or a quote at the beginning of the paragraph.
  public static let first = HangingPunctuation(rawValue: 1)
  /// A closing bracket or a quote at the end of the paragraph.
  public static let last = HangingPunctuation(rawValue: 2)
  /// A stop or comma at the end of a line that has no room for it.
  public static let allowEnd = HangingPunctuation(rawValue: 4)
  /// A stop or comma at the end of each line.
  public static let forceEnd = HangingPunctuation(rawValue: 8)
}
