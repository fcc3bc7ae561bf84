// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
package import SystemConcurrency
package import SystemFiles

extension PictureFormat {
  /// The format that a file begins like, of those that are read.
  ///
  /// - Parameter start: The first 12 bytes, or all.
  package init?(start: [UInt8]) {
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
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
  ///   build has no JPEG, and with `damaged` or `tooLarge`; `GraphicsError`, `CancellationError`,
  ///   and the error of the stream.
  package static func rows(
    of stream: ByteStream, side: Int, cancellation: Cancellation = .never
  ) throws -> any ImageRowReader {
    let format = PictureFormat(start: stream.peek(12))
    if let failure = stream.failure { throw failure }
    let reader: any ImageRowReader
    switch format {
    case .png: reader = try PNGRowReader(stream, side: side, cancellation: cancellation)
    case .jpeg:
      #if JPEG
        reader = try JPEGRowReader(stream, cancellation: cancellation)
      #else
        throw ImageError(.unknownFormat, "The picture is a JPEG, which this build cannot read.")
      #endif
    case .webp:
      throw ImageError(.unknownFormat, "The picture is a WebP; only PNG and JPEG are read in rows.")
    default: throw ImageError(.unknownFormat, "The file is neither a PNG nor a JPEG.")
    }
    guard max(reader.size.width, reader.size.height) <= side else {
      throw ImageError(
        .tooLarge,
        "A picture of \(reader.size.width)×\(reader.size.height) pixels is over the limit of "
          + "\(side) a side.")
    }
    return reader
  }
}
