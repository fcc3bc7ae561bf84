// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel
import TextShaping

/// The glyph of U+0640 in the fonts of a line, shaped once for each font and style.
final class KashidaTokens {
  /// U+0640 as one glyph.
  struct Token {
    let run: ShapedRun
    /// The token's advance, in points.
    let advance: Double
  }

  private let shaped: ShapedText
  private var known: [ObjectIdentifier: Token?] = [:]

  init(_ shaped: ShapedText) { self.shaped = shaped }

  /// The token of a run's font; `nil` if the font has no U+0640 of one glyph.
  ///
  /// - Throws: `ShapingError`.
  func token(of run: ShapedRun) throws -> Token? {
    let key = ObjectIdentifier(run.origin)
    if let found = known[key] { return found }
    var found: Token?
    if run.font.glyph(for: "\u{640}") != nil {
      let made = try shaped.shapeToken([UInt16(Kashida.tatweel)], like: run)
      if made.count == 1, made[0].glyphCount == 1, made[0].font == run.font, made[0].width > 0 {
        found = Token(run: made[0], advance: made[0].width)
      }
    }
    known[key] = .some(found)
    return found
  }
}

/// The letters of a line that are elongated, and by how much.
struct KashidaPlaces {
  /// A letter that is elongated on its right side.
  struct Place {
    /// The index of its piece.
    let piece: Int
    /// The index of the place's glyph in the shaped run.
    let glyph: Int
    /// The first code unit of its cluster, in the paragraph.
    let cluster: Int
    let token: KashidaTokens.Token
    /// The most that is added, in points; no less than the token's advance.
    let most: Double
    let rank: Int
    /// The width that is added, in points: 0, or the token's advance at least.
    var width = 0.0
  }

  /// The places in the order of the text.
  private(set) var places: [Place] = []
  /// The width that is added in all, in points.
  private(set) var total = 0.0

  /// The most glyphs that an elongation is made of.
  private static let mostTokens = 64.0

  // MARK: - Places

  /// Finds the best place of each word.
  ///
  /// - Parameter limit: The most that a letter grows, in ems.
  /// - Throws: `ShapingError` or `CancellationError`.
  init(
    _ limit: Double, _ justification: Justification, _ pieces: LinePieces,
    _ tokens: KashidaTokens, _ cancellation: Cancellation
  ) throws {
    for index in try justification.firstStretched(pieces, cancellation)..<pieces.count {
      if index & 0x3F == 0x3F { try cancellation.check() }
      let piece = pieces[index]
      guard piece.kind == .text, !piece.hangs, piece.run.isElongated,
        let token = try tokens.token(of: piece.run)
      else { continue }
      let most = min(limit * piece.run.style.size, Self.mostTokens * token.advance)
      if most < token.advance { continue }
      var best: Place?
      try Self.forEachCluster(in: piece, cancellation) { glyph, cluster, isLevel in
        guard cluster < justification.visible.end else { return }
        let text = justification.text
        let letter = text.scalar(at: cluster)
        guard Kashida.isLetter(letter) else {
          if !Kashida.isTransparent(letter), let found = best {
            places.append(found)
            best = nil
          }
          return
        }
        guard isLevel, let before = text.letter(before: cluster),
          let rank = Kashida.rank(
            before, letter, next: text.letter(after: cluster, upTo: justification.visible.end)),
          rank <= best?.rank ?? .max
        else { return }
        best = Place(
          piece: index, glyph: glyph, cluster: cluster, token: token, most: most, rank: rank)
      }
      if let best { places.append(best) }
    }
  }

  /// Calls a function for each cluster of a piece but the first, with the glyph at whose right side
  /// it is joined, the cluster, and whether it is joined on the baseline.
  private static func forEachCluster(
    in piece: LinePiece, _ cancellation: Cancellation, _ body: (Int, Int, Bool) -> Void
  ) throws {
    let (run, glyphs) = (piece.run, piece.glyphs)
    var previous: Int?
    var isPreviousLevel = false
    var i = glyphs.upperBound - 1
    while i >= glyphs.lowerBound {
      if i & 0xFFF == 0 { try cancellation.check() }
      let (first, cluster) = (i, run.cluster(at: i))
      // Only glyphs that move the pen count, since combining marks may be at any height.
      var isLevel = true
      repeat {
        if run.advance(at: i) != 0, run.offset(at: i).y != 0 { isLevel = false }
        i -= 1
      } while i >= glyphs.lowerBound && run.cluster(at: i) == cluster
      if previous != nil { body(first, cluster, isLevel && isPreviousLevel) }
      (previous, isPreviousLevel) = (cluster, isLevel)
    }
  }

