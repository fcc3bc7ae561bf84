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
  /// - Returns: Whether it was drawn: not under a clip with soft edges, and not where the context
  ///   or the bitmap is `alpha8`.
  package mutating func blit(_ bitmap: Bitmap, atPixelX x: Int, y: Int) -> Bool {
    guard let pixels = UnretainedBitmap(bitmap) else { return false }
    // Retained until it is drawn.
    return withExtendedLifetime(bitmap) { unsafe blit(pixels, atPixelX: x, y: y) }
  }

  /// Draws the pixels of a bitmap, as the method of the same name does for a bitmap.
  ///
  /// - Parameter bitmap: The pixels of a bitmap that the caller retains during the call.
  @unsafe package mutating func blit(_ bitmap: UnretainedBitmap, atPixelX x: Int, y: Int) -> Bool {
    guard clipMask == nil, format == .rgba8 else { return false }
    let area = clipPixels.intersection(
      PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
    if !area.isEmpty { target.over(bitmap, x: x, y: y, in: area) }
    return true
  }
}

/// The pixels of an `rgba8` bitmap that its user does not retain: threads that draw the same
/// picture would otherwise contend for its reference count.
@safe package struct UnretainedBitmap {
  @unsafe let pixels: UnsafePointer<UInt8>
  let width: Int
  let height: Int
  let bytesPerRow: Int

  /// The pixels of a bitmap; `nil` for `alpha8`.
  package init?(_ bitmap: Bitmap) {
    guard bitmap.format == .rgba8 else { return nil }
    // Valid while the bitmap is retained, as the caller of `blit` states.
    unsafe pixels = UnsafePointer(bitmap.storage.memory.assumingMemoryBound(to: UInt8.self))
    (width, height) = (bitmap.width, bitmap.height)
    bytesPerRow = bitmap.bytesPerRow
  }
}
