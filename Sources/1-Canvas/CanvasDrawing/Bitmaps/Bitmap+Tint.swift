// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

extension Bitmap {
  /// A copy of an `alpha8` bitmap as `rgba8`: one colour, drawn through the coverage. An `rgba8`
  /// bitmap is returned as it is.
  ///
  /// - Parameters:
  ///   - color: The colour where the coverage is full.
  ///   - pool: The pool that the memory comes from.
  /// - Throws: `allocationFailed`.
  /// - Complexity: O(pixels).
  public func tinted(
    _ color: Color, pool: BitmapPool = .shared
  ) throws(GraphicsError) -> Bitmap {
    guard format == .alpha8 else { return self }
    let context = try GraphicsContext(pixels: pixelSize, pool: pool)
    // `withExtendedLifetime` below keeps the memory of the mask alive while it is drawn.
    let mask = unsafe CoverageMask(
      bounds: PixelRect(width: width, height: height), stride: bytesPerRow,
      pixels: UnsafePointer(storage.memory.assumingMemoryBound(to: UInt8.self)))
    withExtendedLifetime(storage) {
      context.target.over(color.premultiplied8, through: mask)
    }
    return context.makeBitmap()
  }
}
