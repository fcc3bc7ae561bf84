// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing

/// A glyph's coverage, 256 levels, and its place relative to the pixel of the origin.
///
/// The coverage belongs to a strike or to a rasteriser, and is valid as long as its owner keeps it.
@safe struct GlyphMask {
  /// The column of the first pixel, from the origin's pixel.
  var left: Int
  /// The row of the first pixel, from the origin's pixel, downwards.
  var top: Int
  /// The number of pixels in a row; 0 where the glyph has no ink.
  var width: Int
  var height: Int
  /// The distance from one row to the next, in bytes.
  var bytesPerRow: Int
  /// The first byte; `nil` only without ink.
  var coverage: UnsafePointer<UInt8>?
}

extension GlyphMask {
  /// A rasteriser's mask; `nil` stands for no ink.
  init(_ mask: CoverageMask?) {
    (left, top) = (mask?.bounds.x ?? 0, mask?.bounds.y ?? 0)
    (width, height) = (mask?.bounds.width ?? 0, mask?.bounds.height ?? 0)
    bytesPerRow = mask?.stride ?? 0
    unsafe coverage = mask?.pixels  // the rasteriser owns the memory
  }
}

/// The inputs of the rasteriser that all masks of one strike share: all but glyph and bin.
struct GlyphStrikeKey: Hashable {
  /// The font's process-unique number: face, axis positions and synthesis.
  var font: UInt32
  /// The bit pattern of the em size in device pixels.
  var size: UInt64
  /// The lightness of the colour in two bits, and a bit for fitted heights.
  var variant: UInt8 = 0
}
