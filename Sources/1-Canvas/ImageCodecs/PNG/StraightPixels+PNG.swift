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
    let rows = PNGRows(
      pixels, .straight, size: size, bytesPerRow: bytesPerRow,
      choice: options.reducesColor ? .reduced : .kept, cancellation: .never)
    guard let rows, let bytes = PNGEncoder(rows, level: options.level).encode(pixels) else {
      throw GraphicsError(.allocationFailed, "No memory to pack a picture as PNG.")
    }
    return bytes
  }
}
