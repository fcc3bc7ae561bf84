// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import SystemConcurrency

/// The packing of pixels in the format of an answer, on the calling thread.
enum PictureEncoder {
  /// Packs a picture.
  ///
  /// - Throws: `GraphicsError`, `ImageError`, or `CancellationError`.
  static func bytes(
    of image: Bitmap, as type: PictureType, quality: Int, _ cancellation: Cancellation
  ) throws -> [UInt8] {
    switch type {
    case .png:
      guard let bytes = try image.pngData(options: PNGOptions(), cancellation: cancellation) else {
        throw CancellationError()
      }
      return bytes
    case .jpeg:
      #if JPEG
        return try JPEGWriter(quality: quality).data(of: image, cancellation: cancellation)
      #else
        throw ServiceRefusal(400, "unsupported", "This build writes no JPEG.")
      #endif
    case .webp:
      #if WebP
        return try WebPWriter().data(of: image, cancellation: cancellation)
      #else
        throw ServiceRefusal(400, "unsupported", "This build writes no WebP.")
      #endif
    case .rgba: return try straightPixels(of: image, cancellation)
    case .a8: return try opacity(of: image, cancellation)
    case .svg: throw ServiceRefusal(400, "unsupported", "Pixels are not written as SVG.")
    }
  }

  /// The rows between two polls: about a quarter of a million pixels.
  private static func rowsBetweenPolls(_ image: Bitmap) -> Int {
    max(1, 1 << 18 / max(1, image.width))
  }

  private static func straightPixels(
    of image: Bitmap, _ cancellation: Cancellation
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    var span = bytes.mutableSpan
    let step = rowsBetweenPolls(image)
    for y in stride(from: 0, to: image.height, by: step) {
      try cancellation.check()
      let area = PixelRect(x: 0, y: y, width: image.width, height: min(step, image.height - y))
      image.copyStraightPixels(in: area, to: &span, at: y * image.width * 4)
    }
    return bytes
  }

  private static func opacity(of image: Bitmap, _ cancellation: Cancellation) throws -> [UInt8] {
    let pixels = try straightPixels(of: image, cancellation)
    try cancellation.check()
    return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
  }
}
