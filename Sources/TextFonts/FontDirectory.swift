// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// The table directory of a font file.
enum FontDirectory {
  /// The tables that this library and HarfBuzz read; what others claim does not matter.
  private static let used: Set<UInt32> = Set(
    [
      "head", "maxp", "cmap", "hhea", "hmtx", "loca", "glyf", "CFF ", "CFF2", "OS/2", "post",
      "name",
      "GDEF", "GSUB", "GPOS", "kern", "kerx", "morx", "mort", "trak", "ankr", "fvar", "avar",
      "gvar",
      "HVAR", "MVAR", "COLR", "CPAL", "CBDT", "CBLC", "sbix", "vhea", "vmtx", "VORG",
    ].map(FontDirectory.tag))

  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A table of a face that ends past the file's end: sign of a file that is cut off.
  ///
  /// HarfBuzz reads such tables as far as they go, which would draw part of the text, or none, without a word.
  static func tableCutOff(_ blob: OpaquePointer, face index: Int) -> String? {
    var length: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &length)
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
    func u32(_ at: Int) -> Int? {
      guard at >= 0, at + 4 <= bytes.count else { return nil }
      return Int(UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
    }
    guard let kind = u32(0) else { return nil }
    var start = 0
    switch UInt32(kind) {
    case tag("ttcf"):
      guard let offset = u32(12 + 4 * index) else { return "ttcf" }
      start = offset
    case tag("OTTO"), tag("true"), tag("typ1"), 0x0001_0000: break
    // Other containers are HarfBuzz's business.
    default: return nil
    }
    guard let header = u32(start + 4) else { return nil }
    for table in 0..<(header >> 16) {
      let record = start + 12 + 16 * table
      guard let name = u32(record), let offset = u32(record + 8), let count = u32(record + 12)
      else { return "directory" }
      if offset + count > bytes.count, used.contains(UInt32(name)) {
        return String(
          decoding: (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - 8 * $0)) }, as: UTF8.self)
      }
    }
    return nil
  }
}
