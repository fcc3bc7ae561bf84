// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextModel
import TextRuntime

/// The boundary rules of one kind and locale, shared by all threads.
///
/// ICU's own iterator cannot be interrupted, belongs to one thread, and costs a call for each
/// boundary. ``BreakWalker`` runs ICU's compiled rules (the state table and the category trie that
/// `ubrk_getBinaryRules` hands out) in a loop that polls, so the results are ICU's. Only stretches of
/// scripts that need a dictionary go to a real iterator (``DictionaryBreaker``), and everything where an ICU
/// has rules in another format (``IteratorBreaks``).
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

  /// A copy of the compiled rules, to know equal ones by; empty where the format is not known.
  let bytes: [UInt8]
  /// The compiled rules, or `nil` where their format is not known.
  let table: RuleTable?

  /// Reads compiled rules.
  init(bytes: [UInt8], kind: Kind, locale: String) {
    self.kind = kind
    self.locale = locale
    table = RuleTable(bytes)
    self.bytes = table == nil ? [] : bytes
  }
}

// @unchecked Sendable: nothing is mutable; all of these point into memory that is written before `init` returns and
// lives as long as the process: nothing frees it, since the registry below keeps every set of rules.

/// ICU's state table of one set of rules.
@safe
struct RuleTable: @unchecked Sendable {
  let states: UnsafePointer<UInt16>
  let trie: UnsafePointer<UCPTrie>
  let trieIndex: UnsafePointer<UInt16>
  let trieData: UnsafePointer<UInt8>
  private let statuses: UnsafePointer<Int32>
  /// The 16-bit numbers of a state: accepting, look-ahead, status, then the next state by category.
  let rowLength: Int
  let dictionaryCategory: Int
  let lookAheads: Int
  let needsStart: Bool

  /// - Returns: `nil` for rules of a format that this reader does not know.
  init?(_ bytes: [UInt8]) {
    // RBBIDataHeader: magic, format version, length, categories, then offset and length of the
    // forward table, the reverse table, the trie, the rule source and the status table.
    guard bytes.count >= 80 else { return nil }
    func word(_ offset: Int) -> Int {
      Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
        | Int(bytes[offset + 3]) << 24
    }
    guard word(0) == 0xB1A0, bytes[4] == 6, word(8) <= bytes.count else { return nil }
    let categories = word(12)
    let (table, tableLength) = (word(16), word(20))
    let (trieStart, trieLength) = (word(32), word(36))
    let (statusStart, statusLength) = (word(48), word(52))
    for (start, length) in [
      (table, tableLength), (trieStart, trieLength), (statusStart, statusLength),
    ] where start < 80 || length <= 0 || start + length > bytes.count {
      return nil
    }
    let stateCount = word(table)
    let rowBytes = word(table + 4)
    let flags = word(table + 16)
    let isNarrow = flags & 4 != 0
    let width = isNarrow ? 1 : 2
    guard stateCount > 1, stateCount < 1 << 14, rowBytes == (categories + 3) * width,
      20 + stateCount * rowBytes <= tableLength
    else { return nil }

    let row = categories + 3
    let states = UnsafeMutablePointer<UInt16>.allocate(capacity: stateCount * row)
    for s in 0..<stateCount {
      for k in 0..<row {
        let at = table + 20 + s * rowBytes + k * width
        var value = UInt16(bytes[at])
        if !isNarrow { value |= UInt16(bytes[at + 1]) << 8 }
        if k >= 3 && Int(value) >= stateCount { return nil }
        unsafe (states + s * row + k).initialize(to: value)
      }
    }
    let trieBytes = UnsafeMutableRawPointer.allocate(byteCount: trieLength, alignment: 16)
    unsafe trieBytes.copyMemory(
      from: Array(bytes[trieStart..<trieStart + trieLength]), byteCount: trieLength)
    guard let trie = unsafe ctext_icu_trie8_open(trieBytes, Int32(trieLength)),
      let index = unsafe ctext_icu_trie8_index(trie), let data = unsafe ctext_icu_trie8_data(trie)
    else { return nil }
    let statuses = UnsafeMutablePointer<Int32>.allocate(capacity: statusLength / 4 + 1)
    for i in 0..<statusLength / 4 {
      unsafe (statuses + i).initialize(to: Int32(word(statusStart + i * 4)))
    }

    unsafe self.states = UnsafePointer(states)
    unsafe self.trie = unsafe trie
    unsafe trieIndex = unsafe index
    unsafe trieData = unsafe data
    unsafe self.statuses = UnsafePointer(statuses)
    rowLength = row
    dictionaryCategory = word(table + 8)
    lookAheads = word(table + 12)
    needsStart = flags & 2 != 0
  }

