// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// How far each justification opportunity of a line grows, in a paragraph with limits.
///
/// Source: the order is that of CSS Text 3, 7.3.
struct JustificationStages {
  private let limits: JustificationLimits
  /// The share of its limit by which each opportunity of a kind grows.
  private var (spaceShare, gapShare, letterShare) = (0.0, 0.0, 0.0)
  /// The points by which each opportunity of a kind grows in addition to its share.
  private var (spaceRest, gapRest) = (0.0, 0.0)
  /// The letters that are elongated.
  private(set) var kashidas: KashidaPlaces?
  /// The points by which the line grows.
  let total: Double
  /// Whether the line grows by all of the slack.
  let isFull: Bool

  /// - Parameters:
  ///   - slack: The points by which the line is to grow.
  ///   - tokens: The glyphs with which letters are elongated.
  /// - Throws: `ShapingError` or `CancellationError`.
  init(
    _ limits: JustificationLimits, _ justification: Justification, _ pieces: LinePieces,
    _ slack: Double, _ tokens: KashidaTokens, _ cancellation: Cancellation
  ) throws {
    self.limits = limits
    var (spaces, gaps) = (0, 0)
    // The sums of the units of which limits are multiples: widths of spaces, and ems, in points.
    var (spaceWidth, gapEms, letterEms) = (0.0, 0.0, 0.0)
    for index in try justification.firstStretched(pieces, cancellation)..<pieces.count {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let piece = pieces[index]
      try justification.forEachOpportunity(in: piece, cancellation) { glyph, place in
        let unit = Self.unit(place, piece.run, glyph)
        switch place {
        case .space: (spaces, spaceWidth) = (spaces + 1, spaceWidth + unit)
        case .gap: (gaps, gapEms) = (gaps + 1, gapEms + unit)
        case .letter: letterEms += unit
        }
      }
    }
    var rest = slack
    func share(_ limit: Double, _ units: Double) -> Double {
      let most = limit * units
      guard most > 0 else { return 0 }
      let share = min(1, rest / most)
      rest = share < 1 ? 0 : rest - most
      return share
    }
    var kashidas =
      limits.kashida > 0
      ? try KashidaPlaces(limits.kashida, justification, pieces, tokens, cancellation) : nil
    if kashidas?.places.isEmpty == true { kashidas = nil }
    let isUnlimited = limits.spaces == nil && limits.gaps == nil && spaces + gaps > 0
    if isUnlimited {
      Self.elongate(&kashidas, &rest)
    } else {
      if let limit = limits.spaces {
        spaceShare = share(limit, spaceWidth)
      } else if spaces > 0, kashidas == nil {
        (spaceRest, rest) = (rest / Double(spaces), 0)
      }
      if let limit = limits.gaps {
        gapShare = share(limit, gapEms)
      } else if gaps > 0, kashidas == nil {
        (gapRest, rest) = (rest / Double(gaps), 0)
      }
      Self.elongate(&kashidas, &rest)
      // Spaces without a limit, or else gaps, take the slack that elongated letters left.
      if kashidas != nil, limits.spaces == nil, spaces > 0 {
        (spaceRest, rest) = (rest / Double(spaces), 0)
      } else if kashidas != nil, limits.gaps == nil, gaps > 0 {
        (gapRest, rest) = (rest / Double(gaps), 0)
      }
      letterShare = share(limits.letters, letterEms)
    }
    self.kashidas = kashidas
    if isUnlimited || !limits.isStrict && spaces + gaps > 0 {
      let each = rest / Double(spaces + gaps)
      spaceRest += each
      gapRest += each
      rest = 0
    }
    rest = rest > slack * 1e-9 ? rest : 0
    (total, isFull) = (slack - rest, rest == 0)
  }

  /// Elongates letters by the rest of the slack, or by a part of the rest.
  private static func elongate(_ kashidas: inout KashidaPlaces?, _ rest: inout Double) {
    guard rest > 0, var places = kashidas else { return }
    places.fill(rest)
    rest = max(0, rest - places.total)
    kashidas = places
  }

  /// The points that are added at an opportunity.
  func growth(_ place: Justification.Place, _ run: ShapedRun, _ glyph: Int) -> Double {
    let unit = Self.unit(place, run, glyph)
    return switch place {
    case .space: spaceShare * (limits.spaces ?? 0) * unit + spaceRest
    case .gap: gapShare * (limits.gaps ?? 0) * unit + gapRest
    case .letter: letterShare * limits.letters * unit
    }
  }

  /// The length of which a limit is a multiple, in points: a space's advance, or the em.
  private static func unit(
    _ place: Justification.Place, _ run: ShapedRun, _ glyph: Int
  ) -> Double {
    place == .space ? max(0, Double(run.advance(at: glyph)) * run.unit) : run.style.size
  }
}
