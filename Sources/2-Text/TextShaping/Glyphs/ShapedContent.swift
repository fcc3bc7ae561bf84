// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextAnalysis
public import TextModel

/// A shaped paragraph without its place in a text.
///
/// Immutable but for the table of breaks, which is made when it is first needed.
@usableFromInline
package final class ShapedContent: Sendable {
  /// The number of code units, terminator excluded.
  @usableFromInline package let length: Int
  @usableFromInline package let baseLevel: UInt8
  package let hasTabs: Bool
  /// Whether some run is combined.
  private let hasCombined: Bool
  /// Whether some run has a ruby.
  let hasRuby: Bool
  @usableFromInline package let style: ParagraphStyle
  @usableFromInline package let runs: [ShapedRun]
  /// The first font of the first style.
  @usableFromInline package let strut: RunOrigin
  /// The bidi levels; `nil` if every code unit has the paragraph's level.
  package let bidi: BidiParagraph?
  /// See ``ShapedParagraph/advance``.
  package let advance: Double
  /// See ``ShapedParagraph/plainWidth``.
  package let plainWidth: Double
  /// Whether the `wrap` of some attachment is not `inline`.
  private let hasFreeAttachment: Bool
  /// The attachments with an `inlinePart`; `nil` if there is none.
  let inlineParts: InlineParts?
  /// The marker of a list's item.
  package let marker: AnnotationLine?
  private let characters: ParagraphCharacters
  private let table = LazyBreakTable()

  init(
    characters: ParagraphCharacters, length: Int, baseLevel: UInt8, style: ParagraphStyle,
    runs: [ShapedRun], strut: RunOrigin, bidi: BidiParagraph?,
    hasTabs: Bool, hasCombined: Bool = false, hasRuby: Bool = false, marker: AnnotationLine? = nil,
    hasFreeAttachment: Bool = false, inlineParts: InlineParts? = nil, cancellation: Cancellation
  ) throws {
    self.characters = characters
    self.length = length
    self.baseLevel = baseLevel
    self.style = style
    self.runs = runs
    self.strut = strut
    self.bidi = bidi
    self.hasTabs = hasTabs
    self.hasCombined = hasCombined
    self.hasRuby = hasRuby
    self.marker = marker
    self.hasFreeAttachment = hasFreeAttachment
    self.inlineParts = inlineParts
    var advance = 0.0
    var isPlain =
      length > 0 && !hasTabs && !style.storage.hangsPunctuation && inlineParts == nil
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      // The advance is summed in the order of the table of breaks, so that both sums are equal.
      advance += run.width
      if run.hasNegativeAdvance { isPlain = false }
    }
    self.advance = advance
    if isPlain, BreakTable.hangs(characters.unit(at: length - 1)) { isPlain = false }
    plainWidth = isPlain ? advance : .nan
  }

  /// Whether the paragraph was shaped with a collection of fonts.
  func hasFonts(_ fonts: ObjectIdentifier?) -> Bool { ObjectIdentifier(strut.fonts) == fonts }

  /// The bytes of the characters, where they are a copy.
  var characterByteCount: Int { characters.byteCount }

  /// Whether the paragraph consists of these code units.
  func holds(_ other: Span<UInt16>) -> Bool {
    length == other.count && characters.begin(with: other)
  }

  package var breaks: BreakTable {
    if let found = table.found { return found }
    do {
      return try findBreaks(.never)
    } catch {
      preconditionFailure("work that cannot be cancelled was cancelled")
    }
  }

  /// Finds the table of breaks, unless it is known.
  ///
  /// - Throws: `CancellationError`.
  @inline(never)
  package func findBreaks(_ cancellation: Cancellation) throws -> BreakTable {
    if let found = table.found { return found }
    if length == 0 { return BreakTable() }
    let made = try characters.withUnits(length) { content throws in
      var hasUnbroken = false
      var languages = try languageSpans(&hasUnbroken, cancellation)
      var breaks = try lineBreaks(content, languages, cancellation)
      if hasCombined || hasRuby { try breaks.join(runs, cancellation) }
      let unbroken =
        hasUnbroken || hasCombined || inlineParts != nil
        ? try UnbrokenSpans(runs, content, inlineParts, cancellation) : nil
      if let unbroken { try breaks.remove(in: unbroken, cancellation) }
      let phrases =
        style.storage.fields.wordBreak == .autoPhrase
        ? try breaks.keepPhrases(of: content, languages, cancellation) : nil
      let hanging = HangingMarks(style, baseLevel: baseLevel)
      let table =
        if let hyphenation = style.storage.fields.hyphenation {
          try BreakTable(
            runs: runs, text: content, breaks: breaks, hyphenation: hyphenation,
            languages: languages, hasRuby: hasRuby, inlineParts: inlineParts, unbroken: unbroken,
            phrases: phrases, hanging: hanging, cancellation: cancellation)
        } else {
          try BreakTable(
            runs: runs, text: content, breaks: breaks, hasRuby: hasRuby, inlineParts: inlineParts,
            unbroken: unbroken, phrases: phrases, hanging: hanging, cancellation: cancellation)
        }
      try languages.release(cancellation)
      return table
    }
    // If two threads find the table at once, the first result is kept.
    return table.set(made)
  }

  /// The opportunities between characters, those within phrases included.
  private func lineBreaks(
    _ content: Span<UInt16>, _ languages: [LineBreaks.LanguageSpan], _ cancellation: Cancellation
  ) throws -> LineBreaks {
    let wordBreak = style.storage.fields.wordBreak
    func resolve(
      _ content: Span<UInt16>, _ languages: [LineBreaks.LanguageSpan]
    ) throws -> LineBreaks {
      var breaks = try LineBreaks.resolve(
        content, languages: languages, strictness: style.storage.fields.lineBreak,
        wordBreak: wordBreak == .autoPhrase ? .normal : wordBreak, cancellation: cancellation)
      if !style.storage.fields.breaksAfterSlashes {
        try breaks.keepLettersBehindSlashes(in: content, cancellation)
      }
      if style.storage.fields.breaksAnywhere {
        try breaks.allowAnywhere(in: content, cancellation)
      }
      return breaks
    }
    if let inlineParts {
      return try inlineParts.lineBreaks(content, languages, cancellation, resolve)
    }
    guard hasFreeAttachment else { return try resolve(content, languages) }
    // Lines break as if boxes outside the lines were absent. A combining mark in place of each such
    // box has this effect (UAX #14, LB9).
    var units: [UInt16] = []
    units.reserveCapacity(content.count)
    for index in 0..<content.count {
      if index & 0xFFFF == 0xFFFF { try cancellation.check() }
      units.append(content[index])
    }
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      if run.kind == .attachment, run.attachment?.wrap != .inline {
        units[run.textRange.start] = 0x0301
      }
    }
    return try resolve(units.span, languages)
  }

  /// The languages of the runs; empty where none is given.
  ///
  /// - Parameter hasUnbroken: Set where lines do not break within some run.
  private func languageSpans(
    _ hasUnbroken: inout Bool, _ cancellation: Cancellation
  ) throws -> [LineBreaks.LanguageSpan] {
    var result: [LineBreaks.LanguageSpan] = []
    // The span that the next run may continue; none while its end is 0.
    var (language, end) = ("", 0)
    var style: ObjectIdentifier?
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      // Most runs share the style of the run before.
      if style != ObjectIdentifier(run.style.storage) {
        style = ObjectIdentifier(run.style.storage)
        if run.style.storage.fields.textWrap == .noWrap { hasUnbroken = true }
        let next = run.style.storage.fields.language
        if next != language {
          if end > 0 {
            if result.count == result.capacity {
              result.reserve(at: run.textRange.start, of: length)
            }
            result.append(LineBreaks.LanguageSpan(end: end, language: language))
          }
          language = next
        }
      }
      end = run.textRange.end
    }
    if end == 0 || result.isEmpty && language.isEmpty { return [] }
    result.append(LineBreaks.LanguageSpan(end: end, language: language))
    return result
  }
}
