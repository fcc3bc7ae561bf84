// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether a character is never drawn, so that a font without a glyph for it may still cover its
/// cluster: default-ignorable code points, controls, and the separators of lines and paragraphs.
///
/// Source: Unicode 15.0, DerivedCoreProperties.txt, Default_Ignorable_Code_Point.
@inlinable
package func isDefaultIgnorable(_ c: UInt32) -> Bool {
  if c < 0x300 { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD }
  switch c {
  case 0x034F, 0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
    0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
    0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
    return true
  default: return false
  }
}

/// Whether a character is a Hangul filler: ignorable by default, but where a font has it, a blank
/// with a width, which HarfBuzz and browsers draw.
package func isHangulFiller(_ c: UInt32) -> Bool {
  c == 0x3164 || c == 0xFFA0 || c == 0x115F || c == 0x1160
}
