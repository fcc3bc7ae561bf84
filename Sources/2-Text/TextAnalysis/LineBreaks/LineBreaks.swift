// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

/// The line break opportunities of one paragraph, as ``LineBreakRules`` find them. Source: UAX #14.
@usableFromInline package struct LineBreaks: Hashable, Sendable {
  @inlinable package static var none: UInt8 { 0 }
  /// A line may end here.
  @inlinable package static var allowed: UInt8 { 1 }
  /// A line must end here.
  @inlinable package static var mandatory: UInt8 { 2 }

  /// For each offset from 0 to the length, the opportunity *before* that code unit. The first flag
  /// is `none`. The last flag is `mandatory` after a line terminator, else `allowed`.
  package var flags: [UInt8]

  package init(flags: [UInt8]) { self.flags = flags }

  /// A part of a paragraph in one language.
  package struct LanguageSpan: Hashable, Sendable {
    /// The code unit after the part.
    package var end: Int
    /// A BCP 47 tag; empty means undetermined.
    package var language: String

    package init(end: Int, language: String) {
      self.end = end
      self.language = language
    }
  }

  /// Takes back the opportunities between a `/` and an ASCII letter, as browsers have it: `and/or`
  /// and addresses stay whole where they can.
  ///
  /// - Throws: `CancellationError`.
  package mutating func keepLettersBehindSlashes(
    in text: Span<UInt16>, _ cancellation: Cancellation
  ) throws {
    for index in text.indices.dropFirst() where text[index - 1] == 0x2F {
      if index & 0x3FFF == 0x3FFF { try cancellation.check() }
      let letter = text[index] | 0x20
      if (0x61...0x7A).contains(letter), flags[index] == Self.allowed { flags[index] = Self.none }
    }
  }

  /// Finds the opportunities of one paragraph.
  ///
  /// - Parameters:
  ///   - languages: The parts in order, which cover the text; an empty list means that the language
  ///     is undetermined.
  ///   - strictness: The value of CSS `line-break`.
  ///   - wordBreak: The value of CSS `word-break`.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, languages: [LanguageSpan] = [],
    strictness: LineBreakStrictness = .auto, wordBreak: WordBreak = .normal,
    cancellation: Cancellation = .never
  ) throws -> LineBreaks {
    try cancellation.check()
    let count = text.count
    var flags = try [UInt8](repeating: none, count: count + 1, cancellation)
    if count == 0 { return LineBreaks(flags: [allowed]) }
    try find(in: text, languages, strictness, wordBreak, &flags, cancellation)
    if wordBreak == .breakAll {
      let graphemes = try GraphemeBreaks.resolve(text, cancellation: cancellation)
      for i in 0..<count {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        if !graphemes.isBoundary(i) { flags[i] = none }
      }
    } else if wordBreak == .keepAll {
      try WordBreakTailoring.keepWords(of: text, &flags, cancellation)
    }
    var breaks = LineBreaks(flags: flags)
    if wordBreak == .autoPhrase { _ = try breaks.keepPhrases(of: text, languages, cancellation) }
    return breaks
  }

  /// Marks the opportunities of a text that is not empty, each part by the rules of its language.
  private static func find(
    in text: Span<UInt16>, _ languages: [LanguageSpan], _ strictness: LineBreakStrictness,
    _ wordBreak: WordBreak, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    var scanner = LineBreakScanner(cancellation)
    var marks = flags.mutableSpan
    for (index, span) in languages.enumerated().dropLast() {
      if index & 0xF == 0xF { try cancellation.check() }
      let tailoring = LineBreakTailoring.of(language: span.language, strictness, wordBreak)
      try scanner.scan(text, to: min(span.end, text.count), tailoring, &marks)
    }
    let language = languages.last?.language ?? ""
    try scanner.scan(
      text, to: text.count, .of(language: language, strictness, wordBreak), &marks)
    scanner.finish(text, &marks)
  }
}
