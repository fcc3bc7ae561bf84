// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel
import TextRuntime

/// A word, or words that depend on each other, among the glyphs of an item.
struct WordUnit {
  /// The first code unit, in the paragraph.
  var start: Int32
  /// The first glyph.
  var glyph: Int32
}

/// A word of the text that is shaped so that its words can be kept.
struct SpelledWord {
  /// The first code unit, in the paragraph.
  var start: Int
  var length: Int
  /// The first code unit in the spelling.
  var offset: Int
}

/// Puts an item together from words that are known, and learns those that are not.
///
/// A word is kept where it looks the same whatever stands beyond the spaces around it. HarfBuzz tells: with
/// `HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT` it marks every boundary over which a rule *looked*, whether it
/// applied or not. A rule that looks over a space marks the boundaries on both its sides. So where one of the two
/// is unmarked no rule looked across. If that holds for both words beside a space, in whatever text each of them was shaped,
/// it holds for the two together: the first rule that looked across would start in one of them, or at the space, and would have
/// looked just as far before, since it saw the same glyphs up to there. And so no rule can tell the words apart from
/// words that stand alone. The glyph of the space must have stayed as it is.
///
/// A word for which this does not hold is *open* on a side: it is kept together with its neighbour there, as one
/// longer word, for which the same is asked.
@safe
struct WordAssembly {
  enum Outcome {
    /// The glyphs of the whole item were appended.
    case complete
    /// The item must be shaped as a whole; what was appended is of no use.
    case uncacheable
    /// A character is not the font's own.
    case uncovered
  }

  private let text: UnsafePointer<UInt16>
  /// The item's edges.
  private let start: Int
  private let end: Int
  /// What is put together of it: all, or a part that begins and ends where no rule looks across.
  private let part: Range<Int>
  private let item: ShapingItem
  /// Whoever assembles holds both: an item has a word or two, and counting references would take as long as those.
  private let unmanagedContext: Unmanaged<WordContext>
  private let unmanagedScratch: Unmanaged<ShapingScratch>
  private let needsCoverage: Bool
  private let keepsPieces: Bool

  /// - Parameters:
  ///   - part: What of the item; see ``Shaper/closedCut(_:from:limit:item:scratch:)``.
  ///   - needsCoverage: Whether it is unknown that the font maps every character.
  @unsafe
  init(
    _ text: UnsafePointer<UInt16>, item: ShapingItem, part: Range<Int>,
    context: borrowing WordContext,
    scratch: borrowing ShapingScratch, hasSpacing: Bool, needsCoverage: Bool
  ) {
    unsafe self.text = text
    self.item = item
    self.part = part
    start = item.start
    end = item.end
    unsafe unmanagedContext = .passUnretained(copy context)
    unsafe unmanagedScratch = .passUnretained(copy scratch)
    self.needsCoverage = needsCoverage
    keepsPieces = item.level & 1 == 1 || hasSpacing
  }

  private var context: WordContext { unsafe unmanagedContext.takeUnretainedValue() }
  private var scratch: ShapingScratch { unsafe unmanagedScratch.takeUnretainedValue() }

  private enum Walk {
    case done
    case unknown(at: Int)
    case open(at: Int, length: Int)
    case uncovered
  }

  @inline(__always)
  private func key(isFirst: Bool, isLast: Bool) -> UInt64 {
    let id = unsafe unmanagedContext._withUnsafeGuaranteedRef { $0.id }
    return UInt64(id) << 2 | (isFirst ? 1 : 0) | (isLast ? 2 : 0)
  }

  /// Appends the glyphs of the whole part, without spacing.
  func run() throws -> Outcome {
    var position = part.lowerBound
    var learned = false
    unsafe unmanagedScratch._withUnsafeGuaranteedRef { $0.clearUnits() }
    while true {
      switch walk(from: position) {
      case .done: return .complete
      case .uncovered: return .uncovered
      case .unknown(let at):
        // A cache that is too small for what it just learned is of no use here.
        if learned { return .uncacheable }
        if try !learn(from: at) { return .uncacheable }
        learned = true
        position = at
      case .open(let at, let length):
        guard let next = try joined(at, length) else { return .uncacheable }
        if next < 0 { return .uncovered }
        position = next
      }
    }
  }