  /// The largest status of a state's rules. `index` points at a count and that many numbers.
  @inline(__always)
  func status(_ index: Int) -> Int32 {
    let n = Int(unsafe statuses[index])
    return n > 0 ? unsafe statuses[index + n] : 0
  }
}

extension BreakRules {
  private struct Key: Hashable {
    var kind: Kind
    var tag: String
    var strictness: LineBreakStrictness
  }

  private struct Registry {
    var byKey: [Key: BreakRules] = [:]
    var distinct: [BreakRules] = []
  }

  private static let registry = Mutex(Registry())

  /// The rules of grapheme clusters, which are the same in all languages; without a reference, as those of lines.
  static let rootCharacterRules = unsafe rules(.character, language: "").map(
    Unmanaged.passUnretained)
  /// The rules of lines where neither a language nor a strictness is given, without a reference: threads would count it
  /// in turn, and the registry keeps all rules.
  static let rootLineRules = unsafe rules(.line, language: "").map(Unmanaged.passUnretained)

  /// How many (kind, language, strictness) are remembered; the rules themselves are few.
  private static let capacity = 256

  /// The rules for a language.
  ///
  /// - Parameter language: A BCP 47 tag; empty, ill-formed or unknown means the root rules.
  /// - Returns: `nil` where ICU has no data at all; callers then find no boundaries.
  static func rules(
    _ kind: Kind, language: String, strictness: LineBreakStrictness = .auto
  ) -> BreakRules? {
    let key = Key(kind: kind, tag: language, strictness: strictness)
    return registry.withLock { registry in
      if let known = registry.byKey[key] { return known }
      guard let rules = open(key, &registry) else { return nil }
      if registry.byKey.count >= capacity { registry.byKey.removeAll() }
      registry.byKey[key] = rules
      return rules
    }
  }

  private static func open(_ key: Key, _ registry: inout Registry) -> BreakRules? {
    var locale = identifier(language: key.tag)
    if key.kind == .line {
      let value: String? =
        switch key.strictness {
        case .auto: nil
        case .strict: "strict"
        case .normal: "normal"
        case .loose: "loose"
        }
      if let value { locale = setting("lb", to: value, in: locale) }
    }
    guard let iterator = unsafe ctext_icu_break_open(key.kind.rawValue, locale) else { return nil }
    defer { unsafe ctext_icu_break_close(iterator) }
    let length = unsafe max(0, ctext_icu_break_rules(iterator, nil, 0))
    var bytes = [UInt8](repeating: 0, count: Int(length))
    if length > 0, unsafe ctext_icu_break_rules(iterator, &bytes, length) != length { bytes = [] }
    for known in registry.distinct where known.kind == key.kind {
      if known.table == nil ? known.locale == locale : known.bytes == bytes { return known }
    }
    let rules = BreakRules(bytes: bytes, kind: key.kind, locale: locale)
    registry.distinct.append(rules)
    return rules
  }

  private static let localeCapacity = 157  // ULOC_FULLNAME_CAPACITY

  private static func identifier(language: String) -> String {
    guard !language.isEmpty, language.utf8.count < 100 else { return "root" }
    var buffer = [CChar](repeating: 0, count: localeCapacity)
    guard unsafe ctext_icu_locale(language, &buffer, Int32(localeCapacity)) else { return "root" }
    return text(of: buffer)
  }

  private static func setting(_ key: String, to value: String, in locale: String) -> String {
    var buffer = [CChar](repeating: 0, count: localeCapacity)
    for (i, byte) in locale.utf8.enumerated() where i < localeCapacity - 1 {
      buffer[i] = CChar(bitPattern: byte)
    }
    guard unsafe ctext_icu_set_keyword(key, value, &buffer, Int32(localeCapacity)) else {
      return locale
    }
    return text(of: buffer)
  }

  private static func text(of buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
