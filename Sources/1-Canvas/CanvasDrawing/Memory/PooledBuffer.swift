// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import Glibc

/// A block of bitmap memory with a record of its dirty bytes.
// @unchecked Sendable: a buffer has one owner at a time, a free list or a storage, and changes
// owners under the list's lock; only the owner writes `dirty`.
@safe final class PooledBuffer: @unchecked Sendable {
  /// The first byte. The allocator must free it; `deinit` does not.
  let memory: UnsafeMutableRawPointer
  /// An index into `BitmapSizeClass`.
  let sizeClass: Int
  /// The bytes that may differ from the last fill.
  var dirty: DirtyBands

  /// - Parameters:
  ///   - memory: The first byte; there are at least as many bytes as the size class has.
  ///   - isClear: Whether all bytes are 0.
  @unsafe init(memory: UnsafeMutableRawPointer, sizeClass: Int, isClear: Bool) {
    unsafe self.memory = memory
    self.sizeClass = sizeClass
    dirty =
      isClear
      ? DirtyBands(pattern: 0, byteCount: BitmapSizeClass.byteCount(sizeClass)) : DirtyBands()
  }

  /// The size of the memory, in bytes: that of its size class.
  var byteCount: Int { BitmapSizeClass.byteCount(sizeClass) }

  /// Makes the first bytes repeat a pattern; only dirty bytes are written.
  ///
  /// - Parameters:
  ///   - byteCount: A multiple of 16, at most ``byteCount``.
  ///   - pattern: The four bytes that are repeated; `nil` leaves the content undefined.
  func fill(byteCount: Int, pattern: UInt32?) {
    guard let pattern else {
      dirty.forget()
      return
    }
    // Bands are read one at a time: a longer access to `dirty` would make the compiler check
    // exclusivity wherever a drawing marks bytes as dirty.
    if dirty.pattern == pattern {
      for index in 0..<dirty.count {
        let rows = dirty.rows(ofBand: index)
        var offset = rows.offset
        for _ in 0..<rows.count {
          write(pattern, at: offset, count: rows.byteCount)
          offset += rows.bytesPerRow
        }
      }
      let filled = dirty.filledBytes
      if byteCount > filled { write(pattern, at: filled, count: byteCount - filled) }
    } else {
      write(pattern, at: 0, count: byteCount)
    }
    dirty.noteFill(byteCount: byteCount, pattern: pattern)
    assert(repeats(pattern, byteCount: byteCount), "a drawing was not recorded as dirty")
  }

  /// Repeats a pattern in bytes within the buffer.
  @inline(__always)
  private func write(_ pattern: UInt32, at offset: Int, count: Int) {
    // C calls: the bytes lie within the buffer.
    if pattern == 0 {
      unsafe memset(memory + offset, 0, count)
    } else {
      unsafe ctk_fill_rgba8(memory + offset, count, Int32(count / 4), 1, pattern)
    }
  }

  /// Whether the first bytes repeat a pattern; for an assertion.
  private func repeats(_ pattern: UInt32, byteCount: Int) -> Bool {
    // All words equal the first if the buffer equals itself moved by one word.
    unsafe memory.load(as: UInt32.self) == pattern
      && memcmp(memory, memory + 4, byteCount - 4) == 0
  }
}

/// A buffer in a free list, or on its way there.
enum IdleBuffer: Sendable {
  case plain(PooledBuffer)
  /// A buffer with the storage object that it was returned with; the list holds the only reference.
  case recycled(BitmapStorage)

  /// An index into `BitmapSizeClass`.
  @inline(__always)
  var sizeClass: Int {
    switch self {
    case .plain(let buffer): buffer.sizeClass
    case .recycled(let storage): storage.buffer.sizeClass
    }
  }

  /// The size of the buffer, in bytes.
  var byteCount: Int { BitmapSizeClass.byteCount(sizeClass) }

  /// Returns the buffer, and releases the storage object around it if there is one.
  func buffer() -> PooledBuffer {
    switch self {
    case .plain(let buffer): buffer
    case .recycled(let storage): storage.stripped()
    }
  }
}
