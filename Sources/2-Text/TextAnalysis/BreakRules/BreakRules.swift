// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import SystemConcurrency

/// The boundary rules of one kind and locale, shared by all threads.
///
/// ICU's own iterators cannot be interrupted, belong to one thread, and cost a call for each
/// boundary. ``BreakWalker`` runs ICU's compiled rules in a loop that polls, so the boundaries are
/// ICU's. ICU's iterators remain for stretches that need a dictionary (``DictionaryBreaker``), and
/// for rules in an unknown format (``ChunkedICUBreaks``).
final class BreakRules: Sendable {
  /// The kinds; the numbers are ICU's `UBreakIteratorType`.
  enum Kind: Int32 {
    case character = 0
    case word = 1
    case line = 2
    case sentence = 3
  }

  let kind: Kind
  /// ICU's identifier of the locale that the rules were opened for.
  let locale: String

  /// The compiled rules, by which equal sets of rules are recognized; empty if the format is not
  /// known.
  let bytes: [UInt8]
  /// The state table; `nil` where the format is not known.
  let table: BreakRuleTable?

  init(bytes: [UInt8], kind: Kind, locale: String) {
    self.kind = kind
    self.locale = locale
    table = BreakRuleTable(bytes)
    self.bytes = table == nil ? [] : bytes
  }
}

extension BreakRules {
  private struct Key: Hashable {
    var kind: Kind
    var tag: String
  }

  /// The rules by key, and all distinct sets of rules. The sets are never dropped.
  private struct Registry {
    var byKey: [Key: BreakRules] = [:]
    var distinct: [BreakRules] = []
  }

  private static let registry = Mutex(Registry())

  /// The rules of grapheme clusters, which are the same in all languages.
  static let rootCharacterRules = rules(.character, language: "")
  /// ICU's rules of lines. Only their dictionaries of Thai, Lao, Khmer and Burmese are used.
  static let rootLineRules = rules(.line, language: "")

  /// The table of ``rootCharacterRules``. Callers that use the table alone avoid a reference to the
  /// rules, whose counter all threads would share.
  static let rootCharacterTable = rootCharacterRules?.table

  /// The most keys in the registry. Many keys share one set of rules.
  private static let capacity = 256

  /// The rules for a language.
  ///
  /// - Parameter language: A BCP 47 tag; empty, ill-formed or unknown means the root rules.
  /// - Returns: `nil` where ICU has no data; callers then find no boundaries.
  static func rules(_ kind: Kind, language: String) -> BreakRules? {
    let key = Key(kind: kind, tag: language)
    return registry.withLock { registry in
      if let known = registry.byKey[key] { return known }
      guard let rules = open(key, &registry) else { return nil }
      if registry.byKey.count >= capacity { registry.byKey.removeAll() }
      registry.byKey[key] = rules
      return rules
    }
  }

  /// Opens the rules of a key, or finds equal rules in the registry.
  private static func open(_ key: Key, _ registry: inout Registry) -> BreakRules? {
    let locale = identifier(language: key.tag)
    guard let bytes = ICUBreakIterator(key.kind, locale: locale)?.compiledRules() else {
      return nil
    }
    for known in registry.distinct where known.kind == key.kind {
      if known.table == nil ? known.locale == locale : known.bytes == bytes { return known }
    }
    let rules = BreakRules(bytes: bytes, kind: key.kind, locale: locale)
    registry.distinct.append(rules)
    return rules
  }

  /// ICU's `ULOC_FULLNAME_CAPACITY`.
  private static let localeCapacity = 157

  /// ICU's identifier of a BCP 47 tag.
  private static func identifier(language: String) -> String {
    guard !language.isEmpty, language.utf8.count < 100 else { return "root" }
    var buffer = [CChar](repeating: 0, count: localeCapacity)
    // unsafe: ICU writes at most `localeCapacity` characters, including the zero at the end.
    guard unsafe ctext_icu_locale(language, &buffer, Int32(localeCapacity)) else { return "root" }
    return string(buffer)
  }

  private static func string(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
