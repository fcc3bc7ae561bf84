// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
import TextAnalysis

/// The punctuation that Latin and Chinese, Japanese or Korean text share, though their fonts draw
/// it differently: in Chinese, most of these marks are as wide as a character and stand in its
/// middle.
///
/// Source: CLREQ 3.1; the punctuation marks of GB/T 15834, CNS 11643 and JIS X 4051 that have no
/// character of their own for wide text.
package enum SharedPunctuation {
  /// The number of these punctuation marks.
  package static let count = 14

  /// The index of a punctuation mark, below ``count``; `nil` for other code units.
  @inlinable
  package static func number(of unit: UInt16) -> Int? {
    switch unit {
    case 0xB7: 0
    case 0x2013...0x2016: Int(unit) - 0x2012
    case 0x2018...0x2019: Int(unit) - 0x2013
    case 0x201C...0x201D: Int(unit) - 0x2015
    case 0x2025...0x2027: Int(unit) - 0x201C
    case 0x22EF: 12
    case 0x2E3A: 13
    default: nil
    }
  }

  /// The offset of the first such punctuation mark in a range, or the end of the range.
  package static func first(in text: Span<UInt16>, _ range: Range<Int>) -> Int {
    var i = range.lowerBound
    while i < range.upperBound, number(of: text[i]) == nil { i += 1 }
    return i
  }
}

extension FontCascade {
  /// Whether the language is Chinese, Japanese or Korean, which take ``SharedPunctuation`` from the
  /// fonts of their characters.
  package var writesHan: Bool { LanguageTag(language).hanForm != nil }

  /// The font for a punctuation mark of ``SharedPunctuation`` in Chinese, Japanese or Korean text,
  /// as ``fontIndex(for:presentation:_:)`` numbers it: the first font that has both the mark and
  /// the characters of the language.
  ///
  /// - Returns: `nil` where the mark has the font that it has in any other text: a font that was
  ///   given or asked for by its name has it, or no font has both.
  /// - Throws: As ``fontIndex(for:presentation:_:)``.
  package func hanIndex(ofMark mark: UInt32, _ cancellation: Cancellation) throws -> Int? {
    if let own = asked.first(where: { $0.face.coverage.contains(mark) }) {
      guard case .family(let name) = own.reason, GenericFamily(name) != nil else { return nil }
    }
    // This character stands for all of the language: a syllable for Korean, else the commonest
    // Chinese character.
    let letter: UInt32 = LanguageTag(language).hanForm == .korean ? 0xAC00 : 0x4E00
    let both: InlineArray<2, UInt32> = [letter, mark]
    let found = try fontIndex(for: both.span, presentation: .unspecified, cancellation)
    return found.isCovered ? found.index : nil
  }
}
