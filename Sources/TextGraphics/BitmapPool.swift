// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Keeps the memory of dead bitmaps for new ones, by size class.
///
/// Each thread has a shelf of its own in the pool, and a bitmap's memory goes back to the shelf that it was taken
/// from, whoever drops it: it is used again by the core that has it in its cache. Taking and giving back are O(1).
/// What does not fit the pool is freed where it is given back, or handed to the `releaser`, which frees it elsewhere.
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
  public var capacity: Int { shelves.capacity }
  private let shelves: BitmapShelves

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that lie idle.
  ///   - allocator: Where memory comes from.
  public init(capacity: Int = 64 << 20, allocator: any BitmapAllocator = SystemBitmapAllocator()) {
    shelves = BitmapShelves(capacity: capacity, allocator: allocator)
  }

  deinit { shelves.close() }

  /// The present account.
  public var ledger: Ledger { shelves.ledger }

  /// Frees all idle buffers.
  public func drain() { shelves.drain() }

  /// Sends buffers that the pool does not keep to `release` instead of freeing them where they are given back, unless they
  /// are sent somewhere already; `nil` frees them there again.
  package func setReleaser(_ release: (@Sendable (ReleasedBuffer) -> Void)?) {
    shelves.setReleaser(release)
  }

  /// The calling thread's shelf.
  var shelf: ShelfReference { shelves.own }

  /// The calling thread's shelf in the shared pool.
  static var sharedShelf: ShelfReference { sharedPool.shelf }

  private static let sharedPool = LentPool(shared)

  /// The pool for who does not hold it.
  fileprivate var lentShelves: Unmanaged<BitmapShelves> { unsafe .passUnretained(shelves) }
}

/// A pool that somebody else holds: to take memory there counts no reference to it, which threads would count in turn.
// @unchecked Sendable: as the pool is.
@safe package struct LentPool: @unchecked Sendable {
  private let shelves: Unmanaged<BitmapShelves>

  /// A pool that outlives its use here.
  package init(_ pool: BitmapPool) { unsafe shelves = pool.lentShelves }

  /// The calling thread's shelf.
  var shelf: ShelfReference { unsafe shelves._withUnsafeGuaranteedRef { $0.own } }
}

/// A buffer that its pool does not keep; ``free()`` must be called once, on any thread.
package struct ReleasedBuffer: Sendable {
  private let buffer: PooledBuffer
  private let shelf: BitmapShelf

  init(_ buffer: PooledBuffer, of shelf: BitmapShelf) {
    self.buffer = buffer
    self.shelf = shelf
  }

  /// The size of the buffer, in bytes.
  package var byteCount: Int { buffer.byteCount }

  /// Returns the memory to the allocator.
  package func free() { shelf.free(buffer) }
}
