// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Bitmap {
  /// Reads a PNG picture of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameter png: The bytes of the file.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  public init(png: [UInt8], pool: BitmapPool = .shared) throws(GraphicsError) {
    throw GraphicsError(.badPNG, "Not yet.")
  }

  /// Reads a PNG picture of any kind as 8-bit premultiplied RGBA.
  @unsafe public init(
    png: UnsafeRawBufferPointer, pool: BitmapPool = .shared
  ) throws(GraphicsError) {
    throw GraphicsError(.badPNG, "Not yet.")
  }

  /// Reads a PNG file.
  ///
  /// - Throws: `readFailed` with the system's error number, `badPNG`, `tooLarge` or `allocationFailed`.
  public init(pngFile path: String, pool: BitmapPool = .shared) throws(GraphicsError) {
    throw GraphicsError(.badPNG, "Not yet.")
  }
}
