// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of texts and fonts. Input over a limit throws an error, or is clamped where that is
/// stated; it never crashes the process.
public enum TextLimits {
  /// The longest text that is shaped at once, in UTF-16 code units; in a `TextDocument`, the
  /// longest paragraph.
  public static let textLength = 16 << 20
  /// The most memory of a shaped text, in bytes, computed from its runs and glyphs. A text whose
  /// font or direction changes at every letter reaches it before ``textLength``.
  package static let shapedBytes = 512 << 20
  /// The longest text that is shaped as a single run (`textrender shape`), in characters.
  package static let plainRunLength = 4 << 20
  /// The most combining marks in a row within a single run; HarfBuzz takes quadratic time for them.
  package static let plainRunMarks = 1 << 15
  /// The longest marker of a list, in characters.
  package static let markerLength = 256
  /// The longest text that ``TextCombine/all`` combines, in UTF-16 code units.
  package static let combinedLength = 64
  /// The longest text of a ``RubyText`` that is shown, in UTF-16 code units; the rest is left out.
  public static let annotationLength = 1024
  /// The largest em size, in points; larger ones are refused, not clamped.
  public static let fontSize = 16_384.0
  /// The largest container, in points: wider or higher ones count as unbounded.
  package static let containerSide = 1.0e7
  /// The longest side of an attachment in text, in points; longer sides are reduced to it.
  package static let attachmentSide = 65_536.0
  /// The largest font file that is read, in bytes.
  package static let fontFileBytes = 512 << 20
  /// The deepest nesting of a colour glyph's paint graph.
  package static let paintDepth = 64
  /// The most nodes that one colour glyph may paint.
  package static let paintNodes = 16_384
}
