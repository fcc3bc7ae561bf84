// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry
import SystemConcurrency

/// The reduction of an image that is larger than a maximum size.
package struct ImageReduction {
  /// The size of the result, in pixels; `nil` if the bitmap is small enough.
  package let size: PixelSize?

  /// Computes the size of the reduced image. Its aspect ratio is kept to within a pixel.
  ///
  /// - Parameters:
  ///   - source: The size of the image, in pixels, not empty.
  ///   - maximumSize: The most columns and rows; sides below 1 count as 1.
  package init(_ source: PixelSize, maximumSize: PixelSize?) {
    guard let maximumSize, source.width > maximumSize.width || source.height > maximumSize.height
    else {
      size = nil
      return
    }
    let (width, height) = (max(1, maximumSize.width), max(1, maximumSize.height))
    let factor = min(
      1, Double(width) / Double(source.width), Double(height) / Double(source.height))
    size = PixelSize(
      width: min(width, max(1, Int((Double(source.width) * factor).rounded()))),
      height: min(height, max(1, Int((Double(source.height) * factor).rounded()))))
  }

  /// The memory of a bitmap and of its reduced copy, in bytes; saturates.
  package static func byteCount(of source: PixelSize, maximumSize: PixelSize?) -> Int {
    let whole = byteCount(of: source)
    guard let size = ImageReduction(source, maximumSize: maximumSize).size else { return whole }
    let (sum, overflows) = whole.addingReportingOverflow(byteCount(of: size))
    return overflows ? .max : sum
  }

  /// The memory of a bitmap, in bytes; saturates.
  package static func byteCount(of size: PixelSize) -> Int {
    let rowBytes = (size.width * 4 + 15) & ~15
    let (product, overflows) = rowBytes.multipliedReportingOverflow(by: size.height)
    return overflows ? .max : product
  }

  /// Reduces a bitmap: each pixel is the exact average of the area that it covers.
  ///
  /// - Returns: `nil` if cancelled.
  /// - Throws: `allocationFailed`.
  func apply(
    to bitmap: Bitmap, pool: BitmapPool, cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    guard let size else { return bitmap }
    var context = try GraphicsContext(pixels: size, pool: pool)
    let whole = Rect(width: Double(size.width), height: Double(size.height))
    // Each band of rows averages about 32,768 pixels of the source between two checks.
    let rowsAtOnce = max(1, (1 << 15) * size.height / max(1, bitmap.width * bitmap.height))
    for y in stride(from: 0, to: size.height, by: rowsAtOnce) {
      if cancellation.isCancelled { return nil }
      context.saveGState()
      context.clip(
        pixels: PixelRect(
          x: 0, y: y, width: size.width, height: min(rowsAtOnce, size.height - y)))
      try context.draw(bitmap, in: whole)
      context.restoreGState()
    }
    return context.makeBitmap()
  }
}
