// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
import SystemConcurrency

extension StraightPixels {
  /// Packs an area as a PNG file with exactly the same pixels: as grey, with a palette or without
  /// opacity where no pixel changes.
  ///
  /// - Parameters:
  ///   - pixels: The pixels from the first of the area on.
  ///   - size: The size of the area, in pixels, not empty.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - options: Options of compression.
  /// - Throws: `allocationFailed`.
  package static func pngData(
    _ pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int, options: PNGOptions = PNGOptions()
  ) throws(GraphicsError) -> [UInt8] {
    // The pixels are valid during the call, which alone reads them.
    let bytes = unsafe pixels.withUnsafeBytes { pixels -> [UInt8]? in
      guard
        let rows = unsafe PNGRows(
          pixels, .straight, size: size, bytesPerRow: bytesPerRow,
          choice: options.reducesColor ? .reduced : .kept, cancellation: .never)
      else { return nil }
      return PNGEncoder(rows, level: options.level).encode()
    }
    guard let bytes else {
      throw GraphicsError(.allocationFailed, "No memory to pack a picture as PNG.")
    }
    return bytes
  }
}
