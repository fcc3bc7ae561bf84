// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
package import SystemConcurrency

/// A bitmap under construction: one owner, writable.
public struct BitmapBuffer: ~Copyable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The layout of a pixel.
  public let format: PixelFormat
  /// The distance from one row to the next, in bytes: a multiple of 16.
  public let bytesPerRow: Int
  let storage: BitmapStorage

  /// Takes memory for a bitmap.
  ///
  /// - Parameters:
  ///   - width: The columns, from 1 to `CanvasLimits.bitmapSide`.
  ///   - height: The rows, from 1 to `CanvasLimits.bitmapSide`.
  ///   - format: The layout of a pixel.
  ///   - pool: The pool that the memory comes from and returns to.
  ///   - zeroed: Whether all bytes are set to 0; otherwise the content is undefined.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    width: Int, height: Int, format: PixelFormat = .rgba8, pool: borrowing BitmapPool = .shared,
    zeroed: Bool = true
  ) throws(GraphicsError) {
    try self.init(
      width: width, height: height, format: format, freeList: pool.freeList,
      pattern: zeroed ? 0 : nil)
  }

  /// Takes memory for a bitmap from a free list.
  ///
  /// - Parameter pattern: The four bytes that the memory repeats; `nil` leaves the content
  ///   undefined.
  init(
    width: Int, height: Int, format: PixelFormat, freeList: borrowing BitmapFreeList,
    pattern: UInt32?
  ) throws(GraphicsError) {
    guard width > 0, height > 0 else {
      throw GraphicsError(
        .badSize, "A bitmap needs at least one pixel on each side, not \(width)×\(height).")
    }
    guard width <= CanvasLimits.bitmapSide, height <= CanvasLimits.bitmapSide else {
      throw GraphicsError(
        .tooLarge,
        "A bitmap of \(width)×\(height) pixels is over the limit of \(CanvasLimits.bitmapSide) a side."
      )
    }
    let bytesPerRow = format.bytesPerRow(ofPixels: width)
    guard bytesPerRow * height <= CanvasLimits.bitmapBytes else {
      throw GraphicsError(
        .tooLarge,
        "A bitmap of \(width)×\(height) pixels is over \(CanvasLimits.bitmapBytes >> 20) MiB, the most that is drawn."
      )
    }
    let storage = try BitmapStorage.take(
      byteCount: bytesPerRow * height, from: freeList, pattern: pattern)
    storage.buffer.dirty.setRows(bytesPerRow: bytesPerRow)
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = bytesPerRow
    self.storage = storage
  }

  /// The size of all rows, in bytes.
  public var byteCount: Int { bytesPerRow * height }

  /// Lends the pixels for writing; the pointer must not escape.
  @unsafe public mutating func withUnsafeMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    storage.forgetPattern()
    // The storage has at least `byteCount` bytes and outlives the call.
    return try unsafe body(
      UnsafeMutableRawBufferPointer(start: storage.memory, count: byteCount))
  }

  /// Lends the pixels for reading; the pointer must not escape.
  @unsafe package borrowing func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    // The storage has at least `byteCount` bytes and outlives the call.
    try unsafe body(UnsafeRawBufferPointer(start: storage.memory, count: byteCount))
  }

  /// Lends the pixels for writing.
  package mutating func withMutableBytes<R, E: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeMutableBytes { bytes throws(E) in
      // The memory is bound to `UInt8` for the duration of the call.
      var span = unsafe bytes.assumingMemoryBound(to: UInt8.self).mutableSpan
      return try body(&span)
    }
  }

  /// Lends the pixels of an `rgba8` bitmap for writing, with the padding of the rows.
  package mutating func withMutablePixels<R, E: Error>(
    _ body: (inout MutableSpan<UInt32>) throws(E) -> R
  ) throws(E) -> R {
    precondition(format == .rgba8)
    return try unsafe withUnsafeMutableBytes { bytes throws(E) in
      // Rows are aligned; the memory is bound to `UInt32` for the duration of the call.
      var span = unsafe bytes.assumingMemoryBound(to: UInt32.self).mutableSpan
      return try body(&span)
    }
  }

  /// Multiplies the colours of RGBA pixels by their opacity.
  ///
  /// - Parameter cancellation: Polled every 32,768 pixels.
  /// - Returns: `false` if cancelled; some pixels are then unchanged.
  package mutating func premultiply(_ cancellation: Cancellation) -> Bool {
    precondition(format == .rgba8)
    let between = 4 << 15
    return withMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: between) {
        if cancellation.isCancelled { return false }
        StraightPixels.premultiply(&bytes, start..<min(start + between, bytes.count))
      }
      return true
    }
  }

  /// Ends the writing: the pixels never change again and may be shared. O(1).
  public consuming func freeze() -> Bitmap {
    Bitmap(
      width: width, height: height, format: format, bytesPerRow: bytesPerRow, storage: storage)
  }
}
