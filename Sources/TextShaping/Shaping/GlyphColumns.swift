// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The columns of a run: what is nil is the same for all its glyphs, or kept in another form.
@unsafe
struct GlyphColumns {
  var glyphs: UnsafeMutablePointer<UInt16>
  /// In font units.
  var narrowAdvances: UnsafeMutablePointer<Int16>?
  /// In 1/64 font unit.
  var advances: UnsafeMutablePointer<Int32>?
  /// A bit a glyph.
  var flags: UnsafeMutablePointer<UInt8>?
  /// x and y in turn.
  var offsets: UnsafeMutablePointer<Int32>?
  /// How far each cluster is ahead of its glyph's number.
  var narrowClusters: UnsafeMutablePointer<UInt8>?
  var clusters: UnsafeMutablePointer<UInt16>?
}
