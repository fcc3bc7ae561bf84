// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextHyphenation
package import TextModel

/// Finds the words of a paragraph and the points at which they may be divided.
///
/// A word is a run of letters and their combining marks, with apostrophes and the Catalan middle
/// dot between letters. A word has no points if it has a soft hyphen, if it stands beside a digit,
/// `@` or `_`, or if it begins with a capital letter and the hyphenation leaves out such words.
package struct HyphenFinder {
  private let hyphenation: Hyphenation
  private let languages: [LineBreaks.LanguageSpan]
  private let cancellation: Cancellation
  private var span = 0
  /// The dictionary of the language that was looked up last.
  private var last: (language: String, hyphenator: Hyphenator?)?

  /// - Parameter languages: The languages of the text's parts, in order; an empty list means that
  ///   the language is undetermined.
  package init(
    _ hyphenation: Hyphenation, languages: [LineBreaks.LanguageSpan],
    cancellation: Cancellation = .never
  ) {
    (self.hyphenation, self.languages) = (hyphenation, languages)
    self.cancellation = cancellation
  }

  /// Finds the points of a paragraph, in ascending order, as offsets from its beginning.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n*), a microsecond or two for each word.
  package mutating func points(in text: Span<UInt16>) throws -> [HyphenationPoint] {
    var found: [HyphenationPoint] = []
    if case .none = hyphenation.source { return found }
    var (offset, polled) = (0, 0)
    while offset < text.count {
      if offset - polled > 0x1FF {
        polled = offset
        try cancellation.check()
      }
      var word = Word(in: text, at: offset)
      if word.isEmpty {
        offset += 1
        continue
      }
      // A word may be as long as the text, so it is read in pieces with a poll between them.
      while word.goesOn {
        try cancellation.check()
        word.extend(in: text)
      }
      try divide(word, of: text, into: &found)
      offset = word.end
    }
    return found
  }

  private mutating func divide(
    _ word: Word, of text: Span<UInt16>, into found: inout [HyphenationPoint]
  ) throws {
    guard word.characterCount >= max(2, hyphenation.minimumWordLength), !word.hasSoftHyphen,
      word.end - word.start <= Hyphenator.maximumWordLength,
      word.start == 0 || !Self.binds(text[word.start - 1]),
      word.end == text.count || !Self.binds(text[word.end])
    else { return }
    let language = language(at: word.start)
    guard let hyphenator = try hyphenator(for: language) else { return }
    if word.isCapitalized {
      let language = (hyphenator.language ?? language).prefix { $0 != "-" && $0 != "_" }
      guard hyphenation.hyphenatesCapitalized ?? (language == "de" || language == "lb") else {
        return
      }
    }
    let points = hyphenator.points(
      in: text.extracting(word.start..<word.end), minimumBefore: hyphenation.minimumBefore,
      minimumAfter: hyphenation.minimumAfter)
    for point in points {
      let offset = word.start + point.offset
      if WordCharacters.isMark(text, at: offset) { continue }
      let replacement = point.replacement.map { change in
        HyphenationPoint.Replacement(
          range: (word.start + change.range.lowerBound)..<(word.start + change.range.upperBound),
          before: change.before, after: change.after)
      }
      found.append(HyphenationPoint(offset: offset, replacement: replacement))
    }
  }

  private mutating func language(at offset: Int) -> String {
    while span < languages.count - 1, languages[span].end <= offset { span += 1 }
    return span < languages.count ? languages[span].language : ""
  }

  private mutating func hyphenator(for language: String) throws -> Hyphenator? {
    if let own = hyphenation.hyphenator { return own }
    if language.isEmpty { return nil }
    if let last, last.language == language { return last.hyphenator }
    let found = try Hyphenator.available(language: language, cancellation)
    last = (language, found)
    return found
  }

  /// Whether a code unit beside a word shows that the word is part of a number, an address or an
  /// identifier, which is not divided.
  private static func binds(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x30...0x39, 0x40, 0x5F: true
    default: false
    }
  }
}
