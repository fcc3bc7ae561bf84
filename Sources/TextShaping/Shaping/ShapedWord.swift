// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What is known about a word: the head of a block of memory in which its text and glyphs follow.
///
/// Numbers are those of the font, without any spacing; clusters count from the word's beginning. Every column may
/// be read up to the next multiple of 8 glyphs (4 code units for the text).
struct WordRecord {
  /// Facts about a word.
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// What stands before the space on its left may change it: it has no glyphs here.
    static let openLeft = Traits(rawValue: 1)
    /// What stands after the space on its right may change it: it has no glyphs here.
    static let openRight = Traits(rawValue: 2)
    /// Some glyph has an offset.
    static let offsets = Traits(rawValue: 4)
    /// Glyphs and code units match one to one, in the order of the text.
    static let identity = Traits(rawValue: 8)
    /// The font maps every code unit by itself, so that no other font would be taken for one.
    static let covered = Traits(rawValue: 16)
    static let open: Traits = [.openLeft, .openRight]
  }

  var key: UInt64
  var hash: UInt64
  var length: UInt16
  var count: UInt16
  var traits: Traits

  /// The bytes before the first column.
  static let headSize = 32

  @inline(__always) var padded: Int { (Int(count) + 7) & ~7 }
  @inline(__always) var glyphsAt: Int { WordRecord.headSize + 4 * padded }
  @inline(__always) var flagsAt: Int { WordRecord.headSize + 6 * padded }
  @inline(__always) var clustersAt: Int { WordRecord.headSize + 7 * padded }
  @inline(__always) var textAt: Int { WordRecord.headSize + 9 * padded }
  @inline(__always) var offsetsAt: Int { textAt + 2 * ((Int(length) + 3) & ~3) }
  var size: Int { offsetsAt + (traits.contains(.offsets) ? 8 * padded : 0) }
}

// @unchecked Sendable: the block is written before `init` returns, never again, and freed by `deinit`.
// `WordCacheTests` shares words between threads.

/// Owns the memory of a word.
@safe
final class ShapedWord: @unchecked Sendable {
  let record: UnsafePointer<WordRecord>
  /// What the word costs the cache, in bytes.
  let cost: Int

  /// Copies the glyphs of a word; `clusterBase` is the number of its first code unit among their clusters.
  @unsafe
  init(
    key: UInt64, spelling: WordSpelling, traits given: WordRecord.Traits, glyphs from: ShapedGlyphs,
    range: Range<Int>, clusterBase: Int
  ) {
    let n = range.count
    let first = range.lowerBound
    var traits = given
    var any: Int32 = 0
    var identity = unsafe n == spelling.length
    for i in range {
      unsafe any |= from.offsets[2 * i] | from.offsets[2 * i + 1]
      if unsafe Int(from.clusters[i]) - clusterBase != i - first { identity = false }
    }
    if any != 0 { traits.insert(.offsets) }
    if identity { traits.insert(.identity) }
    let head = unsafe WordRecord(
      key: key, hash: spelling.hash, length: UInt16(spelling.length), count: UInt16(n),
      traits: traits)
    let block = UnsafeMutableRawPointer.allocate(byteCount: head.size, alignment: 16)
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: head.size)
    unsafe block.storeBytes(of: head, as: WordRecord.self)
    let advances = unsafe (block + WordRecord.headSize).assumingMemoryBound(to: Int32.self)
    let glyphs = unsafe (block + head.glyphsAt).assumingMemoryBound(to: UInt16.self)
    let flags = unsafe (block + head.flagsAt).assumingMemoryBound(to: UInt8.self)
    let clusters = unsafe (block + head.clustersAt).assumingMemoryBound(to: UInt16.self)
    let text = unsafe (block + head.textAt).assumingMemoryBound(to: UInt16.self)
    for i in 0..<n {
      unsafe advances[i] = from.advances[first + i]
      unsafe glyphs[i] = from.glyphs[first + i]
      unsafe flags[i] = from.flags[first + i] & GlyphFlags.unsafeToBreak.rawValue
      unsafe clusters[i] = from.clusters[first + i] &- UInt16(truncatingIfNeeded: clusterBase)
    }
    for i in unsafe 0..<spelling.length { unsafe text[i] = spelling.start[i] }
    if any != 0 {
      let offsets = unsafe (block + head.offsetsAt).assumingMemoryBound(to: Int32.self)
      for i in 0..<2 * n { unsafe offsets[i] = from.offsets[2 * first + i] }
    }
    unsafe record = UnsafePointer(block.assumingMemoryBound(to: WordRecord.self))
    cost = head.size + 80
  }

  deinit { unsafe UnsafeMutableRawPointer(mutating: record).deallocate() }
}

