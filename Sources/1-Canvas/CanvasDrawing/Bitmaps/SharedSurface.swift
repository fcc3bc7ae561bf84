// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// Pixel memory that several threads draw into at the same time, each into rows of its own.
// @unchecked Sendable: constant, except for the pixels: contexts of different threads have
// different areas, and nothing draws any more once `freeze` has been called.
package final class SharedSurface: @unchecked Sendable {
  let target: DrawingTarget
  package let width: Int
  package let height: Int

  /// Takes memory of undefined content from a pool.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  package convenience init(
    pixels: PixelSize, pool: borrowing BitmapPool = .shared
  ) throws(GraphicsError) {
    let buffer = try BitmapBuffer(
      width: pixels.width, height: pixels.height, pool: pool, zeroed: false)
    self.init(DrawingTarget(buffer), pixels)
  }

  /// Opens a bitmap again, with its content, and takes it; `nil`, and the bitmap stays, if anything
  /// else holds its memory.
  package convenience init?(reopening bitmap: inout Bitmap?) {
    guard let pixels = bitmap?.pixelSize, bitmap?.format == .rgba8,
      let target = Bitmap.takeUnique(&bitmap)
    else { return nil }
    self.init(target, pixels)
  }

  private init(_ target: DrawingTarget, _ pixels: PixelSize) {
    self.target = target
    (width, height) = (pixels.width, pixels.height)
    // Without a pattern no dirty bands are recorded, so that all threads only read the record.
    target.storage.forgetPattern()
  }

  /// Sets device pixels to a premultiplied colour.
  package func fill(_ area: PixelRect, _ color: UInt32) {
    let area = area.intersection(PixelRect(width: width, height: height))
    if !area.isEmpty { target.store(color, in: area) }
  }

  /// The picture; nothing may draw any more.
  package func freeze() -> Bitmap {
    Bitmap(
      width: width, height: height, format: target.format, bytesPerRow: target.bytesPerRow,
      storage: target.storage)
  }
}
