// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// One table of a face, read with bounds checks: reads beyond its end are `nil`.
///
/// Numbers are big-endian, as in all tables of OpenType; offsets are bytes from the table's start.
/// The value keeps the bytes alive.
struct FontTable: Sendable {
  /// The tables that this module reads.
  enum Tag: UInt32 {
    case cbdt = 0x4342_4454
    case cblc = 0x4342_4C43
    case colr = 0x434F_4C52
    case cpal = 0x4350_414C
    case head = 0x6865_6164
    case hhea = 0x6868_6561
    case os2 = 0x4F53_2F32
    case post = 0x706F_7374
    case sbix = 0x7362_6978
  }

  private let blob: FontBlob
  /// The number of bytes; 0 if the face has no such table.
  let count: Int

  /// Reads all bytes of a blob.
  init(_ blob: FontBlob) {
    self.blob = blob
    count = blob.count
  }

  /// Reads a copy of bytes.
  init(bytes: [UInt8]) { self.init(FontBlob(copying: bytes)) }

  /// Whether `length` bytes lie in the table at `offset`.
  @inline(__always)
  func holds(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= count && length <= count - offset
  }

  /// The unsigned byte at an offset.
  @inline(__always)
  func u8(_ offset: Int) -> Int? {
    guard holds(offset, 1) else { return nil }
    return blob.withBytes { Int($0[offset]) }
  }

  /// The unsigned 16-bit number at an offset.
  @inline(__always)
  func u16(_ offset: Int) -> Int? {
    guard holds(offset, 2) else { return nil }
    return blob.withBytes { Int($0[offset]) << 8 | Int($0[offset + 1]) }
  }

  /// The signed byte at an offset.
  func i8(_ offset: Int) -> Int? { u8(offset).map { Int(Int8(truncatingIfNeeded: $0)) } }

  /// The signed 16-bit number at an offset.
  func i16(_ offset: Int) -> Int? { u16(offset).map { Int(Int16(truncatingIfNeeded: $0)) } }

  /// The unsigned 24-bit number at an offset.
  func u24(_ offset: Int) -> Int? {
    guard let high = u8(offset), let low = u16(offset + 1) else { return nil }
    return high << 16 | low
  }

  /// The unsigned 32-bit number at an offset.
  func u32(_ offset: Int) -> Int? {
    guard let high = u16(offset), let low = u16(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// The signed 32-bit number at an offset.
  func i32(_ offset: Int) -> Int? { u32(offset).map { Int(Int32(truncatingIfNeeded: $0)) } }

  /// A copy of `length` bytes at an offset.
  func bytes(_ offset: Int, _ length: Int) -> [UInt8]? {
    holds(offset, length) ? blob.copy(offset..<offset + length) : nil
  }

  /// Finds the record of a glyph among records that begin with a glyph and are sorted by it.
  ///
  /// - Parameters:
  ///   - glyph: The glyph's number in the font.
  ///   - count: The number of records.
  ///   - first: The offset of the first record.
  ///   - stride: The distance between two records in bytes.
  /// - Returns: The record's offset; `nil` where there is none.
  /// - Complexity: O(log `count`).
  func search(_ glyph: Int, count: Int, first: Int, stride: Int) -> Int? {
    var low = 0
    var high = min(count, self.count / stride)
    while low < high {
      let middle = (low + high) / 2
      guard let found = u16(first + middle * stride) else { return nil }
      if found == glyph { return first + middle * stride }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