/// The characters of a word where they stand in a text, and their hash.
@unsafe
struct WordSpelling {
  let start: UnsafePointer<UInt16>
  let length: Int
  let hash: UInt64

  /// Four code units, the first in the lowest bits.
  @inline(__always)
  private static func four(_ p: UnsafePointer<UInt16>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func mixed(_ h: UInt64, _ four: UInt64) -> UInt64 {
    let x = (h ^ four) &* 0xFF51_AFD7_ED55_8CCD
    return x ^ (x >> 32)
  }

  /// Reads from `start` to the next space, or to `end`.
  @inline(__always)
  init(wordAt start: UnsafePointer<UInt16>, end: UnsafePointer<UInt16>) {
    var h: UInt64 = 0x9E37_79B9_7F4A_7C15
    var p = unsafe start
    while true {
      var four: UInt64 = 0
      var n = 0
      if unsafe p + 4 <= end {
        four = unsafe WordSpelling.four(p)
        let x = four ^ 0x0020_0020_0020_0020
        let zero = (x &- 0x0001_0001_0001_0001) & ~x & 0x8000_8000_8000_8000
        if zero == 0 {
          n = 4
        } else {
          n = zero.trailingZeroBitCount >> 4
          four &= (1 << UInt64(16 * n)) &- 1
        }
      } else {
        while unsafe p + n < end, unsafe p[n] != 0x20 {
          unsafe four |= UInt64(p[n]) << UInt64(16 * n)
          n += 1
        }
      }
      h = unsafe WordSpelling.mixed(h, four)
      unsafe p += n
      if n < 4 { break }
    }
    unsafe self.start = start
    unsafe length = p - start
    unsafe hash = h
  }

  /// Reads a stretch that may hold spaces.
  @unsafe
  init(start: UnsafePointer<UInt16>, length: Int) {
    var h: UInt64 = 0x9E37_79B9_7F4A_7C15
    var i = 0
    while true {
      var four: UInt64 = 0
      let n = min(4, length - i)
      for k in 0..<n { unsafe four |= UInt64(start[i + k]) << UInt64(16 * k) }
      h = unsafe WordSpelling.mixed(h, four)
      i += n
      if n < 4 { break }
    }
    unsafe self.start = start
    unsafe self.length = length
    unsafe hash = h
  }

  @unsafe
  private init(_ other: WordSpelling, hash: UInt64) {
    unsafe start = other.start
    unsafe length = other.length
    unsafe self.hash = hash
  }

  /// The same with the hash of the word and its key.
  @inline(__always)
  func keyed(_ key: UInt64) -> WordSpelling {
    let h = unsafe (hash ^ key) &* 0xC4CE_B9FE_1A85_EC53
    return unsafe WordSpelling(self, hash: h ^ (h >> 29))
  }

  /// Whether a record is that of this word.
  @inline(__always)
  func matches(_ record: UnsafePointer<WordRecord>, _ key: UInt64) -> Bool {
    if unsafe record.pointee.hash != hash || record.pointee.key != key
      || Int(record.pointee.length) != length
    {
      return false
    }
    let text = unsafe (UnsafeRawPointer(record) + record.pointee.textAt)
      .assumingMemoryBound(to: UInt16.self)
    var i = 0
    while unsafe i + 4 <= length {
      if unsafe WordSpelling.four(text + i) != WordSpelling.four(start + i) { return false }
      i += 4
    }
    while unsafe i < length {
      if unsafe text[i] != start[i] { return false }
      i += 1
    }
    return true
  }
}
