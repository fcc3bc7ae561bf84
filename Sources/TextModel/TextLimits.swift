// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of the library; beyond them it throws an error, and never crashes.
public enum TextLimits {
  /// The longest text that is shaped at once, in UTF-16 code units: of a `TextDocument`, a
  /// paragraph.
  public static let textLength = 16 << 20
  /// The most memory of a shaped text, in bytes, computed from its runs and glyphs. A text whose
  /// font or direction changes at every letter reaches it before ``textLength``.
  public static let shapedBytes = 512 << 20
  /// The longest text that is shaped as a single run (`textrender shape`), in characters.
  public static let plainRunLength = 4 << 20
  /// The most combining marks in a row within a single run, for which HarfBuzz takes quadratic
  /// time.
  public static let plainRunMarks = 1 << 15
  /// The longest side of a bitmap, in device pixels.
  public static let bitmapSide = 16_384
  /// The largest bitmap, in bytes: 64 million pixels, so that a picture and its PNG fit in 1 GiB.
  public static let bitmapBytes = 256 << 20
  /// The largest em size, in points; larger ones are refused, not clamped.
  public static let fontSize = 16_384.0
  /// The largest container, in points: wider or higher ones count as unbounded.
  public static let containerSide = 1.0e7
  /// The longest side of an attachment in text, in points; longer ones are cut.
  public static let attachmentSide = 65_536.0
  /// The largest font file that is read, in bytes.
  public static let fontFileBytes = 512 << 20
  /// The deepest nesting of a colour glyph's paint graph.
  public static let paintDepth = 64
  /// The most nodes that one colour glyph may paint.
  public static let paintNodes = 16_384
  /// The most dashes of one stroked path; with more, the line has no gaps.
  public static let dashes = 100_000
  /// The levels of a tree of layers that pictures show; frames report whether it has more.
  public static let layerDepth = 256
  /// The most layers that the copies of replicators draw in one picture, besides the layers of the
  /// tree. A picture with more is refused.
  public static let layerInstances = 100_000
  /// The most births of particles that one picture of an emitter looks at; beyond that its cells
  /// show their newest ones.
  public static let particles = 100_000
  /// The most cells of an emitter, sub-cells included; what is beyond emits nothing.
  public static let emitterCells = 1_000
  /// The most levels of cells in cells; what lies deeper is left out.
  public static let emitterCellDepth = 8
}
