// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextRuntime

@testable import TextGraphics

@Suite struct BitmapReturnsTests {
  private func bitmaps(_ count: Int, side: Int = 16, in pool: BitmapPool) throws -> [Bitmap] {
    try (0..<count).map { _ in try BitmapBuffer(width: side, height: side, pool: pool).freeze() }
  }

  /// What is dropped meanwhile counts as out until it goes back, all of it.
  @Test func whatIsGatheredGoesBackTogether() throws {
    let pool = BitmapPool()
    let returns = BitmapReturns()
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
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 5), "nobody gathers any more")
  }

  /// No more gathers than a few, and nothing that is large.
  @Test func littleIsHeldBack() throws {
    let pool = BitmapPool()
    let returns = BitmapReturns()
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

  /// A large one goes back at once; its pool may be gone when the others are looked through.
  @Test func aPoolMayGoBeforeItsPlace() throws {
    var pool: BitmapPool? = BitmapPool()
    var large = try pool.map { try bitmaps(1, side: 512, in: $0) } ?? []
    let returns = BitmapReturns()
    let before = returns.begin()
    withExtendedLifetime(large) {}
    large = []
    #expect(pool?.ledger.live == 0)
    pool = nil
    returns.end(before)
    // Nothing gathered is left, and another pool may have its place.
    let other = BitmapPool()
    var small = try bitmaps(1, in: other)
    let again = returns.begin()
    withExtendedLifetime(small) {}
    small = []
    returns.end(again)
    #expect((other.ledger.live, other.ledger.pooled) == (0, 1))
  }

  /// What the pool has no room for is freed, and what comes back after the pool is gone as well.
  @Test func poolsMayBeFullOrGone() throws {
    let allocator = CountingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(capacity: 2048, allocator: allocator)
    let returns = BitmapReturns()
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

  /// The last holder gives up the object with the memory, and the next bitmap is the same object, cleared.
  @Test(arguments: [false, true]) func aPictureThatIsGivenUpServesAgain(isGathered: Bool) throws {
    let pool = BitmapPool()
    var buffer = try BitmapBuffer(width: 16, height: 16, pool: pool)
    buffer.withUnsafeMutableBytes { $0.copyBytes(from: [UInt8](repeating: 9, count: 1024)) }
    var given: Bitmap? = buffer.freeze()
    weak let storage = given?.storage
    let returns = BitmapReturns()
    let before = isGathered ? returns.begin() : 0
    Bitmap.giveUp(&given)
    #expect(given == nil && storage != nil)
    if isGathered { returns.end(before) }
    #expect((pool.ledger.live, pool.ledger.pooled) == (0, 1))
    let next = try BitmapBuffer(width: 15, height: 16, pool: pool).freeze()
    #expect(next.storage === storage)
    #expect(next.byteCount == 15 * 16 * 4 + 4 * 16)
    #expect(next.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
    #expect((pool.ledger.live, pool.ledger.pooled, pool.ledger.reused) == (1, 0, 1))
  }

  /// As long as somebody else has the picture, nothing happens to it.
  @Test func aPictureThatIsSharedStays() throws {
    let pool = BitmapPool()
    let kept = try bitmaps(1, in: pool)[0]
    var given: Bitmap? = kept
    Bitmap.giveUp(&given)
    withExtendedLifetime(kept) {
      #expect((pool.ledger.live, pool.ledger.pooled) == (1, 0))
      #expect(kept.pixel(x: 3, y: 3) == 0)
    }
  }

  /// Objects that lie on a shelf go with its memory.
  @Test func objectsAreFreedWithThePool() throws {
    let allocator = CountingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(allocator: allocator)
    weak var drained: BitmapStorage?
    weak var left: BitmapStorage?
    if let pool {
      var given: Bitmap? = try bitmaps(1, in: pool)[0]
      drained = given?.storage
      Bitmap.giveUp(&given)
      #expect(drained != nil)
      pool.drain()
      #expect(drained == nil && allocator.liveCount == 0)
      given = try bitmaps(1, in: pool)[0]
      left = given?.storage
      Bitmap.giveUp(&given)
    }
    #expect(left != nil)
    pool = nil
    #expect(left == nil && allocator.liveCount == 0)
  }

  /// Each shelf has what came from it, and who gathers within who gathers keeps nothing from it.
  @Test func poolsAreToldApart() throws {
    let pools = (0..<10).map { _ in BitmapPool() }
    var made = try pools.map { try bitmaps(2, in: $0) }
    let outer = BitmapReturns()
    let inner = BitmapReturns()
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

/// Counts what is out.
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
