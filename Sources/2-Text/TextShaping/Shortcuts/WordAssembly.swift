// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts

/// Assembles the glyphs of an item from cached words, and shapes and caches those that are missing.
///
/// A word is cached if it looks the same whatever stands beyond the spaces around it. HarfBuzz
/// tells this: with the flag `HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT` it marks every boundary over
/// which a rule *looked*, whether it applied or not. A rule that looks over a space marks the
/// boundaries on both sides of the space. So if one of the two is unmarked and the glyph of the
/// space is unchanged, no rule looked across. If this holds for two words in the texts in which
/// they were shaped, it also holds where they stand beside each other: a rule that looked across
/// would have looked just as far in one of those texts.
///
/// A word for which this does not hold is *open* on a side: it is cached together with its
/// neighbour there, as one longer word, which must fulfil the same condition.
struct WordAssembly: ~Copyable {
  enum Outcome {
    /// The glyphs of the whole part were appended.
    case complete
    /// The item must be shaped as a whole; the glyphs that were appended are of no use.
    case uncacheable
    /// Some character is not in the font.
    case uncovered
  }

  /// The extent of the item; functions that shape take the item itself, whose references are not
  /// counted then.
  let item: ItemExtent
  /// The range of the item that is assembled: all, or a part over whose ends no rule looks.
  let part: Range<Int>
  let context: WordContext
  private let needsCoverage: Bool
  private let keepsPieces: Bool

  /// - Parameters:
  ///   - part: See ``ChunkShaper/closedCut(_:from:limit:item:scratch:)``.
  ///   - needsCoverage: Whether it is unknown that the font maps every character.
  init(
    item: ItemExtent, part: Range<Int>, context: WordContext, hasSpacing: Bool,
    needsCoverage: Bool
  ) {
    self.item = item
    self.part = part
    self.context = context
    self.needsCoverage = needsCoverage
    keepsPieces = item.isRightToLeft || hasSpacing
  }

  /// The key of a stretch of the item.
  @inline(__always)
  func key(_ start: Int, _ end: Int) -> UInt64 {
    UInt64(context.rules.id) << 2 | (start == item.start ? 1 : 0) | (end == item.end ? 2 : 0)
  }

  private enum Walk {
    case done
    case unknown(at: Int)
    case open(at: Int, length: Int)
    case uncovered
  }

  /// Appends the glyphs of the whole part, without spacing.
  ///
  /// - Parameters:
  ///   - text: The paragraph.
  ///   - whole: The item.
  func run(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, scratch: ShapingScratch
  ) throws -> Outcome {
    var position = part.lowerBound
    var hasLearned = false
    guard let words = scratch.environment.words else { return .uncacheable }
    scratch.clearUnits()
    while true {
      switch walk(text, from: position, scratch, scratch.glyphs, words) {
      case .done: return .complete
      case .uncovered: return .uncovered
      case .unknown(let at):
        // The words just learned are missing again: the cache is too small for them.
        if hasLearned { return .uncacheable }
        if try !learn(text, whole, from: at, scratch: scratch) { return .uncacheable }
        hasLearned = true
        position = at
      case .open(let at, let length):
        switch try join(text, whole, at, length, scratch: scratch) {
        case .joined(let end): position = end
        case .uncovered: return .uncovered
        case .uncacheable: return .uncacheable
        }
      }
    }
  }

  /// Appends the glyphs of the whole item as if it were one word, whatever its spaces do; without
  /// spacing.
  ///
  /// Nothing stands beside such a word, so it depends on nothing but its own characters.
  func runWhole(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, scratch: ShapingScratch
  ) throws -> Outcome {
    let range = item.start..<item.end
    guard part == range, range.count <= WordCache.longestWord,
      WordRules.mayBegin(text, at: item.start, end: item.end)
    else { return .uncacheable }
    guard let word = try findOrLearn(text, whole, range, scratch: scratch),
      word.layout.traits.isDisjoint(with: .open)
    else { return .uncacheable }
    scratch.glyphs.append(word, at: 0)
    if keepsPieces { scratch.glyphs.endPiece(textEnd: range.count) }
    return .complete
  }

