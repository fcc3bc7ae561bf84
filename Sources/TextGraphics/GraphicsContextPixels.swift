// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
import TextModel

/// What is drawn at whole device pixels, whatever the transform: the short ways of painters that count in pixels.
extension GraphicsContext {
  /// Fills a rectangle of device pixels; the clip applies.
  package mutating func fill(pixels: PixelRect, premultiplied color: UInt32) {
    fill(clipBounds.intersection(pixels), premultiplied: color)
  }

  /// Draws a bitmap pixel for pixel; the clip's bounds apply.
  ///
  /// - Returns: Whether it was drawn: not under a clip with soft edges, and not where one of the two bitmaps has
  ///   no colours.
  package mutating func blit(_ bitmap: Bitmap, atPixelX x: Int, y: Int) -> Bool {
    guard clipMask == nil, format == .rgba8, bitmap.format == .rgba8 else { return false }
    let area = clipBounds.intersection(
      PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
    if area.isEmpty { return true }
    target.note(area)
    for row in area.y..<area.maxY {
      unsafe ctk_over_row_rgba8(
        target.address(x: area.x, y: row), bitmap.address(x: area.x - x, y: row - y),
        Int32(area.width))
    }
    return true
  }
}

extension Bitmap {
  /// The address of a pixel of four bytes.
  @inline(__always)
  fileprivate func address(x: Int, y: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(
      (storage.memory + y * bytesPerRow + x * 4).assumingMemoryBound(to: UInt8.self))
  }
}