  /// Appends the glyphs of the whole item as if it were one word, whatever its spaces do; without spacing.
  ///
  /// Nothing stands beside such a word, so there is nothing that it could depend on but its own characters.
  func runWhole() throws -> Outcome {
    let length = end - start
    guard part.count == length, length <= WordCache.longestWord,
      unsafe WordContext.begins(text + start, length: length)
    else { return .uncacheable }
    let spelling = unsafe WordSpelling(start: text + start, length: length)
      .keyed(key(isFirst: true, isLast: true))
    var found = unsafe scratch.words.find(key(isFirst: true, isLast: true), spelling)
    if unsafe found == nil { unsafe found = try learn(stretch: start, end) }
    guard let record = unsafe found, unsafe record.pointee.traits.isDisjoint(with: .open) else {
      return .uncacheable
    }
    unsafe scratch.glyphs.append(record, at: 0)
    if keepsPieces { scratch.glyphs.endPiece(textEnd: length) }
    return .complete
  }

  /// Appends known words from an offset on.
  private func walk(from position: Int) -> Walk {
    unsafe unmanagedScratch._withUnsafeGuaranteedRef { scratch in
      unsafe unmanagedContext._withUnsafeGuaranteedRef { context in
        walk(from: position, context, scratch, scratch.glyphs, scratch.words)
      }
    }
  }

  @inline(__always)
  private func walk(
    from position: Int, _ context: WordContext, _ scratch: ShapingScratch,
    _ glyphs: ShapedGlyphs, _ shelf: WordShelf
  ) -> Walk {
    let first = unsafe text + part.lowerBound
    let end = unsafe text + part.upperBound
    // (A part that ends before the item does ends behind a space.)
    let itemStart = unsafe text + start
    let itemEnd = unsafe text + self.end
    let spaceGlyph = context.spaceGlyph
    let spaceAdvance = context.spaceAdvance
    let pairs = unsafe context.pairs?._withUnsafeGuaranteedRef { unsafe $0.reader }
    var p = unsafe text + position
    while true {
      while unsafe p < end, unsafe p.pointee == 0x20 {
        unsafe glyphs.append(glyph: spaceGlyph, advance: spaceAdvance, cluster: p - first)
        unsafe p += 1
        if keepsPieces { unsafe glyphs.endPiece(textEnd: p - first) }
      }
      if unsafe p >= end { return .done }
      if let pairs = unsafe pairs {
        let before = glyphs.count
        let length = unsafe glyphs.append(
          pairs, wordAt: p, end: end, at: p - first, isFirst: p == itemStart)
        if length > 0 {
          unsafe scratch.note(WordUnit(start: Int32(p - text), glyph: Int32(before)))
          unsafe p += length
          if keepsPieces { unsafe glyphs.endPiece(textEnd: p - first) }
          continue
        }
      }
      let plain = unsafe WordSpelling(wordAt: p, end: end)
      let length = unsafe plain.length
      let key = unsafe key(isFirst: p == itemStart, isLast: p + length == itemEnd)
      let spelling = unsafe plain.keyed(key)
      guard let record = unsafe shelf.find(key, spelling) else {
        return unsafe .unknown(at: p - text)
      }
      let traits = unsafe record.pointee.traits
      if !traits.isDisjoint(with: .open) { return unsafe .open(at: p - text, length: length) }
      if needsCoverage && !traits.contains(.covered) { return .uncovered }
      unsafe scratch.note(WordUnit(start: Int32(p - text), glyph: Int32(glyphs.count)))
      unsafe glyphs.append(record, at: p - first)
      unsafe p += length
      if keepsPieces { unsafe glyphs.endPiece(textEnd: p - first) }
    }
  }

