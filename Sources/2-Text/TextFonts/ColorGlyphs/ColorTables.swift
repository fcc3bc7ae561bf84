// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles

/// The colour tables of a face; those that it does not have are empty.
final class ColorTables: Sendable {
  let colr: FontTable
  let cpal: FontTable
  let cblc: FontTable
  let cbdt: FontTable
  let sbix: FontTable

  init(_ face: HarfBuzzFace) {
    colr = face.table(.colr)
    cpal = face.table(.cpal)
    cblc = face.table(.cblc)
    cbdt = face.table(.cbdt)
    sbix = face.table(.sbix)
  }

  init(
    colr: [UInt8] = [], cpal: [UInt8] = [], cblc: [UInt8] = [], cbdt: [UInt8] = [],
    sbix: [UInt8] = []
  ) {
    self.colr = FontTable(bytes: colr)
    self.cpal = FontTable(bytes: cpal)
    self.cblc = FontTable(bytes: cblc)
    self.cbdt = FontTable(bytes: cbdt)
    self.sbix = FontTable(bytes: sbix)
  }

  /// The picture of a glyph from the smallest strike of at least the given size that has the glyph,
  /// else from the largest strike that has it.
  func bitmap(of glyph: UInt32, pixelsPerEm: Double, glyphCount: Int) -> BitmapGlyph? {
    let glyph = FileNumber(Int(glyph))
    if cblc.count > 0 {
      let reader = ColorBitmapReader(location: cblc, data: cbdt)
      for strike in ColorTables.order(reader.strikes, for: pixelsPerEm) {
        if let found = reader.glyph(glyph, strike: strike) { return found }
      }
    }
    if sbix.count > 0 {
      let reader = SbixReader(table: sbix, glyphCount: glyphCount)
      for strike in ColorTables.order(reader.strikes, for: pixelsPerEm) {
        if let found = reader.glyph(glyph, strike: strike) { return found }
      }
    }
    return nil
  }

  private static func order(
    _ strikes: [BitmapStrike], for pixelsPerEm: Double
  ) -> [BitmapStrike] {
    let largeEnough = strikes.filter { Double($0.pixelsPerEm) >= pixelsPerEm }
      .sorted { $0.pixelsPerEm < $1.pixelsPerEm }
    let smaller = strikes.filter { Double($0.pixelsPerEm) < pixelsPerEm }
      .sorted { $0.pixelsPerEm > $1.pixelsPerEm }
    return largeEnough + smaller
  }
}

/// The pictures of a font's glyphs at one size.
struct BitmapStrike {
  /// The size, 1 to 65,535.
  let pixelsPerEm: Int
  /// The offset of the strike's record.
  let record: FileNumber
}
