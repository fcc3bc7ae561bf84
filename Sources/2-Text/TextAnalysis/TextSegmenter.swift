// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
public import TextHyphenation
public import TextModel

/// Finds boundaries and bidi levels in plain text, without a layout.
///
/// All offsets are UTF-16 code units. The functions can be called from any thread. Their time is
/// linear in the length of the text.
public enum TextSegmenter {
  /// A kind of boundary.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Grapheme clusters (user-perceived characters), UAX #29.
    case grapheme
    /// Words and the stretches between them, UAX #29.
    case word
    /// Sentences, UAX #29.
    case sentence
    /// Line break opportunities, UAX #14.
    case line
  }

  /// Line break opportunities.
  public struct Lines: Hashable, Sendable {
    /// All opportunities, ascending, including the text's end and not 0.
    public var breaks: [Int]
    /// The opportunities at which a line must end, ascending.
    public var mandatory: [Int]
  }

  /// The bidi levels of a text as one paragraph and one line.
  public struct Bidi: Hashable, Sendable {
    /// The paragraph's level: 0 for left to right, 1 for right to left.
    public var paragraphLevel: UInt8
    /// The level of each scalar after rule L1; `nil` for scalars that rule X9 removes.
    public var levels: [UInt8?]
    /// The indexes of the scalars that rule X9 does not remove, from left to right. Source: rule
    /// L2.
    public var order: [Int]
  }

  /// The boundaries of a text, ascending, including 0 and the length; none for an empty text.
  ///
  /// - Parameters:
  ///   - kind: The kind of boundary. For `line`, 0 is no boundary;
  ///     ``lineBreaks(in:locale:strictness:wordBreak:cancellation:)`` also gives the mandatory
  ///     ones.
  ///   - text: The UTF-16 code units.
  ///   - locale: A BCP 47 tag; empty or unknown means the root rules.
  ///   - cancellation: Polled between pieces of the text.
  /// - Throws: `CancellationError`.
  public static func breaks(
    _ kind: Kind, in text: [UInt16], locale: String = "", cancellation: Cancellation = .never
  ) throws -> [Int] {
    let rulesKind: BreakRules.Kind
    switch kind {
    case .grapheme: rulesKind = .character
    case .word: rulesKind = .word
    case .sentence: rulesKind = .sentence
    case .line:
      return try lineBreaks(in: text, locale: locale, cancellation: cancellation).breaks
    }
    return try boundaries(rulesKind, of: text.span, locale: locale, cancellation)
  }

  /// The boundaries by the rules and dictionaries of a kind, ascending, including 0 and the length;
  /// none for an empty text.
  ///
  /// - Throws: `CancellationError`.
  static func boundaries(
    _ kind: BreakRules.Kind, of text: Span<UInt16>, locale: String, _ cancellation: Cancellation
  ) throws -> [Int] {
    if text.isEmpty { return [] }
    guard let rules = BreakRules.rules(kind, language: locale) else { return [0, text.count] }
    var breaks = [0]
    var walker = BreakWalker(rules, cancellation)
    var before = 0
    while let boundary = try walker.next(in: text) {
      if walker.needsDictionary {
        try DictionaryBreaker.appendBoundaries(
          in: before..<boundary, of: text, rules: rules, to: &breaks,
          cancellation: cancellation)
      }
      breaks.append(boundary)
      before = boundary
    }
    return breaks
  }

  /// The line break opportunities of a text.
  ///
  /// - Parameters:
  ///   - text: The UTF-16 code units.
  ///   - locale: A BCP 47 tag; empty or unknown means the root rules.
  ///   - strictness: The value of CSS `line-break`.
  ///   - wordBreak: The value of CSS `word-break`.
  ///   - cancellation: Polled between pieces of the text.
  /// - Throws: `CancellationError`.
  public static func lineBreaks(
    in text: [UInt16], locale: String = "", strictness: LineBreakStrictness = .auto,
    wordBreak: WordBreak = .normal, cancellation: Cancellation = .never
  ) throws -> Lines {
    if text.isEmpty { return Lines(breaks: [], mandatory: []) }
    let found = try LineBreaks.resolve(
      text.span, languages: [.init(end: text.count, language: locale)], strictness: strictness,
      wordBreak: wordBreak, cancellation: cancellation)
    var lines = Lines(breaks: [], mandatory: [])
    for (offset, flag) in found.flags.enumerated() where flag != LineBreaks.none && offset > 0 {
      lines.breaks.append(offset)
      if flag == LineBreaks.mandatory { lines.mandatory.append(offset) }
    }
    return lines
  }

  /// The bidi levels and the visual order of a text.
  ///
  /// Paragraph separators inside the text end embeddings, but do not divide the text.
  ///
  /// - Throws: `CancellationError`.
  public static func bidi(
    _ text: [Unicode.Scalar], direction: TextDirection = .auto,
    cancellation: Cancellation = .never
  ) throws -> Bidi {
    var units: [UInt16] = []
    units.reserveCapacity(text.count)
    for scalar in text { units.append(contentsOf: Unicode.UTF16.encode(scalar) ?? .init()) }
    let paragraph = try BidiParagraph.resolve(
      units.span, direction: direction, cancellation: cancellation)
    let table = CharacterTable.shared
    var result = Bidi(paragraphLevel: paragraph.paragraphLevel, levels: [], order: [])
    result.levels.reserveCapacity(text.count)
    var kept: [Int] = []
    var keptLevels: [UInt8] = []
    var offset = 0
    for (index, scalar) in text.enumerated() {
      let level = paragraph.level(at: offset)
      if BidiClass.isRemoved(table[scalar.value].bidiClass) {
        result.levels.append(nil)
      } else {
        result.levels.append(level)
        kept.append(index)
        keptLevels.append(level)
      }
      offset += scalar.value > 0xFFFF ? 2 : 1
    }
    try cancellation.check()
    result.order = BidiParagraph.visualOrder(keptLevels).map { kept[$0] }
    return result
  }

  /// The points at which lines may divide the words of a text, ascending.
  ///
  /// Words with a soft hyphen, and words beside digits, `@` and `_`, have no points. Words that
  /// begin with a capital letter have points like others.
  ///
  /// - Parameters:
  ///   - text: The UTF-16 code units.
  ///   - hyphenator: The dictionary.
  ///   - cancellation: Polled between words.
  /// - Throws: `CancellationError`.
  public static func hyphens(
    in text: [UInt16], by hyphenator: Hyphenator, cancellation: Cancellation = .never
  ) throws -> [HyphenationPoint] {
    let hyphenation = Hyphenation(
      hyphenator, minimumWordLength: 0, minimumBefore: 0, minimumAfter: 0,
      hyphenatesCapitalized: true)
    var finder = HyphenFinder(hyphenation, languages: [], cancellation: cancellation)
    return try finder.points(in: text.span)
  }
}
