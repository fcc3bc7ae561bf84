// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The order in which a cascade tries its fonts for one emoji presentation.
struct FontOrder: Sendable {
  /// A stretch of the order.
  enum Segment: Sendable {
    /// Candidates by their numbers.
    case candidates([Int])
    /// The host's fonts, with or without colour glyphs.
    case system(colored: Bool)
  }

  /// The stretches, in the order in which they are tried.
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
  static func all(isColored: [Bool], familyEnd: Int) -> [FontOrder] {
    let everything = isColored.indices
    let plain = everything.filter { !isColored[$0] }
    let colored = everything.filter { isColored[$0] }
    return [
      // Candidates that were asked for keep their order; of the rest, text comes before pictures.
      FontOrder(segments: [
        .candidates(Array(0..<familyEnd) + plain.filter { $0 >= familyEnd }),
        .system(colored: false),
        .candidates(colored.filter { $0 >= familyEnd }),
        .system(colored: true),
      ]),
      FontOrder(segments: [
        .candidates(plain), .system(colored: false), .candidates(colored), .system(colored: true),
      ]),
      FontOrder(segments: [
        .candidates(colored), .system(colored: true), .candidates(plain), .system(colored: false),
      ]),
    ]
  }
}

/// All candidates of a cascade, and their order for each presentation.
struct OrderedCandidates: Sendable {
  let candidates: [FontCandidate]
  let orders: [FontOrder]

  init(
    asked: [FontCandidate], defaultFonts: [DefaultFont], _ descriptor: FontDescriptor,
    _ language: LanguageTag
  ) {
    let embedded = FontCollection.embeddedCandidates(
      defaultFonts, for: descriptor, language: language)
    candidates = asked + embedded.filter { candidate in !asked.contains(where: candidate.isSame) }
    orders = FontOrder.all(
      isColored: candidates.map(\.hasColorGlyphs), familyEnd: asked.count)
  }
}
