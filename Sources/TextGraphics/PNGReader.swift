// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
import CTextPNG
import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Bitmap {
  /// Reads a PNG picture of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file.
  ///   - pool: Where the memory comes from.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  public init(png: [UInt8], pool: BitmapPool = .shared) throws(GraphicsError) {
    self = try unsafe png.withUnsafeBufferPointer { (bytes) throws(GraphicsError) in
      try unsafe Bitmap(png: UnsafeRawBufferPointer(bytes), pool: pool)
    }
  }

  /// Reads a PNG picture of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file; not kept.
  ///   - pool: Where the memory comes from.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  @unsafe public init(
    png: UnsafeRawBufferPointer, pool: BitmapPool = .shared
  ) throws(GraphicsError) {
    var reader = unsafe ctext_png_reader()
    guard
      unsafe ctext_png_open(
        &reader, png.assumingMemoryBound(to: UInt8.self).baseAddress, png.count,
        UInt32(TextLimits.bitmapSide))
    else { throw unsafe Self.damage(&reader) }
    var buffer: BitmapBuffer
    do throws(GraphicsError) {
      buffer = try unsafe BitmapBuffer(
        width: Int(reader.width), height: Int(reader.height), pool: pool, zeroed: false)
    } catch {
      unsafe ctext_png_close(&reader)
      throw error
    }
    let (width, height, stride) = (buffer.width, buffer.height, buffer.bytesPerRow)
    let done = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let rows = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
        unsafe ctext_png_read(&reader, rows, stride)
      else { return false }
      for y in 0..<height {
        unsafe ctk_premultiply_row(rows + y * stride, rows + y * stride, Int32(width))
      }
      return true
    }
    guard done else { throw unsafe Self.damage(&reader) }
    self = buffer.freeze()
  }

  /// Reads a PNG file of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - pool: Where the memory comes from.
  /// - Throws: `readFailed` with the system's error number, `badPNG`, `tooLarge` or `allocationFailed`.
  public init(pngFile path: String, pool: BitmapPool = .shared) throws(GraphicsError) {
    let bytes = try InputFile.contents(of: path)
    do throws(GraphicsError) {
      self = try Bitmap(png: bytes, pool: pool)
    } catch {
      throw GraphicsError(error.code, error.message, path: path)
    }
  }

  private static func damage(_ reader: inout ctext_png_reader) -> GraphicsError {
    let reason = unsafe String(cString: ctext_png_message(&reader))
    return GraphicsError(
      .badPNG,
      "The picture cannot be read as PNG\(reason.isEmpty ? "" : ": \(reason)").")
  }
}
