// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

/// The justification opportunities of a line: spaces, the gaps beside ideographs and kana and,
/// optionally, the gaps between letters.
///
/// Text before the line's last tab has none, so that tabs stay at their stops. Source: CSS Text 3,
/// 7.3.
struct Justification {
  let text: ParagraphText
  /// The text that counts for the line's width, in offsets of the paragraph.
  let visible: TextRange
  /// Whether spaces are the only opportunities, as on a line whose spaces shrink.
  var isOfSpaces = false
  /// Whether the gaps between letters are opportunities.
  var countsLetters = false

  /// A kind of opportunities.
  enum Place {
    case space
    /// Beside an ideograph.
    case gap
    /// Between two letters.
    case letter
  }

  /// The width of the spaces that can shrink, in points; for lines whose opportunities are spaces
  /// alone (``isOfSpaces``).
  ///
  /// - Throws: `CancellationError`.
  func spaceWidth(in pieces: LinePieces, _ cancellation: Cancellation) throws -> Double {
    var width = 0.0
    for index in try firstStretched(pieces, cancellation)..<pieces.count {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let piece = pieces[index]
      try forEachOpportunity(in: piece, cancellation) { glyph, _ in
        width += max(0, Double(piece.run.advance(at: glyph)) * piece.run.unit)
      }
    }
    return width
  }

  /// The number of opportunities on the line.
  ///
  /// - Throws: `CancellationError`.
  func count(in pieces: LinePieces, _ cancellation: Cancellation) throws -> Int {
    var count = 0
    for index in try firstStretched(pieces, cancellation)..<pieces.count {
      if index & 0xFF == 0xFF { try cancellation.check() }
      try forEachOpportunity(in: pieces[index], cancellation) { _, _ in count += 1 }
    }
    return count
  }

  /// The first piece after the last tab.
  ///
  /// - Throws: `CancellationError`.
  func firstStretched(_ pieces: LinePieces, _ cancellation: Cancellation) throws -> Int {
    var index = pieces.count
    while index > 0, pieces[index - 1].kind != .tab {
      if index & 0xFFF == 0 { try cancellation.check() }
      index -= 1
    }
    return index
  }

  /// Calls `body` with the index of each glyph at whose right side space is added.
  ///
  /// - Throws: `CancellationError`.
  func forEachOpportunity(
    in piece: LinePiece, _ cancellation: Cancellation, _ body: (Int, Place) -> Void
  ) throws {
    guard piece.kind == .text, !piece.hangs else { return }
    let isRightToLeft = piece.run.isRightToLeft
    let glyphs = piece.glyphs
    var i = isRightToLeft ? glyphs.upperBound - 1 : glyphs.lowerBound
    let step = isRightToLeft ? -1 : 1
    var polled = i
    while i >= glyphs.lowerBound && i < glyphs.upperBound {
      if abs(i - polled) > 0xFFF {
        polled = i
        try cancellation.check()
      }
      let cluster = piece.run.cluster(at: i)
      var next = i
      repeat {
        next += step
      } while next >= glyphs.lowerBound && next < glyphs.upperBound
        && piece.run.cluster(at: next) == cluster
      let end =
        next >= glyphs.lowerBound && next < glyphs.upperBound
        ? piece.run.cluster(at: next) : piece.range.end
      if let place = place(after: cluster, end, isRightToLeft: isRightToLeft) {
        body(isRightToLeft ? i : next - 1, place)
      } else if countsLetters, end < visible.end, !isSpace(end),
        !piece.run.isCursive, !piece.run.isCombined,
        width(of: min(i, next - step)...max(i, next - step), in: piece) > 0
      {
        // In right-to-left text, the gap is at the right of the next glyph, if the piece has one.
        let glyph = isRightToLeft ? next : next - 1
        if glyphs.contains(glyph) { body(glyph, .letter) }
      }
      i = next
    }
  }

  /// The kind of the opportunity after a cluster; `nil` if it has none, or only one between
  /// letters.
  private func place(after start: Int, _ end: Int, isRightToLeft: Bool) -> Place? {
    guard end < visible.end else { return nil }
    if isSpace(start) { return .space }
    if isOfSpaces { return nil }
    // Right-to-left runs have no opportunities at ideographs.
    let isGap = !isRightToLeft && !isSpace(end) && (isIdeograph(start) || isIdeograph(end))
    return isGap ? .gap : nil
  }

  /// The width of the glyphs of a cluster; characters that are not seen have none.
  private func width(of glyphs: ClosedRange<Int>, in piece: LinePiece) -> Int32 {
    glyphs.reduce(0) { $0 &+ piece.run.advance(at: $1) }
  }

  private func isSpace(_ offset: Int) -> Bool {
    text[offset] == 0x20 || text[offset] == 0xA0
  }

  /// Han, kana and bopomofo with their punctuation, by block.
  private func isIdeograph(_ offset: Int) -> Bool {
    switch text[offset] {
    case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0xD840...0xD8BF:
      true
    default: false
    }
  }
}
