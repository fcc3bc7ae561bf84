// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency
package import SystemFiles

/// A format of images; a build may lack the library that reads and writes it.
package enum ImageCodec: String, CaseIterable, Sendable {
  case jpg
  case png
  case webp

  /// The words that mean a format; more than one for JPEG.
  package static let words = allCases.map(\.rawValue) + ["jpeg"]

  /// The format of one of ``words``; `nil` for others.
  package init?(word: String) { self.init(rawValue: word == "jpeg" ? Self.jpg.rawValue : word) }

  /// The name of the format, which is also the name of its package trait, if it has one.
  package var name: String {
    switch self {
    case .jpg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    }
  }

  /// Whether this build has the format.
  package var isBuilt: Bool {
    switch self {
    case .jpg:
      #if JPEG
        true
      #else
        false
      #endif
    case .png: true
    case .webp:
      #if WebP
        true
      #else
        false
      #endif
    }
  }

  /// The format whose signature a file begins with.
  ///
  /// - Parameter start: The first 12 bytes of the file, or all if it has fewer.
  package init?(start: [UInt8]) {
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpg
    } else if start.count >= 12, start.starts(with: "RIFF".utf8),
      start[8..<12].elementsEqual("WEBP".utf8)
    {
      self = .webp
    } else {
      return nil
    }
  }

  /// Opens an image of any size to be read row by row.
  ///
  /// - Parameters:
  ///   - stream: The file.
  ///   - side: The most columns and rows.
  ///   - cancellation: Polled by the reader.
  /// - Throws: ``ImageError`` with `unknownFormat` if the file is neither PNG nor JPEG, or if this
  ///   build has no JPEG, and with `damaged` or `tooLarge`; ``GraphicsError``, `CancellationError`,
  ///   and the error of the stream.
  package static func rows(
    of stream: ByteStream, side: Int, cancellation: Cancellation = .never
  ) throws -> any ImageRowReader {
    let format = ImageCodec(start: stream.peek(12))
    if let failure = stream.failure { throw failure }
    let reader: any ImageRowReader
    switch format {
    case .png: reader = try PNGRowReader(stream, side: side, cancellation: cancellation)
    case .jpg:
      #if JPEG
        reader = try JPEGRowReader(stream, cancellation: cancellation)
      #else
        throw ImageError(.unknownFormat, "The picture is a JPEG, which this build cannot read.")
      #endif
    case .webp:
      throw ImageError(.unknownFormat, "The picture is a WebP; only PNG and JPEG are read in rows.")
    case nil:
      throw ImageError(.unknownFormat, "The file is neither a PNG nor a JPEG.")
    }
    guard max(reader.size.width, reader.size.height) <= side else {
      throw ImageError(
        .tooLarge,
        "A picture of \(reader.size.width)×\(reader.size.height) pixels is over the limit of "
          + "\(side) a side.")
    }
    return reader
  }

  /// Packs an area of straight RGBA pixels as a file.
  ///
  /// - Parameters:
  ///   - pixels: The pixels from the first of the area on.
  ///   - size: The size of the area, in pixels, not empty.
  ///   - bytesPerRow: The bytes from one row to the next.
  ///   - isOpaque: Whether all pixels are known to be opaque.
  ///   - quality: The quality of JPEG and WebP, 1 to 100.
  /// - Throws: ``ImageError`` with `unknownFormat` if this build lacks the format, `tooLarge`,
  ///   `allocationFailed`.
  package func data(
    of pixels: Span<UInt8>, size: PixelSize, bytesPerRow: Int, isOpaque: Bool, quality: Int
  ) throws(ImageError) -> [UInt8] {
    switch self {
    case .png:
      do throws(GraphicsError) {
        return try StraightPixels.pngData(pixels, size: size, bytesPerRow: bytesPerRow)
      } catch {
        throw ImageError(error)
      }
    case .jpg:
      #if JPEG
        return try JPEGWriter(quality: quality).data(
          of: pixels, size: size, bytesPerRow: bytesPerRow, isOpaque: isOpaque)
      #else
        throw ImageError(.unknownFormat, "This build writes no JPEG.")
      #endif
    case .webp:
      #if WebP
        return try WebPWriter(quality: quality).data(
          of: pixels, size: size, bytesPerRow: bytesPerRow)
      #else
        throw ImageError(.unknownFormat, "This build writes no WebP.")
      #endif
    }
  }
}
