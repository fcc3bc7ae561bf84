// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  import CanvasGeometry
  import SystemFiles
  import CImageJPEG
  import SystemConcurrency

  /// A reader of a JPEG image, row by row, as it is stored.
  ///
  /// Its memory is a few rows, or all coefficients of an image of several scans (a progressive
  /// one); images whose coefficients are over a limit are refused. Grey, YCbCr and CMYK become
  /// RGBA. Damaged pixels are an error.
  @safe final class JPEGRowReader: ImageRowReader {
    /// The most memory of the coefficients of an image of several scans, in bytes.
    static let coefficientLimit = 2 * CanvasLimits.bitmapBytes

    /// The state of libjpeg, which keeps its address.
    private let reader: UnsafeMutablePointer<cimage_jpeg_reader>
    /// The cancellation, whose address the reader keeps.
    private let poll: UnsafeMutablePointer<Cancellation>
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
      unsafe reader = .allocate(capacity: 1)
      unsafe reader.initialize(to: cimage_jpeg_reader())
      unsafe poll = .allocate(capacity: 1)
      unsafe poll.initialize(to: cancellation)
      // The stream lives as long as the reader, which passes the stream's address to the closure.
      let isOpen = unsafe cimage_jpeg_open_stream(
        reader,
        { context, bytes, count in
          guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
          let stream = unsafe Unmanaged<ByteStream>.fromOpaque(context).takeUnretainedValue()
          return unsafe stream.read(
            into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
        }, Unmanaged.passUnretained(stream).toOpaque())
      unsafe size = PixelSize(
        width: Int(reader.pointee.width), height: Int(reader.pointee.height))
      let orientation = unsafe reader.pointee.orientation
      notes =
        orientation == 1
        ? [] : ["is to be turned (Exif orientation \(orientation)); it is read as it is stored"]
      guard isOpen else { throw failure }
      if unsafe reader.pointee.is_progressive {
        let bytes = unsafe reader.pointee.coefficient_bytes
        guard bytes <= UInt64(Self.coefficientLimit) else {
          throw ImageError(
            .tooLarge,
            "The picture is progressive, so \(bytes >> 20) MiB would have to be in memory, over the "
              + "limit of \(Self.coefficientLimit >> 20) MiB; save it as baseline (jpegtran does).")
        }
      }
      unsafe reader.pointee.context = UnsafeMutableRawPointer(poll)
      unsafe reader.pointee.is_cancelled = { context in
        unsafe context?.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ?? false
      }
      guard unsafe cimage_jpeg_scale(reader, 8), unsafe cimage_jpeg_start(reader) else {
        throw failure
      }
    }

    deinit {
      unsafe cimage_jpeg_close(reader)
      unsafe reader.deallocate()
      unsafe poll.deinitialize(count: 1)
      unsafe poll.deallocate()
    }

    func read(_ count: Int, into rows: inout MutableSpan<UInt8>) throws {
      let rowBytes = size.width * 4
      precondition(count >= 0 && nextRow + count <= size.height && rows.count >= count * rowBytes)
      // The precondition checks the size of the rows.
      let isRead = unsafe rows.withUnsafeMutableBufferPointer {
        unsafe cimage_jpeg_rows(reader, $0.baseAddress, rowBytes, UInt32(count))
      }
      guard isRead else { throw failure }
      nextRow += count
    }

    /// The error of a failed call.
    private var failure: any Error {
      if unsafe reader.pointee.was_cancelled { return CancellationError() }
      if let failure = stream.failure { return failure }
      let reason = unsafe String(cString: cimage_jpeg_message(reader))
      return ImageError(
        .damaged, "The picture cannot be read as JPEG\(reason.isEmpty ? "" : ": \(reason)").")
    }
  }
#endif
