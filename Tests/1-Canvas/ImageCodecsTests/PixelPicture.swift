// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

@testable import CanvasDrawing

/// Bitmaps whose pixels a test computes.
enum PixelPicture {
  /// A bitmap of premultiplied RGBA.
  ///
  /// - Parameter color: The four bytes of the pixel of a column and a row.
  static func make(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> [UInt8]
  ) throws -> Bitmap {
    var buffer = try BitmapBuffer(width: width, height: height)
    let stride = buffer.bytesPerRow
    buffer.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for (k, value) in color(x, y).enumerated() { bytes[y * stride + 4 * x + k] = value }
        }
      }
    }
    return buffer.freeze()
  }
}
