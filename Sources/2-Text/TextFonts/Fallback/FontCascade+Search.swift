// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
package import TextAnalysis

extension FontCascade {
  private typealias Entry = FontChoiceCache.Entry

  /// The font for a cluster of Unicode scalars as a small number: within this cascade, equal
  /// numbers mean the same font.
  ///
  /// - Throws: ``FontError`` with `noFonts`, or `CancellationError`: dozens of fonts may be opened
  ///   for a character.
  /// - Complexity: O(cluster) once the characters have been looked up.
  package func fontIndex(
    for cluster: Span<UInt32>, presentation: EmojiPresentation, _ cancellation: Cancellation
  ) throws -> (index: Int, isCovered: Bool) {
    let primary = try primaryIndex()
    var first: Entry?
    var rank: UInt32 = 0
    var isSame = true
    var isMissing = false
    for i in cluster.indices {
      let c = cluster[i]
      if isDefaultIgnorable(c) { continue }
      var entry = choices.entry(for: c, presentation)
      if !entry.isKnown { entry = try find(c, presentation, cancellation) }
      if !entry.isCovered {
        isMissing = true
        if first == nil { first = entry }
        break
      }
      if let first {
        // Equal ranks are not enough: all faces of the host that replace embedded ones have the
        // rank of their segment, whatever their family.
        if first.rank != entry.rank || first.slot != entry.slot { isSame = false }
      } else {
        first = entry
      }
      rank = max(rank, entry.rank)
    }
    guard let first else {
      return (try fillerIndex(for: cluster, presentation, cancellation) ?? primary, true)
    }
    if isMissing { return (first.isCovered ? first.slot : primary, false) }
    if isSame { return (first.slot, true) }
    // `rank` is the last of the fonts found for the single characters. A font before it lacks at
    // least one of them, so the search begins there.
    if let found = try search(cluster, presentation, from: rank, cancellation) {
      return (found.slot, true)
    }
    return (first.slot, false)
  }

  /// The first font that maps the Hangul filler of a cluster in which all is ignorable; `nil`
  /// where there is none, so that the filler has no width.
  @inline(never)
  private func fillerIndex(
    for cluster: Span<UInt32>, _ presentation: EmojiPresentation, _ cancellation: Cancellation
  ) throws -> Int? {
    for i in cluster.indices where isHangulFiller(cluster[i]) {
      var entry = choices.entry(for: cluster[i], presentation)
      if !entry.isKnown { entry = try find(cluster[i], presentation, cancellation) }
      return entry.isCovered ? entry.slot : nil
    }
    return nil
  }

  /// Searches the first font of a character, and caches it.
  @inline(never)
  private func find(
    _ character: UInt32, _ presentation: EmojiPresentation, _ cancellation: Cancellation
  ) throws -> Entry {
    let cluster = CollectionOfOne(character)
    let entry = try search(cluster.span, presentation, from: 0, cancellation) ?? .missing
    choices.set(entry, for: character, presentation)
    return entry
  }

  /// The first font from a rank on that maps all characters.
  ///
  /// A rank holds the segment of the order in its upper 16 bits, the place in it in the lower 16.
  private func search(
    _ cluster: Span<UInt32>, _ presentation: EmojiPresentation, from start: UInt32,
    _ cancellation: Cancellation
  ) throws -> Entry? {
    // The search may open a font and read its characters, which takes a tenth of a millisecond.
    try cancellation.check()
    var place = Int(start & 0xFFFF)
    if presentation == .unspecified, start < asked.count {
      // The first segment begins with the given and requested fonts. They are tried before the list
      // of all candidates is made.
      while place < asked.count {
        if covers(asked[place].face, cluster) {
          return entry(asked[place], rank: place, isGiven: place < givenCount)
        }
        place += 1
        if place & 3 == 3 { try cancellation.check() }
      }
    }
    let ordered = ordered
    let segments = ordered.orders[Int(presentation.rawValue)].segments
    for segment in Int(start >> 16)..<segments.count {
      switch segments[segment] {
      case .candidates(let list):
        while place < list.count {
          let candidate = ordered.candidates[list[place]]
          if covers(candidate.face, cluster) {
            return entry(
              candidate, rank: segment << 16 | place, isGiven: list[place] < givenCount)
          }
          place += 1
          if place & 3 == 3 { try cancellation.check() }
        }
      case .system(let colored, let shortfall):
        let isEmoji = presentation == .emoji
        guard let list = try system?.list(emoji: isEmoji, cancellation) else { break }
        if place == 0, shortfall < FontDemand.count,
          let face = try hostFace(replacing: cluster, shortfall: shortfall, cancellation)
        {
          let font = FontMatcher.font(of: face, for: descriptor, isGiven: false)
          return Entry(rank: UInt32(segment) << 16, slot: fonts.slot(of: font))
        }
        while place < 0xFFFF,
          let found = list.first(from: place, covering: cluster, colored: colored),
          found < 0xFFFF
        {
          try cancellation.check()
          // A file that cannot be read, or maps less than fontconfig says, is passed over.
          let isEnough =
            shortfall == FontDemand.count || list.shortfall(at: found, of: demand) <= shortfall
          if isEnough, let face = list.face(at: found), covers(face, cluster) {
            let font = FontMatcher.font(of: face, for: descriptor, isGiven: false)
            return Entry(rank: UInt32(segment) << 16 | UInt32(found), slot: fonts.slot(of: font))
          }
          place = found + 1
        }
      }
      place = 0
    }
    return nil
  }

  /// A face of the host in place of the first embedded font that maps a cluster but lacks too many
  /// of the wanted properties. It is of the same family as that font, so that a bold word matches
  /// the words around it. `nil` if the host has no such face.
  ///
  /// `nil`, too, if the embedded font is one for certain languages: fontconfig then chooses by the
  /// language.
  ///
  /// - Parameter shortfall: The most properties of which the face may fall short.
  private func hostFace(
    replacing cluster: Span<UInt32>, shortfall: Int, _ cancellation: Cancellation
  ) throws -> FontFace? {
    for candidate in ordered.candidates.dropFirst(asked.count) {
      guard candidate.shortfall(of: demand) > shortfall, covers(candidate.face, cluster) else {
        continue
      }
      guard let family = candidate.fallbackFamily,
        let face = try system?.face(ofFamily: family, cancellation), covers(face, cluster),
        demand.shortfall(of: face) <= shortfall
      else { return nil }
      return face
    }
    return nil
  }

  private func entry(_ candidate: FontCandidate, rank: Int, isGiven: Bool) -> Entry {
    let font = FontMatcher.font(of: candidate.face, for: descriptor, isGiven: isGiven)
    return Entry(rank: UInt32(rank), slot: fonts.slot(of: font))
  }

  /// Whether a face maps every character. Default-ignorables need not be mapped, unless the cluster
  /// is a single one.
  private func covers(_ face: FontFace, _ cluster: Span<UInt32>) -> Bool {
    let coverage = face.coverage
    for i in cluster.indices where !coverage.contains(cluster[i]) {
      if cluster.count == 1 || !isDefaultIgnorable(cluster[i]) { return false }
    }
    return true
  }
}
