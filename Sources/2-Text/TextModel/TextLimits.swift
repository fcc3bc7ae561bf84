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
  @inlinable package static var shapedBytes: Int { 512 << 20 }
  /// The longest text that is shaped as a single run (`textrender shape`), in characters.
  @inlinable package static var plainRunLength: Int { 4 << 20 }
  /// The most combining marks in a row within a single run; HarfBuzz takes quadratic time for them.
  @inlinable package static var plainRunMarks: Int { 1 << 15 }
  /// The longest marker of a list, in characters.
  @inlinable package static var markerLength: Int { 256 }
  /// The longest text that ``TextCombine/all`` combines, in UTF-16 code units.
  @inlinable package static var combinedLength: Int { 64 }
  /// The longest text of a ``RubyText`` that is shown, in UTF-16 code units; the rest is left out.
  public static let annotationLength = 1024
  /// The largest em size, in points; larger ones are refused, not clamped.
  public static let fontSize = 16_384.0
  /// The largest container, in points: wider or higher ones count as unbounded.
  @inlinable package static var containerSide: Double { 1.0e7 }
  /// The longest side of an attachment in text, in points; longer sides are reduced to it.
  @inlinable package static var attachmentSide: Double { 65_536.0 }
  /// The largest font file that is read, in bytes.
  @inlinable package static var fontFileBytes: Int { 512 << 20 }
  /// The deepest nesting of a colour glyph's paint graph.
  @inlinable package static var paintDepth: Int { 64 }
  /// The most nodes that one colour glyph may paint.
  @inlinable package static var paintNodes: Int { 16_384 }
}
