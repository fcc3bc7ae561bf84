// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextShaping

extension LineBreaker {
  /// The opportunity at which a line ends, if the text up to `candidate` fits: `candidate`, unless
  /// its hyphen is one too many in a row, or the line is full enough without the part of the word.
  ///
  /// - Complexity: O(1); at a hyphen O(hyphens of the word).
  func preferred(_ candidate: Int, from start: LineStart, available: Double) -> Int {
    let breaks = paragraph.breaks
    guard breaks.traits(at: candidate).endsInHyphen, let hyphenation = paragraph.style.hyphenation
    else { return candidate }
    var whole = candidate - 1
    while whole >= start.next, breaks.traits(at: whole).endsInHyphen { whole -= 1 }
    guard whole >= start.next else { return candidate }
    let most = hyphenation.maximumConsecutive
    if most > 0, start.hyphenCount >= most { return whole }
    let blank = available - (breaks.trimmed(at: whole) - start.advance)
    return hyphenation.zone > 0 && blank <= hyphenation.zone ? whole : candidate
  }

  /// The change of spelling at the beginning of a line, after the hyphen of the line before.
  func changedStart(_ start: LineStart) -> HyphenChange? {
    guard start.hyphenCount > 0, start.next > 0,
      paragraph.breaks.offset(at: start.next - 1) == start.offset
    else { return nil }
    return paragraph.breaks.change(at: start.next - 1)
  }

  /// The pieces of a line, which may end in a hyphen, and begin with a changed spelling after one.
  ///
  /// The hyphen and changed spellings are pieces of the kind `hyphen`: no caret lies in them. Their
  /// ranges are the text that they replace, which may be empty.
  ///
  /// - Parameters:
  ///   - change: The change of spelling before the hyphen.
  ///   - cutsEnd: Whether glyphs change at the end.
  func pieces(
    _ start: LineStart, _ end: Int, isHyphenated: Bool = false, change: HyphenChange? = nil,
    cutsEnd: Bool, trimsEnd: Bool = false
  ) throws -> [LinePiece] {
    let from = changedStart(start)
    let isSoft = isHyphenated && isSoftHyphen(before: end)
    if from == nil, !isHyphenated || isSoft {
      var pieces = try pieces(
        start.offset, end, cutsStart: !start.isSafe, cutsEnd: cutsEnd, trimsEnd: trimsEnd)
      if isSoft { try addHyphen(to: &pieces, at: end) }
      return pieces
    }
    // On a narrow line, the changes of spelling at both ends may overlap: the one at the end then
    // replaces less text.
    let textStart = from.map { min(end, $0.range.end) } ?? start.offset
    let textEnd = max(textStart, min(end, change?.range.start ?? end))
    var pieces = try pieces(
      textStart, textEnd,
      cutsStart: from == nil ? !start.isSafe : !paragraph.isSafeToBreak(at: textStart),
      cutsEnd: textEnd == end ? cutsEnd : !paragraph.isSafeToBreak(at: textEnd),
      trimsEnd: trimsEnd && textEnd == end)
    if let from, let model = model(at: start.offset) {
      let range = TextRange(start.offset, textStart)
      pieces.insert(contentsOf: try token(from.after, like: model, range), at: 0)
    }
    if isSoft {
      try addHyphen(to: &pieces, at: end)
    } else if isHyphenated, let model = model(at: max(start.offset, end - 1)) {
      let text = (change?.before ?? []) + hyphen(in: model.run.font)
      pieces += try token(text, like: model, TextRange(textEnd, end))
    }
    return pieces
  }

  /// The piece of one code unit that gives its style and direction to a hyphen beside it.
  private func model(at offset: Int) -> LinePiece? {
    guard offset < text.count, let index = paragraph.run(at: offset) else { return nil }
    return LinePiece(paragraph.runs[index], TextRange(offset, offset + 1))
  }

  /// The pieces of a shaped text that is not in the paragraph, for example a hyphen.
  func token(
    _ text: [UInt16], like model: LinePiece, _ range: TextRange
  ) throws -> [LinePiece] {
    if text.isEmpty { return [] }
    return try shaped.shapeToken(text, like: model.run).map {
      LinePiece(
        kind: .hyphen, level: model.level, run: $0, glyphs: 0..<$0.glyphCount, range: range,
        width: $0.width)
    }
  }

  /// The code units that are drawn as a hyphen.
  func hyphen(in font: Font) -> [UInt16] {
    if isHyphenated, let character = paragraph.style.hyphenation?.character {
      return Array(String(character).utf16)
    }
    return [font.glyph(for: "\u{2010}") == nil ? 0x2D : 0x2010]
  }
}
