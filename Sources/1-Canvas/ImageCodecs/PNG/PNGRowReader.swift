// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImagePNG
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
@safe package final class PNGRowReader: ImageRowReader {
  /// The state of libpng, which keeps its address.
  private let reader: UnsafeMutablePointer<ctext_png_reader>
  private let source: Source
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

  /// The stream, and whether the reading is behind the pixels.
  private final class Source {
    let stream: ByteStream
    let cancellation: Cancellation
    var isBehindPixels = false

    init(_ stream: ByteStream, _ cancellation: Cancellation) {
      self.stream = stream
      self.cancellation = cancellation
    }

    /// Takes the next bytes. Behind the pixels nothing is read after a cancellation.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
      if isBehindPixels, cancellation.isCancelled { return 0 }
      return unsafe stream.read(into: target)
    }
  }

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
    let source = Source(stream, cancellation)
    self.source = source
    self.cancellation = cancellation
    unsafe reader = .allocate(capacity: 1)
    unsafe reader.initialize(to: ctext_png_reader())
    // The source lives as long as the reader, which passes the source's address to the closure.
    let isOpen = unsafe ctext_png_open_stream(
      reader,
      { context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
        let source = unsafe Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        return unsafe source.read(
          into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
      }, Unmanaged.passUnretained(source).toOpaque(), UInt32(side))
    unsafe stored = PixelSize(
      width: Int(reader.pointee.width), height: Int(reader.pointee.height))
    unsafe isOpaque = !reader.pointee.has_alpha
    size = stored
    let said = unsafe Self.orientation(reader)
    let isTurned = said != .upright && Self.byteCount(stored) != nil
    notes = isTurned || said == .upright ? [] : [Self.note(said, "")]
    guard isOpen else { throw failure }
    let passes = unsafe ctext_png_start(reader)
    guard passes > 0 else { throw failure }
    if unsafe isTurned || reader.pointee.is_interlaced {
      try readWhole(passes: Int(passes))
      // All of an interlaced image was read by now, also a chunk `eXIf` behind the pixels, which
      // may turn the image.
      orientation = unsafe Self.orientation(reader)
      size = orientation.size(of: stored)
    }
  }

  private static func orientation(
    _ reader: UnsafeMutablePointer<ctext_png_reader>
  ) -> ImageOrientation {
    unsafe ImageOrientation(rawValue: Int(reader.pointee.orientation)) ?? .upright
  }

  private static func note(_ orientation: ImageOrientation, _ place: String) -> String {
    "is to be turned (Exif orientation \(orientation.rawValue)\(place)); it is read as it is stored"
  }

  deinit {
    unsafe ctext_png_close(reader)
    unsafe reader.deallocate()
  }

  package func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws {
    try cancellation.check()
    let rowBytes = size.width * 4
    precondition(count >= 0 && nextRow + count <= size.height && rows.count >= count * rowBytes)
    let end = nextRow + count
    if whole.isEmpty {
      // The precondition checks the size of the rows.
      let isRead = unsafe rows.withUnsafeMutableBufferPointer {
        unsafe ctext_png_rows(reader, $0.baseAddress, rowBytes, UInt32(count))
      }
      guard isRead else { throw failure }
      if end == size.height, nextRow < end, notes.isEmpty { readEnd() }
    } else {
      let isCopied = orientation.copy(
        nextRow..<end, of: whole, stored, to: &rows, cancellation: cancellation)
      if !isCopied { throw CancellationError() }
    }
    nextRow = end
  }

  /// Reads the chunks behind the pixels.
  private func readEnd() {
    source.isBehindPixels = true
    unsafe ctext_png_finish(reader)
    let said = unsafe Self.orientation(reader)
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
        // The rows from `y` on lie within the array.
        let isRead = unsafe whole.withUnsafeMutableBufferPointer {
          unsafe ctext_png_rows(
            reader, $0.baseAddress.unsafelyUnwrapped + y * rowBytes, rowBytes, UInt32(end - y))
        }
        guard isRead else { throw failure }
      }
    }
    readEnd()
  }

  /// The error of a failed call.
  private var failure: any Error {
    if let failure = source.stream.failure { return failure }
    let reason = unsafe String(cString: ctext_png_message(reader))
    return GraphicsError(
      .badPNG, "The picture cannot be read as PNG\(reason.isEmpty ? "" : ": \(reason)").")
  }
}
