// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing

/// One frame of a GIF, packed.
///
/// A frame depends only on its image and the previous one, so frames are packed on many threads and
/// written in order.
package struct GIFFrame: Sendable {
  /// The size of the whole image.
  let canvasWidth: Int
  let canvasHeight: Int
  /// The part of the image that is stored.
  package let area: PixelRect
  /// Whether the frame stays below the next one.
  let isOpaque: Bool
  /// The colours, red in the lowest byte.
  let colors: [UInt32]
  /// The bits of an index, 2…8.
  let depth: Int
  /// The indexes, packed by LZW.
  let data: [UInt8]

  /// Packs a frame with a palette of its own: up to 255 colours exactly, more by median cut.
  ///
  /// - Parameters:
  ///   - image: The image, `rgba8`.
  ///   - previous: The image of the frame before, of the same size; `nil` for the first frame.
  ///   - isOpaque: Whether every image of the film is opaque. Frames then store what differs from
  ///     the frame before, one pixel at least. Other films store all visible pixels of each frame,
  ///     and remove them before the next; pixels below half opacity are transparent, others opaque.
  /// - Throws: `badSize` for images of two sizes.
  /// - Complexity: O(pixels).
  package init(
    _ image: Bitmap, after previous: Bitmap?, isOpaque: Bool
  ) throws(GraphicsError) {
    (canvasWidth, canvasHeight) = (image.width, image.height)
    self.isOpaque = isOpaque
    let changes = try APNGFrame.changes(of: image, since: isOpaque ? previous : nil)
    var pixels = Self.colors(of: image, in: changes)
    if isOpaque, let previous {
      // Pixels that do not change are left out, and take no colour of the palette.
      let old = Self.colors(of: previous, in: changes)
      for i in pixels.indices where pixels[i] == old[i] { pixels[i] = nil }
      area = changes
    } else if isOpaque {
      area = changes
    } else {
      let visible = Self.visiblePart(of: pixels, width: changes.width)
      pixels = (visible.y..<visible.maxY).flatMap { y in
        pixels[y * changes.width + visible.x..<y * changes.width + visible.maxX]
      }
      area = visible
    }
    let palette = GIFPalette(pixels)
    (colors, depth) = (palette.colors, palette.depth)
    data = LZWEncoder.encode(palette.indexes, depth: palette.depth)
  }

  /// The colours of pixels, red in the lowest byte; `nil` below half opacity.
  private static func colors(of image: Bitmap, in area: PixelRect) -> [UInt32?] {
    let bytes = image.straightPixels(in: area)
    return stride(from: 0, to: bytes.count, by: 4).map { i in
      if bytes[i + 3] < 128 { return nil }
      return UInt32(bytes[i]) | UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i + 2]) << 16
    }
  }

  /// The smallest rectangle around what is not transparent, of one pixel at least.
  private static func visiblePart(of pixels: [UInt32?], width: Int) -> PixelRect {
    var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
    for (i, pixel) in pixels.enumerated() where pixel != nil {
      let (y, x) = i.quotientAndRemainder(dividingBy: width)
      (left, right) = (min(left, x), max(right, x + 1))
      (top, bottom) = (min(top, y), y + 1)
    }
    guard right > 0 else { return PixelRect(width: 1, height: 1) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