  // MARK: - Open words

  /// Appends an open word with as many neighbours as it takes.
  ///
  /// - Returns: Where it ends; -1 where a character is not the font's own; nil where it cannot be kept.
  private func joined(_ at: Int, _ length: Int) throws -> Int? {
    // Pieces that were ended cannot be taken back.
    if keepsPieces { return nil }
    var from = at
    var to = at + length
    var glyph = scratch.glyphs.count
    // There are scripts of which a character takes HarfBuzz ten microseconds.
    let longest = WordCache.longestStretch / (Shaper.isSlow(item.script) ? 2 : 1)
    while true {
      if to - from > longest { return nil }
      let key = key(isFirst: from == start, isLast: to == end)
      let spelling = unsafe WordSpelling(start: text + from, length: to - from).keyed(key)
      var found = unsafe scratch.words.find(key, spelling)
      if unsafe found == nil {
        unsafe found = try learn(stretch: from, to)
      }
      guard let record = unsafe found else { return nil }
      let traits = unsafe record.pointee.traits
      if traits.isDisjoint(with: .open) {
        if needsCoverage && !traits.contains(.covered) { return -1 }
        scratch.glyphs.removeLast(from: glyph)
        scratch.note(WordUnit(start: Int32(from), glyph: Int32(glyph)))
        unsafe scratch.glyphs.append(record, at: from - part.lowerBound)
        return to
      }
      let (oldFrom, oldTo) = (from, to)
      if traits.contains(.openLeft), from > part.lowerBound {
        if let unit = scratch.takeUnit() {
          from = Int(unit.start)
          glyph = Int(unit.glyph)
        } else {
          from = part.lowerBound
          glyph = 0
        }
      }
      if traits.contains(.openRight), to < part.upperBound {
        while to < part.upperBound, unsafe text[to] == 0x20 { to += 1 }
        // The word that this one wants beside it is in the next part.
        if to == part.upperBound && to < end { return nil }
        while to < part.upperBound, unsafe text[to] != 0x20 { to += 1 }
      }
      if from == oldFrom && to == oldTo { return nil }
    }
  }

  /// Shapes a stretch of the item between spaces and keeps it.
  private func learn(stretch from: Int, _ to: Int) throws -> UnsafePointer<WordRecord>? {
    try scratch.cancellation.check()
    scratch.spelling.removeAll(keepingCapacity: true)
    scratch.spelled.removeAll(keepingCapacity: true)
    unsafe spell(from, to - from, spaces: 2)
    return try unsafe shapeSpelled(marksAmbiguous: true)
  }

  // MARK: - Unknown words

  /// Shapes the words from an offset on that nobody knows, many at once.
  ///
  /// - Returns: Whether all of them may be kept.
  private func learn(from position: Int) throws -> Bool {
    let chunkLength = scratch.environment.chunkLength
    let limit = Shaper.isSlow(item.script) ? max(24, chunkLength / 16) : max(64, chunkLength)
    var p = position
    while p < part.upperBound {
      scratch.spelling.removeAll(keepingCapacity: true)
      scratch.spelled.removeAll(keepingCapacity: true)
      while p < part.upperBound, scratch.spelling.count < limit {
        if unsafe text[p] == 0x20 {
          p += 1
          continue
        }
        let plain = unsafe WordSpelling(wordAt: text + p, end: text + part.upperBound)
        let length = unsafe plain.length
        if length > WordCache.longestWord { return false }
        let key = key(isFirst: p == start, isLast: p + length == end)
        if unsafe !isKnownByPairs(p, length),
          unsafe scratch.words.find(key, plain.keyed(key)) == nil
        {
          if unsafe WordContext.begins(text + p, length: length) {
            unsafe spell(p, length, spaces: 1)
          } else if p == start {
            return false
          } else {
            unsafe store(p, length, [.openLeft, .openRight], 0..<0, 0)
          }
        }
        p += length
      }
      if !scratch.spelled.isEmpty {
        _ = try unsafe shapeSpelled(marksAmbiguous: false)
        // Where words beside each other were both marked, each is asked alone.
        var index = 0
        let ambiguous = scratch.ambiguous
        while index < ambiguous.count {
          let word = ambiguous[index]
          scratch.spelling.removeAll(keepingCapacity: true)
          scratch.spelled.removeAll(keepingCapacity: true)
          unsafe spell(word.start, word.length, spaces: 2)
          _ = try unsafe shapeSpelled(marksAmbiguous: true)
          index += 1
          if index & 0xF == 0xF { try scratch.cancellation.check() }
        }
        try scratch.cancellation.check()
      }
    }
    return true
  }

