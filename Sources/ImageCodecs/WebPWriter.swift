// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  public import AsyncDisplay
  import CImageWebP
  public import ImageLoading
  public import TextGraphics
  package import TextModel

  /// A writer of still WebP files, by libwebp.
  ///
  /// Available with the package trait `WebP`. Opacity is kept. The same picture and settings give
  /// the same bytes.
  public struct WebPWriter: Hashable, Sendable {
    /// The longest side of a picture, in pixels.
    public static let sideLimit = Int(WEBP_MAX_DIMENSION)

    /// The quality of a lossy picture, 1 to 100, as libwebp counts it; values outside are clamped.
    public var quality: Int
    /// Whether no visible pixel changes; the quality does not count then.
    public var isLossless: Bool

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - quality: The quality of a lossy picture, 1 to 100.
    ///   - isLossless: Whether no visible pixel changes.
    public init(quality: Int = 90, isLossless: Bool = false) {
      self.quality = quality
      self.isLossless = isLossless
    }

    /// The picture as the bytes of a WebP file, packed on a render lane.
    ///
    /// If the task is cancelled, the call ends at once; packing that has begun goes on to its end,
    /// since libwebp's simple functions cannot be stopped, and its bytes are dropped.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - lanes: The lanes on which it is packed.
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `tooLarge` over ``sideLimit``;
    ///   `allocationFailed`; `CancellationError`.
    public func data(of bitmap: Bitmap, on lanes: RenderLanes = .shared) async throws -> [UInt8] {
      try await lanes.perform { _ in try data(of: bitmap) }
    }

    /// The picture as the bytes of a WebP file.
    ///
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `tooLarge` over ``sideLimit``;
    ///   `allocationFailed`.
    public func data(of bitmap: Bitmap) throws(ImageError) -> [UInt8] {
      guard bitmap.format == .rgba8 else {
        throw ImageError(.unknownFormat, "Bitmaps of opacity alone are not written as WebP.")
      }
      let size = bitmap.pixelSize
      let pixels = bitmap.straightPixels(
        in: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
      return try data(of: pixels.span, size: size, bytesPerRow: size.width * 4)
    }

    /// An area of straight RGBA pixels as the bytes of a WebP file.
    ///
    /// - Parameters:
    ///   - pixels: The pixels from the first of the area on.
    ///   - size: The size of the area, in pixels, not empty.
    ///   - bytesPerRow: The bytes from one row to the next.
    /// - Throws: `tooLarge` over ``sideLimit``; `allocationFailed`.
    package func data(
      of pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int
    ) throws(ImageError) -> [UInt8] {
      guard max(size.width, size.height) <= Self.sideLimit else {
        throw ImageError(
          .tooLarge,
          "A picture of \(size.width)×\(size.height) pixels is over the \(Self.sideLimit) a side "
            + "that WebP has.")
      }
      precondition(
        size.width > 0 && size.height > 0 && bytesPerRow >= size.width * 4
          && pixels.count >= (size.height - 1) * bytesPerRow + size.width * 4)
      let (width, height) = (Int32(size.width), Int32(size.height))
      let packed = unsafe pixels.withUnsafeBufferPointer { pixels in
        // The packed bytes are copied and freed; there are none if there is no memory.
        var memory: UnsafeMutablePointer<UInt8>?
        let count =
          isLossless
          ? unsafe WebPEncodeLosslessRGBA(
            pixels.baseAddress, width, height, Int32(bytesPerRow), &memory)
          : unsafe WebPEncodeRGBA(
            pixels.baseAddress, width, height, Int32(bytesPerRow),
            Float(min(max(quality, 1), 100)), &memory)
        defer { unsafe WebPFree(memory) }
        return unsafe Array(UnsafeBufferPointer(start: memory, count: count))
      }
      guard !packed.isEmpty else {
        throw ImageError(.allocationFailed, "No memory to pack a picture as WebP.")
      }
      return packed
    }
  }
#endif
