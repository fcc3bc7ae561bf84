// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemFiles
@testable import TextFonts

/// Reads of numbers and records, inside a table and beyond its end.
struct FontTableTests {
  private let table = FontTable(bytes: [0x80, 0x01, 0xFE, 0x7F, 0xFF])

  @Test func numbersAreBigEndian() {
    #expect(table.count == 5)
    #expect([0, 4].map { table.byte($0) } == [0x80, 0xFF])
    #expect([0, 4].map { table.u8($0)?.value } == [0x80, 0xFF])
    #expect([0, 4].map { table.i8($0) } == [-128, -1])
    #expect([0, 3].map { table.u16($0)?.value } == [0x8001, 0x7FFF])
    #expect([0, 3].map { table.i16($0) } == [-0x7FFF, 0x7FFF])
    #expect([0, 2].map { table.u24($0)?.value } == [0x8001FE, 0xFE7FFF])
    #expect([0, 1].map { table.u32($0)?.value } == [0x8001_FE7F, 0x01FE_7FFF])
    #expect([0, 1].map { table.i32($0) } == [-0x7FFE_0181, 0x01FE_7FFF])
    #expect(table.bytes(1, 3) == [0x01, 0xFE, 0x7F])
    #expect(table.bytes(5, 0) == [])
  }

  @Test func readsBeyondTheEndAreNil() {
    for place in [-1, 5, 6, .max, .min] {
      let offset = FileNumber(place)
      #expect(table.byte(offset) == nil && table.u8(offset) == nil && table.i8(offset) == nil)
    }
    for place in [-1, 4, 5, .max - 1, .max, .min] {
      let offset = FileNumber(place)
      #expect(table.u16(offset) == nil && table.i16(offset) == nil)
    }
    for place in [-1, 3, 4, 5, .max, .min] { #expect(table.u24(FileNumber(place)) == nil) }
    for place in [-1, 2, 3, 4, 5, .max, .min] {
      let offset = FileNumber(place)
      #expect(table.u32(offset) == nil && table.tag(offset) == nil && table.i32(offset) == nil)
    }
    let beyond: [(FileNumber, FileNumber)] = [
      (0, 6), (5, 1), (-1, 1), (1, -1), (1, FileNumber(.max)), (FileNumber(1 << 62), 1), (6, 0),
    ]
    for (offset, length) in beyond {
      #expect(table.bytes(offset, length) == nil, "\(length) bytes at \(offset)")
      #expect(!table.holds(offset, length))
    }
    let empty = FontTable(bytes: [])
    #expect(empty.count == 0 && empty.byte(0) == nil && empty.bytes(0, 0) == [])
  }

  @Test func recordsAreFoundByGlyph() {
    let glyphs: [UInt16] = [3, 5, 8, 300]
    let records = FontTable(
      bytes: [9] + glyphs.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0), 7] })
    func find(_ glyph: FileNumber, count: FileNumber = 4) -> Int? {
      records.search(glyph, count: count, first: 1, stride: 3)?.value
    }
    #expect([3, 5, 8, 300].map { find($0) } == [1, 4, 7, 10])
    #expect([0, 4, 299, 301, 70].map { find($0) } == [nil, nil, nil, nil, nil])
    // A count that the table is too short for.
    #expect(find(300, count: 0xFFFF) == 10)
    #expect(find(8, count: 2) == nil)
    #expect(find(3, count: 0) == nil)
  }
}
