// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@testable import CanvasDrawing

@Suite struct DeferredBitmapFreesTests {
  private func bitmaps(_ count: Int, side: Int = 16, in pool: BitmapPool) throws -> [Bitmap] {
    try (0..<count).map { _ in try BitmapBuffer(width: side, height: side, pool: pool).freeze() }
  }

  /// Batched buffers count as live until they are returned.
  @Test func whatIsGatheredGoesBackTogether() throws {
    let pool = BitmapPool()
    let returns = DeferredBitmapFrees()
    var made = try bitmaps(5, in: pool)
    let before = returns.begin()
    made.removeLast(4)
    #expect((pool.ledger.live, pool.ledger.pooled) == (5, 0))
    returns.flush()
    #expect((pool.ledger.live, pool.ledger.pooled) == (1, 4))
    made = []
    returns.end(before)
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 5))
    _ = try bitmaps(1, in: pool)
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 5), "batching has ended")
  }

  /// A batch is bounded in number and in bytes.
  @Test func littleIsHeldBack() throws {
    let pool = BitmapPool()
    let returns = DeferredBitmapFrees()
    var small = try bitmaps(100, in: pool)
    var large = try bitmaps(1, side: 512, in: pool)
    let before = returns.begin()
    // (Optimised, what is not used any more would be gone before it is dropped.)
    withExtendedLifetime(large) {}
    large = []
    withExtendedLifetime(small) { #expect(pool.ledger.pooledBytes == 512 * 512 * 4) }
    small = []
    #expect(pool.ledger.live < 32)
    returns.end(before)
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 101))
  }

  /// The bound on bytes counts only what is in the batch.
  @Test func aFullBatchStartsAnew() throws {
    let pool = BitmapPool()
    let returns = DeferredBitmapFrees()
    var large = try bitmaps(1, side: 512, in: pool)
    var small = try bitmaps(3, in: pool)
    let before = returns.begin()
    withExtendedLifetime(large) {}
    large = []
    withExtendedLifetime(small) {}
    small = []
    #expect((pool.ledger.live, pool.ledger.pooled) == (3, 1))
    returns.end(before)
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 4))
  }

  /// Recycled objects are not kept by the free list of a pool that is gone.
  @Test func recyclingAfterThePoolFrees() throws {
    let allocator = CountingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(allocator: allocator)
    var given: [Bitmap?] = []
    if let pool { given = try bitmaps(3, in: pool) }
    // Idle at the end of the pool, so that its capacity is claimed.
    Bitmap.recycle(&given[0])
    pool = nil
    #expect(allocator.liveCount == 2)
    weak let storage = given[1]?.storage
    Bitmap.recycle(&given[1])
    #expect(storage == nil && allocator.liveCount == 1)
    given = []
    #expect(allocator.liveCount == 0)
  }

  /// A large buffer returns at once; its pool may end before the batch.
  @Test func aPoolMayGoBeforeItsPlace() throws {
    var pool: BitmapPool? = BitmapPool()
    var large = try pool.map { try bitmaps(1, side: 512, in: $0) } ?? []
    let returns = DeferredBitmapFrees()
    let before = returns.begin()
    withExtendedLifetime(large) {}
    large = []
    #expect(pool?.ledger.live == 0)
    pool = nil
    returns.end(before)
    // The batch is empty, and another pool may use its place.
    let other = BitmapPool()
    var small = try bitmaps(1, in: other)
    let again = returns.begin()
    withExtendedLifetime(small) {}
    small = []
    returns.end(again)
    #expect((other.ledger.live, other.ledger.pooled) == (0, 1))
  }

  /// Buffers over the capacity are freed, and so are those that return after the pool's end.
  @Test func poolsMayBeFullOrGone() throws {
    let allocator = CountingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(capacity: 2048, allocator: allocator)
    let returns = DeferredBitmapFrees()
    var made: [Bitmap] = []
    if let pool { made = try bitmaps(6, in: pool) }
    let before = returns.begin()
    made.removeLast(4)
    returns.flush()
    let ledger = pool?.ledger
    #expect((ledger?.live, ledger?.pooled, ledger?.freed) == (2, 2, 2))
    pool = nil
    made = []
    returns.end(before)
    #expect(allocator.liveCount == 0)
  }

  /// The last owner recycles the object with the memory, and the next bitmap is the same object,
  /// cleared.
  @Test(arguments: [false, true]) func aPictureThatIsGivenUpServesAgain(isGathered: Bool) throws {
    let pool = BitmapPool()
    var buffer = try BitmapBuffer(width: 16, height: 16, pool: pool)
    buffer.withUnsafeMutableBytes { $0.copyBytes(from: [UInt8](repeating: 9, count: 1024)) }
    var given: Bitmap? = buffer.freeze()
    weak let storage = given?.storage
    let returns = DeferredBitmapFrees()
    let before = isGathered ? returns.begin() : 0
    Bitmap.recycle(&given)
    #expect(given == nil && storage != nil)
    if isGathered { returns.end(before) }
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 1))
    let next = try BitmapBuffer(width: 15, height: 16, pool: pool).freeze()
    #expect(next.storage === storage)
    #expect(next.byteCount == 15 * 16 * 4 + 4 * 16)
    #expect(next.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
    #expect((pool.ledger.live, pool.ledger.pooled, pool.ledger.reused) == (1, 0, 1))
  }

  /// A picture with another owner stays as it is.
  @Test func aPictureThatIsSharedStays() throws {
    let pool = BitmapPool()
    let kept = try bitmaps(1, in: pool)[0]
    var given: Bitmap? = kept
    Bitmap.recycle(&given)
    withExtendedLifetime(kept) {
      #expect((pool.ledger.live, pool.ledger.pooled) == (1, 0))
      #expect(kept.pixel(x: 3, y: 3) == 0)
    }
  }

  /// Recycled objects end with their memory.
  @Test func objectsAreFreedWithThePool() throws {
    let allocator = CountingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(allocator: allocator)
    weak var drained: BitmapStorage?
    weak var left: BitmapStorage?
    if let pool {
      var given: Bitmap? = try bitmaps(1, in: pool)[0]
      drained = given?.storage
      Bitmap.recycle(&given)
      #expect(drained != nil)
      pool.drain()
      #expect(drained == nil && allocator.liveCount == 0)
      given = try bitmaps(1, in: pool)[0]
      left = given?.storage
      Bitmap.recycle(&given)
    }
    #expect(left != nil)
    pool = nil
    #expect(left == nil && allocator.liveCount == 0)
  }

  /// Buffers return to their own pools; a nested batch holds back nothing for the outer one.
  @Test func poolsAreToldApart() throws {
    let pools = (0..<10).map { _ in BitmapPool() }
    var made = try pools.map { try bitmaps(2, in: $0) }
    let outer = DeferredBitmapFrees()
    let inner = DeferredBitmapFrees()
    let first = outer.begin()
    for index in pools.indices { made[index].removeLast() }
    let second = inner.begin()
    made = []
    #expect(pools.allSatisfy { $0.ledger.live > 0 || $0.ledger.pooled == 2 })
    inner.end(second)
    #expect(pools.allSatisfy { $0.ledger.pooled >= 1 })
    outer.end(first)
    #expect(pools.allSatisfy { $0.ledger.live == 0 && $0.ledger.pooled == 2 })
  }
}

/// Counts blocks in use.
private final class CountingBitmapAllocator: BitmapAllocator {
  private let live = Mutex(0)
  private let system = SystemBitmapAllocator()

  var liveCount: Int { live.withLock { $0 } }

  func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    live.withLock { $0 += 1 }
    return system.allocate(byteCount: byteCount)
  }

  func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    live.withLock { $0 -= 1 }
    system.deallocate(memory, byteCount: byteCount)
  }
}
