// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFreeType
import TextFonts
import TextTestSupport
import TextTypesetting

/// FreeType's smooth rasteriser, as an oracle for the coverage of unhinted text.
final class FreeTypeOracle {
  private var library: FT_Library?
  private var face: FT_Face?
  private(set) var coverage: [UInt8]
  let width: Int
  let height: Int

  init?(fontPath: String, width: Int, height: Int) {
    self.width = width
    self.height = height
    coverage = Array(repeating: 0, count: width * height)
    guard FT_Init_FreeType(&library) == 0, FT_New_Face(library, fontPath, 0, &face) == 0 else {
      return nil
    }
  }

  deinit {
    FT_Done_Face(face)
    FT_Done_FreeType(library)
  }

  /// Adds the glyphs of a layout with one font, their origins at quarters of a pixel.
  func draw(_ layout: TextLayout, scale: Double) {
    for line in layout.lines {
      for run in line.runs {
        FT_Set_Char_Size(face, Int((run.run.size * scale * 64).rounded()), 0, 72, 72)
        run.forEachGlyph { glyph in
          let x = Int((glyph.x * scale * 4 + 0.5).rounded(.down))
          let y = Int((glyph.y * scale * 4 + 0.5).rounded(.down))
          draw(UInt32(glyph.id), quarterX: x, quarterY: y)
        }
      }
    }
  }

  private func draw(_ glyph: UInt32, quarterX: Int, quarterY: Int) {
    guard let face,
      FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0,
      let slot = face.pointee.glyph
    else { return }
    // 26.6 numbers: a quarter is 16; upwards is positive.
    FT_Outline_Translate(&slot.pointee.outline, (quarterX & 3) * 16, -(quarterY & 3) * 16)
    guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0, let pixels = slot.pointee.bitmap.buffer
    else { return }
    let bitmap = slot.pointee.bitmap
    for row in 0..<Int(bitmap.rows) {
      for column in 0..<Int(bitmap.width) {
        let x = quarterX >> 2 + Int(slot.pointee.bitmap_left) + column
        let y = quarterY >> 2 - Int(slot.pointee.bitmap_top) + row
        guard (0..<width).contains(x), (0..<height).contains(y) else { continue }
        let ink = Int(pixels[row * Int(bitmap.pitch) + column])
        let old = Int(coverage[y * width + x])
        coverage[y * width + x] = UInt8(ink + (old * (255 - ink) + 127) / 255)
      }
    }
  }
}
