// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// One table of a face, read with bounds checks: reads beyond its end are `nil`.
///
/// Numbers are big-endian, as in all tables of OpenType; offsets are bytes from the table's start.
/// Counts and offsets are `FileNumber`s, whose arithmetic does not trap. The value keeps the bytes
/// alive.
struct FontTable: Sendable {
  /// The tables that this module reads itself, without HarfBuzz.
  enum Tag: UInt32 {
    case cbdt = 0x4342_4454
    case cblc = 0x4342_4C43
    case cff = 0x4346_4620
    case colr = 0x434F_4C52
    case cpal = 0x4350_414C
    case glyf = 0x676C_7966
    case head = 0x6865_6164
    case hhea = 0x6868_6561
    case os2 = 0x4F53_2F32
    case post = 0x706F_7374
    case sbix = 0x7362_6978
    case vhea = 0x7668_6561
    case vmtx = 0x766D_7478
    case vorg = 0x564F_5247
  }

  private let blob: FontBlob
  /// The number of bytes; 0 if the face has no such table.
  let count: Int

  /// Reads all bytes of a blob.
  init(_ blob: FontBlob) {
    self.blob = blob
    count = blob.count
  }

  init(bytes: [UInt8]) { self.init(FontBlob(copying: bytes)) }

  /// Whether `length` bytes lie in the table at `offset`.
  @inline(__always)
  func holds(_ offset: FileNumber, _ length: FileNumber) -> Bool {
    offset + length <= FileNumber(count)
  }

  @inline(__always)
  private func number(_ offset: FileNumber, bytes length: Int) -> Int? {
    blob.withBytes { $0.bigEndian(offset, bytes: length) }
  }

  /// The byte at an offset, for fields that are neither counts nor offsets: formats, kinds, colour
  /// components.
  @inline(__always)
  func byte(_ offset: FileNumber) -> UInt8? {
    number(offset, bytes: 1).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// The unsigned byte at an offset.
  @inline(__always)
  func u8(_ offset: FileNumber) -> FileNumber? { number(offset, bytes: 1).map { FileNumber($0) } }

  /// The unsigned 16-bit number at an offset.
  @inline(__always)
  func u16(_ offset: FileNumber) -> FileNumber? { number(offset, bytes: 2).map { FileNumber($0) } }

  /// The unsigned 24-bit number at an offset.
  func u24(_ offset: FileNumber) -> FileNumber? { number(offset, bytes: 3).map { FileNumber($0) } }

  /// The unsigned 32-bit number at an offset.
  func u32(_ offset: FileNumber) -> FileNumber? { number(offset, bytes: 4).map { FileNumber($0) } }

  /// The four letters at an offset that name a table or a format.
  func tag(_ offset: FileNumber) -> UInt32? {
    number(offset, bytes: 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The signed byte at an offset. Signed numbers are measures, so they are no `FileNumber`s.
  func i8(_ offset: FileNumber) -> Int? {
    number(offset, bytes: 1).map { Int(Int8(truncatingIfNeeded: $0)) }
  }

  /// The signed 16-bit number at an offset.
  func i16(_ offset: FileNumber) -> Int? {
    number(offset, bytes: 2).map { Int(Int16(truncatingIfNeeded: $0)) }
  }

  /// The signed 32-bit number at an offset.
  func i32(_ offset: FileNumber) -> Int? {
    number(offset, bytes: 4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// A copy of `length` bytes at an offset.
  func bytes(_ offset: FileNumber, _ length: FileNumber) -> [UInt8]? {
    guard let start = offset.value, let end = (offset + length).value, end <= count else {
      return nil
    }
    return blob.copy(start..<end)
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
  func search(
    _ glyph: FileNumber, count: FileNumber, first: FileNumber, stride: Int
  ) -> FileNumber? {
    var low = 0
    var high = count.clamped(to: FileNumber(self.count / stride)).value ?? 0
    while low < high {
      let middle = (low + high) / 2
      let record = first + FileNumber(middle * stride)
      guard let found = u16(record) else { return nil }
      if found == glyph { return record }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
