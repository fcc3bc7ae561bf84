// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The identifiers (CIDs) of the glyphs of a font in table `CFF ` that has them, as fonts of
/// Chinese, Japanese and Korean do: files of PDF name its glyphs by them.
///
/// Source: Adobe Technical Note 5176, sections 4, 5, 9, 13 and 18.
enum CompactFontIdentifiers {
  /// One identifier for each glyph; `nil` for a font whose glyphs have names, and for damaged ones.
  static func identifiers(of table: FontTable, glyphCount: Int) -> [UInt16]? {
    guard let header = table.u8(2)?.value, let names = index(at: header, in: table),
      let top = index(at: names.end, in: table)?.first,
      let charset = charset(in: top, of: table)
    else { return nil }
    var identifiers: [UInt16] = [0]
    identifiers.reserveCapacity(glyphCount)
    guard let format = table.u8(FileNumber(charset))?.value, format <= 2 else { return nil }
    var place = FileNumber(charset + 1)
    while identifiers.count < glyphCount {
      guard let first = table.u16(place)?.value else { return nil }
      place = place + 2
      var more = 0
      if format > 0 {
        let left = format == 1 ? table.u8(place) : table.u16(place)
        guard let left = left?.value else { return nil }
        more = left
        place = place + (format == 1 ? 1 : 2)
      }
      for identifier in first...(first + more) where identifiers.count < glyphCount {
        identifiers.append(UInt16(truncatingIfNeeded: identifier))
      }
    }
    return identifiers
  }

  /// The bytes of the first item of an index, and the offset after the index; `nil` for a damaged
  /// or an empty one.
  private static func index(
    at start: Int, in table: FontTable
  ) -> (first: Range<Int>, end: Int)? {
    guard let count = table.u16(FileNumber(start))?.value, count > 0,
      let size = table.u8(FileNumber(start + 2))?.value, (1...4).contains(size)
    else { return nil }
    func place(_ item: Int) -> Int? {
      offset(FileNumber(start + 3 + item * size), size, in: table)
    }
    // Offsets count from the byte before the data.
    let base = start + 2 + (count + 1) * size
    guard let from = place(0), let to = place(1), let last = place(count), from <= to, to <= last,
      base + last <= table.count
    else { return nil }
    return (base + from..<base + to, base + last)
  }

  private static func offset(_ place: FileNumber, _ size: Int, in table: FontTable) -> Int? {
    var value = 0
    for index in 0..<size {
      guard let byte = table.byte(place + FileNumber(index)) else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }

  /// The offset of the identifiers; `nil` where the dictionary says that glyphs have names.
  private static func charset(in dictionary: Range<Int>, of table: FontTable) -> Int? {
    var (at, operands, hasIdentifiers, charset) = (dictionary.lowerBound, [Int](), false, Int?.none)
    func byte(_ place: Int) -> Int? { table.byte(FileNumber(place)).map { Int($0) } }
    while at < dictionary.upperBound, let first = byte(at) {
      at += 1
      switch first {
      case 12:
        // The operator ROS: registry, ordering and supplement of identifiers.
        if byte(at) == 30 { hasIdentifiers = true }
        (at, operands) = (at + 1, [])
      case 0...21:
        if first == 15 { charset = operands.last }
        operands = []
      case 28:
        guard let high = byte(at), let low = byte(at + 1) else { return nil }
        operands.append(Int(Int16(truncatingIfNeeded: high << 8 | low)))
        at += 2
      case 29:
        guard let value = offset(FileNumber(at), 4, in: table) else { return nil }
        operands.append(Int(Int32(truncatingIfNeeded: value)))
        at += 4
      case 30:
        // A number with decimals ends with a half byte of ones.
        while let next = byte(at), at < dictionary.upperBound {
          at += 1
          if next & 15 == 15 || next >> 4 == 15 { break }
        }
        operands.append(0)
      case 32...246: operands.append(first - 139)
      case 247...254:
        guard let low = byte(at) else { return nil }
        let value = first < 251 ? (first - 247) * 256 : (first - 251) * 256
        operands.append(first < 251 ? value + low + 108 : -value - low - 108)
        at += 1
      default: return nil
      }
    }
    return hasIdentifiers ? charset.flatMap { $0 > 2 ? $0 : nil } : nil
  }
}

extension FontFace {
  /// The identifiers of the glyphs where files name them so; see ``CompactFontIdentifiers``.
  package var glyphIdentifiers: [UInt16]? {
    CompactFontIdentifiers.identifiers(of: harfBuzz.table(.cff), glyphCount: glyphCount)
  }
}
