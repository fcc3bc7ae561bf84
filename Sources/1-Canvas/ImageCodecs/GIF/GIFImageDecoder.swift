// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency

/// The decoder of GIF images: of an animation the first frame is read.
///
/// Written here, since the format is small and no library of it is among those that the package
/// links. Source: GIF89a, sections 17 to 23 and appendix F.
public struct GIFImageDecoder: ImageDecoder {
  /// Creates a decoder.
  public init() {}

  /// Whether the bytes begin with a signature of GIF.
  public func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
  }

  /// Reads the size of the screen.
  public func header(
    of bytes: [UInt8], maximumSize: PixelSize?
  ) throws(ImageError) -> ImageHeader {
    guard bytes.count >= 13 else { throw Self.damage }
    let size = PixelSize(
      width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
    guard size.width > 0, size.height > 0 else { throw Self.damage }
    try ImageError.checkSides(of: size)
    // The numbers of the frame's colours, a byte a pixel, are in memory beside the bitmap.
    return ImageHeader(
      size: size,
      decodingByteCount: ImageReduction.byteCount(of: size) + size.width * size.height)
  }

  /// Decodes the first frame. What its data leave out is clear.
  public func bitmap(
    of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap? {
    let size = try header(of: bytes, maximumSize: nil).size
    guard let frame = GIFStreamFrame(firstOf: bytes), frame.x < size.width else {
      throw Self.damage
    }
    guard
      let indices = LZWDecoder.unpacked(
        frame.data, codeSize: frame.codeSize, count: frame.width * frame.height, cancellation)
    else { return nil }
    guard !indices.isEmpty else { throw Self.damage }
    do throws(GraphicsError) {
      var buffer = try BitmapBuffer(width: size.width, height: size.height, pool: pool)
      let perRow = buffer.bytesPerRow / 4
      buffer.withMutablePixels { pixels in
        for (place, row) in frame.rows.enumerated() where frame.y + row < size.height {
          let (from, to) = (place * frame.width, (frame.y + row) * perRow + frame.x)
          for x in 0..<min(frame.width, size.width - frame.x) where from + x < indices.count {
            pixels[to + x] = frame.color(indices[from + x])
          }
        }
      }
      return buffer.freeze()
    } catch {
      throw ImageError(error)
    }
  }

  private static var damage: ImageError {
    ImageError(.damaged, "The GIF picture is cut off or damaged.")
  }
}