  // MARK: - Widths

  /// Spreads a width over the places of the best ranks: as many places as can each take a whole
  /// glyph. Among equal ranks, places at the line's end come first.
  mutating func fill(_ width: Double) {
    let order = places.indices.sorted {
      (places[$0].rank, $1) < (places[$1].rank, $0)
    }
    var (least, room) = (0.0, 0.0)
    var chosen: [Int] = []
    // `width` was found by subtraction, so rounding may leave it slightly below the advances that
    // fill it exactly.
    let limit = width * (1 + 1e-9)
    for index in order where least + places[index].token.advance <= limit {
      least += places[index].token.advance
      room += places[index].most - places[index].token.advance
      chosen.append(index)
    }
    if chosen.isEmpty { return }
    let share = room > 0 ? max(0, min(1, (width - least) / room)) : 0
    for index in chosen {
      let advance = places[index].token.advance
      places[index].width = advance + share * (places[index].most - advance)
    }
    total = min(width, least + share * room)
  }

  /// Calls a function for each letter of a piece that is elongated.
  func forEach(inPiece index: Int, _ body: (Place) -> Void) {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].piece < index { low = middle + 1 } else { high = middle }
    }
    while low < places.count, places[low].piece == index {
      if places[low].width > 0 { body(places[low]) }
      low += 1
    }
  }

  // MARK: - Glyphs

  /// Calls a function for each glyph with which the letters of a run of the line are elongated.
  ///
  /// - Parameters:
  ///   - index: The index of the run's piece.
  ///   - baseline: The baseline of the line.
  ///   - base: The start of the paragraph in the whole text.
  func forEachRun(
    besides run: LineRun, piece index: Int, baseline: Double, isVertical: Bool, base: Int,
    _ body: (LineRun) throws -> Void
  ) throws {
    var found: [Place] = []
    forEach(inPiece: index) { found.append($0) }
    if found.isEmpty || run.expansions.isEmpty { return }
    // From left to right, the places come in the reverse order of the text.
    var next = found.count - 1
    var pen = run.x
    for glyph in run.glyphs {
      pen += Double(run.run.advance(at: glyph)) * run.run.unit
      pen += run.expansions[glyph - run.glyphs.lowerBound]
      guard next >= 0, found[next].glyph == glyph else { continue }
      let place = found[next]
      next -= 1
      let advance = place.token.advance
      let count = max(1, Int((place.width / advance - 1e-6).rounded(.up)))
      let step = count > 1 ? (place.width - advance) / Double(count - 1) : 0
      for number in 0..<count {
        try body(
          LineRun(
            LinePiece(
              kind: .kashida, level: run.level, run: place.token.run, glyphs: 0..<1,
              range: TextRange(place.cluster, place.cluster), width: advance),
            x: pen - place.width + Double(number) * step, baseline: baseline,
            isVertical: isVertical, expansions: [], base: base))
      }
    }
  }
}

extension ShapedRun {
  /// Whether the run's letters may be elongated: Arabic and Syriac, from right to left.
  fileprivate var isElongated: Bool {
    isRightToLeft && isCursive && (script.value == 0x4172_6162 || script.value == 0x5379_7263)
  }
}

extension ParagraphText {
  /// The character at an offset.
  fileprivate func scalar(at offset: Int) -> UInt32 {
    let unit = self[offset]
    if unit & 0xFC00 == 0xD800, offset + 1 < count, self[offset + 1] & 0xFC00 == 0xDC00 {
      return 0x10000 + ((UInt32(unit) & 0x3FF) << 10 | UInt32(self[offset + 1]) & 0x3FF)
    }
    return UInt32(unit)
  }

  /// The most combining marks that stand over a letter.
  private static let mostMarks = 64

  /// The letter before an offset, combining marks aside; `nil` if there is none.
  fileprivate func letter(before offset: Int) -> UInt32? {
    var i = offset
    while i > 0, offset - i < Self.mostMarks {
      i -= 1
      if i > 0, self[i] & 0xFC00 == 0xDC00, self[i - 1] & 0xFC00 == 0xD800 { i -= 1 }
      let scalar = scalar(at: i)
      if !Kashida.isTransparent(scalar) { return scalar }
    }
    return nil
  }

  /// The letter after the one at an offset, combining marks aside; `nil` if there is none.
  fileprivate func letter(after offset: Int, upTo end: Int) -> UInt32? {
    var i = offset
    while i - offset < Self.mostMarks {
      i += scalar(at: i) > 0xFFFF ? 2 : 1
      if i >= end { return nil }
      let scalar = scalar(at: i)
      if !Kashida.isTransparent(scalar) { return scalar }
    }
    return nil
  }
}
