// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension GlyphPairs {
  /// The table without a reference to count and without checks, valid as long as the pairs.
  @unsafe
  struct Reader {
    /// The 128 characters, by code unit.
    let characters: UnsafePointer<Character>
    /// The values of pairs, by the sum of a row and a column.
    let values: UnsafePointer<Int16>

    /// The value of two neighbours; no kerning if below ``GlyphPairs/least``.
    @inline(__always)
    func value(_ first: Character, _ second: Character) -> Int16 {
      unsafe values[Int(first.row &+ second.column)]
    }

    /// Whether a space before a character changes neither glyph, and text can be cut between the
    /// two.
    @inline(__always)
    func mayStartWord(_ character: Character) -> Bool { unsafe values[Int(character.column)] == 0 }

    /// Appends a word of simple characters, if all its pairs are known.
    ///
    /// - Parameters:
    ///   - word: The word's first code unit.
    ///   - end: The offset at which the word ends, unless a space stands before it.
    ///   - start: Where the word begins in the run's text.
    ///   - isFirst: Whether the item begins with the word.
    /// - Returns: The word's length; 0 if nothing was appended.
    @unsafe @inline(__always)
    func append(
      to run: ShapedGlyphs, _ text: Span<UInt16>, wordAt word: Int, end: Int, at start: Int,
      isFirst: Bool
    ) -> Int {
      let limit = min(end &- word, WordCache.longestWord)
      precondition(word >= 0 && limit > 0 && word &+ limit <= text.count, "a word beyond the text")
      run.reserve(limit)
      let room = run.count..<run.count &+ limit
      // Bounds checks, and the spans that they need, would make a first layout take 6 % longer.
      // They are not needed: every index of a column and of the word is below `limit`, and every
      // index of a character is below 128.
      let (glyphs, advances, flags, clusters) = unsafe (
        run.glyphs.pointer(to: room), run.advances.pointer(to: room),
        run.flags.pointer(to: room), run.clusters.pointer(to: room)
      )
      var unit = text[word]
      if unit >= 128 { return 0 }
      var character = unsafe characters[Int(unit)]
      if unsafe character.glyph == 0 || (!isFirst && !mayStartWord(character)) { return 0 }
      var flag: UInt8 = 0
      var i = 0
      while true {
        unsafe (glyphs[i], flags[i]) = (character.glyph, flag)
        unsafe clusters[i] = UInt16(truncatingIfNeeded: start &+ i)
        let next = i &+ 1
        if next == limit {
          if word &+ next != end { return 0 }
          unsafe advances[i] = character.advance
          break
        }
        unit = unsafe text[unchecked: word &+ next]
        if unit >= 128 { return 0 }
        let following = unsafe characters[Int(unit)]
        let pair = unsafe value(character, following)
        if following.glyph == 0 {
          if unit != 0x20 || pair != 0 { return 0 }
          unsafe advances[i] = character.advance
          break
        }
        if pair < GlyphPairs.least { return 0 }
        unsafe advances[i] = character.advance &+ Int32(pair & ~1) << 5
        flag = UInt8(truncatingIfNeeded: pair & 1)
        character = following
        i = next
      }
      let n = i &+ 1
      run.extend(by: n)
      return n
    }
  }
}
