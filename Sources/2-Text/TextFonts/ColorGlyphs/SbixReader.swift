// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// A reader of glyph pictures in PNG format in table `sbix`.
///
/// Source: OpenType specification, table sbix.
struct SbixReader {
  let table: FontTable
  let glyphCount: Int

  /// The strikes: the pixels per em and the offset of each.
  var strikes: [BitmapStrike] {
    let count = table.u32(4) ?? 0
    return count.indices(atMost: ColorBitmapReader.mostStrikes).compactMap { i in
      guard let offset = table.u32(8 + 4 * FileNumber(i)), let size = table.u16(offset)?.value,
        size > 0
      else { return nil }
      return BitmapStrike(pixelsPerEm: size, record: offset)
    }
  }

  /// The picture of a glyph in one strike; `nil` if there is none, or in another format.
  func glyph(
    _ glyph: FileNumber, strike: BitmapStrike, duplicates: Int = 8
  ) -> BitmapGlyph? {
    guard glyph < FileNumber(glyphCount),
      let start = table.u32(strike.record + 4 + 4 * glyph),
      let end = table.u32(strike.record + 8 + 4 * glyph), end > start + 8
    else { return nil }
    let at = strike.record + start
    switch table.tag(at + 4) {
    case 0x6475_7065:  // dupe: the picture of another glyph
      guard duplicates > 0, let other = table.u16(at + 8) else { return nil }
      return self.glyph(other, strike: strike, duplicates: duplicates - 1)
    case 0x706E_6720:  // png
      guard let x = table.i16(at), let y = table.i16(at + 2),
        let png = table.bytes(at + 8, end - start - 8)
      else { return nil }
      return BitmapGlyph(
        png: png, pixelsPerEm: Double(strike.pixelsPerEm), bearingX: Double(x), bearingY: nil,
        originOffsetY: Double(y))
    default: return nil
    }
  }
}
