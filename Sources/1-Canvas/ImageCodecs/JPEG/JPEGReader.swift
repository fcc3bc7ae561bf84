// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  import CanvasGeometry
  import CImageJPEG
  import CanvasDrawing
  import SystemConcurrency
  import SystemFiles

  // The calls of libjpeg-turbo are in the files of this folder, on memory of stated length. Errors
  // of the library jump (`longjmp`) only within the C functions of the shim.

  /// A reader of one JPEG image, as it is stored.
  @safe struct JPEGReader: ~Copyable {
    /// The state of libjpeg, which keeps its address.
    private let reader: UnsafeMutablePointer<cimage_jpeg_reader>

    /// The cancellation that libjpeg polls.
    private let poll: UnsafeMutablePointer<Cancellation>
    private var header = cimage_jpeg_header()
    /// The size of the rows that are read, in pixels.
    private(set) var outputSize = PixelSize(width: 0, height: 0)

    init() {
      unsafe reader = .allocate(capacity: 1)
      unsafe reader.initialize(to: cimage_jpeg_reader())
      unsafe poll = .allocate(capacity: 1)
      unsafe poll.initialize(to: .never)
    }

    deinit {
      unsafe cimage_jpeg_close(reader)
      unsafe reader.deallocate()
      unsafe poll.deinitialize(count: 1)
      unsafe poll.deallocate()
    }

    /// The declared size, in pixels, before the image is turned.
    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// The orientation of Exif.
    var orientation: ImageOrientation { ImageOrientation(exif: header.orientation) }

    /// Whether libjpeg keeps all coefficients, two bytes a sample.
    var isProgressive: Bool { header.is_progressive }

    /// The memory of all coefficients, in bytes.
    var coefficientBytes: UInt64 { header.coefficient_bytes }

    /// Whether the last call failed since it was cancelled.
    var wasCancelled: Bool { unsafe reader.pointee.was_cancelled }

    /// The least size from which the image can be reduced, in eighths.
    ///
    /// - Parameter maximumSize: The most columns and rows of the bitmap.
    func eighths(for maximumSize: PixelSize?) -> Int {
      let whole = orientation.size(of: size)
      guard let least = ImageReduction(whole, maximumSize: maximumSize).size else { return 8 }
      var eighths = 8
      // libjpeg rounds fractional sides up.
      while eighths > 1, (whole.width * (eighths - 1) + 7) / 8 >= least.width,
        (whole.height * (eighths - 1) + 7) / 8 >= least.height
      {
        eighths -= 1
      }
      return eighths
    }

    /// Reads the header; the size of the rows is not chosen yet.
    ///
    /// - Parameter bytes: The encoded image; must outlive the reader.
    /// - Throws: `damaged`.
    mutating func open(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) {
      let isOpen = unsafe cimage_jpeg_open(reader, bytes.baseAddress, bytes.count)
      unsafe header = reader.pointee.header
      if !isOpen { throw damage }
    }

    /// Reads the header of a file; the size of the rows is not chosen yet.
    ///
    /// - Parameter stream: The file; must outlive the reader.
    /// - Returns: `false` after a failure.
    mutating func open(_ stream: ByteStream) -> Bool {
      let isOpen = unsafe cimage_jpeg_open_stream(reader, ByteStream.reader, stream.address)
      unsafe header = reader.pointee.header
      return isOpen
    }

    /// Chooses the size of the rows: a number of eighths of each side, rounded up. Smaller rows are
    /// made without decoding all of the image.
    ///
    /// - Throws: `damaged`.
    mutating func scale(eighths: Int) throws(ImageError) {
      guard unsafe cimage_jpeg_scale(reader, UInt32(eighths)) else { throw damage }
      unsafe outputSize = PixelSize(
        width: Int(reader.pointee.output_width), height: Int(reader.pointee.output_height))
    }

    /// Starts the decoding; reads all scans of an image that has several.
    ///
    /// - Parameter cancellation: Polled by libjpeg during this call and those that read rows.
    /// - Returns: `false` after a failure or a cancellation.
    mutating func start(_ cancellation: Cancellation) -> Bool {
      unsafe poll.pointee = cancellation
      unsafe reader.pointee.context = UnsafeRawPointer(poll)
      unsafe reader.pointee.is_cancelled = Cancellation.poll
      return unsafe cimage_jpeg_start(reader)
    }

    /// Reads the next rows as opaque RGBA.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - rows: The memory that they are written to.
    ///   - start: The index in `rows` of the first byte that is written.
    ///   - bytesPerRow: The bytes from one row to the next.
    /// - Returns: `false` after a failure or a cancellation.
    mutating func read(
      _ count: Int, into rows: inout MutableSpan<UInt8>, at start: Int = 0, bytesPerRow: Int
    ) -> Bool {
      let rowBytes = outputSize.width * 4
      precondition(
        count >= 0 && start >= 0 && bytesPerRow >= rowBytes
          && (count == 0 || start + (count - 1) * bytesPerRow + rowBytes <= rows.count))
      if count == 0 { return true }
      // The precondition checks the size of the memory.
      return unsafe rows.withUnsafeMutableBufferPointer {
        unsafe cimage_jpeg_rows(
          reader, $0.baseAddress.unsafelyUnwrapped + start, bytesPerRow, UInt32(count))
      }
    }

    /// Decodes the image as it is stored, opaque.
    ///
    /// - Returns: `nil` if cancelled.
    /// - Throws: `damaged`, `tooLarge` or `allocationFailed`.
    mutating func bitmap(
      pool: BitmapPool, cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      guard start(cancellation) else { return try stopped() }
      do throws(GraphicsError) {
        var buffer = try BitmapBuffer(
          width: outputSize.width, height: outputSize.height, pool: pool, zeroed: false)
        let (height, stride) = (buffer.height, buffer.bytesPerRow)
        let rowsAtOnce = max(1, (1 << 15) / buffer.width)
        for y in Swift.stride(from: 0, to: height, by: rowsAtOnce) {
          if cancellation.isCancelled { return nil }
          let isRead = buffer.withMutableBytes {
            read(min(rowsAtOnce, height - y), into: &$0, at: y * stride, bytesPerRow: stride)
          }
          if !isRead { break }
          if y + rowsAtOnce >= height { return buffer.freeze() }
        }
      } catch {
        throw ImageError(error)
      }
      return try stopped()
    }

    /// The result of a failed call: `nil` after a cancellation, otherwise an error.
    private func stopped() throws(ImageError) -> Bitmap? {
      if wasCancelled { return nil }
      throw damage
    }

    /// The error of a failed call.
    var damage: ImageError {
      let reason = unsafe String(cString: cimage_jpeg_message(reader))
      return ImageError(
        .damaged, "The picture cannot be read as JPEG\(reason.isEmpty ? "" : ": \(reason)").")
    }
  }
#endif
