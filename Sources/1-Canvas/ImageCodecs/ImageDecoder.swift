// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency

/// Size and kind of an image, from its first bytes.
public struct ImageHeader: Hashable, Sendable {
  /// The declared size, in pixels, before the image is turned or reduced.
  public var size: PixelSize
  /// The most memory that the decoder takes at a time for a request, the bitmap included, in bytes.
  public var decodingByteCount: Int

  /// Creates a header.
  ///
  /// - Parameters:
  ///   - size: The declared size, in pixels.
  ///   - decodingByteCount: The most memory that the decoder takes at a time, in bytes.
  public init(size: PixelSize, decodingByteCount: Int) {
    self.size = size
    self.decodingByteCount = decodingByteCount
  }
}

/// A decoder of one format of images.
///
/// Calls come from any thread, also at the same time. The bytes are not trusted: a decoder throws
/// instead of crashing on any bytes, and takes no memory for a declared size before `ImageStore`
/// has checked that size.
public protocol ImageDecoder: Sendable {
  /// Whether the bytes begin like an image of the format. O(1).
  func recognizes(_ bytes: [UInt8]) -> Bool

  /// Reads the header, and takes no memory for pixels.
  ///
  /// - Parameters:
  ///   - bytes: The encoded image.
  ///   - maximumSize: The most columns and rows of the bitmap; `nil` for the image's own size.
  /// - Throws: `damaged`, `tooLarge` or `unknownFormat`.
  func header(of bytes: [UInt8], maximumSize: PixelSize?) throws(ImageError) -> ImageHeader

  /// Decodes an image as premultiplied RGBA, on a render lane.
  ///
  /// - Parameters:
  ///   - bytes: The encoded image.
  ///   - maximumSize: The most columns and rows of the bitmap. A decoder may return a larger
  ///     bitmap, which is then reduced.
  ///   - pool: The pool that the bitmap's memory comes from.
  ///   - cancellation: Polled about every millisecond.
  /// - Returns: `nil` if the decoding was cancelled.
  /// - Throws: `damaged`, `tooLarge` or `allocationFailed`.
  func bitmap(
    of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap?
}

/// The decoders of a store; the first that recognizes an image decodes it.
public struct ImageDecoders: Sendable {
  private var decoders: [any ImageDecoder]

  /// The decoders of PNG and GIF.
  public static let standard = ImageDecoders([PNGImageDecoder(), GIFImageDecoder()])

  /// Creates a list of decoders.
  public init(_ decoders: [any ImageDecoder]) { self.decoders = decoders }

  /// The list with another decoder at its end.
  public func adding(_ decoder: any ImageDecoder) -> ImageDecoders {
    ImageDecoders(decoders + [decoder])
  }

  /// Decodes an image at once, on the calling thread, without a store.
  ///
  /// A JPEG whose `maximumSize` is a half, a quarter or an eighth of its size is decoded at that
  /// size, at a part of the cost.
  ///
  /// - Parameters:
  ///   - bytes: The encoded image.
  ///   - maximumSize: The most columns and rows of the bitmap; `nil` for the image's own size.
  ///   - pool: The pool that the bitmap's memory comes from.
  ///   - cancellation: Polled about every millisecond.
  /// - Returns: `nil` if the decoding was cancelled.
  /// - Throws: `unknownFormat`, `damaged`, `tooLarge` or `allocationFailed`.
  public func bitmap(
    of bytes: [UInt8], maximumSize: PixelSize? = nil, pool: BitmapPool = .shared,
    cancellation: Cancellation = .never
  ) throws(ImageError) -> Bitmap? {
    let decoder = try decoder(of: bytes)
    let header = try decoder.header(of: bytes, maximumSize: maximumSize)
    guard header.decodingByteCount <= Self.byteLimit else {
      throw ImageError(
        .tooLarge,
        "Decoding \(header.size.width)×\(header.size.height) pixels takes "
          + "\(header.decodingByteCount) bytes; at most \(Self.byteLimit) are taken.")
    }
    return try decoder.reducedBitmap(
      of: bytes, maximumSize: maximumSize, pool: pool, cancellation: cancellation)
  }

  /// The most memory that a decoding without a store takes, in bytes.
  private static let byteLimit = 4 * CanvasLimits.bitmapBytes

  /// The decoder that recognizes the bytes of an image.
  ///
  /// - Throws: `unknownFormat`.
  package func decoder(of bytes: [UInt8]) throws(ImageError) -> any ImageDecoder {
    for decoder in decoders where decoder.recognizes(bytes) { return decoder }
    throw ImageError(.unknownFormat, "The format of the picture is not known.")
  }
}

extension ImageDecoder {
  /// Decodes an image, and reduces it to the largest size.
  package func reducedBitmap(
    of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap? {
    guard
      let bitmap = try bitmap(
        of: bytes, maximumSize: maximumSize, pool: pool, cancellation: cancellation)
    else { return nil }
    do throws(GraphicsError) {
      return try ImageReduction(bitmap.pixelSize, maximumSize: maximumSize)
        .apply(to: bitmap, pool: pool, cancellation: cancellation)
    } catch {
      throw ImageError(error)
    }
  }
}
