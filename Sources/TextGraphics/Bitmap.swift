// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of one bitmap, which goes back to its shelf when the last owner is gone.
///
/// An owner that knows that it is the last may give the storage back as it is (``Bitmap/giveUp(_:)``): the shelf hands the
/// same object out again.
// @unchecked Sendable: the pixels and `drawn` are written only through `BitmapBuffer` and `DrawingTarget`, whose
// one owner ends the writing before the storage is shared; from then on nobody writes. `isBare` is written by the shelf
// that alone holds the storage.
@safe final class BitmapStorage: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer
  private let buffer: PooledBuffer
  /// The index of the buffer's size class.
  let sizeClass: Int
  /// Where the memory came from.
  let shelf: ShelfReference
  /// Whether the buffer is somebody else's.
  private var isBare = false

  init(_ buffer: PooledBuffer, of shelf: ShelfReference) {
    unsafe memory = unsafe buffer.memory
    self.buffer = buffer
    sizeClass = buffer.sizeClass
    self.shelf = shelf
  }

  /// Takes memory and fills it with four bytes, unless they are `nil`.
  static func take(
    byteCount: Int, from shelf: ShelfReference, pattern: UInt32?
  ) throws(GraphicsError) -> BitmapStorage {
    guard
      let storage = shelf.withShelf({
        $0.take(byteCount: byteCount, isCleared: pattern == 0)?.storage(on: shelf)
      })
    else {
      throw GraphicsError(.allocationFailed, "No memory for a bitmap of \(byteCount) bytes.")
    }
    storage.buffer.fill(byteCount: byteCount, pattern: pattern)
    return storage
  }

  deinit { if !isBare { Self.giveBack(.bare(buffer), to: shelf) } }

  /// Gives back the last reference to a storage.
  static func giveBack(_ storage: Unmanaged<BitmapStorage>) {
    let shelf = unsafe storage._withUnsafeGuaranteedRef { $0.shelf }
    giveBack(unsafe .kept(storage), to: shelf)
  }

  private static func giveBack(_ buffer: ShelvedBuffer, to shelf: ShelfReference) {
    if !BitmapReturns.keep(buffer, for: shelf) { shelf.withShelf { $0.giveBack(buffer) } }
  }

  /// Parts with the buffer.
  func bare() -> PooledBuffer {
    isBare = true
    return buffer
  }

  /// What was written; told before it is.
  var drawn: DrawnBands {
    get { buffer.drawn }
    _modify { yield &buffer.drawn }
  }

  /// Somebody else writes from now on. (A method: with the thread sanitizer the compiler, 6.3, fails on the same
  /// change in `BitmapBuffer`.)
  func forgetDrawn() { drawn.forget() }
}

/// A bitmap under construction: one owner, writable.
public struct BitmapBuffer: ~Copyable {
  /// The columns.
  public let width: Int
  /// The rows.
  public let height: Int
  /// How pixels are kept.
  public let format: PixelFormat
  /// The distance from one row to the next, in bytes: a multiple of 16.
  public let bytesPerRow: Int
  let storage: BitmapStorage

  /// Takes memory for a bitmap.
  ///
  /// - Parameters:
  ///   - width: The columns, from 1 to `TextLimits.bitmapSide`.
  ///   - height: The rows, from 1 to `TextLimits.bitmapSide`.
  ///   - format: How pixels are kept.
  ///   - pool: Where the memory comes from and goes back to.
  ///   - zeroed: Whether all bytes are set to 0; otherwise the content is undefined.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  public init(
    width: Int, height: Int, format: PixelFormat = .rgba8, pool: borrowing BitmapPool = .shared,
    zeroed: Bool = true
  ) throws(GraphicsError) {
    try self.init(
      width: width, height: height, format: format, shelf: pool.shelf, pattern: zeroed ? 0 : nil)
  }

  /// Takes memory for a bitmap that is filled with four bytes, unless they are `nil`.
  init(
    width: Int, height: Int, format: PixelFormat, shelf: ShelfReference, pattern: UInt32?
  ) throws(GraphicsError) {
    guard width > 0, height > 0 else {
      throw GraphicsError(
        .badSize, "A bitmap needs at least one pixel on each side, not \(width)×\(height).")
    }
    guard width <= TextLimits.bitmapSide, height <= TextLimits.bitmapSide else {
      throw GraphicsError(
        .tooLarge,
        "A bitmap of \(width)×\(height) pixels is over the limit of \(TextLimits.bitmapSide) a side."
      )
    }
    let bytesPerRow = format.bytesPerRow(ofPixels: width)
    guard bytesPerRow * height <= TextLimits.bitmapBytes else {
      throw GraphicsError(
        .tooLarge,
        "A bitmap of \(width)×\(height) pixels is over \(TextLimits.bitmapBytes >> 20) MiB, the most that is drawn."
      )
    }
    let storage = try BitmapStorage.take(
      byteCount: bytesPerRow * height, from: shelf, pattern: pattern)
    storage.drawn.setRows(bytesPerRow: bytesPerRow)
    self.init(
      width: width, height: height, format: format, bytesPerRow: bytesPerRow, storage: storage)
  }

  private init(
    width: Int, height: Int, format: PixelFormat, bytesPerRow: Int, storage: BitmapStorage
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = bytesPerRow
    self.storage = storage
  }

  /// The bytes of all rows.
  public var byteCount: Int { bytesPerRow * height }

  /// Lends the pixels for writing; the pointer must not escape.
  @unsafe public mutating func withUnsafeMutableBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    storage.forgetDrawn()
    return try unsafe body(
      UnsafeMutableRawBufferPointer(start: storage.memory, count: byteCount))
  }

  /// Ends the writing: the pixels never change again and may be shared. O(1).
  public consuming func freeze() -> Bitmap {
    Bitmap(
      width: width, height: height, format: format, bytesPerRow: bytesPerRow, storage: storage)
  }
}

