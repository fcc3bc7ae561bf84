// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if WebP
  public import SystemLanes
  package import CanvasGeometry
  import CImageWebP
  public import CanvasDrawing
  package import SystemConcurrency

  /// A writer of still WebP files, by libwebp.
  ///
  /// Available with the package trait `WebP`. Opacity is kept. The same image and settings give
  /// the same bytes.
  public struct WebPWriter: Hashable, Sendable {
    /// The longest side of an image, in pixels.
    package static let sideLimit = Int(WEBP_MAX_DIMENSION)

    /// The quality of a lossy image, 1 to 100, as libwebp counts it; values outside are clamped.
    public var quality: Int
    /// Whether all visible pixels stay the same; the quality is then ignored.
    public var isLossless: Bool
    /// The time that is taken for a small file, from 0, the fastest, to 6, the smallest file (the
    /// `method` of libwebp); values outside are clamped.
    ///
    /// A lossy card of 1200 × 630 pixels takes 2.4 times as long with 4, libwebp's default, as with
    /// 2, for 2 to 5 % fewer bytes; a lossless one 1.1 to 2.2 times as long as with 1, for as many.
    public var effort: Int

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - quality: The quality of a lossy image, 1 to 100.
    ///   - isLossless: Whether all visible pixels stay the same.
    ///   - effort: The time that is taken for a small file, 0 to 6.
    public init(quality: Int = 90, isLossless: Bool = false, effort: Int = 4) {
      self.quality = quality
      self.isLossless = isLossless
      self.effort = effort
    }

    /// The writer of lossy images for the options of a picture.
    init(_ packing: PackingOptions) {
      self.init(quality: packing.quality, effort: packing.effort)
    }

    /// The image as the bytes of a WebP file, packed on a render lane; cancelled together with the
    /// calling task. Packing that has begun stops at libwebp's next step: after a row of 16 pixels
    /// of a lossy image, after up to a third of the work of a lossless one.
    ///
    /// - Parameters:
    ///   - bitmap: The image.
    ///   - lanes: The lanes on which it is packed.
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `tooLarge` over 16,383 pixels a side;
    ///   `allocationFailed`; `CancellationError`.
    public func data(of bitmap: Bitmap, on lanes: RenderLanes = .shared) async throws -> [UInt8] {
      try await lanes.perform { cancellation in
        try data(of: bitmap, cancellation: cancellation)
      }
    }

    /// The image as the bytes of a WebP file.
    ///
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `tooLarge` over 16,383 pixels a side;
    ///   `allocationFailed`.
    public func data(of bitmap: Bitmap) throws(ImageError) -> [UInt8] {
      try data(of: bitmap, cancellation: .never)
    }

    /// The image as the bytes of a WebP file, packed while a cancellation is polled.
    ///
    /// - Parameter cancellation: Polled between the steps of the packing.
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `tooLarge` over ``sideLimit``;
    ///   `allocationFailed`; `cancelled`.
    package func data(
      of bitmap: Bitmap, cancellation: Cancellation
    ) throws(ImageError) -> [UInt8] {
      guard bitmap.format == .rgba8 else {
        throw ImageError(.unknownFormat, "Bitmaps of opacity alone are not written as WebP.")
      }
      let size = bitmap.pixelSize
      let pixels = bitmap.straightPixels(
        in: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
      return try data(
        of: pixels.span, size: size, bytesPerRow: size.width * 4, cancellation: cancellation)
    }

    /// An area of straight RGBA pixels as the bytes of a WebP file.
    ///
    /// - Parameters:
    ///   - pixels: The pixels from the first of the area on.
    ///   - size: The size of the area, in pixels, not empty.
    ///   - bytesPerRow: The bytes from one row to the next.
    ///   - cancellation: Polled between the steps of the packing.
    /// - Throws: `tooLarge` over ``sideLimit``; `allocationFailed`; `cancelled`.
    package func data(
      of pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int,
      cancellation: Cancellation = .never
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
      let packed = pack(pixels, size, bytesPerRow, cancellation)
      guard let packed else {
        if cancellation.flag?.isSet == true { throw .cancelledPacking }
        throw ImageError(.allocationFailed, "No memory to pack a picture as WebP.")
      }
      return packed
    }

    /// Packs an area all of whose rows are there; `nil` if there is no memory, or if the packing
    /// was cancelled.
    private func pack(
      _ pixels: Span<UInt8>, _ size: PixelSize, _ bytesPerRow: Int,
      _ cancellation: Cancellation
    ) -> [UInt8]? {
      if cancellation.isCancelled { return nil }
      // The pointers are valid during the call. The packed bytes are copied and then freed.
      return unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe withUnsafePointer(to: cancellation) { cancellation in
          var picture = unsafe cimage_webp_picture(
            pixels: pixels.baseAddress, width: Int32(size.width), height: Int32(size.height),
            stride: Int32(bytesPerRow), quality: Float(min(max(quality, 1), 100)),
            is_lossless: isLossless,
            effort: Int32(min(max(effort, 0), 6)),
            stops: Cancellation.poll, context: cancellation)
          var file = unsafe cimage_webp_file()
          guard unsafe cimage_webp_write(&picture, &file) else { return nil }
          defer { unsafe WebPFree(file.bytes) }
          return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
      }
    }
  }
#endif