  /// Whether a word can be put together from pairs.
  @unsafe
  private func isKnownByPairs(_ at: Int, _ length: Int) -> Bool {
    guard let pairs = unsafe context.pairs?.takeUnretainedValue() else { return false }
    return unsafe pairs.knows(
      text + at, length: length, isFirst: at == start, isLast: at + length == end)
  }

  /// Adds a word to the text to be shaped; at that text's edges it has spaces beside it unless it is at the item's.
  @unsafe
  private func spell(_ at: Int, _ length: Int, spaces: Int) {
    if at != start {
      scratch.spelling.append(0x20)
      if scratch.spelling.count == 1 { scratch.spelling.append(0x20) }
    }
    scratch.spelled.append(SpelledWord(start: at, length: length, offset: scratch.spelling.count))
    for i in at..<at + length { unsafe scratch.spelling.append(text[i]) }
  }

  /// Shapes the words that were spelled and keeps them.
  ///
  /// - Parameter marksAmbiguous: Whether a word is taken for open where it cannot be said whether it or its
  ///   neighbour looked across; else it is noted as ambiguous.
  /// - Returns: The last word.
  @unsafe
  private func shapeSpelled(marksAmbiguous: Bool) throws -> UnsafePointer<WordRecord>? {
    guard let last = scratch.spelled.last else { return nil }
    if last.start + last.length != end {
      scratch.spelling.append(0x20)
      scratch.spelling.append(0x20)
    }
    let glyphs = scratch.wordGlyphs
    glyphs.removeAll()
    try unsafe scratch.spelling.withUnsafeBufferPointer { spelling in
      try unsafe Shaper.shapeChunk(
        spelling, 0, spelling.count, item: item, scratch: scratch, tellsReach: true)
      var n: UInt32 = 0
      let infos = unsafe hb_buffer_get_glyph_infos(scratch.buffer, &n)
      let positions = unsafe hb_buffer_get_glyph_positions(scratch.buffer, nil)
      guard let infos = unsafe infos, let positions = unsafe positions, n > 0 else { return }
      unsafe glyphs.appendPiece(
        infos, positions, count: Int(n), base: 0, textEnd: spelling.count, flagMask: 3)
    }
    scratch.ambiguous.removeAll(keepingCapacity: true)
    let hasCircle = unsafe containsCircle(0..<glyphs.count)
    let isReversed = item.level & 1 == 1
    let step = isReversed ? -1 : 1
    var cursor = isReversed ? glyphs.count - 1 : 0
    let stop = isReversed ? -1 : glyphs.count
    var record: UnsafePointer<WordRecord>?
    for word in scratch.spelled {
      let (offset, length) = (word.offset, word.length)
      while cursor != stop, unsafe Int(glyphs.clusters[cursor]) < offset { cursor += step }
      let first = cursor
      while cursor != stop, unsafe Int(glyphs.clusters[cursor]) < offset + length { cursor += step }
      let range = isReversed ? cursor + 1..<first + 1 : first..<cursor
      var traits: WordRecord.Traits = []
      if unsafe range.isEmpty || Int(glyphs.clusters[first]) != offset
        || glyphs.flags[first] & 1 != 0
      {
        traits = .open
      }
      // HarfBuzz numbers syllables up to 15 and puts a circle only into the first of two broken ones with one number:
      // whether there is one depends on the whole text.
      if hasCircle, unsafe !marksAmbiguous || containsCircle(range) { traits = .open }
      // What is shaped alone and used alone has no mark elsewhere.
      let isWhole = word.start == start && word.start + length == end
      if !isWhole, unsafe context.dependsOnMarks(text + word.start, length: length) {
        traits = .open
      }
      if word.start != start,
        unsafe !isPlainSpace(first - step, offset - 1)
          || (isSeen(first) && isSeen(first - step))
      {
        traits.insert(.openLeft)
      }
      if word.start + length != end,
        unsafe !isPlainSpace(cursor, offset + length) || (isSeen(cursor) && isSeen(cursor + step))
      {
        traits.insert(.openRight)
      }
      if !traits.isEmpty && !marksAmbiguous {
        scratch.ambiguous.append(word)
      } else if traits.isEmpty {
        if range.count == length, let pairs = unsafe context.pairs?.takeUnretainedValue() {
          unsafe pairs.learn(
            text + word.start, length: length, isFirst: word.start == start,
            isLast: word.start + length == end, from: glyphs, first: first)
          // What its pairs tell needs no place in the cache, unless it is asked for as a stretch.
          if !marksAmbiguous, unsafe isKnownByPairs(word.start, length) { continue }
        }
        unsafe record = store(word.start, length, [], range, offset)
        if context.isCacheable { try context.noteLearned(item, scratch.cancellation) }
      } else {
        unsafe record = store(word.start, length, traits, 0..<0, 0)
      }
    }
    return unsafe record
  }

