// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImageDeflate
import SystemFiles
import TextModel

/// Fonts of the web: files of WOFF, each of whose tables is packed (W3C, WOFF File Format 1.0), and
/// of WOFF2.
enum WebFont {
  /// A table by its fields in the directory.
  private struct Table {
    let tag, checksum: UInt32
    /// Where its bytes are in the packed file.
    let packed: Range<Int>
    /// The number of its bytes.
    let count: Int
    var isPacked: Bool { packed.count < count }
  }

  /// The font in a file of WOFF or WOFF2; any other file itself.
  ///
  /// - Throws: ``FontError`` with `malformed` or `tooLarge`.
  static func unpacked(_ blob: FontBlob, name: String) throws(FontError) -> FontBlob {
    let file = FontTable(blob)
    switch file.tag(0) {
    case 0x774F_4646: break
    case WOFF2File.signature: return try WOFF2File.unpacked(blob, name: name)
    default: return blob
    }
    let tables = try tables(of: file, name: name)
    var bytes: [UInt8] = []
    func append(_ value: UInt32, _ length: Int) {
      for shift in (0..<length).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * shift)))
      }
    }
    let power = 31 - UInt32(tables.count).leadingZeroBitCount
    append(file.tag(4) ?? 0, 4)
    append(UInt32(tables.count), 2)
    append(16 << UInt32(power), 2)
    append(UInt32(power), 2)
    append(UInt32(tables.count) * 16 - 16 << UInt32(power), 2)
    var start = 12 + 16 * tables.count
    for table in tables {
      append(table.tag, 4)
      append(table.checksum, 4)
      append(UInt32(start), 4)
      append(UInt32(table.count), 4)
      start += (table.count + 3) & ~3
    }
    bytes.reserveCapacity(start)
    for table in tables {
      let part = blob.copy(table.packed)
      guard let whole = table.isPacked ? inflated(part, count: table.count) : part else {
        throw damaged(name, "a table cannot be unpacked")
      }
      bytes += whole
      while bytes.count & 3 != 0 { bytes.append(0) }
    }
    return FontBlob(copying: bytes)
  }

  /// The tables of a packed file: within it, apart from each other, and not too large.
  private static func tables(of file: FontTable, name: String) throws(FontError) -> [Table] {
    guard let length = file.u32(8), length == FileNumber(file.count),
      let count = file.u16(12)?.value,
      count > 0, file.holds(44, FileNumber(20 * count))
    else { throw damaged(name, "its header contradicts its size") }
    var tables: [Table] = []
    var bytes = 12 + 16 * count
    for index in 0..<count {
      let record = FileNumber(44 + 20 * index)
      guard let tag = file.tag(record), let start = file.u32(record + 4)?.value,
        let packed = file.u32(record + 8)?.value, let whole = file.u32(record + 12)?.value,
        let checksum = file.tag(record + 16), packed <= whole, start >= 44 + 20 * count,
        file.holds(FileNumber(start), FileNumber(packed))
      else { throw damaged(name, "a table ends past its end") }
      bytes += (whole + 3) & ~3
      guard bytes <= TextLimits.fontFileBytes else { throw FontError.tooLarge(name) }
      tables.append(
        Table(tag: tag, checksum: checksum, packed: start..<(start + packed), count: whole))
    }
    let ranges = tables.map(\.packed).sorted { $0.lowerBound < $1.lowerBound }
    for (range, next) in zip(ranges, ranges.dropFirst()) where range.upperBound > next.lowerBound {
      throw damaged(name, "two tables overlap")
    }
    return tables
  }

  /// Unpacks a zlib stream of a known size; `nil` if it is damaged or has another size.
  private static func inflated(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = uLongf(count)
    // C call: both buffers have the sizes that are told, and zlib stays within them.
    let code = unsafe bytes.withUnsafeMutableBufferPointer { target in
      unsafe packed.withUnsafeBufferPointer {
        unsafe uncompress(target.baseAddress, &length, $0.baseAddress, uLong($0.count))
      }
    }
    return code == Z_OK && length == uLongf(count) ? bytes : nil
  }

  private static func damaged(_ name: String, _ reason: String) -> FontError {
    FontError(.malformed, file: name, "the WOFF file is cut off or damaged: \(reason)")
  }
}
