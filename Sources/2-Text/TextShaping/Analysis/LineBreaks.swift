// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextModel

/// The line break opportunities of one paragraph. Source: UAX #14 as ICU tailors it.
package struct LineBreaks: Hashable, Sendable {
  package static let none: UInt8 = 0
  /// A line may end here.
  package static let allowed: UInt8 = 1
  /// A line must end here.
  package static let mandatory: UInt8 = 2

  /// For each offset from 0 to the length, the opportunity *before* that code unit. The last is
  /// `mandatory` after a line terminator, else `allowed`; the first is `none`.
  package internal(set) var flags: [UInt8]

  package init(flags: [UInt8]) { self.flags = flags }

  /// Removes the opportunities inside combined runs and the bases of rubies.
  ///
  /// - Throws: `CancellationError`.
  mutating func join(_ runs: [ShapedRun], _ cancellation: Cancellation) throws {
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if let base = run.annotations?.ruby?.base {
        let range = base.clamped(to: run.textRange)
        for i in range.range where i > base.start { flags[i] = LineBreaks.none }
      }
      if !run.isCombined { return }
      for i in run.textRange.range.dropFirst() { flags[i] = LineBreaks.none }
    }
  }

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

  /// Finds the opportunities of one paragraph.
  ///
  /// - Parameters:
  ///   - languages: In order, covering the text; an empty list means undetermined throughout.
  ///   - strictness: CSS `line-break`.
  ///   - wordBreak: CSS `word-break`.
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
    if wordBreak == .breakAll {
      let letters = try WordBreakTailoring.replacingLetters(of: text, cancellation)
      try find(in: letters.span, languages, strictness, &flags, cancellation)
      let graphemes = try GraphemeBreaks.resolve(text, cancellation: cancellation)
      for i in 0..<count {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        if !graphemes.isBoundary(i) { flags[i] = none }
      }
    } else {
      try find(in: text, languages, strictness, &flags, cancellation)
      try allowHebrewSoftHyphens(in: text, &flags, cancellation)
      if wordBreak == .keepAll {
        try WordBreakTailoring.keepWords(of: text, &flags, cancellation)
      }
    }
    var breaks = LineBreaks(flags: flags)
    if wordBreak == .autoPhrase { _ = try breaks.keepPhrases(of: text, languages, cancellation) }
    return breaks
  }

  /// Marks the opportunities of a text that is not empty.
  private static func find(
    in text: Span<UInt16>, _ languages: [LanguageSpan],
    _ strictness: LineBreakStrictness, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    if strictness == .auto, languages.count < 2, languages.first?.language.isEmpty ?? true,
      let table = BreakRules.rootLineTable
    {
      var resume = 0
      try walk(
        BreakWalker(table, cancellation), { BreakRules.rootLineRules }, text, from: &resume,
        over: 0..<text.count, &flags, cancellation)
    } else {
      try findByLanguage(in: text, languages, strictness, &flags, cancellation)
    }
    if flags[text.count] == none { flags[text.count] = allowed }
  }

  /// The code units that a walk continues beyond its language span to find a boundary. It bounds
  /// the work for texts that change their language inside words.
  private static let overlap = 1024

  /// Marks the opportunities of each part of a text by the rules of its language.
  private static func findByLanguage(
    in text: Span<UInt16>, _ languages: [LanguageSpan],
    _ strictness: LineBreakStrictness, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    func rules(_ span: Int) -> BreakRules? {
      let language = languages.isEmpty ? "" : languages[span].language
      return language.isEmpty && strictness == .auto
        ? BreakRules.rootLineRules
        : BreakRules.rules(.line, language: language, strictness: strictness)
    }
    var start = 0
    // The last boundary so far, from which the walk of the next part resumes.
    var resume = 0
    var span = 0
    var partCount = 0
    repeat {
      partCount += 1
      if partCount & 0xF == 0 { try cancellation.check() }
      let partRules = rules(span)
      span += 1
      // Most languages have the same rules, and are one part.
      while span < languages.count, rules(span) === partRules {
        if span & 0xFF == 0 { try cancellation.check() }
        span += 1
      }
      let end =
        span < languages.count ? min(languages[span - 1].end, text.count) : text.count
      if let partRules, start < end {
        if start - resume > overlap { resume = start }
        let part = text.extracting(0..<min(end + overlap, text.count))
        try walk(
          BreakWalker(partRules, cancellation), { partRules }, part, from: &resume,
          over: start..<end, &flags, cancellation)
      }
      start = end
    } while span < languages.count
  }

  /// Marks the boundaries `b` with `range.lowerBound < b <= range.upperBound`.
  ///
  /// - Parameters:
  ///   - walker: A walker by the rules.
  ///   - rules: The rules, for text that needs a dictionary.
  ///   - resume: The boundary at which the walk begins; the last one marked on return.
  private static func walk(
    _ walker: BreakWalker, _ rules: () -> BreakRules?, _ text: Span<UInt16>,
    from resume: inout Int, over range: Range<Int>, _ flags: inout [UInt8],
    _ cancellation: Cancellation
  ) throws {
    var walker = walker
    var inside: [Int] = []
    var before = resume
    var scanned = 0
    while before < range.upperBound {
      if let boundary = Shortcuts.lineBoundary(after: before, in: text) {
        scanned += 1
        if scanned & 0x3FF == 0 { try cancellation.check() }
        if boundary > range.lowerBound && boundary <= range.upperBound {
          flags[boundary] = allowed
          resume = boundary
        }
        before = boundary
        continue
      }
      walker.move(to: before)
      guard let boundary = try walker.next(in: text) else { return }
      if walker.needsDictionary, let rules = rules() {
        inside.removeAll(keepingCapacity: true)
        try DictionaryBreaker.appendBoundaries(
          in: before..<boundary, of: text, rules: rules, to: &inside, cancellation: cancellation)
        for b in inside where b > range.lowerBound && b <= range.upperBound {
          flags[b] = allowed
          resume = b
        }
      }
      if boundary > range.lowerBound && boundary <= range.upperBound {
        flags[boundary] = walker.status >= 100 ? mandatory : allowed
        resume = boundary
      }
      before = boundary
    }
  }
}
