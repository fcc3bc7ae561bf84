// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The caches and limits of a shaping job. None of them changes a glyph.
package struct ShapingEnvironment: Sendable {
  /// About how many code units are given to HarfBuzz at once, at least 96, so that a call takes a
  /// fraction of a millisecond. A combining mark counts as four, and so does each unit of a slow
  /// script.
  package var chunkLength: Int

  /// The longest part of an item that is assembled from words, in code units; longer items are
  /// divided before a word.
  package var partLength: Int

  /// The shared cache of shaped words; nil for none.
  package var words: WordCache?

  /// Whether simple text (``SimpleText``) skips analysis; needs ``words``.
  package var findsSimpleText: Bool

  /// The shared cache of simple paragraphs; nil for none.
  package var paragraphs: ParagraphCache?

  /// The environment of all texts outside of tests.
  static let standard = ShapingEnvironment(paragraphs: .shared)

  /// The same limits without caches of words and paragraphs.
  var withoutShortcuts: ShapingEnvironment {
    ShapingEnvironment(
      chunkLength: chunkLength, partLength: partLength, words: nil, findsSimpleText: false)
  }

  borrowing func isSame(as other: borrowing ShapingEnvironment) -> Bool {
    words === other.words && paragraphs === other.paragraphs && chunkLength == other.chunkLength
      && partLength == other.partLength && findsSimpleText == other.findsSimpleText
  }

  package init(
    chunkLength: Int = 512, partLength: Int = ShapedRun.maximumLength / 2 - 1,
    words: WordCache? = .shared, findsSimpleText: Bool = true,
    paragraphs: ParagraphCache? = nil
  ) {
    self.paragraphs = paragraphs
    self.partLength = partLength
    self.chunkLength = chunkLength
    self.words = words
    self.findsSimpleText = findsSimpleText
  }
}
