// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  import CanvasGeometry
  import SystemFiles
  import SystemConcurrency

  /// A reader of a JPEG image, row by row, as it is stored.
  ///
  /// Its memory is a few rows, or all coefficients of an image of several scans (a progressive
  /// one); images whose coefficients are over a limit are refused. Grey, YCbCr and CMYK become
  /// RGBA. Damaged pixels are an error.
  final class JPEGRowReader: ImageRowReader {
    /// The most memory of the coefficients of an image of several scans, in bytes.
    static let coefficientLimit = 2 * CanvasLimits.bitmapBytes

    private var reader = JPEGReader()
    private let stream: ByteStream
    private var nextRow = 0

    let size: PixelSize
    let notes: [String]
    var isOpaque: Bool { true }

    /// Reads the header, and all coefficients of an image of several scans.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - cancellation: Polled about every millisecond.
    /// - Throws: `CancellationError`; ``ImageError`` with `damaged`, or `tooLarge` for an image of
    ///   several scans; the error of the stream.
    init(_ stream: ByteStream, cancellation: Cancellation) throws {
      self.stream = stream
      let isOpen = reader.open(stream)
      size = reader.size
      let orientation = reader.orientation
      notes =
        orientation == .upright
        ? []
        : ["is to be turned (Exif orientation \(orientation.rawValue)); it is read as it is stored"]
      guard isOpen else { throw failure }
      if reader.isProgressive {
        let bytes = reader.coefficientBytes
        guard bytes <= UInt64(Self.coefficientLimit) else {
          throw ImageError(
            .tooLarge,
            "The picture is progressive, so \(bytes >> 20) MiB would have to be in memory, over the "
              + "limit of \(Self.coefficientLimit >> 20) MiB; save it as baseline (jpegtran does).")
        }
      }
      do {
        try reader.scale(eighths: 8)
      } catch {
        throw failure
      }
      guard reader.start(cancellation) else { throw failure }
    }

    func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws {
      let rowBytes = size.width * 4
      precondition(count >= 0 && nextRow + count <= size.height && rows.count >= count * rowBytes)
      guard reader.read(count, into: &rows, bytesPerRow: rowBytes) else { throw failure }
      nextRow += count
    }

    /// The error of a failed call.
    private var failure: any Error {
      reader.wasCancelled ? CancellationError() : stream.failure ?? reader.damage
    }
  }
#endif
