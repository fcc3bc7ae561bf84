// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The measures of a font, in font units, y upwards: a place below the baseline is negative.
///
/// Variations are applied (table `MVAR`).
public struct FontMetrics: Hashable, Sendable {
  /// The height above the baseline, as FreeType's `ascender`: `OS/2.sTypoAscender` if bit 7 of
  /// `fsSelection` is set, else `hhea.ascender`; if ascender and descender are 0 there, the
  /// typographic and then the Windows values of `OS/2`; if all are 0, 0.8 em.
  public let ascent: Double
  /// The depth below the baseline, negative; from the same table as ``ascent``, or 0.2 em.
  public let descent: Double
  /// The extra space between lines, from the same table as ``ascent``.
  public let lineGap: Double
  /// The centre of the underline, usually negative: `post.underlinePosition`, which is its upper
  /// edge, less half the thickness.
  public let underlinePosition: Double
  /// The thickness of the underline: `post.underlineThickness`, else a twentieth of the em.
  public let underlineThickness: Double
  /// The upper edge of the strike-through: `OS/2.yStrikeoutPosition`, else half the x-height and
  /// half the thickness above the baseline.
  public let strikeoutPosition: Double
  /// The thickness of the strike-through: `OS/2.yStrikeoutSize`, else that of the underline.
  public let strikeoutThickness: Double
  /// The height of a lower-case x: `OS/2.sxHeight` (version 2), else the height of the glyph of x,
  /// else half the em.
  public let xHeight: Double
  /// The height of a capital: `OS/2.sCapHeight` (version 2), else the height of the glyph of H,
  /// else 0.7 em.
  public let capHeight: Double
  /// The em of raised small letters: `OS/2.ySuperscriptYSize`, else 0.65 em.
  public let superscriptSize: Double
  /// The place of the baseline of raised small letters: `OS/2.ySuperscriptYOffset`, else, or if the
  /// font has no usable `ySuperscriptYSize`, 0.48 em.
  public let superscriptOffset: Double
  /// The em of lowered small letters: `OS/2.ySubscriptYSize`, else 0.65 em.
  public let subscriptSize: Double
  /// The place of the baseline of lowered small letters, usually negative: `OS/2.ySubscriptYOffset`
  /// below the text's baseline, else, or if the font has no usable `ySubscriptYSize`, 0.14 em.
  public let subscriptOffset: Double
  /// The upper edge of ideographs' em boxes: the baseline `idtp` of the table `BASE`, else an em
  /// over ``ideographicBottom``.
  public let ideographicTop: Double
  /// The lower edge of ideographs' em boxes, usually negative: the baseline `ideo` of the table
  /// `BASE` for Chinese characters, else 0.12 em below the alphabetic one.
  public let ideographicBottom: Double
  /// The part of the em that lies above the baseline, where small text above Chinese or Japanese
  /// characters begins: `OS/2.sTypoAscender` and `sTypoDescender`, else ``ascent`` and ``descent``,
  /// made larger or smaller until both together are one em. Source: CSS Inline 3, A.1.
  public let emAscent: Double
}
