// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextAnalysis
import TextModel
import TextShaping

/// A unit of text by which a caret moves.
public enum TextGranularity: UInt8, Hashable, Sendable, CaseIterable {
  /// A grapheme cluster, a user-perceived character.
  case character
  /// A word by UAX #29, dictionaries included: the stretch that holds a letter or a number.
  case word
  /// A line of the layout, at the same x.
  case line
  /// A paragraph, its terminator included.
  case paragraph
}

/// The text of one paragraph, its terminator included, for finding the next boundary.
struct ParagraphBoundaries {
  private let units: [UInt16]
  private let range: TextRange
  private let language: String
  private let inlineParts: InlineParts?

  /// - Parameters:
  ///   - range: The paragraph's range in `units`.
  ///   - inlineParts: The parts of an inline formatting context, which divide no words.
  init(
    _ units: [UInt16], _ range: TextRange, language: String, inlineParts: InlineParts? = nil
  ) {
    self.units = units
    self.inlineParts = inlineParts
    self.range = range
    self.language = language
  }

  var count: Int { range.count }

  /// The next place of a caret after an offset; nil if it lies in a later paragraph.
  ///
  /// - Parameter granularity: Any but `line`, whose places need a layout.
  func place(after offset: Int, by granularity: TextGranularity) -> Int? {
    if offset >= count { return nil }
    switch granularity {
    case .character: return character(after: offset)
    case .word: return word(after: offset)
    case .line, .paragraph: return count
    }
  }

  /// The last place of a caret before an offset after the paragraph's start; nil if it lies in an
  /// earlier paragraph.
  ///
  /// - Parameter granularity: Any but `line`, whose places need a layout.
  func place(before offset: Int, by granularity: TextGranularity) -> Int? {
    switch granularity {
    case .character: character(before: offset)
    case .word: word(before: offset)
    case .line, .paragraph: 0
    }
  }

  /// The next boundary of grapheme clusters after an offset before the paragraph's end.
  ///
  /// - Complexity: O(code units to the next letters of Latin or CJK on both sides).
  private func character(after offset: Int) -> Int {
    if offset + 1 < count, isSimpleBoundary(offset + 1) { return offset + 1 }
    let start = simpleBoundary(atOrBefore: offset)
    let graphemes = graphemes(start, simpleBoundary(after: offset))
    return start + graphemes.next(after: offset - start)
  }

  /// The last boundary of grapheme clusters before an offset after the paragraph's start.
  private func character(before offset: Int) -> Int {
    if offset > 1, isSimpleBoundary(offset - 1) { return offset - 1 }
    let start = simpleBoundary(atOrBefore: offset - 1)
    let graphemes = graphemes(start, simpleBoundary(after: offset - 1))
    return start + graphemes.previous(before: offset - start)
  }

  private func graphemes(_ start: Int, _ end: Int) -> GraphemeBreaks {
    let part = TextRange(range.start + start, range.start + end)
    // Only a cancellation throws, and nothing cancels here.
    return (try? units.graphemeBreaks(in: part)) ?? GraphemeBreaks(length: end - start, flags: [])
  }

  private func simpleBoundary(atOrBefore offset: Int) -> Int {
    var i = offset
    while i > 0, !isSimpleBoundary(i) { i -= 1 }
    return i
  }

  private func simpleBoundary(after offset: Int) -> Int {
    var i = offset + 1
    while i < count, !isSimpleBoundary(i) { i += 1 }
    return i
  }

  /// Whether a grapheme cluster ends at an offset whatever stands around the two units there.
  private func isSimpleBoundary(_ offset: Int) -> Bool {
    let (before, after) = (units[range.start + offset - 1], units[range.start + offset])
    return Self.isSimple(before) && Self.isSimple(after) && !(before == 0x0D && after == 0x0A)
  }

  /// Whether a unit neither extends a cluster nor takes part in a longer one.
  private static func isSimple(_ unit: UInt16) -> Bool {
    switch unit {
    case 0...0x2FF, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: true
    default: false
    }
  }

  /// The end of the first word that ends after an offset; nil if there is none.
  ///
  /// - Complexity: O(length of the paragraph).
  private func word(after offset: Int) -> Int? {
    let breaks = wordBreaks()
    for index in 1..<max(1, breaks.count) where breaks[index] > offset {
      if isWord(breaks[index - 1]..<breaks[index]) { return breaks[index] }
    }
    return nil
  }

  /// The start of the last word that starts before an offset; nil if there is none.
  private func word(before offset: Int) -> Int? {
    let breaks = wordBreaks()
    for index in (1..<max(1, breaks.count)).reversed() where breaks[index - 1] < offset {
      if isWord(breaks[index - 1]..<breaks[index]) { return breaks[index - 1] }
    }
    return nil
  }

  /// The boundaries of words and of the stretches between them, both ends included.
  ///
  /// - Complexity: O(length of the paragraph).
  func wordBreaks() -> [Int] {
    let own = Array(units[range.range])
    // A format character has no effect on words. Source: UAX #29, WB4.
    let text = inlineParts?.replacing(own, with: 0x2060) ?? own
    // Only a cancellation throws, and nothing cancels here.
    return (try? TextSegmenter.breaks(.word, in: text, locale: language)) ?? []
  }

  private func isWord(_ part: Range<Int>) -> Bool {
    units.holdsWord(part.lowerBound + range.start..<part.upperBound + range.start)
  }
}

extension [UInt16] {
  /// Whether a range holds a letter or a number.
  func holdsWord(_ range: Range<Int>) -> Bool {
    String(decoding: self[range], as: UTF16.self).unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }
}
