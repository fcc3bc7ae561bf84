// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency
import SystemFiles

/// The dictionaries of hyphenation that the system has, each read once.
///
/// Debian and Fedora keep them in `/usr/share/hyphen`, one package a language (`hyphen-de`). A
/// language that has none is looked up once as well: what is installed later is found by the next
/// process.
final class SystemDictionaries: Sendable {
  static let shared = SystemDictionaries(folder: "/usr/share/hyphen")

  private enum Entry: Sendable {
    case found(Hyphenator)
    case none
    case failed(HyphenationError)
  }

  private struct State: Sendable {
    /// The entries by the language asked for.
    var byLanguage: [String: Entry] = [:]
    /// The dictionaries by path, as many languages may share one.
    var byPath: [String: Hyphenator] = [:]
  }

  /// The most languages that are kept; beyond them all are looked up anew.
  private static let languageLimit = 256

  private let folder: Folder
  private let state = Mutex(State())

  init(folder: String) { self.folder = Folder(folder) }

  /// The dictionary of a language; `nil` if there is none.
  ///
  /// - Throws: ``HyphenationError`` or `CancellationError`.
  func dictionary(of language: String, _ cancellation: Cancellation) throws -> Hyphenator? {
    let known = state.withLock { $0.byLanguage[language] }
    switch try known ?? look(for: language, cancellation) {
    case .found(let hyphenator): return hyphenator
    case .none: return nil
    case .failed(let error): throw error
    }
  }

  private func look(for language: String, _ cancellation: Cancellation) throws -> Entry {
    var made = Entry.none
    let path = path(of: language)
    if let path {
      if let known = state.withLock({ $0.byPath[path] }) {
        made = .found(known)
      } else {
        do {
          made = .found(try Hyphenator(dictionary: path, cancellation: cancellation))
        } catch let error as HyphenationError {
          made = .failed(error)
        }
      }
    }
    let entry = made
    let result = state.withLock { state -> (kept: Entry, old: State?) in
      var old: State?
      if state.byLanguage.count >= Self.languageLimit {
        old = state
        state = State()
      }
      var kept = entry
      if let path, case .found(let hyphenator) = entry {
        // If two threads read the file at once, the first result is kept.
        let first = state.byPath[path] ?? hyphenator
        state.byPath[path] = first
        kept = .found(first)
      }
      state.byLanguage[language] = kept
      return (kept, old)
    }
    return result.kept
  }

  /// The path of the dictionary that suits a language best; `nil` if there is none.
  ///
  /// - Parameter language: A BCP 47 tag such as `de-AT`. Tried are `hyph_de_AT.dic`, then
  ///   `hyph_de.dic`, then the language's own country (`hyph_de_DE.dic`, for English and Portuguese
  ///   the United States and Portugal), then the first of another one.
  func path(of language: String) -> String? {
    guard let keys = LanguageKeys(language) else { return nil }
    let name = keys.language
    guard let names = folder.names() else { return nil }
    // The files by their names without differences of case and signs.
    var files: [String: String] = [:]
    for file in names.sorted(by: >) where file.hasPrefix("hyph_") && file.hasSuffix(".dic") {
      files[LanguageKeys.key(file.dropFirst(5).dropLast(4))] = file
    }
    let country = ["en": "us", "cs": "cz", "da": "dk", "el": "gr", "sv": "se", "uk": "ua"]
    let wanted = keys.all + ["\(name)_\(country[name] ?? name)"]
    let found =
      wanted.lazy.compactMap { files[$0] }.first
      ?? files.keys.filter { $0.hasPrefix("\(name)_") }.min { Self.precedes($0, $1) }
      .flatMap { files[$0] }
    return found.map { "\(folder.path)/\($0)" }
  }

  /// The order of keys: shorter ones first, which have a region alone, then by name.
  private static func precedes(_ a: String, _ b: String) -> Bool {
    (a.utf8.count, a) < (b.utf8.count, b)
  }

  /// The language that a file's name tells: `de-AT` for `hyph_de_AT.dic`.
  static func language(ofFile path: String) -> String? {
    guard let file = path.split(separator: "/").last, file.hasPrefix("hyph_"),
      file.hasSuffix(".dic")
    else { return nil }
    let tag = file.dropFirst(5).dropLast(4).split { $0 == "-" || $0 == "_" }
    guard let first = tag.first, (2...8).contains(first.count),
      tag.allSatisfy({ $0.utf8.allSatisfy(LanguageKeys.isLetterOrDigit) })
    else { return nil }
    return tag.joined(separator: "-")
  }
}

extension Hyphenator {
  /// The system's hyphenation of a language, read at the first call and kept.
  ///
  /// Any thread may call it; the first call for a language reads a file.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 tag, such as `de-AT`.
  ///   - cancellation: Polled while the file is read.
  /// - Throws: ``HyphenationError``, with `notInstalled` if there is none, or `CancellationError`.
  public static func system(
    language: String, cancellation: Cancellation = .never
  ) throws -> Hyphenator {
    guard let found = try SystemDictionaries.shared.dictionary(of: language, cancellation) else {
      throw HyphenationError(
        .notInstalled, file: language,
        "no patterns are embedded for it, and the system has no dictionary; Debian's packages are named "
          + "hyphen-*")
    }
    return found
  }
}