  /// Appends known words from an offset on.
  @inline(__always)
  private func walk(
    _ text: Span<UInt16>, from position: Int, _ scratch: ShapingScratch, _ glyphs: ShapedGlyphs,
    _ words: WordCache
  ) -> Walk {
    let first = part.lowerBound
    // A part that ends before the item ends directly behind a space.
    let end = part.upperBound
    let itemStart = item.start
    let spaceGlyph = context.rules.spaceGlyph
    let spaceAdvance = context.rules.spaceAdvance
    // A view of the pairs, which the context keeps alive: a reference would be counted for each
    // word.
    let pairs = unsafe context.pairs?.reader
    var p = position
    while true {
      while p < end, text[p] == 0x20 {
        glyphs.append(glyph: spaceGlyph, advance: spaceAdvance, cluster: p - first)
        p += 1
        if keepsPieces { glyphs.endPiece(textEnd: p - first) }
      }
      if p >= end { return .done }
      let unit = WordUnit(
        start: Int32(truncatingIfNeeded: p), glyph: Int32(truncatingIfNeeded: glyphs.count))
      if let pairs = unsafe pairs {
        let length = unsafe pairs.append(
          to: glyphs, text, wordAt: p, end: end, at: p - first, isFirst: p == itemStart)
        if length > 0 {
          scratch.note(unit)
          p += length
          if keepsPieces { glyphs.endPiece(textEnd: p - first) }
          continue
        }
      }
      let plain = WordSpelling(text, wordAt: p, end: end)
      let key = key(p, p + plain.length)
      guard let word = words.word(key, text, plain.keyed(key)) else { return .unknown(at: p) }
      let traits = word.layout.traits
      if !traits.isDisjoint(with: .open) { return .open(at: p, length: plain.length) }
      if needsCoverage && !traits.contains(.covered) { return .uncovered }
      scratch.note(unit)
      glyphs.append(word, at: p - first)
      p += plain.length
      if keepsPieces { glyphs.endPiece(textEnd: p - first) }
    }
  }

  // MARK: - Open words

  private enum Join {
    /// The glyphs were appended up to an offset.
    case joined(end: Int)
    case uncovered
    case uncacheable
  }

  /// Appends an open word together with as many neighbours as it needs.
  private func join(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, _ at: Int, _ length: Int,
    scratch: ShapingScratch
  ) throws -> Join {
    // Pieces that were ended cannot be undone, so the item must be shaped as a whole.
    if keepsPieces { return .uncacheable }
    var range = at..<at + length
    var glyph = scratch.glyphs.count
    // Stretches of slow scripts are shorter: HarfBuzz takes up to 10 µs for one character.
    let longest = WordCache.longestStretch / (ScriptTraits.isSlow(item.script) ? 2 : 1)
    while true {
      if range.count > longest { return .uncacheable }
      guard let word = try findOrLearn(text, whole, range, scratch: scratch) else {
        return .uncacheable
      }
      let traits = word.layout.traits
      if traits.isDisjoint(with: .open) {
        if needsCoverage && !traits.contains(.covered) { return .uncovered }
        scratch.glyphs.removeLast(from: glyph)
        scratch.note(WordUnit(start: Int32(range.lowerBound), glyph: Int32(glyph)))
        scratch.glyphs.append(word, at: range.lowerBound - part.lowerBound)
        return .joined(end: range.upperBound)
      }
      var (from, to) = (range.lowerBound, range.upperBound)
      if traits.contains(.openLeft), from > part.lowerBound {
        let unit = scratch.takeUnit() ?? WordUnit(start: Int32(part.lowerBound), glyph: 0)
        (from, glyph) = (Int(unit.start), Int(unit.glyph))
      }
      if traits.contains(.openRight), to < part.upperBound {
        while to < part.upperBound, text[to] == 0x20 { to += 1 }
        // The neighbour is in the next part of the item, so the two cannot be joined here.
        if to == part.upperBound && to < item.end { return .uncacheable }
        while to < part.upperBound, text[to] != 0x20 { to += 1 }
      }
      if range == from..<to { return .uncacheable }
      range = from..<to
    }
  }

  /// A stretch of the item between spaces as one word; nil where it has no glyphs or too many.
  @inline(__always)
  private func findOrLearn(
    _ text: Span<UInt16>, _ whole: borrowing ShapingItem, _ range: Range<Int>,
    scratch: ShapingScratch
  ) throws -> ShapedWord? {
    let key = key(range.lowerBound, range.upperBound)
    let spelling = WordSpelling(text, range).keyed(key)
    if let found = scratch.environment.words?.word(key, text, spelling) { return found }
    return try learn(text, whole, stretch: range, scratch: scratch)
  }
}
