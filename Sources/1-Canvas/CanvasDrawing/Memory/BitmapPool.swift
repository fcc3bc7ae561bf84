// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pool of bitmap memory: the buffers of dead bitmaps, kept by size class for new ones.
///
/// Each thread has a free list of its own. A buffer returns to the list that it was taken from, on
/// whichever thread the bitmap ends, so that it is drawn into by the processor that has it in its
/// cache. Taking and returning are O(1). Buffers over the capacity are freed where they return, or
/// handed to a release queue, which a display coordinator sets.
public final class BitmapPool: Sendable {
  /// The counters of a pool.
  package struct Ledger: Hashable, Sendable {
    /// Buffers that the allocator has given, in total.
    package var created = 0
    /// Buffers that went back to the allocator, in total.
    package var freed = 0
    /// Requests that got an idle buffer, in total.
    package var reused = 0
    /// Idle buffers, which wait to be reused.
    package var pooled = 0
    /// Buffers in use: in bitmaps, or waiting to be freed.
    package var live = 0
    /// The size of the idle buffers, in bytes.
    package var pooledBytes = 0
    /// The size of the buffers in use, in bytes.
    package var liveBytes = 0
  }

  /// The default pool, of at most 64 MiB idle memory.
  public static let shared = BitmapPool(allocator: SlabBitmapAllocator())

  /// The most bytes of idle buffers.
  public var capacity: Int { lists.memory.capacity }
  private let lists: BitmapFreeLists

  /// Creates an empty pool.
  ///
  /// - Parameter capacity: The most bytes of idle buffers; 0 keeps none.
  public convenience init(capacity: Int = 64 << 20) {
    self.init(capacity: capacity, allocator: SystemBitmapAllocator())
  }

  package init(capacity: Int = 64 << 20, allocator: any BitmapAllocator) {
    lists = BitmapFreeLists(memory: BitmapMemory(capacity: capacity, allocator: allocator))
  }

  deinit { lists.close() }

  /// The present counters.
  package var ledger: Ledger { lists.ledger }

  /// Frees all idle buffers.
  public func drain() { lists.drain() }

  /// Sets the receiver of buffers over the capacity, which are otherwise freed where they return. A
  /// receiver that is set already stays; `nil` removes it.
  package func setReleaser(_ release: (@Sendable (SurplusBuffer) -> Void)?) {
    lists.memory.setOverflow(release)
  }

  /// The calling thread's free list.
  var freeList: BitmapFreeList { lists.own }
}

/// A buffer over a pool's capacity; ``free()`` must be called once, on any thread.
package struct SurplusBuffer: Sendable {
  private let buffer: PooledBuffer
  private let freeList: BitmapFreeList

  init(_ buffer: PooledBuffer, of freeList: BitmapFreeList) {
    self.buffer = buffer
    self.freeList = freeList
  }

  /// The size of the buffer, in bytes.
  package var byteCount: Int { buffer.byteCount }

  /// Returns the memory to the allocator.
  package func free() { freeList.free(buffer) }
}
