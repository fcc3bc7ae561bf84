// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel

extension FontCollection {
  /// The given faces in their order, with exceptions: if the descriptor has a style, the faces of
  /// one family swap places so that the best comes first; families that the descriptor names come
  /// before others; and the descriptor's `givenFont` comes before all.
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

  /// The best face of each family that the descriptor names, in the descriptor's order: an embedded
  /// font of the family or, if there is none, a font of the host.
  ///
  /// If bold or slant of the embedded face must be synthesised, and the host's face of the family
  /// needs fewer such changes, the host's face comes first. So does the host's face where the
  /// embedded one is cut down, so that all characters of the family look alike. A family that has
  /// the metrics of Courier and is not found is replaced, in its place, by an embedded font. If no
  /// family is found, an embedded font replaces the first one that is well-known or whose name
  /// includes a generic family, as in `Noto Serif Bengali`.
  ///
  /// - Throws: `CancellationError`.
  func familyCandidates(
    for descriptor: FontDescriptor, query: SystemFonts.Query, _ cancellation: Cancellation
  ) throws -> [FontCandidate] {
    var result: [FontCandidate] = []
    func add(_ candidate: FontCandidate) {
      if !result.contains(where: candidate.isSame) { result.append(candidate) }
    }
    func standIn(for family: String) -> FontCandidate? {
      guard let generic = GenericFamily(like: family) ?? GenericFamily(wordsOf: family) else {
        return nil
      }
      let embedded = defaultFonts.filter { $0.role == generic.role }
      return FontMatcher.best(embedded.map(\.traits), for: descriptor).map {
        FontCandidate(font: embedded[$0], reason: .substitute(family))
      }
    }
    func bends(_ traits: FontTraits, _ isColored: Bool) -> Int {
      FontDemand(descriptor, generic: nil).bends(traits, isColored: isColored)
    }
    /// Whether the whole font of the host takes the place of an embedded part of it.
    func isWhole(_ host: FontFace, of part: DefaultFont?) -> Bool {
      guard let part, part.isCutDown else { return false }
      return FontMatcher.distance(of: host.traits, from: descriptor)
        <= FontMatcher.distance(of: part.traits, from: descriptor)
    }
    for family in descriptor.families {
      let name = FontMatcher.normalized(family)
      let faces = namedFaces(ofFamily: name, for: descriptor)
      for face in faces { add(FontCandidate(face: face, reason: .family(family))) }
      if !faces.isEmpty { continue }
      let embedded = embeddedFonts(ofFamily: family)
      let best = FontMatcher.best(embedded.map(\.traits), for: descriptor).map { embedded[$0] }
      let bent = best.map { bends($0.traits, $0.hasColorGlyphs) }
      if includesSystemFonts, bent != 0 || best?.isCutDown == true,
        let host = try systemFace(ofFamily: family, query: query, cancellation),
        bends(host.traits, host.hasColorGlyphs) < bent ?? .max || isWhole(host, of: best)
      {
        add(FontCandidate(face: host, reason: .family(family)))
      } else if best == nil, GenericFamily.hasMetricsOfCourier(name),
        let candidate = standIn(for: family)
      {
        add(candidate)
      }
      if let best { add(FontCandidate(font: best, reason: .family(family))) }
    }
    if result.isEmpty, let family = descriptor.families.first(where: { standIn(for: $0) != nil }),
      let candidate = standIn(for: family)
    {
      result.append(candidate)
    }
    return result
  }

  /// The best of the fonts that are found by a family's name, which is given normalised: several
  /// where a font is divided by its characters.
  private func namedFaces(
    ofFamily name: String, for descriptor: FontDescriptor
  ) -> [FontFace] {
    if named.isEmpty { return [] }
    let fonts = named.filter { font in
      font.family.map { FontMatcher.normalized($0) == name } ?? isFace(font.face, inFamily: name)
    }
    guard let best = FontMatcher.best(fonts.map(\.traits), for: descriptor) else { return [] }
    let distance = FontMatcher.distance(of: fonts[best].traits, from: descriptor)
    return fonts.filter { FontMatcher.distance(of: $0.traits, from: descriptor) == distance }
      .map(\.face)
  }

  /// The embedded fonts of a family, generic or by name.
  private func embeddedFonts(ofFamily family: String) -> [DefaultFont] {
    if let generic = GenericFamily(family) {
      return defaultFonts.filter { $0.role == generic.role }
    }
    let name = FontMatcher.normalized(family)
    let fonts = defaultFonts.filter { $0.isOfFamily(name) }
    return fonts.isEmpty ? defaultFonts.filter { $0.isNamed(name) } : fonts
  }

  /// The host's best face of a family, generic or by name.
  ///
  /// - Throws: `CancellationError`.
  private func systemFace(
    ofFamily family: String, query: SystemFonts.Query, _ cancellation: Cancellation
  ) throws -> FontFace? {
    try systemFonts.load(cancellation)
    let asked = GenericFamily(family)?.fontconfigName ?? family
    guard let location = systemFonts.match(family: asked, query) else { return nil }
    return try? FontFileCache.host.file(atPath: location.path).face(at: location.index)
  }

  /// The generic family of the first family in the descriptor that has one; `nil` if none has.
  ///
  /// - Parameter asked: The faces that were given or found by name.
  func genericFamily(
    askedBy descriptor: FontDescriptor, of asked: [FontCandidate]
  ) -> GenericFamily? {
    for family in descriptor.families {
      if let generic = GenericFamily(family) ?? GenericFamily(like: family) {
        if generic == .emoji { continue }
        return generic
      }
      let name = FontMatcher.normalized(family)
      if let font = defaultFonts.first(where: { $0.isOfFamily(name) }) {
        return GenericFamily(font.role) ?? GenericFamily(wordsOf: font.family)
      }
      let found = asked.first { $0.reason == .family(family) }
      if let generic = found?.face.genericFamily ?? GenericFamily(wordsOf: family) {
        return generic
      }
    }
    return nil
  }

  /// The best face of each embedded family, those of the generic family asked for first and emoji
  /// last; after them, in the same order, the other faces.
  static func embeddedCandidates(
    _ defaultFonts: [DefaultFont], for descriptor: FontDescriptor, language: LanguageTag
  ) -> [FontCandidate] {
    guard !defaultFonts.isEmpty else { return [] }
    let generic = descriptor.families.lazy.compactMap { GenericFamily($0) }.first ?? .sansSerif
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
