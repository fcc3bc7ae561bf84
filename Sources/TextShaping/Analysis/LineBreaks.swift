// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextModel
package import TextRuntime

/// The line break opportunities of one paragraph. Source: UAX #14 as ICU tailors it.
package struct LineBreaks: Hashable, Sendable {
  /// No opportunity.
  package static let none: UInt8 = 0
  /// A line may end here.
  package static let allowed: UInt8 = 1
  /// A line must end here.
  package static let mandatory: UInt8 = 2

  /// For each offset from 0 to the length, what is true of a line end *before* that code unit. The
  /// last is `mandatory` after a line terminator, else `allowed`; the first is `none`.
  package let flags: [UInt8]

  package init(flags: [UInt8]) { self.flags = flags }

  /// A part of a paragraph with one language.
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
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, languages: [LanguageSpan] = [],
    strictness: LineBreakStrictness = .auto, wordBreak: WordBreak = .normal,
    cancellation: Cancellation = .never
  ) throws -> LineBreaks {
    try cancellation.check()
    let count = text.count
    var flags = try [UInt8](repeating: none, count: count + 1, cancellation)
    if count == 0 { return LineBreaks(flags: [allowed]) }
    if wordBreak == .breakAll {
      let letters = unsafe try Ideographs.replacingLetters(of: text, cancellation)
      unsafe try letters.withUnsafeBufferPointer { letters throws in
        unsafe try find(in: letters, languages, strictness, &flags, cancellation)
      }
      let graphemes = unsafe try GraphemeBreaks.resolve(text, cancellation: cancellation)
      for i in 0..<count {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        if !graphemes.isBoundary(i) { flags[i] = none }
      }
    } else {
      unsafe try find(in: text, languages, strictness, &flags, cancellation)
      if wordBreak == .keepAll { unsafe try Ideographs.keepWords(of: text, &flags, cancellation) }
    }
    return LineBreaks(flags: flags)
  }

  /// How far a walk goes on beyond a language's span before it gives up on a boundary there: bounds
  /// the work for texts that change their language inside words.
  private static let overlap = 1024

  private static func find(
    in text: UnsafeBufferPointer<UInt16>, _ languages: [LanguageSpan],
    _ strictness: LineBreakStrictness, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    var start = 0
    // The last boundary so far: a walk in another language takes up there.
    var resume = 0
    var span = 0
    var walks = 0
    repeat {
      walks += 1
      if walks & 0xF == 0 { try cancellation.check() }
      let language = languages.isEmpty ? "" : languages[span].language
      let rules =
        unsafe language.isEmpty && strictness == .auto
        ? BreakRules.rootLineRules : unmanagedRules(language, strictness)
      var end = languages.isEmpty ? text.count : min(languages[span].end, text.count)
      span += 1
      while span < languages.count {
        if span & 0xFF == 0 { try cancellation.check() }
        // Most languages share their rules.
        guard
          unsafe unmanagedRules(languages[span].language, strictness)?.toOpaque()
            == rules?.toOpaque()
        else { break }
        end = min(languages[span].end, text.count)
        span += 1
      }
      if span >= languages.count { end = text.count }
      if let rules = unsafe rules, start < end {
        if start - resume > overlap { resume = start }
        let limit = min(end + overlap, text.count)
        let part = unsafe UnsafeBufferPointer(rebasing: text[0..<limit])
        unsafe try rules._withUnsafeGuaranteedRef { rules throws in
          unsafe try walk(rules, part, from: &resume, over: start..<end, &flags, cancellation)
        }
      }
      start = end
    } while span < languages.count
    if flags[text.count] == none { flags[text.count] = allowed }
  }

  /// Rules without a reference to them, which threads would count in turn; the registry keeps all of them.
  private static func unmanagedRules(
    _ language: String, _ strictness: LineBreakStrictness
  ) -> Unmanaged<BreakRules>? {
    unsafe BreakRules.rules(.line, language: language, strictness: strictness)
      .map(Unmanaged.passUnretained)
  }

  /// Marks the boundaries `b` with `range.lowerBound < b <= range.upperBound`.
  private static func walk(
    _ rules: BreakRules, _ text: UnsafeBufferPointer<UInt16>, from resume: inout Int,
    over range: Range<Int>, _ flags: inout [UInt8], _ cancellation: Cancellation
  ) throws {
    var walker = unsafe BreakWalker(rules, text, from: resume, cancellation)
    var inside: [Int] = []
    var before = resume
    var skipped = 0
    while before < range.upperBound {
      if let boundary = unsafe SimpleWords.boundary(after: before, in: text) {
        skipped += 1
        if skipped & 0x3FF == 0 { try cancellation.check() }
        if boundary > range.lowerBound && boundary <= range.upperBound {
          flags[boundary] = allowed
          resume = boundary
        }
        before = boundary
        continue
      }
      walker.move(to: before)
      guard let boundary = try walker.next() else { return }
      if walker.sawDictionary {
        inside.removeAll(keepingCapacity: true)
        unsafe try DictionaryBreaker.appendBoundaries(
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
