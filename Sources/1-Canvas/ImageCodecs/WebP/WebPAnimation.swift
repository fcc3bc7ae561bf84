// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  import CanvasGeometry
  import SystemFiles
  import CanvasDrawing

  /// The first frame of an animated WebP image, as a still image, and its place.
  ///
  /// Source: WebP Container Specification, Google (RFC 9649, 2.7).
  struct WebPAnimation {
    /// The size of the whole image, in pixels. Outside the first frame it is clear: the background
    /// colour of a file is a hint, which browsers ignore.
    let canvas: PixelSize
    /// The pixels of the canvas that the first frame covers.
    let frame: PixelRect
    /// The first frame as a file of its own.
    let still: [UInt8]

    /// Reads the container.
    ///
    /// - Returns: `nil` if the file has no complete first frame within its canvas.
    init?(_ bytes: [UInt8]) {
      let span = bytes.span
      guard let header = Chunk(in: span, at: 12), header.type == "VP8X", header.length >= 10 else {
        return nil
      }
      let start = FileNumber(header.data)
      guard let width = span.littleEndian(start + 4, bytes: 3),
        let height = span.littleEndian(start + 7, bytes: 3)
      else { return nil }
      canvas = PixelSize(width: width + 1, height: height + 1)
      var next = header.next
      while let chunk = Chunk(in: span, at: next) {
        next = chunk.next
        guard chunk.type == "ANMF" else { continue }
        guard let parts = Self.parts(of: bytes, chunk), canvas.contains(parts.frame) else {
          return nil
        }
        (frame, still) = parts
        return
      }
      return nil
    }

    /// A complete chunk of the container.
    private struct Chunk {
      let type: String
      /// The offset and the number of the chunk's bytes.
      let data: Int
      let length: Int
      /// The offset of the next chunk: chunks are padded to an even number of bytes.
      var next: FileNumber { FileNumber(data) + FileNumber(length) + FileNumber(length % 2) }

      init?(in bytes: Span<UInt8>, at place: FileNumber) {
        guard let at = place.value, let length = bytes.littleEndian(place + 4, bytes: 4),
          length <= bytes.count - at - 8
        else { return nil }
        type = String(decoding: (at..<at + 4).map { bytes[$0] }, as: UTF8.self)
        data = at + 8
        self.length = length
      }
    }

    /// The place of a frame, and a file with the chunks of that frame alone.
    private static func parts(
      of bytes: [UInt8], _ chunk: Chunk
    ) -> (frame: PixelRect, still: [UInt8])? {
      let (span, start) = (bytes.span, FileNumber(chunk.data))
      guard chunk.length >= 16, let x = span.littleEndian(start, bytes: 3),
        let y = span.littleEndian(start + 3, bytes: 3),
        let width = span.littleEndian(start + 6, bytes: 3),
        let height = span.littleEndian(start + 9, bytes: 3)
      else { return nil }
      let frame = PixelRect(x: 2 * x, y: 2 * y, width: width + 1, height: height + 1)
      // Opacities (`ALPH`) stand before the pixels and need a header `VP8X` with the flag for
      // alpha.
      var still = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0]
      for side in [width, height] {
        still += (0..<3).map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }
      }
      let data = bytes[chunk.data + 16..<chunk.data + chunk.length]
      if !data.starts(with: "ALPH".utf8) { still.removeLast(18) }
      still += data
      let count = UInt32(truncatingIfNeeded: still.count)
      still =
        Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + still
      return (frame, still)
    }

    /// An image of the canvas with the first frame in its place.
    ///
    /// - Parameter bitmap: The pixels of the frame.
    /// - Throws: `allocationFailed`.
    func placed(_ bitmap: Bitmap, pool: BitmapPool) throws(GraphicsError) -> Bitmap {
      if bitmap.pixelSize == canvas { return bitmap }
      var buffer = try BitmapBuffer(
        width: canvas.width, height: canvas.height, pool: pool, zeroed: true)
      let stride = buffer.bytesPerRow
      buffer.withMutableBytes { target in
        bitmap.withBytes { source in
          for y in 0..<frame.height {
            let from = y * bitmap.bytesPerRow
            target.copy(
              source.extracting(from..<from + frame.width * 4),
              at: (frame.y + y) * stride + frame.x * 4)
          }
        }
      }
      return buffer.freeze()
    }
  }

  extension PixelSize {
    fileprivate func contains(_ rect: PixelRect) -> Bool {
      PixelRect(width: width, height: height).contains(rect)
    }
  }

  extension Span<UInt8> {
    /// A number, the lowest byte first; `nil` if its bytes do not lie within the span.
    fileprivate func littleEndian(_ offset: FileNumber, bytes length: Int) -> Int? {
      guard let place = offset.value, place <= count &- length else { return nil }
      return (0..<length).reduce(0) { $0 | Int(self[place &+ $1]) << (8 * $1) }
    }
  }
#endif
