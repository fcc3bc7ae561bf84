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
    guard let lent = unsafe LentBitmap(bitmap) else { return false }
    // Held until it is drawn.
    return withExtendedLifetime(bitmap) { unsafe blit(lent, atPixelX: x, y: y) }
  }

  /// The same for a bitmap that the caller holds.
  @unsafe
  package mutating func blit(_ bitmap: LentBitmap, atPixelX x: Int, y: Int) -> Bool {
    guard clipMask == nil, format == .rgba8 else { return false }
    let area = unsafe clipBounds.intersection(
      PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
    if area.isEmpty { return true }
    target.note(area)
    for row in area.y..<area.maxY {
      unsafe ctk_over_row_rgba8(
        target.address(x: area.x, y: row),
        bitmap.pixels + (row - y) * bitmap.bytesPerRow + (area.x - x) * 4, Int32(area.width))
    }
    return true
  }
}

/// A bitmap of four bytes a pixel that somebody else holds: to read it counts no reference.
///
/// Threads that draw the same picture would else count its references in turn, and wait for each other.
@unsafe package struct LentBitmap {
  fileprivate let pixels: UnsafePointer<UInt8>
  fileprivate let width: Int
  fileprivate let height: Int
  fileprivate let bytesPerRow: Int

  /// Nil for a bitmap without colours.
  package init?(_ bitmap: Bitmap) {
    guard bitmap.format == .rgba8 else { return nil }
    unsafe pixels = UnsafePointer(bitmap.storage.memory.assumingMemoryBound(to: UInt8.self))
    (unsafe width, unsafe height) = (bitmap.width, bitmap.height)
    unsafe bytesPerRow = bitmap.bytesPerRow
  }
}
