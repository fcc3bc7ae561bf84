// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  public import CanvasGeometry
  import CImageWebP
  public import CanvasDrawing
  public import SystemConcurrency

  /// The decoder of WebP images, lossy or lossless, by libwebp.
  ///
  /// Available with the package trait `WebP`. Only the first frame of an animation is read.
  public struct WebPImageDecoder: ImageDecoder {
    /// Bytes that are decoded between two polls.
    private static let bytesBetweenPolls = 1 << 12

    /// Creates a decoder.
    public init() {}

    /// Whether the bytes begin with a RIFF header of WebP.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
      bytes.count >= 12 && bytes.starts(with: "RIFF".utf8)
        && bytes[8..<12].elementsEqual("WEBP".utf8)
    }

    /// Reads the header.
    public func header(
      of bytes: [UInt8], maximumSize: PixelSize?
    ) throws(ImageError) -> ImageHeader {
      guard let features = features(of: bytes) else { throw damage }
      let size = PixelSize(width: Int(features.width), height: Int(features.height))
      try ImageError.checkSides(of: size)
      // A lossless image is decoded as a whole beside the bitmap.
      var byteCount =
        ImageReduction.byteCount(of: size, maximumSize: maximumSize)
        + ImageReduction.byteCount(of: size)
      // The frame is in memory beside the whole image, and so is a file with that frame alone.
      if features.has_animation != 0 {
        byteCount += ImageReduction.byteCount(of: size) + bytes.count
      }
      return ImageHeader(size: size, decodingByteCount: byteCount)
    }

    /// Decodes an image, or the first frame of an animation.
    public func bitmap(
      of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      let size = try header(of: bytes, maximumSize: nil).size
      guard let features = features(of: bytes), features.has_animation != 0 else {
        return try still(bytes, size, pool, cancellation)
      }
      guard let animation = WebPAnimation(bytes) else { throw damage }
      let frame = animation.frame
      // Sizes must match: the decoder leaves parts of the bitmap that its pixels do not reach
      // unset.
      guard let first = self.features(of: animation.still), first.has_animation == 0,
        Int(first.width) == frame.width, Int(first.height) == frame.height
      else { throw damage }
      let bitmap = try still(
        animation.still, PixelSize(width: frame.width, height: frame.height), pool, cancellation)
      guard let bitmap else { return nil }
      do throws(GraphicsError) {
        return try animation.placed(bitmap, pool: pool)
      } catch {
        throw ImageError(error)
      }
    }

    /// The size and the properties of the picture; `nil` if its header cannot be read.
    private func features(of bytes: [UInt8]) -> WebPBitstreamFeatures? {
      var features = WebPBitstreamFeatures()
      // C call, which fills in the features.
      return unsafe WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK
        ? features : nil
    }

    /// Decodes a still image.
    private func still(
      _ bytes: [UInt8], _ size: PixelSize, _ pool: BitmapPool, _ cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      do throws(GraphicsError) {
        var buffer = try BitmapBuffer(
          width: size.width, height: size.height, pool: pool, zeroed: false)
        let (stride, byteCount) = (buffer.bytesPerRow, buffer.byteCount)
        let status = unsafe buffer.withUnsafeMutableBytes { target in
          // The decoder is deleted within the closure, before the bitmap and the bytes end.
          let decoder = unsafe WebPINewRGB(
            MODE_RGBA, target.baseAddress?.assumingMemoryBound(to: UInt8.self), byteCount,
            Int32(stride))
          defer { unsafe WebPIDelete(decoder) }
          return unsafe Self.decode(bytes, decoder, cancellation)
        }
        guard let status else { return nil }
        if status == VP8_STATUS_OK {
          // The decoder could multiply by the opacity itself, but would round down.
          return buffer.premultiply(cancellation) ? buffer.freeze() : nil
        }
      } catch {
        throw ImageError(error)
      }
      throw damage
    }

    /// Passes the bytes to a decoder, part by part.
    ///
    /// - Returns: `nil` if cancelled. (For a damaged image the status may be any.)
    @unsafe private static func decode(
      _ bytes: [UInt8], _ decoder: OpaquePointer?, _ cancellation: Cancellation
    ) -> VP8StatusCode? {
      guard let decoder = unsafe decoder else { return VP8_STATUS_OUT_OF_MEMORY }
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        var status = VP8_STATUS_SUSPENDED
        var count = 0
        while status == VP8_STATUS_SUSPENDED, count < bytes.count {
          if cancellation.isCancelled { return nil }
          count = min(bytes.count, count + bytesBetweenPolls)
          // The bytes keep their address, so the decoder need not copy them.
          status = unsafe WebPIUpdate(decoder, bytes.baseAddress, count)
        }
        return status
      }
    }

    private var damage: ImageError {
      ImageError(.damaged, "The picture cannot be read as WebP.")
    }
  }
#endif
