// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  import CanvasGeometry
  import CImageWebP
  import CanvasDrawing

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

    /// Packs frames, each with its place, as an animation.
    ///
    /// - Parameters:
    ///   - width: The width of the whole picture.
    ///   - height: The height of the whole picture.
    static func animation(
      width: Int, height: Int, _ frames: [(x: Int, y: Int, file: [UInt8], size: PixelSize)]
    ) -> [UInt8] {
      func number(_ value: Int, _ bytes: Int = 3) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
      }
      func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + number(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
      }
      // Animated, with opacities; a green background, which is a hint.
      var body = Array("WEBP".utf8)
      body += chunk("VP8X", [0x12, 0, 0, 0] + number(width - 1) + number(height - 1))
      body += chunk("ANIM", [0, 255, 0, 255, 0, 0])
      for frame in frames {
        // The chunks of a file behind its own header, if it has one.
        let start = frame.file[12..<16].elementsEqual("VP8X".utf8) ? 30 : 12
        body += chunk(
          "ANMF",
          number(frame.x / 2) + number(frame.y / 2) + number(frame.size.width - 1)
            + number(frame.size.height - 1) + number(100) + [0] + frame.file[start...])
      }
      return chunk("RIFF", body)
    }
  }
#endif
