// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts

extension Itemizer {
  /// A word, and the font of the host that draws all of it.
  struct WholeWord {
    /// The word, in the paragraph.
    var range: Range<Int>
    /// The slot of the font; nil where each character keeps its own.
    var slot: Int?
  }

  /// The longest word that may get one font as a whole, in code units.
  private static let longestWord = 64

  /// The word around a place where the font changes. The word has one font if its parts are in
  /// embedded fonts and in the host's, and one of the host's fonts has all of it.
  ///
  /// Fonts that were given or requested, and the first font of all, keep their characters.
  ///
  /// - Parameters:
  ///   - bounds: The text that may be part of the word: of one style, script and level.
  ///   - graphemes: The clusters of the paragraph.
  /// - Throws: `CancellationError`, and `FontError` where there is no font at all.
  static func word(
    _ text: Span<UInt16>, around offset: Int, in bounds: Range<Int>, graphemes: GraphemeBreaks,
    _ fonts: StyleFonts, scratch: ShapingScratch, _ cancellation: Cancellation
  ) throws -> WholeWord {
    var (start, end) = (offset, offset)
    while start > bounds.lowerBound, isPartOfWord(text[start - 1]), offset - start <= longestWord {
      start -= 1
    }
    while end < bounds.upperBound, isPartOfWord(text[end]), end - start <= longestWord { end += 1 }
    if start == offset || end == offset { return WholeWord(range: start..<offset) }
    var word = WholeWord(range: start..<end)
    if word.range.count > longestWord { return word }
    var slots: [Int] = []
    var at = start
    while at < end {
      let next = graphemes.isTrivial ? at + 1 : min(end, graphemes.next(after: at))
      let slot =
        next == at + 1
        ? try fonts.slot(for: text[at], cancellation)
        : try fonts.slot(
          for: text.extracting(at..<next), .unspecified, scalars: scratch.scalars, cancellation)
      if slot == StyleFonts.divided { return word }
      if !slots.contains(slot) {
        if fonts.cascade.origin(ofFontAt: slot) == .asked { return word }
        slots.append(slot)
      }
      at = next
    }
    word.slot = slots.first { slot in
      fonts.cascade.origin(ofFontAt: slot) == .system
        && covers(text, start..<end, fonts.font(slot).face.coverage)
    }
    return word
  }

  /// Whether a code unit is of a letter, a number or a combining mark, joins or parts letters
  /// (U+200D, U+200C), or is half a character.
  private static func isPartOfWord(_ unit: UInt16) -> Bool {
    let traits = CharacterTable.shared[UInt32(unit)]
    return traits.isLetterOrNumber || traits.isMark || unit & 0xF800 == 0xD800
      || unit == 0x200C || unit == 0x200D
  }

  /// Whether a face maps every character of a range, invisible ones aside.
  private static func covers(
    _ text: Span<UInt16>, _ range: Range<Int>, _ coverage: CharacterCoverage
  ) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, count) = WordRules.decode(text, at: i, end: range.upperBound)
      if !coverage.contains(scalar), !isDefaultIgnorable(scalar) { return false }
      i += count
    }
    return true
  }

  /// The first code unit that may be in one word with the text after the last item. All items from
  /// there on have the style, script and level of the last item.
  static func wordBound(_ last: ItemExtent, _ items: [ItemExtent]) -> Int {
    var start = last.start
    for item in items.reversed() {
      guard last.end - start <= longestWord, item.end == start, item.span == last.span,
        item.script == last.script, item.level == last.level, item.kind == .text
      else { break }
      start = item.start
    }
    return start
  }

  /// The end of the text at a level, as far as a word may reach.
  static func wordBound(
    _ levels: Span<UInt8>, from offset: Int, to end: Int, level: UInt8
  ) -> Int {
    let limit = min(end, offset + longestWord + 1)
    if levels.isEmpty { return limit }
    var i = offset
    while i < limit, levels[i] == level { i += 1 }
    return i
  }

  /// Makes a word, which may begin within earlier items, one item in one font.
  ///
  /// - Parameter last: The item that grows; it becomes the item of the word.
  static func set(
    _ range: Range<Int>, slot: Int, last: inout ItemExtent, _ items: inout [ItemExtent]
  ) {
    while last.start > range.lowerBound, let before = items.popLast() { last = before }
    let made = ItemExtent(
      start: range.lowerBound, end: range.upperBound, script: last.script, span: last.span,
      slot: Int32(truncatingIfNeeded: slot), level: last.level, kind: last.kind)
    if last.start < range.lowerBound {
      if last.slot == made.slot, !last.continuesCluster {
        last.end = range.upperBound
        return
      }
      last.end = range.lowerBound
      items.append(last)
    }
    last = made
  }
}
