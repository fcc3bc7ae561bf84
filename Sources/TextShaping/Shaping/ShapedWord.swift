// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A word's characters and glyphs, as caches keep them. Immutable.
///
/// Numbers are those of the font, without any spacing; clusters count from the word's beginning.
/// The columns lie one after the other in words of eight bytes, several elements packed into each,
/// the first in its lowest bits; each column is padded to a multiple of 8 glyphs (4 code units).
final class ShapedWord: Sendable {
  /// Facts about a word.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// Text before the space on its left may change it: it has no glyphs here.
    static let openLeft = Traits(rawValue: 1)
    /// Text after the space on its right may change it: it has no glyphs here.
    static let openRight = Traits(rawValue: 2)
    /// Some glyph has an offset.
    static let offsets = Traits(rawValue: 4)
    /// The font maps every code unit by itself, so that no other font would be taken for one.
    static let covered = Traits(rawValue: 16)
    static let open: Traits = [.openLeft, .openRight]
  }

  /// The word context, and whether the word begins or ends its item.
  let key: UInt64
  /// The hash of the key and the characters.
  let hash: UInt64
  /// The number of code units.
  let length: Int
  /// The number of glyphs.
  let count: Int
  let traits: Traits
  /// Advances, glyphs, flags, clusters, characters, offsets.
  let columns: [UInt64]

  /// Glyphs in a multiple of 8.
  @inline(__always) var paddedCount: Int { (count &+ 7) & ~7 }
  /// The words of each column.
  @inline(__always) var advances: Range<Int> { 0..<paddedCount >> 1 }
  @inline(__always) var glyphs: Range<Int> { paddedCount >> 1..<3 &* (paddedCount >> 2) }
  @inline(__always) var flags: Range<Int> { 3 &* (paddedCount >> 2)..<7 &* (paddedCount >> 3) }
  @inline(__always) var clusters: Range<Int> { 7 &* (paddedCount >> 3)..<textStart }
  @inline(__always) var textStart: Int { 9 &* (paddedCount >> 3) }
  /// x and y of each glyph in turn; empty without ``Traits/offsets``.
  @inline(__always) var offsets: Range<Int> { textStart &+ (length &+ 3) >> 2..<columns.count }

  /// The bytes that a cache counts for the word.
  var cost: Int { 112 + 8 * columns.count }

  /// Copies a range of glyphs.
  ///
  /// - Parameters:
  ///   - spelling: The word's characters, hashed with `key`.
  ///   - clusterBase: The number of the word's first code unit among the glyphs' clusters.
  init(
    key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling, traits given: Traits,
    glyphs from: ShapedGlyphs, range: Range<Int>, clusterBase: Int
  ) {
    var hasOffsets = false
    for i in range where from.isOffset(i) { hasOffsets = true }
    self.key = key
    hash = spelling.hash
    length = spelling.length
    count = range.count
    traits = hasOffsets ? given.union(.offsets) : given
    let padded = (range.count + 7) & ~7
    let textStart = 9 * (padded >> 3)
    let offsetsStart = textStart + (spelling.length + 3) >> 2
    var columns = [UInt64](
      repeating: 0, count: offsetsStart + (hasOffsets ? padded : 0))
    /// Sets element `i` of the column that begins at a word; its elements have 1, 2 or 4 bytes.
    func set(_ start: Int, _ i: Int, _ value: UInt64, bytes: Int) {
      columns[start + (i * bytes) >> 3] |= value << UInt64(8 * bytes * i & 63)
    }
    for (i, k) in range.enumerated() {
      set(0, i, UInt64(UInt32(bitPattern: from.advances[k])), bytes: 4)
      set(padded >> 1, i, UInt64(from.glyphs[k]), bytes: 2)
      let flag = from.flags[k] & GlyphFlags.unsafeToBreak.rawValue
      set(3 * (padded >> 2), i, UInt64(flag), bytes: 1)
      let cluster = from.clusters[k] &- UInt16(truncatingIfNeeded: clusterBase)
      set(7 * (padded >> 3), i, UInt64(cluster), bytes: 2)
      if hasOffsets {
        set(offsetsStart, 2 * i, UInt64(UInt32(bitPattern: from.offsets[2 * k])), bytes: 4)
        set(offsetsStart, 2 * i + 1, UInt64(UInt32(bitPattern: from.offsets[2 * k + 1])), bytes: 4)
      }
    }
    for i in 0..<spelling.length {
      set(textStart, i, UInt64(text[spelling.start + i]), bytes: 2)
    }
    self.columns = columns
  }

  /// Whether the word has a key and these characters.
  @inline(__always)
  func matches(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> Bool {
    if hash != spelling.hash || self.key != key || length != spelling.length { return false }
    var (i, at) = (0, textStart)
    while i &+ 4 <= length {
      if columns[at] != WordSpelling.four(text, at: spelling.start &+ i) { return false }
      i &+= 4
      at &+= 1
    }
    if i == length { return true }
    return columns[at]
      == WordSpelling.few(text, spelling.start &+ i..<spelling.start &+ length)
  }
}
