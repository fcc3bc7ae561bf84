// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Drawing at whole device pixels, whatever the transform, for painters that count in pixels.
extension GraphicsContext {
  /// Fills a rectangle of device pixels; the clip applies.
  package mutating func fill(pixels: PixelRect, premultiplied color: UInt32) {
    fill(clipPixels.intersection(pixels), premultiplied: color)
  }

  /// Draws a bitmap pixel for pixel; the clip's bounds apply.
  ///
  /// - Returns: `false` if the bitmap cannot be drawn: under a clip with soft edges, and where the
  ///   context or the bitmap is `alpha8`.
  package mutating func blit(_ bitmap: Bitmap, atPixelX x: Int, y: Int) -> Bool {
    guard clipMask == nil, format == .rgba8, bitmap.format == .rgba8 else { return false }
    let area = clipPixels.intersection(
      PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
    // The bitmap's memory must not be freed before its pixels are drawn.
    withExtendedLifetime(bitmap) {
      if !area.isEmpty { target.over(bitmap, x: x, y: y, in: area) }
    }
    return true
  }
}
