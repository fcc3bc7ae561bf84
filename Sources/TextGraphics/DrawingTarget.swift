// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels

/// The pixels that a context draws into at present: its bitmap, or a layer.
@safe struct DrawingTarget {
  let storage: BitmapStorage
  /// The device pixels that it holds.
  let bounds: PixelRect
  let bytesPerRow: Int
  let format: PixelFormat

  /// Takes over the pixels of a buffer; whoever holds the target is their one owner from then on.
  init(_ buffer: consuming BitmapBuffer, x: Int = 0, y: Int = 0) {
    storage = buffer.storage
    bounds = PixelRect(x: x, y: y, width: buffer.width, height: buffer.height)
    bytesPerRow = buffer.bytesPerRow
    format = buffer.format
  }

  init(storage: BitmapStorage, bounds: PixelRect, bytesPerRow: Int, format: PixelFormat) {
    self.storage = storage
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
    self.format = format
  }

  /// Notes that device pixels within ``bounds`` are drawn upon. Whoever writes says so.
  @inline(__always)
  func note(_ area: PixelRect) {
    if area.isEmpty { return }
    let (x, y, bytes) = (area.x - bounds.x, area.y - bounds.y, format.bytesPerPixel)
    storage.drawn.add(
      top: Int32(y), bottom: Int32(y + area.height), left: Int32(x * bytes),
      right: Int32((x + area.width) * bytes))
  }

  /// The address of a device pixel within ``bounds``.
  @inline(__always)
  func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe (storage.memory + (y - bounds.y) * bytesPerRow
      + (x - bounds.x) * format.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
  }
}

/// Coverage that restricts drawing. Immutable once made.
// @unchecked Sendable: never written after `init`, which is its only owner until it returns.
@safe final class ClipMask: @unchecked Sendable {
  let bounds: PixelRect
  let bytesPerRow: Int
  private let storage: BitmapStorage

  /// Copies a mask, multiplied by another that covers at least its bounds.
  init(
    _ mask: borrowing CoverageMask, times other: ClipMask?, shelf: ShelfReference
  ) throws(GraphicsError) {
    var buffer = try BitmapBuffer(
      width: mask.bounds.width, height: mask.bounds.height, format: .alpha8, shelf: shelf,
      pattern: nil)
    let (bounds, bytesPerRow) = (mask.bounds, buffer.bytesPerRow)
    let (source, sourceStride) = unsafe (mask.pixels, mask.stride)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in 0..<bounds.height {
        let to = unsafe (base + row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
        unsafe to.update(from: source + row * sourceStride, count: bounds.width)
        if let other {
          unsafe ctk_multiply_row_alpha8(
            to, other.address(x: bounds.x, y: bounds.y + row), Int32(bounds.width))
        }
      }
    }
    self.bounds = bounds
    self.bytesPerRow = bytesPerRow
    storage = buffer.storage
  }

  /// The address of a device pixel within ``bounds``.
  @inline(__always)
  func address(x: Int, y: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(
      (storage.memory + (y - bounds.y) * bytesPerRow + (x - bounds.x))
        .assumingMemoryBound(to: UInt8.self))
  }
}
