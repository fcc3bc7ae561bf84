// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The pixel memory that the copies of one bitmap share.
///
/// `deinit` returns the buffer to its free list. ``Bitmap/recycle(_:)`` returns the storage object
/// with it, to be used again.
// @unchecked Sendable: the pixels and `buffer.dirty` are written only through `BitmapBuffer` and
// `DrawingTarget`, which have one owner and stop writing before the storage is shared. `isStripped`
// is written by the free list that holds the only reference.
@safe final class BitmapStorage: @unchecked Sendable {
  /// The address of the first pixel; valid as long as the storage.
  let memory: UnsafeMutableRawPointer
  let buffer: PooledBuffer
  /// The free list that the buffer was taken from and returns to.
  let freeList: BitmapFreeList
  /// Whether the buffer was taken out, so that `deinit` must not return it.
  private var isStripped = false

  init(_ buffer: PooledBuffer, from freeList: BitmapFreeList) {
    unsafe memory = buffer.memory  // valid as long as `buffer`, which is retained
    self.buffer = buffer
    self.freeList = freeList
  }

  /// Takes memory from a free list and fills it.
  ///
  /// - Parameter pattern: The four bytes that the memory repeats; `nil` leaves the content
  ///   undefined.
  /// - Throws: `allocationFailed`.
  static func take(
    byteCount: Int, from freeList: BitmapFreeList, pattern: UInt32?
  ) throws(GraphicsError) -> BitmapStorage {
    switch freeList.take(byteCount: byteCount, isCleared: pattern == 0) {
    case .plain(let buffer)?:
      buffer.fill(byteCount: byteCount, pattern: pattern)
      return BitmapStorage(buffer, from: freeList)
    case .recycled(let storage)?:
      storage.buffer.fill(byteCount: byteCount, pattern: pattern)
      return storage
    case nil:
      throw GraphicsError(.allocationFailed, "No memory for a bitmap of \(byteCount) bytes.")
    }
  }

  deinit { if !isStripped { giveBackBuffer() } }

  // This is a separate function, since in `deinit` the compiler would retain each member.
  @inline(never)
  private func giveBackBuffer() { Self.giveBack(.plain(buffer), to: freeList) }

  /// Returns a storage that has no other owner to its free list, to be used again as an object.
  static func recycle(_ storage: consuming BitmapStorage) {
    let freeList = storage.freeList
    giveBack(.recycled(storage), to: freeList)
  }

  private static func giveBack(_ buffer: consuming IdleBuffer, to freeList: BitmapFreeList) {
    if !DeferredBitmapFrees.keep(buffer, for: freeList) { freeList.giveBack(buffer) }
  }

  /// Takes the buffer out of a storage that the caller releases next: `deinit` will not return it.
  func stripped() -> PooledBuffer {
    isStripped = true
    return buffer
  }

  /// Records that the pixels may differ from any fill pattern.
  func forgetPattern() { buffer.dirty.forget() }
}
