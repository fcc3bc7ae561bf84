// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextTestSupport

/// Random changes to the bytes of a font file, most of them at the starts of its tables, where
/// counts and offsets are.
enum FontDamage {
  /// Damages one to three places of one table, or cuts the file.
  static func apply(to font: inout [UInt8], using random: inout SeededGenerator) {
    if Int.random(in: 0..<12, using: &random) == 0 {
      font.removeLast(Int.random(in: 0..<font.count, using: &random))
      return
    }
    let table = tables(of: font).randomElement(using: &random) ?? 0..<font.count
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let reach = [16, 64, 512, table.count].randomElement(using: &random) ?? 16
      let place = table.lowerBound + Int.random(in: 0..<min(reach, table.count), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        font[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1:
        fill(&font, place..<table.upperBound, 0xFF, upTo: 40, using: &random)
      case 2:
        fill(&font, place..<table.upperBound, 0, upTo: 40, using: &random)
      case 3:
        font[place] = UInt8.random(in: 0...255, using: &random)
      default:
        // A number of 16 bits.
        let value =
          [0, 1, 2, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, table.count & 0xFFFF]
          .randomElement(using: &random) ?? 0
        let even = table.lowerBound + (place - table.lowerBound) & ~1
        for (i, byte) in [UInt8(value >> 8), UInt8(value & 255)].enumerated()
        where even + i < table.upperBound { font[even + i] = byte }
      }
    }
  }

  private static func fill(
    _ font: inout [UInt8], _ range: Range<Int>, _ byte: UInt8, upTo most: Int,
    using random: inout SeededGenerator
  ) {
    for i in range.prefix(Int.random(in: 1...most, using: &random)) { font[i] = byte }
  }

  /// The extents of the file's tables, none of them empty, and of the directory.
  private static func tables(of font: [UInt8]) -> [Range<Int>] {
    func number(_ at: Int, _ bytes: Int) -> Int {
      (0..<bytes).reduce(0) { at + $1 < font.count ? $0 << 8 | Int(font[at + $1]) : 0 }
    }
    let count = number(4, 2)
    let whole = 0..<font.count
    var found: [Range<Int>] = [0..<min(font.count, 12 + 16 * count)]
    for table in 0..<count {
      let (offset, length) = (number(20 + 16 * table, 4), number(24 + 16 * table, 4))
      let range = (offset..<offset + length).clamped(to: whole)
      if !range.isEmpty { found.append(range) }
    }
    return found
  }
}
