// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A word's characters and glyphs, as caches keep them. Immutable.
///
/// Numbers are those of the font, without any spacing; clusters count from the word's beginning.
/// The columns lie one after the other in words of eight bytes, several elements packed into each,
/// the first in its lowest bits; each column is padded to a multiple of 8 glyphs (4 code units).
final class ShapedWord: Sendable {
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// Text before the space on the word's left may change the word, which is kept without glyphs.
    static let openLeft = Traits(rawValue: 1)
    /// Text after the space on the word's right may change the word, which is kept without glyphs.
    static let openRight = Traits(rawValue: 2)
    /// Some glyph has an offset.
    static let offsets = Traits(rawValue: 4)
    /// The font maps every code unit by itself, so no other font would be chosen for one of them.
    static let covered = Traits(rawValue: 16)
    static let open: Traits = [.openLeft, .openRight]
  }

  /// The number of code units and glyphs, from which follows where each column begins, counted in
  /// words of eight bytes.
  struct Layout: BitwiseCopyable {
    let length: Int32
    let count: Int32
    let traits: Traits

    init(length: Int, count: Int, traits: Traits) {
      self.length = Int32(truncatingIfNeeded: length)
      self.count = Int32(truncatingIfNeeded: count)
      self.traits = traits
    }

    /// The number of groups of eight glyphs.
    @inline(__always) private var eights: Int { (Int(count) &+ 7) >> 3 }
    /// The number of glyphs, rounded up to a multiple of 8.
    @inline(__always) var paddedCount: Int { 8 &* eights }
    @inline(__always) var advances: Int { 0 }
    @inline(__always) var glyphs: Int { 4 &* eights }
    @inline(__always) var flags: Int { 6 &* eights }
    @inline(__always) var clusters: Int { 7 &* eights }
    @inline(__always) var text: Int { 9 &* eights }
    @inline(__always) var textCount: Int { (Int(length) &+ 3) >> 2 }
    /// The offset of each glyph: x and y in turn; empty without ``Traits/offsets``.
    @inline(__always) var offsets: Int { text &+ textCount }
    /// The number of words of eight bytes that all columns take.
    @inline(__always) var columnCount: Int {
      offsets &+ (traits.contains(.offsets) ? 8 &* eights : 0)
    }
  }

  /// The word context, and whether the word begins or ends its item.
  let key: UInt64
  /// The hash of the key and the characters.
  let hash: UInt64
  let layout: Layout
  /// Advances, glyphs, flags, clusters, characters, offsets.
  let columns: [UInt64]

  /// The bytes that a cache counts for the word.
  var cost: Int { 112 + 8 * columns.count }

  /// Copies a range of glyphs.
  ///
  /// - Parameters:
  ///   - spelling: The word's characters, hashed with `key`.
  ///   - clusterBase: The cluster that the glyphs have for the word's first code unit.
  init(
    key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling, traits given: Traits,
    glyphs from: ShapedGlyphs, range: Range<Int>, clusterBase: Int
  ) {
    var hasOffsets = false
    for i in range where from.isOffset(i) { hasOffsets = true }
    self.key = key
    hash = spelling.hash
    let layout = Layout(
      length: spelling.length, count: range.count,
      traits: hasOffsets ? given.union(.offsets) : given)
    self.layout = layout
    var columns = [UInt64](repeating: 0, count: layout.columnCount)
    /// Sets element `i` of a column with elements of 1, 2 or 4 bytes.
    func set(_ column: Int, _ i: Int, _ value: UInt64, bytes: Int) {
      columns[column + (i * bytes) >> 3] |= value << UInt64(8 * bytes * i & 63)
    }
    for (i, k) in range.enumerated() {
      set(layout.advances, i, UInt64(UInt32(bitPattern: from.advances[k])), bytes: 4)
      set(layout.glyphs, i, UInt64(from.glyphs[k]), bytes: 2)
      let flag = from.flags[k] & GlyphFlags.unsafeToBreak.rawValue
      set(layout.flags, i, UInt64(flag), bytes: 1)
      let cluster = from.clusters[k] &- UInt16(truncatingIfNeeded: clusterBase)
      set(layout.clusters, i, UInt64(cluster), bytes: 2)
      if hasOffsets {
        for axis in 0...1 {
          let offset = UInt64(UInt32(bitPattern: from.offsets[2 * k + axis]))
          set(layout.offsets, 2 * i + axis, offset, bytes: 4)
        }
      }
    }
    for i in 0..<spelling.length {
      set(layout.text, i, UInt64(text[spelling.start + i]), bytes: 2)
    }
    self.columns = columns
  }

  /// Whether the word has a key and these characters.
  func matches(_ key: UInt64, _ text: Span<UInt16>, _ spelling: WordSpelling) -> Bool {
    if hash != spelling.hash || self.key != key || Int(layout.length) != spelling.length {
      return false
    }
    let columns = columns
    let start = layout.text
    return spelling.matches(text, columns.span.extracting(start..<start + layout.textCount))
  }
}
