// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The order in which a cascade tries its fonts for one emoji presentation.
struct FontOrder: Sendable {
  /// A part of the order: some candidates, or some fonts of the host.
  enum Segment: Sendable {
    case candidates([Int])
    /// The host's fonts, with or without colour glyphs, that lack at most `shortfall` of the wanted
    /// properties; see ``FontDemand``.
    case system(colored: Bool, shortfall: Int = FontDemand.count)
  }

  /// The parts, in the order in which they are tried.
  var segments: [Segment]

  /// The candidate that is tried first; `nil` if the first segment has none.
  var firstCandidate: Int? {
    guard case .candidates(let list) = segments[0] else { return nil }
    return list.first
  }

  /// The three orders, by the raw value of the presentation: unspecified, text, emoji.
  ///
  /// - Parameters:
  ///   - isColored: Whether each candidate has colour glyphs.
  ///   - familyEnd: The number of candidates that were given or asked for by name.
  ///   - shortfalls: How many of the wanted properties each candidate lacks; `nil` if the host's
  ///     fonts come after the embedded ones of their kind, with or without colour glyphs.
  static func all(
    isColored: [Bool], familyEnd: Int, shortfalls: [Int]? = nil
  ) -> [FontOrder] {
    let everything = isColored.indices
    let plain = everything.filter { !isColored[$0] }
    let colored = everything.filter { isColored[$0] }
    let others = plain.filter { $0 >= familyEnd }
    /// The segments of the first candidates, the others without colour, and the host's fonts.
    func segments(_ first: [Int]) -> [Segment] {
      guard let shortfalls else {
        return [.candidates(first + others), .system(colored: false)]
      }
      return (0...FontDemand.count).flatMap { shortfall in
        let like = others.filter { shortfalls[$0] == shortfall }
        return [
          Segment.candidates(shortfall == 0 ? first + like : like),
          .system(colored: false, shortfall: shortfall),
        ]
      }
    }
    return [
      // Candidates that were asked for keep their order; of the rest, fonts of text come before
      // those of colour glyphs.
      FontOrder(
        segments: segments(Array(0..<familyEnd)) + [
          .candidates(colored.filter { $0 >= familyEnd }), .system(colored: true),
        ]),
      FontOrder(
        segments: segments(plain.filter { $0 < familyEnd }) + [
          .candidates(colored), .system(colored: true),
        ]),
      FontOrder(
        segments: [.candidates(colored), .system(colored: true)]
          + segments(plain.filter { $0 < familyEnd })),
    ]
  }
}

/// All candidates of a cascade, and their order for each presentation.
struct OrderedCandidates: Sendable {
  let candidates: [FontCandidate]
  let orders: [FontOrder]

  /// - Parameter demand: The properties that faces should have; `nil` without the host's fonts.
  init(
    asked: [FontCandidate], defaultFonts: [DefaultFont], _ descriptor: FontDescriptor,
    _ language: LanguageTag, demand: FontDemand?
  ) {
    let embedded = FontCollection.embeddedCandidates(
      defaultFonts, for: descriptor, language: language)
    let candidates =
      asked + embedded.filter { candidate in !asked.contains(where: candidate.isSame) }
    self.candidates = candidates
    var shortfalls: [Int]?
    if let demand, !demand.isPlain {
      shortfalls = candidates.indices.map {
        $0 < asked.count ? 0 : candidates[$0].shortfall(of: demand)
      }
    }
    orders = FontOrder.all(
      isColored: candidates.map(\.hasColorGlyphs), familyEnd: asked.count,
      shortfalls: shortfalls)
  }
}
