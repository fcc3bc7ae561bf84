// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextBrotli
import TextModel

/// A file of WOFF2, whose tables are packed together by Brotli, outlines and advances in forms of
/// their own (W3C, WOFF File Format 2.0).
///
/// FreeType reads such files, too, but of collections with CFF the first face alone, and its table
/// `loca` ends wrongly (2.12).
struct WOFF2File {
  /// A table by its fields in the directory.
  private struct Table {
    let tag: UInt32
    /// Where its bytes are when all are unpacked.
    let place: Range<Int>
    /// Whether they are in a form of their own.
    let isTransformed: Bool
  }

  /// A font of the file: its tables by their numbers in the directory.
  private struct Face {
    let kind: UInt32
    var tables: [Int]
  }

  /// The four letters at the begin of the file.
  static let signature: UInt32 = 0x774F_4632
  private static let collection: UInt32 = 0x7474_6366
  private static let (glyf, head, hhea, hmtx): (UInt32, UInt32, UInt32, UInt32) = (
    0x676C_7966, 0x6865_6164, 0x6868_6561, 0x686D_7478
  )
  private static let (loca, maxp): (UInt32, UInt32) = (0x6C6F_6361, 0x6D61_7870)

  /// How many times as large as packed the tables may be: those of fonts are some ten times as
  /// large at most, and a small file shall not take much memory.
  private static let mostRatio = 100

  private let name: String
  private let isCollection: Bool
  private let tables: [Table]
  private var faces: [Face] = []
  /// The bytes of all tables, as they were packed.
  private var stream: [UInt8] = []
  /// The tables as fonts have them, by their numbers; those made so far.
  private var whole: [Int: [UInt8]] = [:]
  /// The left edges of the glyphs of tables `glyf`, by their numbers.
  private var leftEdges: [Int: [Int]] = [:]
  /// The bytes that tables in forms of their own may still take.
  private var room: Int

  /// The font, or the collection, in a file of WOFF2.
  ///
  /// - Throws: ``FontError`` with `malformed`, `tooLarge` or `outOfMemory`.
  static func unpacked(_ blob: FontBlob, name: String) throws(FontError) -> FontBlob {
    var file = try WOFF2File(blob, name: name)
    return FontBlob(copying: try file.font())
  }

  /// Reads the directory and unpacks the tables, whose sizes are known before.
  private init(_ blob: FontBlob, name: String) throws(FontError) {
    self.name = name
    room = min(TextLimits.fontFileBytes, Self.mostRatio * blob.count)
    let bytes = blob.copy(0..<blob.count)
    var header = ByteCursor(bytes, 0..<bytes.count)
    guard header.u32() != nil, let kind = header.u32().map(UInt32.init),
      header.u32() == bytes.count,
      let tableCount = header.u16(), tableCount > 0, header.u16() != nil, header.u32() != nil,
      let packedCount = header.u32(), header.skip(24) != nil
    else { throw Self.damaged(name, "its header contradicts its size") }
    isCollection = kind == Self.collection
    var tables: [Table] = []
    var (size, streamCount) = (0, 0)
    for _ in 0..<tableCount {
      guard let table = Self.table(&header, at: streamCount) else {
        throw Self.damaged(name, "its list of tables is cut off")
      }
      streamCount = table.table.place.upperBound
      size += table.count
      guard max(size, streamCount) <= TextLimits.fontFileBytes else {
        throw FontError.tooLarge(name)
      }
      tables.append(table.table)
    }
    self.tables = tables
    if isCollection {
      guard let faces = Self.faces(&header, tableCount: tableCount) else {
        throw Self.damaged(name, "its list of faces is cut off")
      }
      self.faces = faces
    } else {
      faces = [Face(kind: kind, tables: Array(tables.indices))]
    }
    guard let packed = header.skip(packedCount) else {
      throw Self.damaged(name, "its tables end past its end")
    }
    guard streamCount <= packed.count * Self.mostRatio else {
      throw Self.damaged(name, "its tables would have more than \(Self.mostRatio) times its size")
    }
    guard let stream = Self.unpacked(bytes[packed], count: streamCount) else {
      throw Self.damaged(name, "its tables cannot be unpacked")
    }
    self.stream = stream
  }

