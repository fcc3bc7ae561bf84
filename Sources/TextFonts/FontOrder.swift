// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The order in which a cascade tries its fonts for one emoji presentation.
struct FontOrder: Sendable {
  /// A stretch of the order.
  enum Segment: Sendable {
    /// Candidates by their numbers.
    case candidates([Int])
    /// The host's fonts, with or without colour glyphs.
    case system(colored: Bool)
  }

  /// The number of orders: one for each presentation.
  static let count = 3

  var segments: [Segment]

  /// The candidate that is tried first; `nil` where that is none.
  var firstCandidate: Int? {
    guard case .candidates(let list) = segments[0] else { return nil }
    return list.first
  }

  /// The orders by the raw value of the presentation: unspecified, text, emoji.
  static func all(isColored: [Bool], familyEnd: Int) -> [FontOrder] {
    let everything = isColored.indices
    let plain = everything.filter { !isColored[$0] }
    let colored = everything.filter { isColored[$0] }
    return [
      // Whatever was asked for by name comes in its order; of the rest, text before pictures.
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
