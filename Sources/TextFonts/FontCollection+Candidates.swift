// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// A face that a cascade may choose, known before any character is.
struct FontCandidate: Sendable {
  private enum Holder: Sendable {
    case face(FontFace)
    case font(DefaultFont)
  }

  private let holder: Holder
  let reason: FontCascade.Reason

  init(face: FontFace, reason: FontCascade.Reason) {
    holder = .face(face)
    self.reason = reason
  }

  /// An embedded font, which is opened when its face is asked for.
  init(font: DefaultFont, reason: FontCascade.Reason) {
    holder = .font(font)
    self.reason = reason
  }

  var face: FontFace {
    switch holder {
    case .face(let face): face
    case .font(let font): font.source.face
    }
  }

  var hasColorGlyphs: Bool {
    switch holder {
    case .face(let face): face.hasColorGlyphs
    case .font(let font): font.hasColorGlyphs
    }
  }

  /// Whether its face is one that exists.
  func isFace(_ face: FontFace) -> Bool {
    switch holder {
    case .face(let own): own === face
    case .font(let font): font.openedFace === face
    }
  }

  /// Whether both have the same face.
  func isSame(as other: FontCandidate) -> Bool {
    switch (holder, other.holder) {
    case (.font(let a), .font(let b)): a.hasSameFace(as: b)
    case (.face(let face), _): other.isFace(face)
    case (.font, .face(let face)): isFace(face)
    }
  }
}

/// The generic families of CSS, as far as they name embedded fonts.
enum GenericFamily: Sendable {
  case sansSerif, serif, monospace, emoji

  init?(_ name: String) {
    switch FontMatcher.normalized(name) {
    case "sansserif", "sans", "systemui", "uisansserif": self = .sansSerif
    case "serif", "uiserif": self = .serif
    case "monospace", "mono", "uimonospace": self = .monospace
    case "emoji": self = .emoji
    default: return nil
    }
  }

  var role: DefaultFontRole {
    switch self {
    case .sansSerif: .sansSerif
    case .serif: .serif
    case .monospace: .monospace
    case .emoji: .emoji
    }
  }

  var fontconfigName: String {
    switch self {
    case .sansSerif: "sans-serif"
    case .serif: "serif"
    case .monospace: "monospace"
    case .emoji: "emoji"
    }
  }
}

extension FontCollection {
  /// The given faces, in their order, but the best face of each family first where the descriptor asks for a style, and a
  /// family that it names before the others.
  func givenCandidates(for descriptor: FontDescriptor) -> [FontCandidate] {
    var order = Array(given.indices)
    let isPlain =
      descriptor.weight == 400 && descriptor.slant == .normal && descriptor.stretch == 100
    if given.count > 1, !isPlain || !descriptor.families.isEmpty {
      let families = given.map { FontMatcher.normalized($0.face.familyName) }
      if !isPlain {
        // Within the places of one family, the better face comes first.
        for family in Set(families) {
          let places = order.filter { families[$0] == family }
          let ranked = places.sorted { a, b in
            let x = FontMatcher.distance(of: given[a].face.traits, from: descriptor)
            let y = FontMatcher.distance(of: given[b].face.traits, from: descriptor)
            return x == y ? a < b : x < y
          }
          for (place, face) in zip(places, ranked) { order[place] = face }
        }
      }
      let wanted = descriptor.families.map(FontMatcher.normalized)
      func rank(_ i: Int) -> Int {
        wanted.firstIndex { isFace(given[i].face, inFamily: $0) } ?? wanted.count
      }
      if !wanted.isEmpty {
        let places = order.enumerated().sorted {
          let (x, y) = (rank($0.element), rank($1.element))
          return x == y ? $0.offset < $1.offset : x < y
        }
        order = places.map(\.element)
      }
    }
    if let first = descriptor.givenFont, given.indices.contains(first) {
      order.removeAll { $0 == first }
      order.insert(first, at: 0)
    }
    return order.map { FontCandidate(face: given[$0].face, reason: .given(index: $0)) }
  }

  func isFace(_ face: FontFace, inFamily normalized: String) -> Bool {
    face.names.familyAliases.contains { FontMatcher.normalized($0) == normalized }
  }

  /// The faces of the families that the descriptor names, embedded ones before the host's.
  func familyCandidates(
    for descriptor: FontDescriptor, query: SystemFonts.Query, _ cancellation: Cancellation
  ) throws -> [FontCandidate] {
    var result: [FontCandidate] = []
    func add(_ candidate: FontCandidate) {
      if !result.contains(where: candidate.isSame) { result.append(candidate) }
    }
    for family in descriptor.families {
      let name = FontMatcher.normalized(family)
      let embedded: [DefaultFont]
      if let generic = GenericFamily(family) {
        embedded = defaultFonts.filter { $0.role == generic.role }
      } else {
        let family = defaultFonts.filter { $0.isOfFamily(name) }
        embedded = family.isEmpty ? defaultFonts.filter { $0.isNamed(name) } : family
      }
      if let best = FontMatcher.best(embedded.map(\.traits), for: descriptor) {
        add(FontCandidate(font: embedded[best], reason: .family(family)))
      } else if includesSystemFonts {
        let asked = GenericFamily(family)?.fontconfigName ?? family
        try SystemFonts.shared.load(cancellation)
        if let location = SystemFonts.shared.match(family: asked, query),
          let face = try? FontFileCache.host.file(atPath: location.path).face(at: location.index)
        {
          add(FontCandidate(face: face, reason: .family(family)))
        }
      }
    }
    return result
  }

  /// The embedded faces: first those of the generic family asked for, then the others; of each family the best face, and at
  /// the end the remaining ones.
  static func embeddedCandidates(
    _ defaultFonts: [DefaultFont], for descriptor: FontDescriptor, language: LanguageTag
  ) -> [FontCandidate] {
    guard !defaultFonts.isEmpty else { return [] }
    let generic = descriptor.families.lazy.compactMap(GenericFamily.init).first ?? .sansSerif
    func tier(_ font: DefaultFont) -> Int {
      if font.role == .emoji { return 9 }
      if font.role == generic.role { return 0 }
      if font.role != .fallback { return font.role == .sansSerif ? 1 : 6 }
      if font.languages.isEmpty || language.language.isEmpty { return 4 }
      return font.languages.contains { language.matches(LanguageTag($0)) } ? 3 : 5
    }
    // A few dozen fonts: comparing names is quicker than a table of them.
    var families: [(name: String, members: [Int])] = []
    for (i, font) in defaultFonts.enumerated() {
      let name = font.family
      if let known = families.lastIndex(where: { $0.name == name }) {
        families[known].members.append(i)
      } else {
        families.append((name, [i]))
      }
    }
    var best: [(tier: Int, index: Int)] = []
    var rest: [(tier: Int, index: Int)] = []
    for (_, members) in families {
      let chosen =
        members.count == 1
        ? 0 : FontMatcher.best(members.map { defaultFonts[$0].traits }, for: descriptor)
      for (n, member) in members.enumerated() {
        let entry = (tier(defaultFonts[member]), member)
        if n == chosen { best.append(entry) } else { rest.append(entry) }
      }
    }
    // Sorting by tier keeps the order of the list within each.
    let order =
      best.sorted { $0.tier == $1.tier ? $0.index < $1.index : $0.tier < $1.tier }
      + rest.sorted { $0.tier == $1.tier ? $0.index < $1.index : $0.tier < $1.tier }
    return order.map { FontCandidate(font: defaultFonts[$0.index], reason: .embedded) }
  }
}
