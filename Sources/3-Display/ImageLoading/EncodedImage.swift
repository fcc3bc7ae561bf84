// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import SystemConcurrency

/// An image that was loaded and whose header has passed the limits, ready to be decoded.
struct EncodedImage: Sendable {
  let bytes: [UInt8]
  let isFromDiskCache: Bool
  /// The most memory that decoding takes, in bytes.
  let decodingByteCount: Int
  private let decoder: any ImageDecoder

  /// The limits over which an image is refused before it is decoded.
  struct Limits {
    /// The most bytes of a file, and the most pixels of a picture.
    let maximumByteCount, maximumPixelCount: Int
    /// The most memory of decoding, in bytes.
    let decodingCapacity: Int
  }

  /// Finds the decoder of an image and checks its declared size.
  ///
  /// - Throws: `unknownFormat`, `damaged` or `tooLarge`.
  init(
    _ bytes: [UInt8], of request: ImageRequest, decoders: ImageDecoders,
    limits: Limits, isFromDiskCache: Bool
  ) throws(ImageError) {
    guard bytes.count <= limits.maximumByteCount else {
      throw ImageError(
        .tooLarge, "The file has \(bytes.count) bytes; at most \(limits.maximumByteCount) are read."
      )
    }
    decoder = try decoders.decoder(of: bytes)
    let header = try decoder.header(of: bytes, maximumSize: request.maximumSize)
    let (width, height) = (header.size.width, header.size.height)
    let (pixelCount, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows, pixelCount <= limits.maximumPixelCount else {
      throw ImageError(
        .tooLarge,
        "The picture declares \(width)×\(height) pixels; "
          + "at most \(limits.maximumPixelCount) are decoded."
      )
    }
    decodingByteCount = max(0, header.decodingByteCount)
    guard decodingByteCount <= limits.decodingCapacity else {
      throw ImageError(
        .tooLarge,
        "Decoding \(width)×\(height) pixels takes \(decodingByteCount) bytes; "
          + "at most \(limits.decodingCapacity) are reserved."
      )
    }
    self.bytes = bytes
    self.isFromDiskCache = isFromDiskCache
  }

  /// Decodes the image, on a lane.
  ///
  /// - Returns: `nil` if cancelled.
  /// - Throws: `damaged`, `tooLarge` or `allocationFailed`.
  func decode(
    for request: ImageRequest, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap? {
    if cancellation.isCancelled { return nil }
    return try decoder.reducedBitmap(
      of: bytes, maximumSize: request.maximumSize, pool: pool, cancellation: cancellation)
  }
}
