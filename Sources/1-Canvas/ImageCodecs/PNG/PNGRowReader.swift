// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry
package import SystemConcurrency
package import SystemFiles

/// A reader of a PNG image, row by row: 16 bits become 8, grey and palettes RGBA.
///
/// Its memory is a few rows. An interlaced image is held in memory as a whole, and so is an image
/// that its chunk `eXIf` turns, if it is within the limit. A larger turned image is read as it is
/// stored, with a note; so is an image whose `eXIf` stands behind the pixels, which have been
/// returned by then, unless the image is interlaced.
package final class PNGRowReader: ImageRowReader {
  private let reader = PNGReader()
  private let stream: ByteStream
  private let cancellation: Cancellation
  /// All rows of an interlaced or turned image, as they are stored; empty for others.
  private var whole: [UInt8] = []
  private var nextRow = 0

  package private(set) var size: PixelSize
  package let isOpaque: Bool
  package let notes: [String]
  package private(set) var lateNotes: [String] = []
  private let stored: PixelSize
  /// The orientation of the image.
  private var orientation = ImageOrientation.upright

  /// The most bytes of an interlaced or turned image.
  package static var interlacedLimit: Int { CanvasLimits.bitmapBytes }

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - stream: The file.
  ///   - side: The most columns and rows.
  ///   - cancellation: Polled by each call, and between the passes of an interlaced image.
  /// - Throws: ``GraphicsError`` with `badPNG`; with `tooLarge` for an interlaced image over the
  ///   limit; the error of the stream.
  package init(_ stream: ByteStream, side: Int, cancellation: Cancellation = .never) throws {
    self.stream = stream
    self.cancellation = cancellation
    let isOpen = reader.open(stream, side: side)
    stored = reader.size
    isOpaque = reader.isOpaque
    size = stored
    let said = reader.orientation
    let isTurned = said != .upright && Self.byteCount(stored) != nil
    notes = isTurned || said == .upright ? [] : [Self.note(said, "")]
    guard isOpen else { throw failure }
    let passes = reader.start()
    guard passes > 0 else { throw failure }
    if isTurned || reader.isInterlaced {
      try readWhole(passes: passes)
      // All of an interlaced image was read, and a chunk behind its pixels may turn it.
      orientation = reader.orientation
      size = orientation.size(of: stored)
    }
  }

  private static func note(_ orientation: ImageOrientation, _ place: String) -> String {
    "is to be turned (Exif orientation \(orientation.rawValue)\(place)); it is read as it is stored"
  }

  package func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws {
    try cancellation.check()
    let rowBytes = size.width * 4
    precondition(count >= 0 && nextRow + count <= size.height && rows.count >= count * rowBytes)
    let end = nextRow + count
    if whole.isEmpty {
      guard reader.read(count, into: &rows, bytesPerRow: rowBytes) else { throw failure }
      if end == size.height, nextRow < end, notes.isEmpty { readEnd() }
    } else {
      let isCopied = orientation.copy(
        nextRow..<end, of: whole.span, stored, bytesPerRow: 4 * stored.width, to: &rows,
        bytesPerRow: rowBytes, cancellation: cancellation)
      if !isCopied { throw CancellationError() }
    }
    nextRow = end
  }

  /// Reads the chunks behind the pixels.
  private func readEnd() {
    // Behind the pixels nothing is read after a cancellation.
    stream.cancellation = cancellation
    reader.finish()
    let said = reader.orientation
    if whole.isEmpty, said != .upright { lateNotes = [Self.note(said, ", behind the pixels")] }
  }

  /// The bytes of a whole image; `nil` if they are over the limit.
  private static func byteCount(_ size: PixelSize) -> Int? {
    let (count, overflows) = (size.width * 4).multipliedReportingOverflow(by: size.height)
    return overflows || count > interlacedLimit ? nil : count
  }

  private func readWhole(passes: Int) throws {
    guard let count = Self.byteCount(stored) else {
      throw GraphicsError(
        .tooLarge,
        "The picture is interlaced, so all of its \(stored.width)×\(stored.height) pixels would have to "
          + "be in memory, over the limit of \(Self.interlacedLimit >> 20) MiB; save it without "
          + "interlacing.")
    }
    whole = [UInt8](repeating: 0, count: count)
    let rowBytes = stored.width * 4
    let rowsAtOnce = max(1, (1 << 16) / stored.width)
    for _ in 0..<passes {
      for y in stride(from: 0, to: stored.height, by: rowsAtOnce) {
        try cancellation.check()
        let end = min(stored.height, y + rowsAtOnce)
        var span = whole.mutableSpan
        guard reader.read(end - y, into: &span, at: y * rowBytes, bytesPerRow: rowBytes) else {
          throw failure
        }
      }
    }
    readEnd()
  }

  /// The error of a failed call.
  private var failure: any Error {
    stream.failure ?? GraphicsError(.badPNG, reader.failure)
  }
}
