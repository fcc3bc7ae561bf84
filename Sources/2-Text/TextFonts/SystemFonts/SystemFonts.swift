// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig
import SystemConcurrency
import TextModel

/// The host's fonts, and the only user of fontconfig.
///
/// Every call into fontconfig is made under one lock, on a configuration of this library's own.
/// Nothing is loaded before the first call.
final class SystemFonts: Sendable {
  static let shared = SystemFonts()

  /// The file and index of a face.
  struct Location: Equatable, Sendable {
    var path: String
    var index: Int
  }

  /// The families, style and language asked for.
  struct Query: Sendable {
    var families: [String]
    var weight: Double
    var slant: FontSlant
    var stretch: Double
    var language: String
  }

  private let state: Mutex<State>

  /// - Parameter rules: The file of a configuration; `nil` for the host's.
  init(rules: String? = nil) { state = Mutex(State(rules: rules)) }

  /// Reads the host's configuration, step by step, unless that was done.
  ///
  /// A call into fontconfig cannot be cancelled; each takes about two microseconds for every face
  /// of the host.
  ///
  /// - Throws: `CancellationError`.
  func load(_ cancellation: Cancellation) throws {
    while state.withLock({ $0.loadStep() }) { try cancellation.check() }
  }

  /// Copies the faces out of the configuration, unless that was done.
  ///
  /// - Throws: `CancellationError`.
  func readFaces(_ cancellation: Cancellation) throws {
    if state.withLock({ $0.readFaces() }) { try cancellation.check() }
  }

  /// All usable faces, the best first.
  func sorted(_ query: Query) -> SystemFontList {
    state.withLock { $0.sort(query) }
  }

  /// The best face of a family that the host has under that name or as its substitute; `nil` if it
  /// has none.
  func match(family: String, _ query: Query) -> Location? {
    state.withLock { $0.match(family: family, query) }
  }

  /// The families of the host, sorted, without duplicates.
  func families() -> [String] {
    state.withLock { $0.families() }
  }

  /// The paths of the files with the rules, in the order of their application, and of the host's
  /// fonts, sorted.
  func files() -> (rules: [String], fonts: [String]) {
    state.withLock { $0.files() }
  }

  // @unchecked Sendable: `config` is used only inside `state.withLock`, by the functions above.
  private struct State: ~Copyable, @unchecked Sendable {
    private let rules: String?
    private var config: FontconfigConfiguration?
    private var step = Step.nothing
    /// The faces that lists name, read when the first list is made.
    private var faces: SystemFaces?

    private enum Step { case nothing, rules, faces }

    init(rules: String?) { self.rules = rules }

    /// Makes the next step of loading; `false` where all were made.
    mutating func loadStep() -> Bool {
      switch step {
      case .nothing:
        config = FontconfigConfiguration.rules(rules)
        step = .rules
      case .rules:
        config = FontconfigConfiguration.withFaces(config)
        step = .faces
      case .faces: return false
      }
      return true
    }

    private mutating func load() -> FontconfigConfiguration? {
      while loadStep() {}
      return config
    }

    /// - Returns: Whether faces were read by this call.
    mutating func readFaces() -> Bool {
      guard faces == nil, let config = load() else { return false }
      faces = SystemFaces(config)
      return true
    }

    private func pattern(
      _ query: Query, in config: FontconfigConfiguration
    ) -> FontconfigPattern? {
      guard let pattern = FontconfigPattern() else { return nil }
      for family in query.families { pattern.add(family, to: FC_FAMILY) }
      pattern.add(FcWeightFromOpenTypeDouble(min(max(query.weight, 1), 1000)), to: FC_WEIGHT)
      let slant =
        switch query.slant {
        case .normal: FC_SLANT_ROMAN
        case .italic: FC_SLANT_ITALIC
        case .oblique: FC_SLANT_OBLIQUE
        }
      pattern.add(slant, to: FC_SLANT)
      pattern.add(min(max(query.stretch, 50), 200), to: FC_WIDTH)
      pattern.add(query.language, to: FC_LANG)
      config.substitute(pattern)
      return pattern
    }

    mutating func sort(_ query: Query) -> SystemFontList {
      guard let config = load(), let pattern = pattern(query, in: config) else {
        return SystemFontList()
      }
      _ = readFaces()
      guard let faces, let set = config.sorted(pattern) else { return SystemFontList() }
      return SystemFontList(set, faces: faces)
    }

    mutating func match(family: String, _ query: Query) -> Location? {
      guard let config = load() else { return nil }
      var query = query
      query.families = [family]
      guard let pattern = pattern(query, in: config) else { return nil }
      let isGeneric = [
        "sansserif", "sans", "serif", "monospace", "emoji", "math", "cursive", "fantasy",
      ]
      .contains(FontMatcher.normalized(family))
      let named = SystemFamily(pattern)
      if !isGeneric, let found = named.bestFace(for: pattern, in: config) {
        return location(found, named: named)
      }
      guard let found = config.best(pattern) else { return nil }
      return isGeneric ? SystemFontList.location(found) : location(found, named: named)
    }

    /// The place of a face; `nil` if it is of another family.
    private func location(
      _ face: borrowing FontconfigPattern, named: SystemFamily
    ) -> Location? {
      let names = named.names.map(FontMatcher.normalized)
      let isOfFamily = face.strings(of: FC_FAMILY).contains {
        names.contains(FontMatcher.normalized($0))
      }
      return isOfFamily ? SystemFontList.location(face) : nil
    }

    mutating func files() -> (rules: [String], fonts: [String]) {
      guard let config = load() else { return ([], []) }
      var fonts: Set<String> = []
      config.visitSystemFaces {
        if SystemFontList.isUsable($0), let path = $0.string(of: FC_FILE) { fonts.insert(path) }
      }
      return (config.rulePaths, fonts.sorted())
    }

    mutating func families() -> [String] {
      var names: Set<String> = []
      load()?.visitSystemFaces {
        if SystemFontList.isUsable($0), let name = $0.string(of: FC_FAMILY) { names.insert(name) }
      }
      return names.sorted()
    }
  }
}
