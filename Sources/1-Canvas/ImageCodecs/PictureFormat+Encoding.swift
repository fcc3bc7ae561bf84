// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency

extension PictureFormat {
  /// Packs a picture on the calling thread.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - packing: The quality, and the effort, of formats that have one.
  ///   - cancellation: Polled by the encoders.
  /// - Throws: ``ImageError`` with `unknownFormat` if this build does not write the format or if it
  ///   has no pixels; `GraphicsError`, or `CancellationError`.
  package func data(
    of image: Bitmap, _ packing: PackingOptions, cancellation: Cancellation = .never
  ) throws -> [UInt8] {
    switch self {
    case .pbm: return try OneBitImage(image, OneBitOptions(), cancellation).pbm
    case .png:
      guard let bytes = try image.pngData(options: PNGOptions(), cancellation: cancellation) else {
        throw CancellationError()
      }
      return bytes
    case .jpeg:
      #if JPEG
        return try JPEGWriter(quality: packing.quality).data(of: image, cancellation: cancellation)
      #else
        throw notBuilt
      #endif
    case .webp:
      #if WebP
        return try WebPWriter(packing).data(of: image, cancellation: cancellation)
      #else
        throw notBuilt
      #endif
    case .rgba: return try Self.straightPixels(of: image, cancellation)
    case .a8: return try Self.opacity(of: image, cancellation)
    case .svg, .outlines, .pdf: throw notPixels
    }
  }

  /// Packs an area of straight RGBA pixels as a file.
  ///
  /// - Parameters:
  ///   - pixels: The pixels from the first of the area on.
  ///   - size: The size of the area, in pixels, not empty.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - isOpaque: Whether all pixels are known to be opaque.
  ///   - packing: The quality, and the effort, of formats that have one.
  /// - Throws: ``ImageError`` with `unknownFormat` if this build does not write such files,
  ///   `tooLarge`, `allocationFailed`.
  package func data(
    of pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int, isOpaque: Bool,
    _ packing: PackingOptions
  ) throws(ImageError) -> [UInt8] {
    switch self {
    case .pbm:
      func copyRow(_ y: Int, to target: inout MutableSpan<UInt8>) {
        for i in 0..<(4 * size.width) { target[i] = pixels[y * bytesPerRow + i] }
      }
      return OneBitImage(
        size: size, OneBitOptions(), poll: { () throws(Never) in },
        row: { y, target in copyRow(y, to: &target) }
      ).pbm
    case .png:
      do throws(GraphicsError) {
        return try StraightPixels.pngData(pixels, size: size, bytesPerRow: bytesPerRow)
      } catch {
        throw ImageError(error)
      }
    case .jpeg:
      #if JPEG
        return try JPEGWriter(quality: packing.quality).data(
          of: pixels, size: size, bytesPerRow: bytesPerRow, isOpaque: isOpaque)
      #else
        throw notBuilt
      #endif
    case .webp:
      #if WebP
        return try WebPWriter(packing).data(
          of: pixels, size: size, bytesPerRow: bytesPerRow)
      #else
        throw notBuilt
      #endif
    case .svg, .outlines, .pdf, .rgba, .a8: throw notPixels
    }
  }

  private var notBuilt: ImageError { ImageError(.unknownFormat, "This build writes no \(name).") }
  private var notPixels: ImageError {
    ImageError(.unknownFormat, "These pixels are not written as \(name).")
  }

  // MARK: Raw pixels

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

  /// The rows between two polls of the cancellation: about 32,000 pixels.
  private static func rowsBetweenPolls(_ image: Bitmap) -> Int {
    max(1, 1 << 15 / max(1, image.width))
  }

  /// Calls a closure with the straight pixels of one band of rows after the other, and polls the
  /// cancellation between them.
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
