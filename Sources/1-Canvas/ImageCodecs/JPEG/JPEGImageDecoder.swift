// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  public import CanvasGeometry
  public import CanvasDrawing
  public import SystemConcurrency

  /// The decoder of JPEG images, by libjpeg-turbo.
  ///
  /// Available with the package trait `JPEG`. Images are turned as their Exif orientation says;
  /// where a smaller bitmap is asked for, only a part of the coefficients is decoded. Colour
  /// profiles are ignored. A truncated image is grey where its data is missing.
  public struct JPEGImageDecoder: ImageDecoder {
    /// Creates a decoder.
    public init() {}

    /// Whether the bytes begin with the start marker of JPEG.
    public func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8, 0xFF]) }

    /// Reads the header and the orientation.
    public func header(
      of bytes: [UInt8], maximumSize: PixelSize?
    ) throws(ImageError) -> ImageHeader {
      try read(bytes, maximumSize: maximumSize) { (reader) throws(ImageError) in
        let (size, output) = (reader.size, reader.outputSize)
        try ImageError.checkSides(of: output)
        let shown = reader.orientation.size(of: output)
        var byteCount = ImageReduction.byteCount(of: shown, maximumSize: maximumSize)
        if reader.orientation != .upright { byteCount += ImageReduction.byteCount(of: output) }
        // Coefficients have two bytes each, and a pixel at most four of them.
        if reader.isProgressive { byteCount += size.width * size.height * 8 }
        return ImageHeader(size: size, decodingByteCount: byteCount)
      }
    }

    /// Decodes an image, turned upright.
    public func bitmap(
      of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      try read(bytes, maximumSize: maximumSize) { (reader) throws(ImageError) in
        try upright(&reader, pool, cancellation)
      }
    }

    /// Decodes an image at a half, a quarter or an eighth of its size, turned upright.
    ///
    /// The smaller the bitmap, the less of the image is decoded: coefficients of frequencies that
    /// the bitmap does not show are skipped. Its sides are those of the image, multiplied and
    /// rounded up.
    ///
    /// - Parameters:
    ///   - bytes: The encoded image.
    ///   - scale: The size of the bitmap.
    ///   - pool: The pool that the bitmap's memory comes from.
    ///   - cancellation: Polled about every millisecond.
    /// - Returns: `nil` if the decoding was cancelled.
    /// - Throws: `damaged`, `tooLarge` or `allocationFailed`.
    public func bitmap(
      of bytes: [UInt8], scale: JPEGScale, pool: BitmapPool = .shared,
      cancellation: Cancellation = .never
    ) throws(ImageError) -> Bitmap? {
      try read(bytes, eighths: scale.eighths) { (reader) throws(ImageError) in
        try ImageError.checkSides(of: reader.outputSize)
        return try upright(&reader, pool, cancellation)
      }
    }

    private func upright(
      _ reader: inout JPEGReader, _ pool: BitmapPool, _ cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      guard let stored = try reader.bitmap(pool: pool, cancellation: cancellation) else {
        return nil
      }
      do throws(GraphicsError) {
        return try reader.orientation.apply(to: stored, pool: pool, cancellation: cancellation)
      } catch {
        throw ImageError(error)
      }
    }

    /// Reads the header, and chooses the size of the rows: a number of eighths, or the least from
    /// which the image can be reduced.
    private func read<R>(
      _ bytes: [UInt8], maximumSize: PixelSize? = nil, eighths: Int? = nil,
      _ body: (inout JPEGReader) throws(ImageError) -> R
    ) throws(ImageError) -> R {
      // The bytes outlive the reader, which ends with the closure.
      try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
        var reader = JPEGReader()
        try unsafe reader.open(bytes)
        try reader.scale(eighths: eighths ?? reader.eighths(for: maximumSize))
        return try body(&reader)
      }
    }
  }
#endif
