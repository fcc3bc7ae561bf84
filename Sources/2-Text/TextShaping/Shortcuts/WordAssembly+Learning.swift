// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextFonts

/// Shaping and caching of words that no cache has.
extension WordAssembly {
  /// Shapes a stretch of the item between spaces, and caches it.
  func learn(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, stretch: Range<Int>,
    scratch: ShapingScratch
  ) throws -> ShapedWord? {
    try scratch.cancellation.check()
    scratch.clearSpelling()
    spell(text, stretch, scratch: scratch)
    return try shapeSpelled(text, whole, marksAmbiguous: true, scratch: scratch)
  }

  /// Shapes the words from an offset on that no cache has, many at once.
  ///
  /// - Returns: Whether all of them may be cached.
  func learn(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, from position: Int,
    scratch: ShapingScratch
  ) throws -> Bool {
    let chunkLength = scratch.environment.chunkLength
    let limit = ScriptTraits.isSlow(item.script) ? max(24, chunkLength / 16) : max(64, chunkLength)
    var p = position
    guard let words = scratch.environment.words else { return false }
    while p < part.upperBound {
      scratch.clearSpelling()
      while p < part.upperBound, scratch.spelling.count < limit {
        if text[p] == 0x20 {
          p += 1
          continue
        }
        let plain = WordSpelling(text, wordAt: p, end: part.upperBound)
        if plain.length > WordCache.longestWord { return false }
        let word = p..<p + plain.length
        let key = key(p, word.upperBound)
        if !isKnownByPairs(text, word), words.word(key, text, plain.keyed(key)) == nil {
          if WordRules.mayBegin(text, at: p, end: word.upperBound) {
            spell(text, word, scratch: scratch)
          } else if p == item.start {
            return false
          } else {
            store(text, word, [.openLeft, .openRight], 0..<0, 0, scratch: scratch)
          }
        }
        p = word.upperBound
      }
      if !scratch.spelled.isEmpty {
        _ = try shapeSpelled(text, whole, marksAmbiguous: false, scratch: scratch)
        // If two neighbours were both marked, it is unknown from which one a rule looked across, so
        // each is shaped once more, alone.
        for (index, word) in scratch.ambiguous.enumerated() {
          scratch.clearSpelling()
          spell(text, word.start..<word.start + word.length, scratch: scratch)
          _ = try shapeSpelled(text, whole, marksAmbiguous: true, scratch: scratch)
          if index & 0xF == 0xF { try scratch.cancellation.check() }
        }
        try scratch.cancellation.check()
      }
    }
    return true
  }

  /// Whether a word is assembled from pairs.
  private func isKnownByPairs(_ text: Span<UInt16>, _ word: Range<Int>) -> Bool {
    guard let pairs = context.pairs else { return false }
    return pairs.knows(
      text, word, isFirst: word.lowerBound == item.start, isLast: word.upperBound == item.end)
  }

  /// Adds a word to the text to be shaped, with a space before it; at the text's beginning, with
  /// two. A word at the item's beginning has none.
  private func spell(_ text: Span<UInt16>, _ word: Range<Int>, scratch: ShapingScratch) {
    if word.lowerBound != item.start {
      scratch.spelling.append(0x20)
      if scratch.spelling.count == 1 { scratch.spelling.append(0x20) }
    }
    scratch.spelled.append(
      SpelledWord(start: word.lowerBound, length: word.count, offset: scratch.spelling.count))
    for i in word { scratch.spelling.append(text[i]) }
  }

