// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The compression of GIF: LZW with codes of up to 12 bits, in blocks of up to 255 bytes.
///
/// Source: GIF89a specification, appendix F.
struct LZWEncoder {
  /// The most codes, including the clear code and the end code.
  private static let codeLimit = 4096
  /// The entries of the hash table: a power of two, well above the number of codes.
  private static let tableSize = 16384
  private static let free = UInt32.max

  /// The bits of a pixel, 2…8.
  private let depth: Int
  private var keys = [UInt32](repeating: Self.free, count: Self.tableSize)
  private var codes = [UInt16](repeating: 0, count: Self.tableSize)
  private var nextCode: Int
  /// The bits of a code.
  private var width: Int
  /// Bits that do not fill a byte yet, the first one lowest.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var block: [UInt8] = []
  private var output: [UInt8] = []

  private init(depth: Int) {
    self.depth = depth
    nextCode = (1 << depth) + 2
    width = depth + 1
  }

  /// Packs indexes of a palette.
  ///
  /// - Parameters:
  ///   - indexes: The pixels, each below 2^`depth`.
  ///   - depth: The bits of a pixel, 2…8.
  /// - Returns: The first code's size, blocks, and the empty block that ends them.
  /// - Complexity: O(pixels).
  static func encode(_ indexes: [UInt8], depth: Int) -> [UInt8] {
    precondition((2...8).contains(depth), "no depth of GIF")
    var encoder = LZWEncoder(depth: depth)
    encoder.output.append(UInt8(depth))
    encoder.encode(indexes)
    return encoder.output
  }

  private var clearCode: Int { 1 << depth }

  private mutating func encode(_ indexes: [UInt8]) {
    write(clearCode)
    if var prefix = indexes.first.map(Int.init) {
      for pixel in indexes.dropFirst() {
        let key = UInt32(prefix) << 8 | UInt32(pixel)
        let slot = slot(of: key)
        if keys[slot] == key {
          prefix = Int(codes[slot])
          continue
        }
        write(prefix)
        add(key, at: slot)
        prefix = Int(pixel)
      }
      write(prefix)
      // A reader adds an entry to its dictionary after this code, too, and may then expect wider
      // codes: the end code has that width.
      if nextCode == 1 << width, width < 12 { width += 1 }
    }
    write(clearCode + 1)
    if bitCount > 0 { append(UInt8(truncatingIfNeeded: bits)) }
    endBlock()
    output.append(0)
  }

  /// The index of a key in the hash table, or the free index where the key belongs.
  private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) >> 18)
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & (Self.tableSize - 1) }
    return slot
  }

  /// Adds a sequence to the dictionary, which is cleared when it is full.
  private mutating func add(_ key: UInt32, at slot: Int) {
    guard nextCode < Self.codeLimit else {
      write(clearCode)
      for i in keys.indices { keys[i] = Self.free }
      nextCode = clearCode + 2
      width = depth + 1
      return
    }
    // A reader learns each code one step later than the writer, so codes get wider only after the
    // first code that needs another bit.
    if nextCode == 1 << width { width += 1 }
    keys[slot] = key
    codes[slot] = UInt16(nextCode)
    nextCode += 1
  }

  // MARK: - Bits

  private mutating func write(_ code: Int) {
    bits |= UInt32(code) << UInt32(bitCount)
    bitCount += width
    while bitCount >= 8 {
      append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  private mutating func append(_ byte: UInt8) {
    block.append(byte)
    if block.count == 255 { endBlock() }
  }

  private mutating func endBlock() {
    guard !block.isEmpty else { return }
    output.append(UInt8(block.count))
    output += block
    block.removeAll(keepingCapacity: true)
  }
}
