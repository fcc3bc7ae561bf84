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

  /// The rows between two polls: about 32,000 pixels.
  private static func rowsBetweenPolls(_ image: Bitmap) -> Int {
    max(1, 1 << 15 / max(1, image.width))
  }

  private static func straightPixels(
    of image: Bitmap, _ cancellation: Cancellation
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.width * image.height * 4)
    try forEachPart(of: image, cancellation) { bytes += $0 }
    return bytes
  }

  private static func opacity(of image: Bitmap, _ cancellation: Cancellation) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.width * image.height)
    try forEachPart(of: image, cancellation) { part in
      for i in stride(from: 3, to: part.count, by: 4) { bytes.append(part[i]) }
    }
    return bytes
  }

  /// Calls a closure with the straight pixels of some rows after the other, and polls between them.
  private static func forEachPart(
    of image: Bitmap, _ cancellation: Cancellation, _ body: (ArraySlice<UInt8>) -> Void
  ) throws {
    let step = rowsBetweenPolls(image)
    var part = [UInt8](repeating: 0, count: step * image.width * 4)
    for y in stride(from: 0, to: image.height, by: step) {
      try cancellation.check()
      let area = PixelRect(x: 0, y: y, width: image.width, height: min(step, image.height - y))
      var span = part.mutableSpan
      image.copyStraightPixels(in: area, to: &span, at: 0)
      body(part[..<(area.width * area.height * 4)])
    }
  }
}
