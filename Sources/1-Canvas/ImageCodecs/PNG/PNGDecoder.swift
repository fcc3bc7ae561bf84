// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImagePNG
import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

// All calls of libpng are in this file and in PNGRowReader.swift, on memory of stated length.
// Errors of the library jump (`longjmp`) only within the C functions of the shim.

/// A decoder of one PNG image.
@safe struct PNGDecoder: ~Copyable {
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

  /// Decodes an image of any kind as premultiplied RGBA, turned as its chunk `eXIf` says.
  ///
  /// - Returns: `nil` if the decoding was cancelled.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  consuming func decode(
    _ png: Span<UInt8>, pool: BitmapPool, cancellation: Cancellation = .never
  ) throws(GraphicsError) -> Bitmap? {
    // The reader uses the address of the bytes during this call only.
    try unsafe png.withUnsafeBufferPointer { bytes throws(GraphicsError) in
      let side = UInt32(CanvasLimits.bitmapSide)
      guard unsafe ctext_png_open(reader, bytes.baseAddress, bytes.count, side) else {
        throw damage
      }
      guard let stored = try decode(into: pool, cancellation) else { return nil }
      let orientation = PNGExif(png)?.orientation ?? .upright
      return try orientation.apply(to: stored, pool: pool, cancellation: cancellation)
    }
  }

  private borrowing func decode(
    into pool: BitmapPool, _ cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    var buffer = try unsafe BitmapBuffer(
      width: Int(reader.pointee.width), height: Int(reader.pointee.height), pool: pool,
      zeroed: false)
    let (height, stride) = (buffer.height, buffer.bytesPerRow)
    let passCount = unsafe ctext_png_start(reader)
    guard passCount > 0 else { throw damage }
    let rowsAtOnce = max(1, Self.pixelsBetweenPolls / buffer.width)
    for _ in 0..<passCount {
      for y in Swift.stride(from: 0, to: height, by: rowsAtOnce) {
        if cancellation.isCancelled { return nil }
        let count = min(rowsAtOnce, height - y)
        let isRead = unsafe buffer.withUnsafeMutableBytes { bytes in
          // The rows from `y` on lie within the buffer.
          let rows = unsafe (bytes.baseAddress.unsafelyUnwrapped + y * stride)
          return unsafe ctext_png_rows(
            reader, rows.assumingMemoryBound(to: UInt8.self), stride, UInt32(count))
        }
        guard isRead else { throw damage }
      }
    }
    return buffer.premultiply(cancellation) ? buffer.freeze() : nil
  }

  /// Pixels that are decoded between two polls: less than a millisecond.
  private static var pixelsBetweenPolls: Int { 1 << 15 }

  private var damage: GraphicsError {
    let reason = unsafe String(cString: ctext_png_message(reader))
    return GraphicsError(
      .badPNG, "The picture cannot be read as PNG\(reason.isEmpty ? "" : ": \(reason)").")
  }
}
