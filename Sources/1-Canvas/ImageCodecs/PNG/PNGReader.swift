// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImagePNG
import CanvasGeometry
import SystemFiles

// All calls of libpng are in this file, on memory of stated length. Errors of the library jump
// (`longjmp`) only within the C functions of the shim.

/// A reader of one PNG image, as it is stored.
///
/// A function that returns `false` has failed, and the reader is then closed.
@safe struct PNGReader: ~Copyable {
  /// The state of libpng, which keeps its address.
  private let reader: UnsafeMutablePointer<ctext_png_reader>

  init() {
    unsafe reader = .allocate(capacity: 1)
    unsafe reader.initialize(to: ctext_png_reader())
  }

  deinit {
    unsafe ctext_png_close(reader)
    unsafe reader.deallocate()
  }

  /// Reads the header of a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file; must outlive the reader.
  ///   - side: The most columns and rows.
  func open(_ bytes: UnsafeBufferPointer<UInt8>, side: Int) -> Bool {
    unsafe ctext_png_open(reader, bytes.baseAddress, bytes.count, UInt32(side))
  }

  /// Reads the header of a file.
  ///
  /// - Parameters:
  ///   - stream: The file; must outlive the reader.
  ///   - side: The most columns and rows.
  func open(_ stream: ByteStream, side: Int) -> Bool {
    unsafe ctext_png_open_stream(reader, ByteStream.reader, stream.address, UInt32(side))
  }

  /// The size and the properties of the image, from the chunks before its rows.
  private var header: ctext_png_header { unsafe reader.pointee.header }

  /// The columns and rows, before the image is turned.
  var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

  /// Whether no pixel has an opacity.
  var isOpaque: Bool { !header.has_alpha }

  var isInterlaced: Bool { header.is_interlaced }

  /// The orientation, as far as the file has been read.
  var orientation: ImageOrientation { ImageOrientation(exif: header.orientation) }

  /// Prepares the reading of the pixels.
  ///
  /// - Returns: How often all rows are read: once for each pass of an interlaced image; 0 after a
  ///   failure.
  func start() -> Int { unsafe Int(ctext_png_start(reader)) }

  /// Reads the next rows of a pass as straight RGBA.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - rows: The memory that they are written to.
  ///   - start: The index in `rows` of the first byte that is written.
  ///   - bytesPerRow: The bytes from one row to the next.
  func read(
    _ count: Int, into rows: inout MutableSpan<UInt8>, at start: Int = 0, bytesPerRow: Int
  ) -> Bool {
    let rowBytes = size.width * 4
    precondition(
      count >= 0 && start >= 0 && bytesPerRow >= rowBytes
        && (count == 0 || start + (count - 1) * bytesPerRow + rowBytes <= rows.count))
    if count == 0 { return true }
    // The precondition checks the size of the memory.
    return unsafe rows.withUnsafeMutableBufferPointer {
      unsafe ctext_png_rows(
        reader, $0.baseAddress.unsafelyUnwrapped + start, bytesPerRow, UInt32(count))
    }
  }

  /// Reads the chunks behind the pixels, after the last row.
  func finish() { unsafe ctext_png_finish(reader) }

  /// The error of a failed call.
  var failure: String {
    let reason = unsafe String(cString: ctext_png_message(reader))
    return "The picture cannot be read as PNG\(reason.isEmpty ? "" : ": \(reason)")."
  }
}
