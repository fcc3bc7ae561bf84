// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import TextModel
import TextRuntime

/// The host's fonts: the one owner of fontconfig.
///
/// Every call into fontconfig is made under one lock, on a configuration of our own; it is never finished
/// (`FcFini`), since other libraries in the process may use fontconfig. Nothing is loaded before the first question.
final class SystemFonts: Sendable {
  static let shared = SystemFonts()

  /// Where a face lies.
  struct Location: Hashable, Sendable {
    var path: String
    var index: Int
  }

  /// What is asked, once for all.
  struct Query: Hashable, Sendable {
    var families: [String]
    var weight: Double
    var slant: FontSlant
    var stretch: Double
    var language: String
  }

  private let state = Mutex(State())

  /// Reads the host's configuration, step by step, unless that was done.
  ///
  /// What fontconfig does in one call takes as long as it takes: about two microseconds a face of the host.
  ///
  /// - Throws: `CancellationError`.
  func load(_ cancellation: Cancellation) throws {
    while state.withLock({ $0.loadStep() }) { try cancellation.check() }
  }

  /// Copies out of the configuration what lists need, unless that was done.
  ///
  /// - Throws: `CancellationError`.
  func readFaces(_ cancellation: Cancellation) throws {
    if state.withLock({ $0.readFaces() }) { try cancellation.check() }
  }

  /// All usable faces, the best first. The answer is kept.
  func sorted(_ query: Query) -> SystemFontList {
    // What falls out is released after the lock.
    let (list, dropped) = state.withLock { state -> (SystemFontList, [Query: SystemFontList]) in
      if let known = state.lists[query] { return (known, [:]) }
      let list = state.sort(query)
      var dropped: [Query: SystemFontList] = [:]
      if state.lists.count >= 128 { swap(&dropped, &state.lists) }
      state.lists[query] = list
      return (list, dropped)
    }
    _ = dropped
    return list
  }

  /// The best face of a family that the host has under that name or as its stand-in; `nil` if it has none.
  func match(family: String, _ query: Query) -> Location? {
    state.withLock { state in
      let key = MatchKey(family: family, query: query)
      if let known = state.matches[key] { return known }
      let found = state.match(family: family, query)
      if state.matches.count >= 1024 { _ = state.matches.removeAll() }
      state.matches.set(found, for: key)
      return found
    }
  }

  /// The families of the host, sorted, without duplicates.
  func families() -> [String] {
    state.withLock { $0.families() }
  }

  private struct MatchKey: Hashable, Sendable {
    var family: String
    var query: Query
  }

  /// As `FcInitLoadConfigAndFonts` makes it, but the rules that are not in use are not read. It reads them for their
  /// descriptions, which nobody asks for here; on many hosts they are half of all rules.
  static func makeConfiguration() -> OpaquePointer? { unsafe withFonts(readRules()) }

  /// The first step: the rules alone; `nil` where there are none, or none that name a cache.
  private static func readRules() -> OpaquePointer? {
    guard let config = unsafe FcConfigCreate() else { return nil }
    if unsafe FcConfigParseAndLoad(config, nil, FcFalse) == FcTrue, unsafe hasCaches(config) {
      return unsafe config
    }
    unsafe FcConfigDestroy(config)
    return nil
  }

  /// The second step: the fonts, for the rules of the first.
  private static func withFonts(_ rules: OpaquePointer?) -> OpaquePointer? {
    if let rules = unsafe rules {
      if unsafe FcConfigBuildFonts(rules) == FcTrue { return unsafe rules }
      unsafe FcConfigDestroy(rules)
    }
    // It knows what to do then.
    return unsafe FcInitLoadConfigAndFonts()
  }

  private static func hasCaches(_ config: OpaquePointer) -> Bool {
    guard let list = unsafe FcConfigGetCacheDirs(config) else { return false }
    defer { unsafe FcStrListDone(list) }
    return unsafe FcStrListNext(list) != nil
  }

  // @unchecked Sendable: the handles are used only inside `state.withLock`, by the functions above.
  @safe private struct State: ~Copyable, @unchecked Sendable {
    private var config: OpaquePointer?
    private var step = Step.nothing
    /// The faces that lists name, read when the first list is made.
    private var faces: SystemFaces?
    var lists: [Query: SystemFontList] = [:]
    var matches = HashTable<MatchKey, Location?>()