  private static func table(
    _ directory: inout ByteCursor, at start: Int
  ) -> (table: Table, count: Int)? {
    guard let flags = directory.u8() else { return nil }
    let index = flags & 0x3F
    guard let tag = index < knownTags.count ? knownTags[index] : directory.u32().map(UInt32.init),
      let count = directory.base128()
    else { return nil }
    // `glyf` and `loca` have a form of their own unless the version is 3, others unless it is 0.
    let isTransformed = flags >> 6 != (tag == glyf || tag == loca ? 3 : 0)
    guard let packedCount = isTransformed ? directory.base128() : count,
      tag != loca || !isTransformed || packedCount == 0,
      !isTransformed || tag == glyf || tag == loca || tag == hmtx
    else { return nil }
    let place = start..<(start + packedCount)
    return (Table(tag: tag, place: place, isTransformed: isTransformed), count)
  }

  private static func faces(_ directory: inout ByteCursor, tableCount: Int) -> [Face]? {
    guard directory.u32() != nil, let count = directory.short(), count > 0 else { return nil }
    var faces: [Face] = []
    for _ in 0..<count {
      guard let used = directory.short(), used > 0, let kind = directory.u32() else { return nil }
      var face = Face(kind: UInt32(kind), tables: [])
      for _ in 0..<used {
        guard let table = directory.short(), table < tableCount else { return nil }
        face.tables.append(table)
      }
      faces.append(face)
    }
    return faces
  }

  /// The bytes of the file that was packed. Tables that faces share stand in it once.
  private mutating func font() throws(FontError) -> [UInt8] {
    var font: [UInt8] = []
    if isCollection {
      font.append32(Self.collection)
      font.append32(0x0001_0000)
      font.append32(UInt32(faces.count))
      font += [UInt8](repeating: 0, count: 4 * faces.count)
    }
    var placed: [Int: (start: Int, checksum: UInt32, count: Int)] = [:]
    for (number, face) in faces.enumerated() {
      guard makeTables(of: face) else {
        throw Self.damaged(name, "its outlines or advances contradict themselves")
      }
      let sorted = face.tables.sorted { tables[$0].tag < tables[$1].tag }
      if isCollection { font.set32(UInt32(font.count), at: 12 + 4 * number) }
      var record = font.count + 12
      let power = 31 - UInt32(sorted.count).leadingZeroBitCount
      font.append32(face.kind)
      font.append16(sorted.count)
      font.append16(16 << power)
      font.append16(power)
      font.append16(sorted.count * 16 - 16 << power)
      font += [UInt8](repeating: 0, count: 16 * sorted.count)
      for index in sorted {
        let table = whole[index] ?? []
        let entry = placed[index] ?? (font.count, Self.checksum(table), table.count)
        if placed[index] == nil {
          font += table
          while font.count & 3 != 0 { font.append(0) }
          placed[index] = entry
        }
        font.set32(tables[index].tag, at: record)
        font.set32(entry.checksum, at: record + 4)
        font.set32(UInt32(entry.start), at: record + 8)
        font.set32(UInt32(entry.count), at: record + 12)
        record += 16
      }
      guard font.count <= TextLimits.fontFileBytes else { throw FontError.tooLarge(name) }
    }
    return font
  }

