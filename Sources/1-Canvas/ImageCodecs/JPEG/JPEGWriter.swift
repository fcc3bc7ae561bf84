// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  public import SystemLanes
  package import CanvasGeometry
  import CImageJPEG
  public import CanvasDrawing
  package import SystemConcurrency
  import Glibc

  /// A writer of baseline JPEG files, by libjpeg-turbo.
  ///
  /// Available with the package trait `JPEG`. JPEG has no opacity: images are written on white.
  /// The same image and quality give the same bytes.
  public struct JPEGWriter: Hashable, Sendable {
    /// The quality, 1 to 100, as libjpeg counts it; values outside are clamped.
    ///
    /// Below 90, colour has half the columns and rows of brightness (4:2:0); from 90 on it has all
    /// of them (4:4:4), which keeps text and coloured edges sharp.
    public var quality: Int

    /// Creates a writer.
    ///
    /// - Parameter quality: The quality, 1 to 100.
    public init(quality: Int = 90) { self.quality = quality }

    /// The image as the bytes of a JPEG file, packed on a render lane; cancelled together with
    /// the task.
    ///
    /// - Parameters:
    ///   - bitmap: The image.
    ///   - lanes: The lanes on which it is packed.
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `allocationFailed`; `CancellationError`.
    public func data(of bitmap: Bitmap, on lanes: RenderLanes = .shared) async throws -> [UInt8] {
      try await lanes.perform { cancellation in
        try data(of: bitmap, cancellation: cancellation)
      }
    }

    /// The image as the bytes of a JPEG file.
    ///
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `allocationFailed`.
    public func data(of bitmap: Bitmap) throws(ImageError) -> [UInt8] {
      try data(of: bitmap, cancellation: .never)
    }

    /// The image as the bytes of a JPEG file, packed while a cancellation is polled.
    ///
    /// - Parameter cancellation: Polled about every 32,768 pixels.
    /// - Throws: `unknownFormat` for an `alpha8` bitmap; `allocationFailed`; `cancelled`.
    package func data(
      of bitmap: Bitmap, cancellation: Cancellation
    ) throws(ImageError) -> [UInt8] {
      guard bitmap.format == .rgba8 else {
        throw ImageError(.unknownFormat, "Bitmaps of opacity alone are not written as JPEG.")
      }
      let bytes = bitmap.withBytes {
        pack(
          $0, bitmap.pixelSize, bitmap.bytesPerRow, alpha: CIMAGE_JPEG_PREMULTIPLIED, cancellation)
      }
      guard let bytes else {
        throw cancellation.flag?.isSet == true ? .cancelledPacking : Self.noMemory
      }
      return bytes
    }

    /// An area of straight RGBA pixels as the bytes of a JPEG file.
    ///
    /// - Parameters:
    ///   - pixels: The pixels from the first of the area on.
    ///   - size: The size of the area, in pixels, not empty, up to 65,500 a side.
    ///   - bytesPerRow: The bytes from one row to the next.
    ///   - isOpaque: Whether all pixels are known to be opaque.
    /// - Throws: `allocationFailed`.
    package func data(
      of pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int, isOpaque: Bool
    ) throws(ImageError) -> [UInt8] {
      let bytes = pack(
        pixels, size, bytesPerRow, alpha: isOpaque ? CIMAGE_JPEG_OPAQUE : CIMAGE_JPEG_STRAIGHT,
        .never)
      guard let bytes else { throw Self.noMemory }
      return bytes
    }

    private func pack(
      _ pixels: Span<UInt8>, _ size: PixelSize, _ bytesPerRow: Int,
      alpha: cimage_jpeg_alpha, _ cancellation: Cancellation
    ) -> [UInt8]? {
      precondition(
        size.width > 0 && size.height > 0 && bytesPerRow >= size.width * 4
          && pixels.count >= (size.height - 1) * bytesPerRow + size.width * 4)
      let quality = min(max(quality, 1), 100)
      // The pointers are valid during the call. The packed bytes are copied and then freed.
      return unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe withUnsafePointer(to: cancellation) { cancellation in
          var picture = unsafe cimage_jpeg_picture(
            pixels: pixels.baseAddress, stride: bytesPerRow, width: UInt32(size.width),
            height: UInt32(size.height), alpha: alpha, quality: Int32(quality),
            halves_color: quality < 90, stops: Cancellation.poll, context: cancellation)
          var file = unsafe cimage_jpeg_file()
          guard unsafe cimage_jpeg_write(&picture, &file) else { return nil }
          defer { unsafe free(file.bytes) }
          return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        }
      }
    }

    private static var noMemory: ImageError {
      ImageError(.allocationFailed, "No memory to pack a picture as JPEG.")
    }
  }
#endif