/// A finished picture: its pixels never change, and any thread may read them.
///
/// Premultiplied, origin at the top left, rows from top to bottom. Copies share the pixels; the memory goes
/// back to its pool in O(1) when the last copy is gone.
public struct Bitmap: Sendable {
  private(set) var storage: BitmapStorage
  // As small as they can be: a picture is handed from thread to thread.
  private let (columns, rows, stride): (Int32, Int32, Int32)
  /// How pixels are kept.
  public let format: PixelFormat

  init(width: Int, height: Int, format: PixelFormat, bytesPerRow: Int, storage: BitmapStorage) {
    (columns, rows, stride) = (Int32(width), Int32(height), Int32(bytesPerRow))
    self.format = format
    self.storage = storage
  }

  /// The columns.
  public var width: Int { Int(columns) }

  /// The rows.
  public var height: Int { Int(rows) }

  /// The distance from one row to the next, in bytes.
  public var bytesPerRow: Int { Int(stride) }

  /// The bytes of all rows, the padding of rows included.
  public var byteCount: Int { bytesPerRow * height }

  /// The columns and rows.
  public var pixelSize: PixelSize { PixelSize(width: width, height: height) }

  /// Names the memory: two bitmaps that are there at the same time and have the same identity share their pixels.
  public var id: ObjectIdentifier { ObjectIdentifier(storage) }

  /// Whether two bitmaps share their pixels.
  public static func === (a: Bitmap, b: Bitmap) -> Bool { a.storage === b.storage }

  /// Lends the pixels for reading; the pointer must not escape.
  @unsafe public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeRawBufferPointer(start: storage.memory, count: byteCount))
  }

  /// The pixel at a position: premultiplied R, G, B, A with red in the lowest byte, or the coverage in the
  /// lowest byte for `PixelFormat.alpha8`.
  ///
  /// - Precondition: The position lies in the bitmap.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "outside the bitmap")
    let row = unsafe storage.memory + y * bytesPerRow
    switch format {
    case .rgba8: return unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
    case .alpha8: return UInt32(unsafe row.load(fromByteOffset: x, as: UInt8.self))
    }
  }
}

extension Bitmap {
  /// Lets go of a bitmap as an assignment of `nil` does. If nobody else has it, its pool keeps the object that stands for
  /// the memory with the memory: what one thread makes and another frees, over and over, takes longer than a small
  /// drawing.
  package static func giveUp(_ bitmap: inout Bitmap?) {
    guard var last = bitmap.take(), isKnownUniquelyReferenced(&last.storage) else { return }
    // What other holders read came before they let go.
    atomicMemoryFence(ordering: .acquiring)
    let storage = unsafe Unmanaged.passRetained(last.storage)
    _ = consume last
    unsafe BitmapStorage.giveBack(storage)
  }
}

extension Bitmap: Equatable {
  /// Whether size, format and every pixel are the same; the padding of rows does not count. O(pixels).
  public static func == (a: Bitmap, b: Bitmap) -> Bool {
    guard a.width == b.width, a.height == b.height, a.format == b.format else { return false }
    if a.storage === b.storage { return true }
    let rowBytes = a.width * a.format.bytesPerPixel
    for y in 0..<a.height {
      let (rowA, rowB) = unsafe (
        a.storage.memory + y * a.bytesPerRow, b.storage.memory + y * b.bytesPerRow
      )
      if unsafe memcmp(rowA, rowB, rowBytes) != 0 { return false }
    }
    return true
  }
}
