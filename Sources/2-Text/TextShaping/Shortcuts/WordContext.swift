// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts

/// The rules for words of one font, script, direction and style, with the glyph pairs that one
/// scratch set has learned for them.
final class WordContext {
  /// The key of a context among those of a ``StyleFonts``.
  struct Place: Equatable {
    /// The `Font.id` of the font: font objects cannot be compared, since each cascade has its own
    /// object for one font.
    var font: UInt32
    var script: UInt32
    /// The direction of the text: 1 if it runs from right to left, else 0.
    var direction: UInt8
  }

  let rules: WordRules
  let place: Place
  /// The pairs of simple characters; nil where there are none, or not yet.
  private(set) var pairs: GlyphPairs?
  /// The number of words that were shaped, until there is a table of pairs.
  private var learned = 0

  /// The number of shaped words from which on a table of pairs saves more time than it takes to
  /// make.
  private static let wordsBeforePairs = 48

  init(_ rules: WordRules, _ place: Place) {
    self.rules = rules
    self.place = place
  }

  /// Counts a word that was shaped; makes the table of pairs when there were enough of them.
  ///
  /// - Throws: `CancellationError`.
  func countLearnedWord(_ item: borrowing ShapingItem, _ cancellation: Cancellation) throws {
    if learned >= WordContext.wordsBeforePairs { return }
    if learned + 1 >= WordContext.wordsBeforePairs {
      // While there are too many tables, none is made; the next word tries again.
      if !GlyphPairs.hasRoom { return }
      try cancellation.check()
    }
    learned += 1
    if learned == WordContext.wordsBeforePairs {
      pairs = GlyphPairs(item, spaceGlyph: rules.spaceGlyph)
    }
  }
}
