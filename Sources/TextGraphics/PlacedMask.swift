// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels

/// A mask of coverage and where it goes on the device: one of many that are drawn by one call.
///
/// The memory layout is that of `ctk_placed_mask`.
@safe package struct PlacedMask {
  /// The first byte. Up to 16 bytes behind the last row are read, never used.
  package var coverage: UnsafePointer<UInt8>
  /// Bytes from one row to the next.
  package var stride: Int32
  /// Pixels in a row; 0 for a mask without ink.
  package var width: Int32
  /// The number of rows.
  package var height: Int32
  /// The column of the left edge, in device pixels.
  package var x: Int32
  /// The row of the upper edge, in device pixels, downwards.
  package var y: Int32

  /// Places a mask.
  @inlinable @inline(__always)
  package init(
    coverage: UnsafePointer<UInt8>, stride: Int32, width: Int32, height: Int32, x: Int32, y: Int32
  ) {
    unsafe self.coverage = unsafe coverage
    self.stride = stride
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }
}

extension GraphicsContext {
  /// Blends one colour through what the rasteriser made, moved by whole pixels; the clip applies.
  ///
  /// - Parameters:
  ///   - mask: Coverage.
  ///   - x: The column on the device of the mask's column 0.
  ///   - y: The row on the device of the mask's row 0.
  ///   - color: Premultiplied R, G, B, A with red in the lowest byte.
  package mutating func fillMask(
    _ mask: borrowing CoverageMask, fromPixelX x: Int, y: Int, color: UInt32
  ) {
    let bounds = mask.bounds
    let placed = unsafe PlacedMask(
      coverage: mask.pixels, stride: Int32(mask.stride), width: Int32(bounds.width),
      height: Int32(bounds.height), x: Int32(clamping: x + bounds.x),
      y: Int32(clamping: y + bounds.y))
    unsafe withUnsafePointer(to: placed) {
      unsafe fillMasks(UnsafeBufferPointer(start: $0, count: 1), color: color)
    }
  }

  /// Blends one colour through each of many masks in turn, as `fillMask` does for one; the clip applies.
  ///
  /// Small masks cost little more than their pixels: one call draws the glyphs of a run.
  ///
  /// - Parameters:
  ///   - masks: The masks; positions must lie within ±2^30.
  ///   - color: Premultiplied R, G, B, A with red in the lowest byte.
  @unsafe package mutating func fillMasks(_ masks: UnsafeBufferPointer<PlacedMask>, color: UInt32) {
    guard let first = masks.baseAddress, !clipBounds.isEmpty else { return }
    guard clipMask == nil else {
      for i in masks.indices {
        let mask = unsafe masks[i]
        unsafe fillMask(
          mask.coverage, width: Int(mask.width), height: Int(mask.height), stride: Int(mask.stride),
          atPixelX: Int(mask.x), y: Int(mask.y), color: color)
      }
      return
    }
    unsafe note(masks)
    let bounds = target.bounds
    var canvas = unsafe ctk_canvas(
      pixels: target.address(x: bounds.x, y: bounds.y), stride: target.bytesPerRow,
      byte_count: bounds.height * target.bytesPerRow, x: Int32(bounds.x), y: Int32(bounds.y),
      left: Int32(clipBounds.x), top: Int32(clipBounds.y), right: Int32(clipBounds.maxX),
      bottom: Int32(clipBounds.maxY))
    unsafe UnsafeRawPointer(first).withMemoryRebound(
      to: ctk_placed_mask.self, capacity: masks.count
    ) { placed in
      switch format {
      case .rgba8: unsafe ctk_masks_over_rgba8(&canvas, placed, masks.count, color)
      case .alpha8:
        unsafe ctk_masks_over_alpha8(
          &canvas, placed, masks.count, UInt8(truncatingIfNeeded: color >> 24))
      }
    }
  }

  /// Notes what masks touch, line by line of text: masks beside each other go together.
  private func note(_ masks: UnsafeBufferPointer<PlacedMask>) {
    var (left, top, right, bottom) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for i in masks.indices {
      let (x, y) = unsafe (masks[i].x, masks[i].y)
      let (maxX, maxY) = unsafe (x &+ masks[i].width, y &+ masks[i].height)
      if y > bottom || maxY < top {
        if left < right { target.note(area(left, top, right, bottom)) }
        (left, top, right, bottom) = (x, y, maxX, maxY)
      } else {
        (left, top) = (min(left, x), min(top, y))
        (right, bottom) = (max(right, maxX), max(bottom, maxY))
      }
    }
    if left < right { target.note(area(left, top, right, bottom)) }
    func area(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32) -> PixelRect {
      PixelRect(
        x: Int(left), y: Int(top), width: Int(right) - Int(left), height: Int(bottom) - Int(top)
      ).intersection(clipBounds)
    }
  }
}