  /// Shapes the words that were spelled and caches them.
  ///
  /// - Parameter marksAmbiguous: Whether a word counts as open where it is unknown whether a rule
  ///   looked across from the word or from its neighbour; else the word is noted as ambiguous.
  /// - Returns: The last word that was cached.
  private func shapeSpelled(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, marksAmbiguous: Bool,
    scratch: ShapingScratch
  ) throws -> ShapedWord? {
    guard let last = scratch.spelled.last else { return nil }
    if last.start + last.length != item.end {
      scratch.spelling.append(0x20)
      scratch.spelling.append(0x20)
    }
    let glyphs = scratch.wordGlyphs
    glyphs.removeAll()
    let length = scratch.spelling.count
    // A local copy, so that no change of the spelling can invalidate the span.
    let spelling = scratch.spelling
    let isComplete = try ChunkShaper.shapeChunk(
      spelling.span, 0, length, item: whole, scratch: scratch, tellsReach: true)
    scratch.buffer.withGlyphs { infos, positions in
      if infos.isEmpty { return }
      glyphs.appendPiece(infos, positions, infos.indices, base: 0, textEnd: length, flagMask: 3)
    }
    scratch.ambiguous.removeAll(keepingCapacity: true)
    let hasCircle = containsCircle(0..<glyphs.count, of: glyphs)
    let step = item.isRightToLeft ? -1 : 1
    var cursor = item.isRightToLeft ? glyphs.count - 1 : 0
    let stop = item.isRightToLeft ? -1 : glyphs.count
    var cached: ShapedWord?
    for spelled in scratch.spelled {
      let (offset, length) = (spelled.offset, spelled.length)
      let word = spelled.start..<spelled.start + length
      while cursor != stop, Int(glyphs.clusters[cursor]) < offset { cursor += step }
      let first = cursor
      while cursor != stop, Int(glyphs.clusters[cursor]) < offset + length { cursor += step }
      let range = item.isRightToLeft ? cursor + 1..<first + 1 : first..<cursor
      var traits: ShapedWord.Traits = []
      if !isComplete || range.isEmpty || Int(glyphs.clusters[first]) != offset
        || glyphs.flags[first] & 1 != 0
      {
        traits = .open
      }
      // Which broken syllables get a dotted circle depends on the whole text: HarfBuzz numbers
      // syllables up to 15, and of two broken ones with one number only the first gets a circle.
      if hasCircle, !marksAmbiguous || containsCircle(range, of: glyphs) { traits = .open }
      // A word that is the whole item depends on no combining marks elsewhere.
      let isWhole = word == item.start..<item.end
      if !isWhole, context.rules.dependsOnMarks(text, word) { traits = .open }
      if word.lowerBound != item.start,
        !isPlainSpace(first - step, offset - 1, of: glyphs)
          || (isSeen(first, of: glyphs) && isSeen(first - step, of: glyphs))
      {
        traits.insert(.openLeft)
      }
      if word.upperBound != item.end,
        !isPlainSpace(cursor, offset + length, of: glyphs)
          || (isSeen(cursor, of: glyphs) && isSeen(cursor + step, of: glyphs))
      {
        traits.insert(.openRight)
      }
      if !traits.isEmpty && !marksAmbiguous {
        scratch.ambiguous.append(spelled)
      } else if traits.isEmpty {
        if range.count == length, let pairs = context.pairs {
          pairs.learn(
            text, word, isFirst: word.lowerBound == item.start,
            isLast: word.upperBound == item.end, from: glyphs, first: first)
          // A word of known pairs needs no place in the cache, unless it is looked up as a stretch.
          if !marksAmbiguous, isKnownByPairs(text, word) { continue }
        }
        cached = store(text, word, [], range, offset, scratch: scratch)
        if context.rules.isCacheable {
          try context.countLearnedWord(whole, scratch.cancellation)
        }
      } else {
        cached = store(text, word, traits, 0..<0, 0, scratch: scratch)
      }
    }
    return cached
  }

  /// Whether there is a dotted circle, which stands for the base of a broken syllable.
  private func containsCircle(_ range: Range<Int>, of glyphs: ShapedGlyphs) -> Bool {
    let circle = context.rules.circleGlyph
    if circle == 0 { return false }
    for i in range where glyphs.glyphs[i] == circle { return true }
    return false
  }

  /// Whether a glyph is a plain space, unchanged by the word beside it.
  private func isPlainSpace(_ i: Int, _ offset: Int, of glyphs: ShapedGlyphs) -> Bool {
    i >= 0 && i < glyphs.count && glyphs.glyphs[i] == context.rules.spaceGlyph
      && glyphs.advances[i] == context.rules.spaceAdvance && Int(glyphs.clusters[i]) == offset
      && glyphs.flags[i] & 1 == 0 && !glyphs.isOffset(i)
  }

  /// Whether a rule looked over the boundary before a glyph; true as well where there is no glyph.
  private func isSeen(_ i: Int, of glyphs: ShapedGlyphs) -> Bool {
    i < 0 || i >= glyphs.count || glyphs.flags[i] != 0
  }

  /// Caches a word with a range of the glyphs that were shaped.
  @discardableResult
  private func store(
    _ text: Span<UInt16>, _ word: Range<Int>, _ given: ShapedWord.Traits, _ range: Range<Int>,
    _ clusterBase: Int, scratch: ShapingScratch
  ) -> ShapedWord? {
    let key = key(word.lowerBound, word.upperBound)
    let made = ShapedWord(
      key: key, text, WordSpelling(text, word).keyed(key),
      traits: context.rules.covers(text, word) ? given.union(.covered) : given,
      glyphs: scratch.wordGlyphs, range: range, clusterBase: clusterBase)
    return scratch.environment.words?.keep(made)
  }
}