  /// Whether there is a dotted circle, which stands for the base of a broken syllable.
  @unsafe
  private func containsCircle(_ range: Range<Int>) -> Bool {
    if context.circleGlyph == 0 { return false }
    for i in range where unsafe scratch.wordGlyphs.glyphs[i] == context.circleGlyph { return true }
    return false
  }

  /// Whether a glyph is a plain space, which the word beside it has not changed.
  @unsafe
  private func isPlainSpace(_ i: Int, _ offset: Int) -> Bool {
    let glyphs = scratch.wordGlyphs
    return unsafe i >= 0 && i < glyphs.count && glyphs.glyphs[i] == context.spaceGlyph
      && glyphs.advances[i] == context.spaceAdvance && Int(glyphs.clusters[i]) == offset
      && glyphs.flags[i] & 1 == 0
      && (!glyphs.hasOffsets || (glyphs.offsets[2 * i] == 0 && glyphs.offsets[2 * i + 1] == 0))
  }

  /// Whether a rule looked over the boundary before a glyph; true as well where there is none.
  @unsafe
  private func isSeen(_ i: Int) -> Bool {
    let glyphs = scratch.wordGlyphs
    return unsafe i < 0 || i >= glyphs.count || glyphs.flags[i] != 0
  }

  @unsafe @discardableResult
  private func store(
    _ at: Int, _ length: Int, _ given: WordRecord.Traits, _ range: Range<Int>, _ clusterBase: Int
  ) -> UnsafePointer<WordRecord> {
    var traits = given
    let coverage = context.coverage
    var covered = true
    for i in at..<at + length where unsafe !coverage.contains(UInt32(text[i])) { covered = false }
    if covered { traits.insert(.covered) }
    let key = key(isFirst: at == start, isLast: at + length == end)
    let spelling = unsafe WordSpelling(start: text + at, length: length).keyed(key)
    return unsafe scratch.words.keep(
      ShapedWord(
        key: key, spelling: spelling, traits: traits, glyphs: scratch.wordGlyphs, range: range,
        clusterBase: clusterBase))
  }
}
