// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// A decoder of one PNG image.
struct PNGDecoder: ~Copyable {
  private let reader = PNGReader()

  /// Decodes an image of any kind as premultiplied RGBA, turned as its chunk `eXIf` says.
  ///
  /// - Returns: `nil` if the decoding was cancelled.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  consuming func decode(
    _ png: Span<UInt8>, pool: BitmapPool, cancellation: Cancellation = .never
  ) throws(GraphicsError) -> Bitmap? {
    // The reader uses the address of the bytes during this call only.
    try unsafe png.withUnsafeBufferPointer { bytes throws(GraphicsError) in
      guard unsafe reader.open(bytes, side: CanvasLimits.bitmapSide) else { throw damage }
      guard let stored = try decode(into: pool, cancellation) else { return nil }
      let orientation = PNGExif(png)?.orientation ?? .upright
      return try orientation.apply(to: stored, pool: pool, cancellation: cancellation)
    }
  }

  private borrowing func decode(
    into pool: BitmapPool, _ cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    let size = reader.size
    var buffer = try BitmapBuffer(width: size.width, height: size.height, pool: pool, zeroed: false)
    let (height, stride) = (buffer.height, buffer.bytesPerRow)
    let passCount = reader.start()
    guard passCount > 0 else { throw damage }
    let rowsAtOnce = max(1, Self.pixelsBetweenPolls / buffer.width)
    for _ in 0..<passCount {
      for y in Swift.stride(from: 0, to: height, by: rowsAtOnce) {
        if cancellation.isCancelled { return nil }
        let isRead = buffer.withMutableBytes {
          reader.read(
            min(rowsAtOnce, height - y), into: &$0, at: y * stride, bytesPerRow: stride)
        }
        guard isRead else { throw damage }
      }
    }
    return buffer.premultiply(cancellation) ? buffer.freeze() : nil
  }

  /// Pixels that are decoded between two polls: less than a millisecond.
  private static var pixelsBetweenPolls: Int { 1 << 15 }

  private var damage: GraphicsError { GraphicsError(.badPNG, reader.failure) }
}
