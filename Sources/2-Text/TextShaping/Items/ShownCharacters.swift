// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextAnalysis
import TextFonts
import TextModel

/// The characters that a part of a text shows in another case, each with the offset of the one that
/// is written.
struct ShownCharacters {
  /// The characters, in the order of the text.
  private(set) var characters: [(character: UInt32, offset: UInt32)] = []

  /// - Parameters:
  ///   - text: The whole paragraph, of which a letter's neighbours are read.
  ///   - coverage: The characters of the font: a letter whose counterpart is not among them stays.
  /// - Returns: `nil` if all letters stay.
  init?(
    _ text: Span<UInt16>, _ range: Range<Int>, _ fields: ShapingStyle.Fields,
    _ coverage: CharacterCoverage
  ) {
    if fields.letterCase == .asWritten { return nil }
    var mapper = LetterCaseMapper(fields.letterCase, language: fields.language)
    let start = LetterCaseMapper.contextStart(of: range.lowerBound, in: text)
    mapper.map(text, start..<range.lowerBound) { _, _, _ in }
    var all: [(character: UInt32, offset: UInt32)] = []
    all.reserveCapacity(range.count + 8)
    var changes = false
    mapper.map(text, range) { place, written, shown in
      let offset = UInt32(truncatingIfNeeded: place.lowerBound)
      guard let shown, shown.unicodeScalars.allSatisfy({ coverage.contains($0.value) }) else {
        all.append((written.value, offset))
        return
      }
      changes = true
      for scalar in shown.unicodeScalars { all.append((scalar.value, offset)) }
    }
    guard changes else { return nil }
    characters = all
  }
}
