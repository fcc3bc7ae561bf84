// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImagePNG
import CanvasDrawing
import CanvasGeometry
import Glibc
import SystemConcurrency

// The fence around libpng: every call of it is in this file, on memory of stated length. Its errors
// jump within the C functions of the shim.

/// A decoder of one PNG image.
@safe struct PNGDecoder: ~Copyable {
  /// At a fixed address, which libpng keeps.
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
    // The reader keeps the address of the bytes for the duration of the call.
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
          // The rows from `y` on, all within the buffer.
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

/// The encoder of PNG images.
enum PNGEncoder {
  /// Packs rows as a PNG file; `nil` if there is no memory, or if it was cancelled.
  ///
  /// - Parameters:
  ///   - level: The level of zlib, 0 to 9.
  ///   - cancellation: Polled every 32,768 pixels.
  static func encode(
    _ rows: PNGRows, level: Int, cancellation: Cancellation = .never
  ) -> [UInt8]? {
    var layout = ctext_png_layout()
    layout.width = UInt32(rows.width)
    layout.height = UInt32(rows.height)
    layout.depth = 8
    layout.level = Int32(level)
    var colors: [png_color] = []
    var opacities: [UInt8] = []
    switch rows.form {
    case .gray: layout.color_type = PNG_COLOR_TYPE_GRAY
    case .rgb: layout.color_type = PNG_COLOR_TYPE_RGB
    case .rgba: layout.color_type = PNG_COLOR_TYPE_RGB_ALPHA
    case .palette(let palette):
      layout.color_type = PNG_COLOR_TYPE_PALETTE
      for c in palette {
        colors.append(
          png_color(
            red: UInt8(c & 255), green: UInt8((c >> 8) & 255), blue: UInt8((c >> 16) & 255)))
        opacities.append(UInt8(c >> 24))
      }
      while opacities.last == 255 { opacities.removeLast() }
    }
    layout.palette_count = Int32(colors.count)
    layout.palette_alpha_count = Int32(opacities.count)
    let smooth = rows.smoothRows
    var filtered: [Bool]?
    if let sample = PNGRows.sample(of: smooth) {
      // Filters spoil gradients whose rows repeat each other, so a part is packed both ways.
      var part = layout
      part.height = UInt32(sample.count)
      let bytes = Array(
        rows.bytes[sample.lowerBound * rows.rowBytes..<sample.upperBound * rows.rowBytes])
      let plain = pack(part, colors, opacities, bytes, rows.rowBytes, filtered: nil, cancellation)
      let better = pack(
        part, colors, opacities, bytes, rows.rowBytes, filtered: Array(smooth[sample]),
        cancellation)
      if let plain, let better, better.count < plain.count { filtered = smooth }
    }
    return pack(
      layout, colors, opacities, rows.bytes, rows.rowBytes, filtered: filtered, cancellation)
  }

  /// - Parameter filtered: Whether each row is filtered; `nil` for none.
  private static func pack(
    _ layout: ctext_png_layout, _ colors: [png_color], _ opacities: [UInt8], _ bytes: [UInt8],
    _ rowBytes: Int, filtered: [Bool]?, _ cancellation: Cancellation
  ) -> [UInt8]? {
    var layout = layout
    // The packed bytes are copied and freed.
    var packed = unsafe ctext_png_bytes()
    defer { unsafe free(packed.bytes) }
    // The cancellation lies still for the duration of the call, which alone reads it.
    let isPacked = unsafe withUnsafePointer(to: cancellation) { cancellation in
      unsafe ctext_png_write(
        &layout, colors, opacities, bytes, rowBytes, filtered,
        { context in
          unsafe context?.assumingMemoryBound(to: Cancellation.self).pointee.isCancelled ?? false
        }, cancellation, &packed)
    }
    return unsafe isPacked
      ? Array(UnsafeBufferPointer(start: packed.bytes, count: packed.count)) : nil
  }
}
