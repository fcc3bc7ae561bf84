// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A mask of coverage and its place on the device, one of many that one call draws.
///
/// The memory layout is that of `ctk_placed_mask`.
@safe @usableFromInline package struct PlacedMask: BitwiseCopyable {
  /// The first byte; up to 16 bytes beyond the last row are read and ignored. The memory must
  /// outlive the drawing.
  @usableFromInline package var coverage: UnsafePointer<UInt8>?
  /// The distance from one row to the next, in bytes.
  @usableFromInline package var stride: Int32
  /// The number of pixels in a row; 0 for a mask without ink.
  @usableFromInline package var width: Int32
  @usableFromInline package var height: Int32
  /// The column of the left edge, in device pixels.
  @usableFromInline package var x: Int32
  /// The row of the upper edge, in device pixels, downwards.
  @usableFromInline package var y: Int32

  /// Creates a mask of no pixels.
  @inlinable @inline(__always)
  package init() {
    unsafe coverage = nil
    (stride, width, height, x, y) = (0, 0, 0, 0, 0)
  }

  @inlinable @inline(__always)
  @unsafe package init(
    coverage: UnsafePointer<UInt8>?, stride: Int32, width: Int32, height: Int32, x: Int32, y: Int32
  ) {
    unsafe self.coverage = coverage
    self.stride = stride
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }

  /// Places a rasteriser's mask, moved by whole pixels.
  init(_ mask: borrowing CoverageMask, movedBy x: Int, _ y: Int) {
    let bounds = mask.bounds
    unsafe coverage = mask.pixels  // valid as long as the caller's mask
    stride = Int32(mask.stride)
    width = Int32(bounds.width)
    height = Int32(bounds.height)
    self.x = Int32(clamping: x + bounds.x)
    self.y = Int32(clamping: y + bounds.y)
  }
}

extension GraphicsContext {
  /// Blends one colour through a rasteriser's mask, moved by whole pixels; the clip applies.
  ///
  /// - Parameters:
  ///   - mask: The coverage.
  ///   - x: The column on the device of the mask's column 0.
  ///   - y: The row on the device of the mask's row 0.
  ///   - color: The colour, premultiplied R, G, B, A with red in the lowest byte.
  package mutating func fillMask(
    _ mask: borrowing CoverageMask, fromPixelX x: Int, y: Int, color: UInt32
  ) {
    let placed: InlineArray<1, PlacedMask> = [PlacedMask(mask, movedBy: x, y)]
    fillMasks(placed.span, color: color)
  }

  /// Blends one colour through masks in order; the clip applies. One call draws the glyphs of a
  /// run.
  ///
  /// - Parameters:
  ///   - masks: The masks, all with ink, at most 2^30 pixels from the device's origin.
  ///   - color: The colour, premultiplied R, G, B, A with red in the lowest byte.
  package mutating func fillMasks(_ masks: Span<PlacedMask>, color: UInt32) {
    if masks.isEmpty || clipPixels.isEmpty { return }
    if clipMask != nil {
      for i in masks.indices { fillMask(masks[i], color: color) }
      return
    }
    target.markDirty(masks, within: clipPixels)
    target.over(color, through: masks, within: clipPixels)
  }

  /// Blends one colour through a mask; the clip applies.
  package mutating func fillMask(_ mask: PlacedMask, color: UInt32) {
    let (x, y) = (Int(mask.x), Int(mask.y))
    let area = clipPixels.intersection(
      PixelRect(x: x, y: y, width: Int(mask.width), height: Int(mask.height)))
    guard !area.isEmpty, let pixels = unsafe mask.coverage else { return }
    let stride = Int(mask.stride)
    // The mask without the rows and columns that the clip cuts off.
    let part = unsafe CoverageMask(
      bounds: area, stride: stride, pixels: pixels + (area.y - y) * stride + (area.x - x))
    Self.blend(part, color: color, into: target, clip: clipMask)
  }
}
