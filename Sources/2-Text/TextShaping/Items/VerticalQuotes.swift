// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz

/// Which of the marks “ ” ‘ ’ a font has in forms for vertical lines, as ﹃ ﹄ ﹁ ﹂ in Chinese.
///
/// The forms depend on the language, and so do the glyphs that they replace. Therefore the forms
/// are found by shaping: a mark has such a form if its upright glyph differs from its turned glyph.
struct VerticalQuotes {
  /// A bit for each mark.
  private var forms: UInt8 = 0

  private static let marks: [UInt16] = [0x2018, 0x2019, 0x201C, 0x201D]

  /// The number of a quotation mark; `nil` for anything else.
  static func index(of unit: UInt16) -> Int? {
    switch unit {
    case 0x2018, 0x2019: Int(unit) - 0x2018
    case 0x201C, 0x201D: Int(unit) - 0x201A
    default: nil
    }
  }

  /// Examines the font of an item, whatever its orientation.
  ///
  /// - Throws: ``ShapingError`` with `allocationFailed`.
  init(_ item: borrowing ShapingItem, scratch: ShapingScratch) throws {
    let turned = try Self.glyphs(item, .horizontal, scratch)
    let upright = try Self.glyphs(item, .upright, scratch)
    for i in Self.marks.indices where upright[i] != 0 && upright[i] != turned[i] {
      forms |= 1 << UInt8(i)
    }
  }

  /// Whether the mark of an index has a form.
  func hasForm(of index: Int) -> Bool { forms >> UInt8(index) & 1 != 0 }

  /// The glyph of each mark, 0 where there is none.
  private static func glyphs(
    _ item: borrowing ShapingItem, _ orientation: GlyphOrientation, _ scratch: ShapingScratch
  ) throws -> [UInt32] {
    let turned = ShapingItem(
      start: 0, end: marks.count, font: item.font, style: item.style, script: item.script,
      level: 0, kind: .text, orientation: orientation)
    var glyphs = [UInt32](repeating: 0, count: marks.count)
    _ = try ChunkShaper.shapeChunk(
      marks.span, 0, marks.count, item: turned, scratch: scratch, trims: false)
    scratch.buffer.withGlyphs { infos, _ in
      for i in infos.indices { glyphs[Int(infos[i].cluster)] = infos[i].codepoint }
    }
    return glyphs
  }
}
