// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import Glibc
import Synchronization

/// An immutable picture that any thread may read.
///
/// Premultiplied, origin at the top left, rows from top to bottom. Copies share the pixels; the
/// memory returns to its pool in O(1) when the last copy ends.
public struct Bitmap: Sendable {
  private(set) var storage: BitmapStorage
  // 32 bits each keep a bitmap small: bitmaps are passed between threads by value.
  private let (columns, rows, stride): (Int32, Int32, Int32)
  /// The layout of a pixel.
  public let format: PixelFormat

  init(width: Int, height: Int, format: PixelFormat, bytesPerRow: Int, storage: BitmapStorage) {
    (columns, rows, stride) = (Int32(width), Int32(height), Int32(bytesPerRow))
    self.format = format
    self.storage = storage
  }

  /// The number of columns.
  public var width: Int { Int(columns) }

  /// The number of rows.
  public var height: Int { Int(rows) }

  /// The distance from one row to the next, in bytes.
  public var bytesPerRow: Int { Int(stride) }

  /// The size of all rows, in bytes, the padding of rows included.
  public var byteCount: Int { bytesPerRow * height }

  /// The columns and rows.
  public var pixelSize: PixelSize { PixelSize(width: width, height: height) }

  /// The identity of the memory: two bitmaps alive at the same time with the same identity share
  /// their pixels.
  package var id: ObjectIdentifier { ObjectIdentifier(storage) }

  /// Whether two bitmaps share their pixels.
  public static func === (a: Bitmap, b: Bitmap) -> Bool { a.storage === b.storage }

  /// Lends the pixels for reading; the pointer must not escape.
  @unsafe public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    // The storage has at least `byteCount` bytes and outlives the call.
    try unsafe body(UnsafeRawBufferPointer(start: storage.memory, count: byteCount))
  }

  /// Lends the pixels for reading, as bytes.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBytes { bytes throws(E) in
      // The memory is bound to `UInt8` for the duration of the call.
      try body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
    }
  }

  /// The pixel at a position: premultiplied R, G, B, A with red in the lowest byte, or the coverage
  /// in the lowest byte for `PixelFormat.alpha8`.
  ///
  /// - Precondition: The position lies in the bitmap.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the bitmap")
    return withBytes { bytes in
      let start = y * bytesPerRow + x * format.bytesPerPixel
      if format == .alpha8 { return UInt32(bytes[start]) }
      return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
        | UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 3]) << 24
    }
  }
}

extension Bitmap {
  /// Sets a bitmap to `nil`. If it was the last copy, its storage object returns to the pool with
  /// the memory.
  ///
  /// Freeing an object on another thread than the one that made it costs more than a small drawing.
  package static func recycle(_ bitmap: inout Bitmap?) {
    guard var last = bitmap.take(), isKnownUniquelyReferenced(&last.storage) else { return }
    // A memory fence: the reads of former owners on other threads end before this thread goes on.
    atomicMemoryFence(ordering: .acquiring)
    let storage = last.storage
    _ = consume last
    BitmapStorage.recycle(storage)
  }
}

extension Bitmap {
  /// Takes the memory of a bitmap, to draw into it again; `nil`, and the bitmap stays, if it has
  /// other owners.
  static func takeUnique(_ bitmap: inout Bitmap?) -> DrawingTarget? {
    guard var last = bitmap.take() else { return nil }
    guard isKnownUniquelyReferenced(&last.storage) else {
      bitmap = last
      return nil
    }
    // A memory fence: the reads of former owners on other threads end before this thread draws.
    atomicMemoryFence(ordering: .acquiring)
    return DrawingTarget(
      storage: last.storage, bounds: PixelRect(width: last.width, height: last.height),
      bytesPerRow: last.bytesPerRow, format: last.format)
  }
}

extension Bitmap: Equatable {
  /// Whether size, format and every pixel are the same; the padding of rows does not count.
  /// O(pixels).
  public static func == (a: Bitmap, b: Bitmap) -> Bool {
    guard a.width == b.width, a.height == b.height, a.format == b.format else { return false }
    if a.storage === b.storage { return true }
    let rowBytes = a.width * a.format.bytesPerPixel
    return (0..<a.height).allSatisfy { y in
      // The pixels of row `y` in both bitmaps, without padding.
      unsafe memcmp(
        a.storage.memory + y * a.bytesPerRow, b.storage.memory + y * b.bytesPerRow, rowBytes) == 0
    }
  }
}
