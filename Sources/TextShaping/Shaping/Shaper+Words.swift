// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel

/// Puts an item together from words that are known, and shapes only what lies between them.
///
/// Neighbouring words that are not known, or that may influence each other, are shaped at once; what comes out
/// is cut at the spaces and kept.
@safe
struct WordAssembly {
  private let text: UnsafeBufferPointer<UInt16>
  private let item: ShapingItem
  private let base: Int
  private let context: WordContext
  private let cache: WordCache
  private let scratch: ShapingScratch
  private let cancellation: Cancellation
  private let start: UnsafePointer<UInt16>
  /// The beginning of the stretch that is not shaped yet, or -1.
  private var stretch = -1
  /// Whether the stretch's last word may be influenced by what follows.
  private var isOpen = false
  /// A known word that waits for its right neighbour, and where it stands.
  private var held: ShapedWord?
  private var heldStart = 0
  /// The end of what was appended.
  private var done: Int

  @unsafe
  init?(
    _ text: UnsafeBufferPointer<UInt16>, item: ShapingItem, context: WordContext,
    cache: WordCache, scratch: ShapingScratch, cancellation: Cancellation
  ) {
    guard let start = text.baseAddress else { return nil }
    unsafe self.text = text
    unsafe self.start = start
    self.item = item
    base = item.start
    done = item.start
    self.context = context
    self.cache = cache
    self.scratch = scratch
    self.cancellation = cancellation
  }

  /// Appends the glyphs of the whole item, without spacing.
  mutating func run() throws {
    var position = item.start
    var words = 0
    while position < item.end {
      let gap = position
      while position < item.end, unsafe start[position] == 0x20 { position += 1 }
      if position == item.end { break }
      let word = position
      while position < item.end, unsafe start[position] != 0x20 { position += 1 }
      try add(word, position, gap: gap)
      words += 1
      if words & 63 == 0 { try cancellation.check() }
    }
    try finish()
  }

  private mutating func add(_ word: Int, _ end: Int, gap: Int) throws {
    let length = end - word
    var openness: ShapedWord.Openness = []
    if length <= WordCache.longestWord {
      let hash = unsafe ShapedWord.hash(context: context.id, text: start + word, length: length)
      if let known = unsafe cache.word(
        context: context.id, hash: hash, text: start + word, length: length)
      {
        if known.openness.isEmpty {
          if stretch >= 0 {
            if isOpen {
              isOpen = false
              return
            }
            try flush(to: gap)
          }
          release()
          held = known
          heldStart = word
          return
        }
        openness = known.openness
      } else {
        openness = unsafe context.openness(start + word, length: length, font: item.font)
        if !openness.isEmpty {
          unsafe cache.insert(
            ShapedWord(
              context: context.id, hash: hash, text: start + word, length: length,
              openness: openness, glyphs: scratch.glyphs, range: 0..<0, clusterBase: 0))
        }
      }
    } else {
      // Not looked at any closer: what is this long is shaped with its neighbours.
      openness = [.left, .right]
    }
    if stretch < 0 {
      if openness.contains(.left) {
        stretch = held != nil ? heldStart : gap
        held = nil
      } else {
        release()
        stretch = word
      }
      spaces(to: stretch)
    }
    isOpen = openness.contains(.right)
  }

  private mutating func finish() throws {
    if stretch >= 0 {
      // A word that looks beyond its end sees the spaces at the item's end too.
      var end = item.end
      if !isOpen { while unsafe start[end - 1] == 0x20 { end -= 1 } }
      try flush(to: end)
    }
    release()
    spaces(to: item.end)
  }

  /// Appends the word that waits.
  private mutating func release() {
    guard let word = held else { return }
    held = nil
    spaces(to: heldStart)
    scratch.glyphs.append(word, at: heldStart - base)
    done = heldStart + word.length
    scratch.glyphs.endPiece(textEnd: done - base)
  }

  /// Appends spaces up to an offset.
  private mutating func spaces(to offset: Int) {
    while done < offset {
      scratch.glyphs.append(
        glyph: context.spaceGlyph, advance: context.spaceAdvance, cluster: done - base)
      done += 1
      scratch.glyphs.endPiece(textEnd: done - base)
    }
  }

  /// Shapes the stretch up to an offset and keeps its words.
  private mutating func flush(to end: Int) throws {
    let first = scratch.glyphs.count
    let firstPiece = scratch.glyphs.pieceCount
    _ = try unsafe Shaper.appendGlyphs(
      text, from: stretch, to: end, base: base, item: item, scratch: scratch,
      cancellation: cancellation)
    try unsafe keepWords(firstGlyph: first, firstPiece: firstPiece, from: stretch)
    done = end
    stretch = -1
    isOpen = false
  }

  /// Cuts what was shaped at the spaces.
  @unsafe
  private func keepWords(firstGlyph: Int, firstPiece: Int, from: Int) throws {
    let glyphs = scratch.glyphs
    let rightToLeft = item.level & 1 == 1
    var glyph = firstGlyph
    var textStart = from
    var words = 0
    for piece in firstPiece..<glyphs.pieceCount {
      let pieceEnd = glyphs.pieceEnd(piece)
      let textEnd = glyphs.pieceTextEnd(piece) + base
      var cursor = rightToLeft ? pieceEnd - 1 : glyph
      let step = rightToLeft ? -1 : 1
      let stop = rightToLeft ? glyph - 1 : pieceEnd
      var position = textStart
      while position < textEnd {
        if unsafe start[position] == 0x20 {
          position += 1
          continue
        }
        var end = position
        while end < textEnd, unsafe start[end] != 0x20 { end += 1 }
        // Glyphs of clusters before the word, spaces mostly.
        while cursor != stop, unsafe Int(glyphs.clusters[cursor]) < position - base {
          cursor += step
        }
        let wordGlyph = cursor
        while cursor != stop, unsafe Int(glyphs.clusters[cursor]) < end - base { cursor += step }
        let range = rightToLeft ? cursor + 1..<wordGlyph + 1 : wordGlyph..<cursor
        let endsInPiece =
          unsafe end < textEnd || end == item.end || (text.count > end && start[end] == 0x20)
        let beginsAlone = unsafe position == item.start || start[position - 1] == 0x20
        let isCut =
          unsafe cursor == stop
          || (Int(glyphs.clusters[cursor]) == end - base && glyphs.flags[cursor] == 0)
        if endsInPiece, beginsAlone, isCut, !range.isEmpty, end - position <= WordCache.longestWord,
          unsafe Int(glyphs.clusters[wordGlyph]) == position - base,
          unsafe glyphs.flags[wordGlyph] == 0
        {
          unsafe keep(position, end, range)
          words += 1
          if words & 0xFF == 0 { try cancellation.check() }
        }
        position = end
      }
      glyph = pieceEnd
      textStart = textEnd
    }
  }

  @unsafe
  private func keep(_ word: Int, _ end: Int, _ range: Range<Int>) {
    let length = end - word
    if unsafe !context.openness(start + word, length: length, font: item.font).isEmpty { return }
    let hash = unsafe ShapedWord.hash(context: context.id, text: start + word, length: length)
    unsafe cache.insert(
      ShapedWord(
        context: context.id, hash: hash, text: start + word, length: length, openness: [],
        glyphs: scratch.glyphs, range: range, clusterBase: word - base))
  }
}
