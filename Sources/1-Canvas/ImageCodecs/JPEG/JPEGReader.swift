// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if JPEG
  import CanvasGeometry
  import CImageJPEG
  import CanvasDrawing
  import SystemConcurrency

  // The calls of libjpeg-turbo are in the files of this folder, on memory of stated length. Errors
  // of the library jump (`longjmp`) only within the C functions of the shim.

  /// A reader of one JPEG image.
  @safe struct JPEGReader: ~Copyable {
    /// The state of libjpeg, which keeps its address.
    private let reader: UnsafeMutablePointer<cimage_jpeg_reader>

    init() {
      unsafe reader = .allocate(capacity: 1)
      unsafe reader.initialize(to: cimage_jpeg_reader())
    }

    deinit {
      unsafe cimage_jpeg_close(reader)
      unsafe reader.deallocate()
    }

    /// The declared size, in pixels, before the image is turned.
    var size: PixelSize {
      unsafe PixelSize(width: Int(reader.pointee.width), height: Int(reader.pointee.height))
    }

    /// The size of the rows that are read, in pixels.
    var outputSize: PixelSize {
      unsafe PixelSize(
        width: Int(reader.pointee.output_width), height: Int(reader.pointee.output_height))
    }

    /// The orientation of Exif.
    var orientation: ImageOrientation {
      unsafe ImageOrientation(rawValue: Int(reader.pointee.orientation)) ?? .upright
    }

    /// Whether libjpeg keeps all coefficients, two bytes a sample.
    var isProgressive: Bool { unsafe reader.pointee.is_progressive }

    /// Reads the header, and chooses the least size from which the image can be reduced.
    ///
    /// - Parameters:
    ///   - bytes: The encoded image; must outlive the reader.
    ///   - maximumSize: The most columns and rows of the bitmap.
    /// - Throws: `damaged`.
    mutating func open(
      _ bytes: UnsafeBufferPointer<UInt8>, maximumSize: PixelSize?
    ) throws(ImageError) {
      try unsafe open(bytes)
      var eighths = 8
      if let least = ImageReduction(orientation.size(of: size), maximumSize: maximumSize).size {
        // libjpeg rounds fractional sides up.
        let whole = orientation.size(of: size)
        while eighths > 1, (whole.width * (eighths - 1) + 7) / 8 >= least.width,
          (whole.height * (eighths - 1) + 7) / 8 >= least.height
        {
          eighths -= 1
        }
      }
      try scale(eighths: eighths)
    }

    /// Reads the header; the size of the rows is not chosen yet.
    ///
    /// - Parameter bytes: The encoded image; must outlive the reader.
    /// - Throws: `damaged`.
    mutating func open(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageError) {
      guard unsafe cimage_jpeg_open(reader, bytes.baseAddress, bytes.count) else { throw damage }
    }

    /// Chooses the size of the rows: a number of eighths of each side, rounded up. Smaller rows are
    /// made without decoding all of the image.
    ///
    /// - Throws: `damaged`.
    mutating func scale(eighths: Int) throws(ImageError) {
      guard unsafe cimage_jpeg_scale(reader, UInt32(eighths)) else { throw damage }
    }

    /// Decodes the image as it is stored, opaque.
    ///
    /// - Returns: `nil` if cancelled.
    /// - Throws: `damaged`, `tooLarge` or `allocationFailed`.
    mutating func bitmap(
      pool: BitmapPool, cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      // libjpeg polls the cancellation during the call, in which the pointer is valid.
      try unsafe withUnsafePointer(to: cancellation) { poll throws(ImageError) in
        unsafe reader.pointee.context = UnsafeMutableRawPointer(mutating: poll)
        unsafe reader.pointee.is_cancelled = { context in
          unsafe context?.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ?? false
        }
        guard unsafe cimage_jpeg_start(reader) else { return try stopped() }
        return try rows(pool, cancellation)
      }
    }

    private func rows(
      _ pool: BitmapPool, _ cancellation: Cancellation
    ) throws(ImageError) -> Bitmap? {
      do throws(GraphicsError) {
        var buffer = try BitmapBuffer(
          width: outputSize.width, height: outputSize.height, pool: pool, zeroed: false)
        let (height, stride) = (buffer.height, buffer.bytesPerRow)
        let rowsAtOnce = max(1, (1 << 15) / buffer.width)
        rows: for y in Swift.stride(from: 0, to: height, by: rowsAtOnce) {
          if cancellation.isCancelled { return nil }
          let isRead = unsafe buffer.withUnsafeMutableBytes { bytes in
            // The rows from `y` on lie within the buffer.
            let rows = unsafe bytes.baseAddress.unsafelyUnwrapped + y * stride
            return unsafe cimage_jpeg_rows(
              reader, rows.assumingMemoryBound(to: UInt8.self), stride,
              UInt32(min(rowsAtOnce, height - y)))
          }
          if !isRead { break rows }
          if y + rowsAtOnce >= height { return buffer.freeze() }
        }
      } catch {
        throw ImageError(error)
      }
      return try stopped()
    }

    /// The result of a failed call: `nil` after a cancellation, otherwise an error.
    private func stopped() throws(ImageError) -> Bitmap? {
      if unsafe reader.pointee.was_cancelled { return nil }
      throw damage
    }

    private var damage: ImageError {
      let reason = unsafe withUnsafePointer(to: &reader.pointee.message) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      return ImageError(
        .damaged, "The picture cannot be read as JPEG\(reason.isEmpty ? "" : ": \(reason)").")
    }
  }
#endif
