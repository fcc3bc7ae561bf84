// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps the memory of dead bitmaps for new ones, by size class.
///
/// Taking and giving back are O(1). What does not fit the pool is freed where it is given back, or handed
/// to the `releaser`, which frees it elsewhere.
public final class BitmapPool: Sendable {
  /// What a pool has done and holds.
  public struct Ledger: Hashable, Sendable {
    /// How many buffers the allocator has given, ever.
    public var created = 0
    /// How many buffers went back to the allocator, ever.
    public var freed = 0
    /// How many requests were met from the pool, ever.
    public var reused = 0
    /// How many buffers lie idle in the pool.
    public var pooled = 0
    /// How many buffers are out: in bitmaps, or on their way to be freed.
    public var live = 0
    /// The bytes that lie idle in the pool.
    public var pooledBytes = 0
    /// The bytes that are out.
    public var liveBytes = 0
  }

  /// The pool that is used unless another is named: it keeps at most 64 MiB.
  public static let shared = BitmapPool(allocator: SlabBitmapAllocator())

  /// The most bytes that lie idle.
  public let capacity: Int
  private let allocator: any BitmapAllocator
  private let shelf = Guarded(Shelf())

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that lie idle.
  ///   - allocator: Where memory comes from.
  public init(capacity: Int = 64 << 20, allocator: any BitmapAllocator = SystemBitmapAllocator()) {
    self.capacity = capacity
    self.allocator = allocator
  }

  deinit { drain() }

  /// The present account.
  public var ledger: Ledger { shelf.withLock { $0.ledger } }

  /// Frees all idle buffers.
  public func drain() {
    let idle = shelf.withLock { shelf in
      let lists = Dead(lists: shelf.idle)
      shelf.idle = Array(repeating: [], count: SizeClass.count)
      shelf.ledger.freed += shelf.ledger.pooled
      shelf.ledger.pooled = 0
      shelf.ledger.pooledBytes = 0
      return lists
    }
    for index in 0..<SizeClass.count {
      for k in idle.lists[index].indices {
        unsafe allocator.deallocate(
          idle.lists[index][k].memory, byteCount: SizeClass.byteCount(index))
      }
    }
  }

  /// Sends buffers that the pool does not keep to `release` instead of freeing them where they are given
  /// back; `nil` frees them there again.
  package func setReleaser(_ release: (@Sendable (ReleasedBuffer) -> Void)?) {
    shelf.withLock { $0.releaser = release }
  }

  /// Takes memory of at least `byteCount` bytes, all of it 0 if it is to be.
  func take(byteCount: Int, zeroed: Bool) -> UnsafeMutableRawPointer? {
    let index = SizeClass.index(for: byteCount)
    let size = SizeClass.byteCount(index)
    let idle = shelf.withLock { shelf in
      let buffer = shelf.idle[index].popLast()
      if buffer != nil {
        shelf.ledger.pooled -= 1
        shelf.ledger.pooledBytes -= size
        shelf.ledger.reused += 1
        shelf.ledger.live += 1
        shelf.ledger.liveBytes += size
      }
      return buffer
    }
    if let idle {
      let (start, end) = (idle.ink.start, min(idle.ink.end, size))
      if zeroed, start < end { unsafe memset(idle.memory + start, 0, end - start) }
      return unsafe idle.memory
    }
    guard
      let memory = unsafe zeroed
        ? allocator.allocateClear(byteCount: size) : allocator.allocate(byteCount: size)
    else { return nil }
    shelf.withLock { shelf in
      shelf.ledger.created += 1
      shelf.ledger.live += 1
      shelf.ledger.liveBytes += size
    }
    return unsafe memory
  }

  /// Gives back what ``take(byteCount:zeroed:)`` returned, with the same count.
  ///
  /// - Parameter ink: Where bytes may be other than 0 now.
  func giveBack(_ memory: UnsafeMutableRawPointer, byteCount: Int, ink: InkRange) {
    let index = SizeClass.index(for: byteCount)
    let size = SizeClass.byteCount(index)
    let buffer = unsafe IdleBuffer(memory: memory, ink: ink)
    let (kept, releaser) = shelf.withLock { shelf in
      guard shelf.ledger.pooledBytes + size <= capacity else { return (false, shelf.releaser) }
      shelf.idle[index].append(buffer)
      shelf.ledger.pooled += 1
      shelf.ledger.pooledBytes += size
      shelf.ledger.live -= 1
      shelf.ledger.liveBytes -= size
      return (true, nil)
    }
    if kept { return }
    let released = unsafe ReleasedBuffer(pool: self, memory: memory, byteCount: size)
    if let releaser { releaser(released) } else { released.free() }
  }

  fileprivate func free(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    shelf.withLock { shelf in
      shelf.ledger.freed += 1
      shelf.ledger.live -= 1
      shelf.ledger.liveBytes -= byteCount
    }
    unsafe allocator.deallocate(memory, byteCount: byteCount)
  }
}

/// A buffer that its pool does not keep; ``free()`` must be called once, on any thread.
// @unchecked Sendable: immutable; the memory it names has no other owner.
@safe package struct ReleasedBuffer: @unchecked Sendable {
  fileprivate let pool: BitmapPool
  fileprivate let memory: UnsafeMutableRawPointer
  /// The size of the buffer, in bytes.
  package let byteCount: Int

  /// Returns the memory to the allocator.
  package func free() {
    unsafe pool.free(memory, byteCount: byteCount)
  }
}

/// Size classes: four steps to each power of two, from 1 KiB to 2 GiB.
private enum SizeClass {
  static let count = 88

  static func index(for byteCount: Int) -> Int {
    let n = max(byteCount, 1024) - 1
    let power = Int.bitWidth - 1 - n.leadingZeroBitCount
    // n lies in [2^power, 2^(power+1)); the two bits below the highest choose the quarter.
    return (power - 9) * 4 + ((n >> (power - 2)) & 3) - 3
  }

  static func byteCount(_ index: Int) -> Int {
    let (power, quarter) = ((index + 3) / 4 + 9, (index + 3) % 4)
    return (1 << power) + (quarter + 1) << (power - 2)
  }
}

// @unchecked Sendable: the addresses are owned by the shelf, and only reached under the pool's mutex.
@safe private struct Shelf: @unchecked Sendable {
  var idle: [[IdleBuffer]] = Array(repeating: [], count: SizeClass.count)
  var ledger = BitmapPool.Ledger()
  var releaser: (@Sendable (ReleasedBuffer) -> Void)?
}

// @unchecked Sendable: an address on its way between its only owner and the shelf.
@safe private struct IdleBuffer: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer
  let ink: InkRange
}

// @unchecked Sendable: carries the idle buffers out of the mutex to the one that frees them.
@safe private struct Dead: @unchecked Sendable {
  let lists: [[IdleBuffer]]
}
