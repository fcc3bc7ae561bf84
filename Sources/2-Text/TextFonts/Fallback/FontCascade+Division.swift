// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
package import SystemConcurrency
package import TextAnalysis

/// A part of a grapheme cluster that is drawn with one font.
package struct ClusterPart: Equatable, Sendable {
  /// The end of the part in the cluster, in the units in which the cluster was given.
  package var end: Int
  /// The font, as ``FontCascade/fontIndex(for:presentation:_:)`` numbers it.
  package var index: Int

  package init(end: Int, index: Int) {
    self.end = end
    self.index = index
  }
}

extension FontCascade {
  /// Divides a cluster that no font maps as a whole, in Unicode scalars.
  ///
  /// The first character keeps its font. So do the combining marks that this font maps, or that
  /// HarfBuzz composes with the letter into a character that it maps. Each other combining mark has
  /// the font of the part before it if that font maps it, else the first font that does. A mark
  /// that no font maps, and an invisible character, go with the character before.
  ///
  /// A cluster of which HarfBuzz composes characters that some font maps is not divided: Hangul of
  /// conjoining letters, for example.
  ///
  /// - Returns: One part at least; neighbours differ in their fonts.
  /// - Throws: As ``fontIndex(for:presentation:_:)``.
  package func parts(
    of cluster: Span<UInt32>, presentation: EmojiPresentation, _ cancellation: Cancellation
  ) throws -> [ClusterPart] {
    if let composed = FontCascade.composition(of: cluster) {
      let found = try fontIndex(for: composed.span, presentation: presentation, cancellation)
      if found.isCovered { return [ClusterPart(end: cluster.count, index: found.index)] }
    }
    typealias Choice = (index: Int, coverage: CharacterCoverage)
    func choice(_ c: UInt32) throws -> (choice: Choice, isCovered: Bool) {
      let single = CollectionOfOne(c)
      let found = try fontIndex(for: single.span, presentation: presentation, cancellation)
      return ((found.index, font(at: found.index).face.coverage), found.isCovered)
    }
    var parts: [ClusterPart] = []
    var base: Choice?
    var current: Choice?
    // The first character, composed with the combining marks so far.
    var composed: UInt32 = 0
    for i in cluster.indices {
      let c = cluster[i]
      if isDefaultIgnorable(c) { continue }
      guard let base, let before = current else {
        base = try choice(c).choice
        (current, composed) = (base, c)
        continue
      }
      var next = before
      if base.coverage.contains(c) {
        next = base
      } else if parts.isEmpty, let both = FontCascade.composition(composed, c),
        base.coverage.contains(both)
      {
        composed = both
      } else if !before.coverage.contains(c) {
        let found = try choice(c)
        if found.isCovered { next = found.choice }
      }
      if next.index != before.index { parts.append(ClusterPart(end: i, index: before.index)) }
      current = next
    }
    parts.append(ClusterPart(end: cluster.count, index: try current?.index ?? primaryIndex()))
    return parts
  }

  /// A cluster with its first characters composed; `nil` if none of them compose.
  private static func composition(of cluster: Span<UInt32>) -> [UInt32]? {
    var composed: [UInt32] = []
    for i in cluster.indices {
      if composed.count == 1, let both = composition(composed[0], cluster[i]) {
        composed[0] = both
      } else {
        composed.append(cluster[i])
      }
    }
    return composed.count < cluster.count ? composed : nil
  }

  /// The character that two in a row stand for, where there is one. Source: UAX #15.
  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    var both: UInt32 = 0
    // `unsafe`: a pointer that lives as long as the call.
    let composes = unsafe hb_unicode_compose(
      hb_unicode_funcs_get_default(), first, second, &both)
    return composes != 0 ? both : nil
  }
}
