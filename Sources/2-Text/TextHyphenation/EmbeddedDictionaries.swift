// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHyphenationPatterns
public import SystemConcurrency

/// The patterns that are embedded in the program, each language read once, when it is asked for.
///
/// Decision: all programs hold the patterns, unlike the embedded fonts, which a program links on
/// request. The patterns take only 0.7 MB, and without them a text would be divided in one program
/// and not in another.
final class EmbeddedDictionaries: Sendable {
  static let shared = EmbeddedDictionaries()

  /// The tags of the languages.
  let languages: [String]
  /// The entry of each language, by its key.
  private let entries: [String: Int]
  /// The hyphenations that have been read, by their entries.
  private let read = Mutex<[Int: Hyphenator]>([:])

  private init() {
    var languages: [String] = []
    var entries: [String: Int] = [:]
    // The table is constant: its strings and bytes live as long as the program.
    var count = 0
    let table = unsafe ctext_hyphenation_patterns(&count)
    for entry in 0..<count {
      for tag in unsafe String(cString: table[entry].tags).split(separator: " ") {
        languages.append(String(tag))
        entries[LanguageKeys.key(tag)] = entry
      }
    }
    (self.languages, self.entries) = (languages, entries)
  }

  /// The patterns of a language; `nil` if it has none here.
  ///
  /// - Throws: `CancellationError`.
  func dictionary(of language: String, _ cancellation: Cancellation) throws -> Hyphenator? {
    guard let keys = LanguageKeys(language),
      let key = keys.all.first(where: { entries[$0] != nil }), let entry = entries[key]
    else { return nil }
    if let known = read.withLock({ $0[entry] }) { return known }
    // As in `init()`: the entry is one of the table, whose bytes are constant.
    var count = 0
    let source = unsafe ctext_hyphenation_patterns(&count)[entry]
    let bytes = unsafe Array(UnsafeBufferPointer(start: source.bytes, count: source.count))
    let tags = unsafe String(cString: source.tags).split(separator: " ")
    var patterns = PackedPatterns(bytes)
    guard let levels = try patterns.levels(cancellation), let tag = tags.first else { return nil }
    let made = Hyphenator(levels, name: "embedded \(tag)", language: String(tag))
    return read.withLock { read in
      // If two threads read the entry at once, the first result is kept.
      let kept = read[entry] ?? made
      read[entry] = kept
      return kept
    }
  }
}

extension Hyphenator {
  /// The languages whose patterns are embedded in the program, as BCP 47 tags, such as `de` and
  /// `en-GB`.
  public static var embeddedLanguages: [String] { EmbeddedDictionaries.shared.languages }

  /// The embedded hyphenation of a language, read at the first call and kept; `nil` if there is
  /// none.
  ///
  /// These are the patterns of TeX's hyph-utf8, with the fewest characters before and behind a
  /// hyphen that it names for each language. A region without patterns of its own falls back to
  /// its language.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 tag, such as `de-AT`.
  ///   - cancellation: Polled while the patterns are read.
  /// - Throws: `CancellationError`.
  public static func embedded(
    language: String, cancellation: Cancellation = .never
  ) throws -> Hyphenator? {
    try EmbeddedDictionaries.shared.dictionary(of: language, cancellation)
  }
}
