// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The place of a word's characters in a text, and their hash.
struct WordSpelling {
  /// The first code unit.
  let start: Int
  /// The number of code units.
  let length: Int
  let hash: UInt64

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Four code units, the first in the lowest bits.
  @inline(__always)
  static func four(_ text: Span<UInt16>, at offset: Int) -> UInt64 {
    // `unsafe`: a bounds-checked load of plain integers.
    unsafe UInt64(
      littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: 2 &* offset, as: UInt64.self))
  }

  /// At most four code units, the first in the lowest bits.
  @inline(__always)
  static func few(_ text: Span<UInt16>, _ range: Range<Int>) -> UInt64 {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    for i in range {
      packed |= UInt64(text[i]) << shift
      shift &+= 16
    }
    return packed
  }

  /// Whether the characters are those of a column of a ``ShapedWord``.
  @inline(__always)
  func matches(_ text: Span<UInt16>, _ column: Span<UInt64>) -> Bool {
    var (i, at) = (0, 0)
    while i &+ 4 <= length {
      if column[at] != WordSpelling.four(text, at: start &+ i) { return false }
      i &+= 4
      at &+= 1
    }
    return i == length || column[at] == WordSpelling.few(text, start &+ i..<start &+ length)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ four: UInt64) -> UInt64 {
    let x = (hash ^ four) &* 0xFF51_AFD7_ED55_8CCD
    return x ^ (x >> 32)
  }

  /// The word from `start` to the next space, or to `end`.
  @inline(__always)
  init(_ text: Span<UInt16>, wordAt start: Int, end: Int) {
    var hash = WordSpelling.seed
    var p = start
    while true {
      var four: UInt64
      var n = 4
      if p &+ 4 <= end {
        four = WordSpelling.four(text, at: p)
        // In `spaces`, the lowest set bit belongs to the first unit that is a space.
        let x = four ^ 0x0020_0020_0020_0020
        let spaces = (x &- 0x0001_0001_0001_0001) & ~x & 0x8000_8000_8000_8000
        if spaces != 0 {
          n = spaces.trailingZeroBitCount >> 4
          four &= (1 << UInt64(16 * n)) &- 1
        }
      } else {
        n = 0
        while p &+ n < end, text[p &+ n] != 0x20 { n &+= 1 }
        four = WordSpelling.few(text, p..<p &+ n)
      }
      hash = WordSpelling.mixed(hash, four)
      p &+= n
      if n < 4 { break }
    }
    self.start = start
    length = p &- start
    self.hash = hash
  }

  /// A stretch that may hold spaces.
  @inline(__always)
  init(_ text: Span<UInt16>, _ range: Range<Int>) {
    var hash = WordSpelling.seed
    var p = range.lowerBound
    while p &+ 4 <= range.upperBound {
      hash = WordSpelling.mixed(hash, WordSpelling.four(text, at: p))
      p &+= 4
    }
    hash = WordSpelling.mixed(hash, WordSpelling.few(text, p..<range.upperBound))
    start = range.lowerBound
    length = range.count
    self.hash = hash
  }

  private init(_ other: WordSpelling, hash: UInt64) {
    start = other.start
    length = other.length
    self.hash = hash
  }

  /// The spelling with the hash of the word and its key.
  @inline(__always)
  func keyed(_ key: UInt64) -> WordSpelling {
    let mixed = (hash ^ key) &* 0xC4CE_B9FE_1A85_EC53
    return WordSpelling(self, hash: mixed ^ (mixed >> 29))
  }
}
