// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

extension StraightPixels {
  /// Packs an area as a PNG file that has exactly its bytes, as grey, with a palette or without
  /// opacity where that loses nothing.
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
      straight: pixels, size: size, bytesPerRow: bytesPerRow, reducesColor: options.reducesColor)
    guard let bytes = PNGEncoder.encode(rows, level: max(0, min(9, options.level))) else {
      throw GraphicsError(.allocationFailed, "No memory to pack a picture as PNG.")
    }
    return bytes
  }
}
