// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// Checks of the table directory at the start of a font file.
enum FontDirectory {
  /// The tables whose extent is checked: most of those that this library and HarfBuzz read.
  private static let used: Set<UInt32> = Set(
    [
      "head", "maxp", "cmap", "hhea", "hmtx", "loca", "glyf", "CFF ", "CFF2", "OS/2", "post",
      "name", "GDEF", "GSUB", "GPOS", "kern", "kerx", "morx", "mort", "trak", "ankr", "fvar",
      "avar", "gvar", "HVAR", "MVAR", "COLR", "CPAL", "CBDT", "CBLC", "sbix", "vhea", "vmtx",
      "VORG",
    ].map(FontDirectory.tag))

  private static func tag(_ name: String) -> UInt32 {
    name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Finds a table of a face that ends past the file's end.
  ///
  /// HarfBuzz reads such a table as far as it goes, so that part of a text would be missing.
  ///
  /// - Returns: The table's tag, or `ttcf` or `directory` where the list of faces or of tables is
  ///   cut off; `nil` where all tables are whole, where the file ends before the list of tables,
  ///   and for containers other than TrueType and OpenType.
  static func truncatedTable(of blob: FontBlob, face index: Int) -> String? {
    let file = FontTable(blob)
    guard let kind = file.tag(0) else { return nil }
    var start: FileNumber = 0
    switch kind {
    case tag("ttcf"):
      guard let offset = file.u32(12 + 4 * FileNumber(index)) else { return "ttcf" }
      start = offset
    case tag("OTTO"), tag("true"), tag("typ1"), 0x0001_0000: break
    default: return nil
    }
    guard let tableCount = file.u16(start + 4), file.holds(start, 8) else { return nil }
    for table in tableCount.indices(atMost: 0xFFFF) {
      let record = start + 12 + 16 * FileNumber(table)
      guard let name = file.tag(record), let offset = file.u32(record + 8),
        let length = file.u32(record + 12)
      else { return "directory" }
      if !file.holds(offset, length), used.contains(name) {
        return String(
          decoding: (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - 8 * $0)) }, as: UTF8.self)
      }
    }
    return nil
  }
}