  /// Makes those tables of a face that have not been made for another one.
  private mutating func makeTables(of face: Face) -> Bool {
    guard Set(face.tables.map { tables[$0].tag }).count == face.tables.count else { return false }
    for index in face.tables where whole[index] == nil && !tables[index].isTransformed {
      whole[index] = Array(stream[tables[index].place])
    }
    for index in face.tables where whole[index] == nil && tables[index].tag == Self.glyf {
      guard let places = face.tables.first(where: { tables[$0].tag == Self.loca }),
        tables[places].isTransformed,
        let glyphs = WOFF2Glyphs(
          ByteCursor(stream, tables[index].place), mostBytes: room)
      else { return false }
      room -= glyphs.outlines.count + glyphs.placesTable.count
      whole[index] = glyphs.outlines
      whole[places] = glyphs.placesTable
      leftEdges[index] = glyphs.leftEdges
      guard let head = face.tables.first(where: { tables[$0].tag == Self.head }),
        let count = whole[head]?.count, count >= 54
      else { return false }
      whole[head]?[51] = glyphs.hasLongPlaces ? 1 : 0
    }
    for index in face.tables where whole[index] == nil && tables[index].tag == Self.hmtx {
      guard let advances = advances(index, of: face) else { return false }
      room -= advances.count
      whole[index] = advances
    }
    return face.tables.allSatisfy { whole[$0] != nil }
  }

  /// The table `hmtx` of the form in which left side bearings are missing that are the left edges
  /// of the glyphs (5.4).
  private func advances(_ index: Int, of face: Face) -> [UInt8]? {
    func number(_ tag: UInt32, _ place: Int) -> Int? {
      guard let table = face.tables.first(where: { tables[$0].tag == tag }),
        let bytes = whole[table], place + 2 <= bytes.count
      else { return nil }
      return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }
    guard let glyphCount = number(Self.maxp, 4), let advanceCount = number(Self.hhea, 34),
      advanceCount > 0, advanceCount <= glyphCount,
      let outlines = face.tables.first(where: { tables[$0].tag == Self.glyf }),
      let edges = leftEdges[outlines], edges.count == glyphCount,
      2 * (glyphCount + advanceCount) <= room
    else { return nil }
    var packed = ByteCursor(stream, tables[index].place)
    guard let flags = packed.u8(), flags & 0xFC == 0, flags != 0,
      var advances = packed.part(2 * advanceCount),
      var bearings = packed.part(flags & 1 == 0 ? 2 * advanceCount : 0),
      var others = packed.part(flags & 2 == 0 ? 2 * (glyphCount - advanceCount) : 0)
    else { return nil }
    var table: [UInt8] = []
    table.reserveCapacity(2 * (glyphCount + advanceCount))
    for glyph in 0..<glyphCount {
      if let advance = advances.u16() {
        table.append16(advance)
        table.append16(bearings.u16() ?? edges[glyph])
      } else {
        table.append16(others.u16() ?? edges[glyph])
      }
    }
    return table
  }

  /// Unpacks what Brotli packed, of a known size; `nil` if it is damaged or has another size.
  private static func unpacked(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var length = count
    // C call: both buffers have the sizes that are told, and Brotli stays within them.
    let code = unsafe bytes.withUnsafeMutableBufferPointer { target in
      unsafe packed.withUnsafeBufferPointer {
        unsafe BrotliDecoderDecompress($0.count, $0.baseAddress, &length, target.baseAddress)
      }
    }
    return code == BROTLI_DECODER_RESULT_SUCCESS && length == count ? bytes : nil
  }

  /// The sum of a table's 32-bit numbers. Source: OpenType, the table directory.
  private static func checksum(_ table: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for (index, byte) in table.enumerated() {
      sum &+= UInt32(byte) << UInt32(24 - 8 * (index & 3))
    }
    return sum
  }

  private static func damaged(_ name: String, _ reason: String) -> FontError {
    FontError(.malformed, file: name, "the WOFF2 file is cut off or damaged: \(reason)")
  }

  /// The tables that the directory names by a number (4.1).
  private static let knownTags: [UInt32] = [
    "cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca",
    "prep", "CFF ", "VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea",
    "vmtx", "BASE", "GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH", "CBDT", "CBLC", "COLR", "CPAL",
    "SVG ", "sbix", "acnt", "avar", "bdat", "bloc", "bsln", "cvar", "fdsc", "feat", "fmtx", "fvar",
    "gvar", "hsty", "just", "lcar", "mort", "morx", "opbd", "prop", "trak", "Zapf", "Silf", "Glat",
    "Gloc", "Feat", "Sill",
  ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}
