// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  import CImageWebP
  import TextGraphics

  /// A writer of WebP files, for the tests of the reader.
  enum WebPFile {
    /// Packs a bitmap whose bytes are taken for straight RGBA.
    static func bytes(_ bitmap: Bitmap, isLossless: Bool) throws -> [UInt8] {
      bitmap.withUnsafeBytes { bytes in
        var memory: UnsafeMutablePointer<UInt8>?
        let pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
        let stride = Int32(bitmap.bytesPerRow)
        let count =
          isLossless
          ? WebPEncodeLosslessRGBA(pixels, width, height, stride, &memory)
          : WebPEncodeRGBA(pixels, width, height, stride, 95, &memory)
        defer { WebPFree(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
      }
    }
  }
#endif
