// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
package import TextAnalysis
package import TextModel

/// The fonts that one descriptor and language stand for, in the order in which they are tried.
///
/// The choice depends only on the collection, the descriptor, the language and the cluster, never
/// on earlier look-ups. Shared by all threads; a look-up of a character that was looked up before
/// takes three loads.
package final class FontCascade: Sendable {
  /// The reason for which a font was chosen.
  package enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// One of the given faces, by its place among them.
    case given(index: Int)
    /// A face of a family that was asked for.
    case family(String)
    /// A substitute for a well-known family that was asked for and is not installed.
    case substitute(String)
    /// An embedded font.
    case embedded
    /// The host's answer for a character that no earlier font has.
    case system
    /// No font has the characters; this one draws its `.notdef`.
    case missing

    /// The reason in words, for users.
    package var description: String {
      switch self {
      case .given(let index): "font file \(index + 1) of those given"
      case .family(let name): "family \"\(name)\" was asked for"
      case .substitute(let name): "it stands in for family \"\(name)\""
      case .embedded: "embedded default font"
      case .system: "fallback among the host's fonts"
      case .missing: "no font has these characters"
      }
    }
  }

  /// The font for a cluster.
  package struct Choice: Sendable {
    /// The font.
    package let font: Font
    /// Whether it maps every character of the cluster, default-ignorables aside.
    package let isCovered: Bool
  }

  /// The families and the style asked for.
  package let descriptor: FontDescriptor
  /// The language that chooses between regional forms, BCP 47.
  package let language: String

  /// The given faces, then those of the families asked for.
  let asked: [FontCandidate]
  /// The number of faces in ``asked`` that were given.
  let givenCount: Int
  let fonts = FontSlots()
  let choices = FontChoiceCache()
  let system: SystemSource?
  /// The properties that faces should have besides their characters.
  let demand: FontDemand
  private let defaultFonts: [DefaultFont]
  /// All candidates, made when a character needs those after ``asked``.
  private let lazyCandidates = LazyValue<OrderedCandidates>()
  private let primarySlot: Int?
  /// The positions on the axes of optical sizes that the faces asked for have, and the first of
  /// all; `nil` where none has such an axis.
  let opticalSizes: ClosedRange<Double>?

  /// - Throws: `CancellationError`: listing the host's fonts may take a while.
  init(
    collection: FontCollection, descriptor: FontDescriptor, language: String,
    _ cancellation: Cancellation
  ) throws {
    self.descriptor = descriptor
    self.language = language
    let tag = LanguageTag(language)
    let query = SystemFonts.Query(
      families: descriptor.families.isEmpty ? ["sans-serif"] : descriptor.families,
      weight: descriptor.weight, slant: descriptor.slant, stretch: descriptor.stretch,
      language: tag.fontconfig)
    system = collection.includesSystemFonts ? SystemSource(query, collection.systemFonts) : nil
    let given = collection.givenCandidates(for: descriptor)
    var asked = given
    for candidate in try collection.familyCandidates(
      for: descriptor, query: query, cancellation)
    where !asked.contains(where: candidate.isSame) {
      asked.append(candidate)
    }
    self.asked = asked
    givenCount = given.count
    defaultFonts = collection.defaultFonts
    let demand = FontDemand(
      descriptor, generic: collection.genericFamily(askedBy: descriptor, of: asked))
    self.demand = demand
    if let first = asked.first {
      let font = FontMatcher.font(of: first.face, for: descriptor, isGiven: !given.isEmpty)
      primarySlot = fonts.slot(of: font)
      triesPrimaryFirst = true
      opticalSizes = Self.sizes(of: asked.map(\.face), for: descriptor)
      return
    }
    let ordered = lazyCandidates.get {
      OrderedCandidates(
        asked: [], defaultFonts: collection.defaultFonts, descriptor, tag,
        demand: collection.includesSystemFonts ? demand : nil)
    }
    triesPrimaryFirst = ordered.orders[0].firstCandidate == 0
    if let face = try ordered.candidates.first?.face ?? system?.firstFace(cancellation) {
      primarySlot = fonts.slot(of: FontMatcher.font(of: face, for: descriptor, isGiven: false))
      opticalSizes = Self.sizes(of: [face], for: descriptor)
    } else {
      primarySlot = nil
      opticalSizes = nil
    }
  }

  /// All candidates, and their order for each presentation.
  var ordered: OrderedCandidates {
    lazyCandidates.get {
      OrderedCandidates(
        asked: asked, defaultFonts: defaultFonts, descriptor, LanguageTag(language),
        demand: system == nil ? nil : demand)
    }
  }

  /// The faces that are tried before the host is asked for single characters, in order, each with
  /// the reason for its place.
  package var listing: [(face: FontFace, reason: Reason)] {
    ordered.candidates.map { ($0.face, $0.reason) }
  }

  /// Whether a font was given or there is one of the families asked for.
  package var hasAskedFont: Bool { !asked.isEmpty }

  /// The first font of all, which gives empty text its metrics: the first candidate, else the best
  /// font of the host.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  package var primary: Font {
    get throws(FontError) { fonts.font(at: try primaryIndex()) }
  }

  func primaryIndex() throws(FontError) -> Int {
    guard let primarySlot else {
      throw FontError(
        .noFonts, "no font: none was given, none is embedded and the host has none")
    }
    return primarySlot
  }

  /// Whether ``primary`` is tried before all other fonts if the presentation is unspecified, so
  /// that each character that it maps is drawn with it.
  package let triesPrimaryFirst: Bool

  /// The font for a cluster: the first one that maps every character, default-ignorables aside.
  ///
  /// Emoji presentation tries fonts with colour glyphs first, text presentation those without.
  /// Where no font maps the whole cluster, the answer is the first font that maps its first
  /// character, else the first font of all.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  /// - Complexity: O(cluster) once the characters have been looked up.
  func font(
    for cluster: Span<UInt32>, presentation: EmojiPresentation
  ) throws(FontError) -> Choice {
    do {
      let (index, isCovered) = try fontIndex(for: cluster, presentation: presentation, .never)
      return Choice(font: fonts.font(at: index), isCovered: isCovered)
    } catch let error as FontError {
      throw error
    } catch {
      preconditionFailure("a search that cannot be cancelled was cancelled")
    }
  }

  /// The font for a character: the first one that maps it, else the first font of all.
  ///
  /// Emoji presentation tries fonts with colour glyphs first, text presentation those without.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  package func font(
    for scalar: Unicode.Scalar, presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> Choice {
    let cluster = CollectionOfOne(scalar.value)
    return try font(for: cluster.span, presentation: presentation)
  }

  /// The font for a grapheme cluster, and the reason for it.
  ///
  /// The font is the first one that maps every character, default-ignorables aside. Where none
  /// does, it is the first one that maps the first character, else the first font of all; the
  /// reason is ``Reason/missing`` only if there is a character that no font maps, since the others
  /// are drawn with fonts of their own.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  package func explain(
    _ cluster: [Unicode.Scalar], presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> (choice: Choice, reason: Reason) {
    let values = cluster.map(\.value)
    let choice = try font(for: values.span, presentation: presentation)
    if !choice.isCovered {
      guard try hasAll(values.span, presentation) else { return (choice, .missing) }
    }
    let candidate = ordered.candidates.first { $0.isFace(choice.font.face) }
    return (choice, candidate?.reason ?? .system)
  }

  /// The source of a font.
  package enum Origin: Sendable {
    /// A font that was given or asked for, or the first of all.
    case asked
    /// An embedded font, as a fallback.
    case embedded
    /// A font of the host, found for one character.
    case system
  }

  /// Whether the host's fonts are searched.
  package var searchesHost: Bool { system != nil }

  /// The source of the font with an index.
  ///
  /// - Complexity: O(candidates).
  package func origin(ofFontAt index: Int) -> Origin {
    let face = font(at: index).face
    if index == primarySlot || asked.contains(where: { $0.isFace(face) }) { return .asked }
    return ordered.candidates.contains { $0.isFace(face) } ? .embedded : .system
  }

  /// Whether each character of a cluster is in some font, default-ignorables aside.
  private func hasAll(
    _ cluster: Span<UInt32>, _ presentation: EmojiPresentation
  ) throws(FontError) -> Bool {
    for i in cluster.indices {
      let single = CollectionOfOne(cluster[i])
      if try !font(for: single.span, presentation: presentation).isCovered { return false }
    }
    return true
  }

  /// The font behind an index that ``fontIndex(for:presentation:_:)`` has returned.
  package func font(at index: Int) -> Font { fonts.font(at: index) }
}
