// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// A reader of glyph pictures in tables `CBLC` and `CBDT`.
///
/// Source: OpenType specification, tables CBLC and CBDT; index formats 1 to 5, image formats 17 to
/// 19.
struct ColorBitmapReader {
  let location: FontTable
  let data: FontTable

  /// The most strikes of a face, and the most index subtables of a strike, that are read: the
  /// look-up of a glyph goes through all of them.
  static let mostStrikes = 64
  private static let mostSubtables = 4096

  /// The strikes: the pixels per em and the offset of the record of each.
  var strikes: [BitmapStrike] {
    let count = location.u32(4) ?? 0
    return count.indices(atMost: Self.mostStrikes).compactMap { i in
      let record = 8 + 48 * FileNumber(i)
      guard let size = location.byte(record + 45), size > 0 else { return nil }
      return BitmapStrike(pixelsPerEm: Int(size), record: record)
    }
  }

  /// The picture of a glyph in one strike; `nil` if there is none.
  func glyph(_ glyph: FileNumber, strike: BitmapStrike) -> BitmapGlyph? {
    guard let first = location.u16(strike.record + 40), let last = location.u16(strike.record + 42),
      glyph >= first, glyph <= last, let array = location.u32(strike.record),
      let count = location.u32(strike.record + 8)
    else { return nil }
    for i in count.indices(atMost: Self.mostSubtables) {
      let entry = array + 8 * FileNumber(i)
      guard let first = location.u16(entry), let last = location.u16(entry + 2),
        let offset = location.u32(entry + 4)
      else { return nil }
      if glyph >= first, glyph <= last {
        return picture(glyph, first: first, table: array + offset, size: strike.pixelsPerEm)
      }
    }
    return nil
  }

  private func picture(
    _ glyph: FileNumber, first: FileNumber, table: FileNumber, size: Int
  ) -> BitmapGlyph? {
    guard let indexFormat = location.u16(table)?.value,
      let imageFormat = location.u16(table + 2)?.value,
      let base = location.u32(table + 4)
    else { return nil }
    let place = glyph - first
    var start: FileNumber?
    var end: FileNumber?
    var metrics: FileNumber?
    switch indexFormat {
    case 1:
      start = location.u32(table + 8 + 4 * place)
      end = location.u32(table + 12 + 4 * place)
    case 2:
      start = location.u32(table + 8).map { $0 * place }
      end = location.u32(table + 8).map { $0 * (place + 1) }
      metrics = table + 12
    case 3:
      start = location.u16(table + 8 + 2 * place)
      end = location.u16(table + 10 + 2 * place)
    case 4:
      guard let count = location.u32(table + 8),
        let pair = location.search(glyph, count: count, first: table + 12, stride: 4)
      else { return nil }
      start = location.u16(pair + 2)
      end = location.u16(pair + 6)
    case 5:
      guard let size = location.u32(table + 8), let count = location.u32(table + 20),
        let found = location.search(glyph, count: count, first: table + 24, stride: 2)
      else { return nil }
      let place = (found - table - 24) / 2
      start = size * place
      end = size * (place + 1)
      metrics = table + 12
    default: return nil
    }
    guard let start, let end, end > start, data.holds(base + start, end - start) else { return nil }
    return picture(imageFormat, at: base + start, end: base + end, metrics: metrics, size: size)
  }

  private func picture(
    _ format: Int, at: FileNumber, end: FileNumber, metrics: FileNumber?, size: Int
  ) -> BitmapGlyph? {
    let x: Int?
    let y: Int?
    let length: FileNumber
    switch format {
    case 17: (x, y, length) = (data.i8(at + 2), data.i8(at + 3), at + 5)
    case 18: (x, y, length) = (data.i8(at + 2), data.i8(at + 3), at + 8)
    case 19:
      guard let metrics else { return nil }
      (x, y, length) = (location.i8(metrics + 2), location.i8(metrics + 3), at)
    default: return nil
    }
    guard let x, let y, let count = data.u32(length), count > 0, length + 4 + count <= end,
      let png = data.bytes(length + 4, count)
    else { return nil }
    return BitmapGlyph(
      png: png, pixelsPerEm: Double(size), bearingX: Double(x), bearingY: Double(y),
      originOffsetY: 0)
  }
}
