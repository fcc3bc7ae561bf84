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

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - quality: The quality of a lossy image, 1 to 100.
    ///   - isLossless: Whether all visible pixels stay the same.
    public init(quality: Int = 90, isLossless: Bool = false) {
      self.quality = quality
      self.isLossless = isLossless
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
      let packed = unsafe pixels.withUnsafeBufferPointer {
        unsafe pack($0, size, bytesPerRow, cancellation)
      }
      guard let packed else {
        if cancellation.flag?.isSet == true { throw .cancelledPacking }
        throw ImageError(.allocationFailed, "No memory to pack a picture as WebP.")
      }
      return packed
    }

    /// Packs an area all of whose rows are there; `nil` if there is no memory, or if the packing
    /// was cancelled.
    @unsafe private func pack(
      _ pixels: UnsafeBufferPointer<UInt8>, _ size: PixelSize, _ bytesPerRow: Int,
      _ cancellation: Cancellation
    ) -> [UInt8]? {
      if cancellation.isCancelled { return nil }
      var picture = unsafe cimage_webp_picture()
      unsafe picture.pixels = pixels.baseAddress
      unsafe picture.width = Int32(size.width)
      unsafe picture.height = Int32(size.height)
      unsafe picture.stride = Int32(bytesPerRow)
      unsafe picture.quality = Float(min(max(quality, 1), 100))
      unsafe picture.is_lossless = isLossless
      // The packed bytes are copied into an array and then freed.
      var file = unsafe cimage_webp_file()
      let isPacked = unsafe withUnsafePointer(to: cancellation) { cancellation in
        // The pointer is valid during the call, which alone reads the cancellation.
        unsafe picture.context = UnsafeRawPointer(cancellation)
        unsafe picture.stops = { context in
          unsafe context?.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ?? false
        }
        return unsafe cimage_webp_write(&picture, &file)
      }
      guard isPacked else { return nil }
      defer { unsafe WebPFree(file.bytes) }
      return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
  }
#endif