    private enum Step { case nothing, rules, fonts }

    /// Goes on with loading; `false` where that is done.
    mutating func loadStep() -> Bool {
      switch step {
      case .nothing:
        unsafe config = SystemFonts.readRules()
        step = .rules
      case .rules:
        unsafe config = SystemFonts.withFonts(config)
        step = .fonts
      case .fonts: return false
      }
      return true
    }

    private mutating func load() -> OpaquePointer? {
      while loadStep() {}
      return unsafe config
    }

    /// - Returns: Whether there was something to do.
    mutating func readFaces() -> Bool {
      guard faces == nil, let config = unsafe load() else { return false }
      faces = unsafe allFaces(of: config)
      return true
    }

    private func pattern(_ query: Query) -> OpaquePointer? {
      guard let pattern = unsafe FcPatternCreate() else { return nil }
      for family in query.families { unsafe FcPatternAddString(pattern, FC_FAMILY, family) }
      unsafe FcPatternAddDouble(
        pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(min(max(query.weight, 1), 1000)))
      let slant =
        switch query.slant {
        case .normal: FC_SLANT_ROMAN
        case .italic: FC_SLANT_ITALIC
        case .oblique: FC_SLANT_OBLIQUE
        }
      unsafe FcPatternAddInteger(pattern, FC_SLANT, slant)
      unsafe FcPatternAddDouble(pattern, FC_WIDTH, min(max(query.stretch, 50), 200))
      unsafe FcPatternAddString(pattern, FC_LANG, query.language)
      unsafe FcConfigSubstitute(config, pattern, FcMatchPattern)
      unsafe FcDefaultSubstitute(pattern)
      return unsafe pattern
    }

    mutating func sort(_ query: Query) -> SystemFontList {
      guard let config = unsafe load(), let pattern = unsafe pattern(query) else {
        return unsafe SystemFontList(nil, faces: SystemFaces([]))
      }
      defer { unsafe FcPatternDestroy(pattern) }
      _ = readFaces()
      let faces = unsafe faces ?? SystemFaces([])
      var result = FcResultMatch
      let set = unsafe FcFontSort(config, pattern, FcFalse, nil, &result)
      let list = unsafe SystemFontList(set, faces: faces)
      if let set = unsafe set { unsafe FcFontSetDestroy(set) }
      return list
    }

    private func allFaces(of config: OpaquePointer) -> SystemFaces {
      let sets = unsafe [FcSetSystem, FcSetApplication].compactMap {
        unsafe FcConfigGetFonts(config, $0)
      }
      return unsafe SystemFaces(sets)
    }

    mutating func match(family: String, _ query: Query) -> Location? {
      guard let config = unsafe load() else { return nil }
      var query = query
      query.families = [family]
      guard let pattern = unsafe pattern(query) else { return nil }
      defer { unsafe FcPatternDestroy(pattern) }
      let isGeneric = [
        "sansserif", "sans", "serif", "monospace", "emoji", "math", "cursive", "fantasy",
      ]
      .contains(FontMatcher.normalized(family))
      let named = unsafe SystemFamily(pattern)
      var found = isGeneric ? nil : unsafe named.bestFace(for: pattern, in: config)
      if unsafe found == nil {
        var result = FcResultMatch
        unsafe found = FcFontMatch(config, pattern, &result)
      }
      guard let found = unsafe found else { return nil }
      defer { unsafe FcPatternDestroy(found) }
      guard let location = unsafe SystemFontList.location(found) else { return nil }
      let names = named.names.map(FontMatcher.normalized)
      let known = unsafe SystemFontList.families(found).contains {
        names.contains(FontMatcher.normalized($0))
      }
      return isGeneric || known ? location : nil
    }

    mutating func families() -> [String] {
      guard unsafe load() != nil, let set = unsafe FcConfigGetFonts(config, FcSetSystem) else {
        return []
      }
      var names: Set<String> = []
      for i in 0..<Int(unsafe set.pointee.nfont) {
        if let pattern = unsafe set.pointee.fonts[i], unsafe SystemFontList.isUsable(pattern),
          let name = unsafe SystemFontList.families(pattern).first
        {
          names.insert(name)
        }
      }
      return names.sorted()
    }
  }
}
