// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

extension Bitmap {
  /// A picture of coverage in one colour: the `rgba8` picture that drawing in that colour through this coverage
  /// gives. A picture that has colours is returned as it is.
  ///
  /// - Parameters:
  ///   - color: The colour where the coverage is full.
  ///   - pool: Where the memory comes from.
  /// - Throws: `allocationFailed`.
  /// - Complexity: O(pixels).
  public func tinted(
    _ color: Color, pool: BitmapPool = .shared
  ) throws(GraphicsError) -> Bitmap {
    guard format == .alpha8 else { return self }
    var context = try GraphicsContext(pixels: pixelSize, pool: pool)
    unsafe withUnsafeBytes { bytes in
      guard let mask = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
      unsafe context.fillMask(
        mask, width: width, height: height, stride: bytesPerRow, atPixelX: 0, y: 0,
        color: color.premultiplied8)
    }
    return context.makeBitmap()
  }
}
