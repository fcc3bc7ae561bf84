// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

extension FontCollection {
  /// The given faces in their order, with two exceptions: where the descriptor asks for a style,
  /// the faces of one family swap places so that the best comes first; and families that the
  /// descriptor names come before others. The descriptor's `givenFont` comes before all.
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

  /// Whether a face has a family name, which is given normalised.
  private func isFace(_ face: FontFace, inFamily normalized: String) -> Bool {
    face.names.familyAliases.contains { FontMatcher.normalized($0) == normalized }
  }

  /// The best face of each family that the descriptor names, from the embedded fonts where they
  /// have the family, else from the host's.
  ///
  /// - Throws: `CancellationError`.
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

  /// The best face of each embedded family, those of the generic family asked for first and emoji
  /// last; after them, in the same order, the other faces.
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
    // For a few dozen fonts, comparing names is faster than hashing them.
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
    let order =
      best.sorted { $0.tier == $1.tier ? $0.index < $1.index : $0.tier < $1.tier }
      + rest.sorted { $0.tier == $1.tier ? $0.index < $1.index : $0.tier < $1.tier }
    return order.map { FontCandidate(font: defaultFonts[$0.index], reason: .embedded) }
  }
}
