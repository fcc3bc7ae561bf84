// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

extension ShapingStyle {
  /// The size of small capitals that are made, as a part of the text's: that of browsers.
  private static let smallCapitalSize = 0.7

  /// The style of small capitals that are made: small capitals, in lines of the text's height.
  func ofMadeCapitals() -> ShapingStyle {
    var style = self
    style.update { fields in
      fields.lineSize = fields.lineSize ?? fields.size
      fields.size *= Self.smallCapitalSize
      fields.letterCase = .uppercase
      fields.smallCapitals = .none
    }
    return style
  }
}

extension Itemizer {
  /// Divides items between small capitals that are made and other characters, where a style asks
  /// for small capitals and a font has none.
  ///
  /// - Parameter spans: The styles of the paragraph; those of small capitals are added at the end.
  /// - Throws: `CancellationError`.
  static func divideSmallCapitals(
    _ items: inout [ItemExtent], _ text: Span<UInt16>, graphemes: GraphemeBreaks,
    spans: inout [StyleSpan], cancellation: Cancellation
  ) throws {
    var divided: [ItemExtent] = []
    divided.reserveCapacity(items.count)
    // The index of the style of the small capitals of a style.
    var smallSpans: [Int32: Int32] = [:]
    for item in items {
      try cancellation.check()
      let style = spans[Int(item.span)].style
      guard item.kind == .text, try style.makesSmallCapitals(item) else {
        divided.append(item)
        continue
      }
      let pieces = smallPieces(item, text, graphemes, style.style.storage.fields)
      guard pieces.contains(where: \.isSmall) else {
        divided.append(item)
        continue
      }
      let small: Int32
      if let known = smallSpans[item.span] {
        small = known
      } else {
        small = Int32(truncatingIfNeeded: spans.count)
        spans.append(
          StyleSpan(end: spans[spans.count - 1].end, style: try style.ofSmallCapitals()))
        smallSpans[item.span] = small
      }
      for piece in pieces {
        divided.append(
          ItemExtent(
            start: piece.range.lowerBound, end: piece.range.upperBound, script: item.script,
            span: piece.isSmall ? small : item.span, slot: item.slot, level: item.level,
            kind: item.kind,
            continuesCluster: item.continuesCluster && piece.range.lowerBound == item.start,
            orientation: item.orientation))
      }
    }
    items = divided
  }

  private struct Piece {
    var range: Range<Int>
    var isSmall: Bool
  }

  /// The pieces of an item that become small capitals, and those that do not. An item whose letters
  /// are all to be small is one piece, digits and marks included, as in browsers.
  private static func smallPieces(
    _ item: ItemExtent, _ text: Span<UInt16>, _ graphemes: GraphemeBreaks,
    _ fields: ShapingStyle.Fields
  ) -> [Piece] {
    var mapper = LetterCaseMapper(fields.letterCase, language: fields.language)
    let start = LetterCaseMapper.contextStart(of: item.start, in: text)
    mapper.map(text, start..<item.start) { _, _, _ in }
    var pieces: [Piece] = []
    var hasCase = false
    var next = item.start
    mapper.map(text, item.start..<item.end) { place, written, shown in
      let letter = shown?.unicodeScalars.first ?? written
      if letter.properties.isCased { hasCase = true }
      // A letter takes the marks of its cluster along.
      if place.lowerBound < next {
        pieces[pieces.count - 1].range =
          pieces[pieces.count - 1].range.lowerBound..<place.upperBound
        return
      }
      next = graphemes.isTrivial ? place.upperBound : graphemes.next(after: place.lowerBound)
      let isSmall = letter.properties.changesWhenUppercased
      if let last = pieces.last, last.isSmall == isSmall {
        pieces[pieces.count - 1].range = last.range.lowerBound..<place.upperBound
      } else {
        pieces.append(Piece(range: place, isSmall: isSmall))
      }
    }
    guard fields.smallCapitals == .ofAllLetters else { return pieces }
    return [Piece(range: item.start..<item.end, isSmall: hasCase)]
  }
}
