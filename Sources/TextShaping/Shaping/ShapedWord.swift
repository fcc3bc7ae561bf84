// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

// @unchecked Sendable: nothing is mutable; the pointers lead into one block that is written before `init`
// returns, is never written again, and is freed by `deinit`. `WordCacheTests` shares words between threads.

/// A word as it looks between spaces, in font units, without any spacing.
@safe
final class ShapedWord: @unchecked Sendable {
  /// Whether rules of the font may reach across the space on a side; such a word has no glyphs here.
  struct Openness: OptionSet, Sendable {
    let rawValue: UInt8
    static let left = Openness(rawValue: 1)
    static let right = Openness(rawValue: 2)
  }

  let context: UInt32
  let hash: UInt64
  let openness: Openness
  let count: Int
  let length: Int
  let hasOffsets: Bool
  let hasMissing: Bool
  let totalAdvance: Int64
  let advances: UnsafePointer<Int32>
  let offsets: UnsafePointer<Int32>
  let glyphs: UnsafePointer<UInt16>
  let clusters: UnsafePointer<UInt16>
  let text: UnsafePointer<UInt16>
  let flags: UnsafePointer<UInt8>
  /// What the word costs the cache, in bytes.
  let cost: Int
  private let block: UnsafeMutableRawPointer

  /// Copies glyphs `range` of `source`, whose clusters count from `base`, as the word that begins at `start`.
  @unsafe
  init(
    context: UInt32, hash: UInt64, text source: UnsafePointer<UInt16>, length: Int,
    openness: Openness, glyphs from: ShapedGlyphs, range: Range<Int>, clusterBase: Int
  ) {
    self.context = context
    self.hash = hash
    self.openness = openness
    self.length = length
    let n = range.count
    count = n
    let first = range.lowerBound
    var any: Int32 = 0
    var missing = false
    var sum: Int64 = 0
    for i in range {
      unsafe any |= from.offsets[2 * i] | from.offsets[2 * i + 1]
      if unsafe from.glyphs[i] == 0 { missing = true }
      unsafe sum += Int64(from.advances[i])
    }
    hasOffsets = any != 0
    hasMissing = missing
    totalAdvance = sum
    let size = n * 9 + length * 2 + (any != 0 ? n * 8 : 0)
    cost = size + 160
    unsafe block = .allocate(byteCount: max(size, 1), alignment: 8)
    var next = unsafe block
    func take<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
      let p = unsafe next.bindMemory(to: type, capacity: count)
      unsafe next += count * MemoryLayout<T>.size
      return unsafe p
    }
    let advances = unsafe take(Int32.self, n)
    unsafe advances.update(from: from.advances + first, count: n)
    let offsets = unsafe take(Int32.self, any != 0 ? 2 * n : 0)
    if any != 0 { unsafe offsets.update(from: from.offsets + 2 * first, count: 2 * n) }
    let glyphs = unsafe take(UInt16.self, n)
    unsafe glyphs.update(from: from.glyphs + first, count: n)
    let clusters = unsafe take(UInt16.self, n)
    for i in 0..<n { unsafe clusters[i] = from.clusters[first + i] &- UInt16(clusterBase) }
    let text = unsafe take(UInt16.self, length)
    unsafe text.update(from: source, count: length)
    let flags = unsafe take(UInt8.self, n)
    unsafe flags.update(from: from.flags + first, count: n)
    unsafe self.advances = UnsafePointer(advances)
    unsafe self.offsets = UnsafePointer(offsets)
    unsafe self.glyphs = UnsafePointer(glyphs)
    unsafe self.clusters = UnsafePointer(clusters)
    unsafe self.text = UnsafePointer(text)
    unsafe self.flags = UnsafePointer(flags)
  }

  deinit { unsafe block.deallocate() }

  @unsafe
  func matches(
    context: UInt32, hash: UInt64, text other: UnsafePointer<UInt16>, length: Int
  ) -> Bool {
    if self.hash != hash || self.context != context || self.length != length { return false }
    for i in 0..<length where unsafe text[i] != other[i] { return false }
    return true
  }

  /// A hash of a context and a word; the same in every process.
  @unsafe
  static func hash(
    context: UInt32, text: UnsafePointer<UInt16>, length: Int
  ) -> UInt64 {
    var h = UInt64(context) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(length)
    for i in 0..<length {
      h = unsafe (h ^ UInt64(text[i])) &* 0xFF51_AFD7_ED55_8CCD
      h ^= h >> 29
    }
    return h ^ (h >> 32)
  }
}
