// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

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
      let lists = shelf.idle
      shelf.idle = Array(repeating: [], count: SizeClass.count)
      shelf.ledger.freed += shelf.ledger.pooled
      shelf.ledger.pooled = 0
      shelf.ledger.pooledBytes = 0
      return lists
    }
    for index in 0..<SizeClass.count {
      for buffer in idle[index] {
        unsafe allocator.deallocate(buffer.memory, byteCount: SizeClass.byteCount(index))
      }
    }
  }

  /// Sends buffers that the pool does not keep to `release` instead of freeing them where they are given
  /// back; `nil` frees them there again.
  package func setReleaser(_ release: (@Sendable (ReleasedBuffer) -> Void)?) {
    shelf.withLock { $0.releaser = release }
  }

  /// Takes memory of at least `byteCount` bytes, so many of them filled with four bytes unless these are `nil`.
  ///
  /// An idle buffer of up to twice the size is taken rather than a new one: pictures of many heights share a few.
  func take(byteCount: Int, pattern: UInt32?) -> IdleBuffer? {
    let index = SizeClass.index(for: byteCount)
    let idle = shelf.withLock { shelf -> IdleBuffer? in
      for near in index...min(index + 4, SizeClass.count - 1) {
        guard let idle = shelf.idle[near].popLast() else { continue }
        shelf.ledger.pooled -= 1
        shelf.ledger.pooledBytes -= idle.byteCount
        shelf.ledger.reused += 1
        shelf.ledger.live += 1
        shelf.ledger.liveBytes += idle.byteCount
        return idle
      }
      return nil
    }
    if var idle {
      idle.fill(byteCount: byteCount, pattern: pattern)
      return idle
    }
    let size = SizeClass.byteCount(index)
    guard
      let memory = unsafe pattern == 0
        ? allocator.allocateClear(byteCount: size) : allocator.allocate(byteCount: size)
    else { return nil }
    shelf.withLock { shelf in
      shelf.ledger.created += 1
      shelf.ledger.live += 1
      shelf.ledger.liveBytes += size
    }
    var new = unsafe IdleBuffer(
      memory: memory, byteCount: size,
      drawn: pattern == 0 ? DrawnBands(pattern: 0, byteCount: size) : DrawnBands())
    new.fill(byteCount: byteCount, pattern: pattern)
    return new
  }

  /// Gives back what ``take(byteCount:pattern:)`` returned, with what was drawn on it.
  func giveBack(_ buffer: IdleBuffer) {
    let size = buffer.byteCount
    let (kept, releaser) = shelf.withLock { shelf in
      guard shelf.ledger.pooledBytes + size <= capacity else { return (false, shelf.releaser) }
      shelf.idle[SizeClass.index(for: size)].append(buffer)
      shelf.ledger.pooled += 1
      shelf.ledger.pooledBytes += size
      shelf.ledger.live -= 1
      shelf.ledger.liveBytes -= size
      return (true, nil)
    }
    if kept { return }
    let released = unsafe ReleasedBuffer(pool: self, memory: buffer.memory, byteCount: size)
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

private struct Shelf: Sendable {
  var idle: [[IdleBuffer]] = Array(repeating: [], count: SizeClass.count)
  var ledger = BitmapPool.Ledger()
  var releaser: (@Sendable (ReleasedBuffer) -> Void)?
}

/// Memory between two bitmaps, and what it holds.
// @unchecked Sendable: the memory has one owner at a time, the pool or who took it; it goes from one to the other
// under the pool's lock.
@safe struct IdleBuffer: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer
  /// The size of its class.
  let byteCount: Int
  var drawn: DrawnBands

  mutating func fill(byteCount: Int, pattern: UInt32?) {
    if let pattern {
      unsafe drawn.fill(memory, byteCount: byteCount, pattern: pattern)
    } else {
      drawn.forget()
    }
  }
}
