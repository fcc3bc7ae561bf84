// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry

/// The free lists of a pool's threads.
@Suite struct BitmapPoolTests {
  /// Four steps to each power of two, from 1 KiB on; a buffer of a class serves all that are
  /// greater than the class below.
  @Test func sizeClasses() {
    #expect((0..<6).map { BitmapSizeClass.byteCount($0) } == [1024, 1280, 1536, 1792, 2048, 2560])
    #expect(BitmapSizeClass.byteCount(BitmapSizeClass.count - 4) == 2 << 30)
    var below = 0
    for index in 0..<BitmapSizeClass.count {
      let size = BitmapSizeClass.byteCount(index)
      #expect(
        BitmapSizeClass.index(for: size) == index && BitmapSizeClass.index(for: below + 1) == index)
      below = size
    }
  }

  /// Runs a piece of work on a thread of its own, to the thread's very end.
  private static func onNewThread(_ body: @escaping @Sendable () -> Void) {
    final class Work {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work)
    precondition(status == 0)
    pthread_join(thread, nil)
  }

  private static func bitmap(_ side: Int, _ pool: BitmapPool) -> Bitmap? {
    try? BitmapBuffer(width: side, height: side, pool: pool).freeze()
  }

  /// In a process of its own, whose few threads have numbers, and so free lists, of their own.
  @Test func threadsDoNotTakeEachOthersBuffers() async {
    await #expect(processExitsWith: .success) {
      let pool = BitmapPool()
      let (ready, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let places = Mutex<[UInt?]>([])
      Thread {
        // Idle in this thread's free list; then the same again.
        places.withLock { $0.append(Self.place(ofNew: 32, pool)) }
        ready.signal()
        go.wait()
        places.withLock { $0.append(Self.place(ofNew: 32, pool)) }
        ready.signal()
      }.start()
      try await Self.wait(ready)
      let own = Self.bitmap(32, pool)
      let place = own?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      precondition(place != nil && places.withLock { $0[0] } != place)
      precondition(pool.ledger.created == 2)
      go.signal()
      try await Self.wait(ready)
      precondition(places.withLock { $0[1] == $0[0] })
      precondition(pool.ledger.created == 2 && pool.ledger.reused == 1 && pool.ledger.live == 1)
    }
  }

  /// The address of a new bitmap, which ends at once.
  private static func place(ofNew side: Int, _ pool: BitmapPool) -> UInt? {
    bitmap(side, pool)?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  private static func wait(_ semaphore: DispatchSemaphore) async throws {
    try await until { semaphore.wait(timeout: .now()) == .success }
  }

  @Test func memoryGoesBackToTheThreadThatTookIt() {
    let pool = BitmapPool()
    let held = Mutex<Bitmap?>(Self.bitmap(40, pool))
    let place = held.withLock { $0?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    Self.onNewThread { held.withLock { $0 = nil } }
    #expect(pool.ledger.pooled == 1)
    let again = Self.bitmap(40, pool)
    #expect(again?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } == place)
    #expect(pool.ledger.created == 1)
  }

  /// In a process of its own, where no other test's thread takes over the number and its free list.
  @Test func whatAThreadLeavesIsTakenByOthers() async {
    await #expect(processExitsWith: .success) {
      let pool = BitmapPool()
      Self.onNewThread { _ = Self.bitmap(40, pool) }
      precondition(pool.ledger.pooled == 1)
      let bitmap = Self.bitmap(40, pool)
      precondition(bitmap != nil)
      let account = pool.ledger
      precondition(account.created == 1 && account.reused == 1 && account.pooled == 0)
    }
  }

  /// In a process of its own, as above.
  @Test func aThreadThatHasManyTakesFromOthersBeforeTheAllocator() async {
    await #expect(processExitsWith: .success) {
      // A stock of 64 KiB a thread.
      let pool = BitmapPool(capacity: 1 << 20)
      let (ready, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread {
        _ = Self.bitmap(128, pool)
        ready.signal()
        go.wait()
      }.start()
      try await Self.wait(ready)
      let first = Self.bitmap(120, pool)
      precondition(first != nil && pool.ledger.created == 2)
      let second = Self.bitmap(120, pool)
      precondition(second != nil && pool.ledger.created == 2 && pool.ledger.reused == 1)
      go.signal()
    }
  }

  @Test(arguments: [0, 3 << 10, 1 << 20, 64 << 20])
  func theAccountIsExactAfterEightThreads(capacity: Int) throws {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: capacity, allocator: allocator)
    let exchange = Mutex<[Bitmap]>([])
    let isOver = CancellationFlag()
    let left = DispatchGroup()
    for seed in 0..<8 {
      left.enter()
      Thread {
        var random = AreaOracle.Random(UInt64(seed))
        for round in 0..<400 {
          let side = Int.random(in: 1...120, using: &random)
          guard let bitmap = Self.bitmap(side, pool) else { continue }
          // Most of them end on another thread.
          let place = Int.random(in: 0...40, using: &random)
          let old = exchange.withLock { kept -> Bitmap? in
            kept.append(bitmap)
            return kept.count > 40 ? kept.remove(at: place) : nil
          }
          _ = old
          if round % 100 == 99 { pool.drain() }
          if pool.ledger.pooledBytes > capacity { isOver.set() }
        }
        left.leave()
      }.start()
    }
    try left.waitInTurns()
    #expect(!isOver.isSet)
    let live = exchange.withLock { $0.count }
    var account = pool.ledger
    #expect(account.live == live)
    #expect(account.created == account.freed + account.pooled + account.live)
    #expect(account.created + account.reused == 3200)
    #expect(allocator.outstanding == account.live + account.pooled)
    exchange.withLock { $0 = [] }
    account = pool.ledger
    #expect(account.live == 0 && account.liveBytes == 0 && account.pooledBytes <= capacity)
    pool.drain()
    account = pool.ledger
    #expect(account.created == account.freed && account.pooled == 0 && account.pooledBytes == 0)
    #expect(allocator.outstanding == 0)
  }

  /// A free list claims capacity in large steps and returns it where others need it.
  @Test func theWholeCapacityServesWhoeverNeedsIt() {
    let pool = BitmapPool(capacity: 256 << 10)
    // Claims all of the capacity and uses little.
    _ = Self.bitmap(16, pool)
    Self.onNewThread {
      // 15 × 16 KiB.
      var all = (0..<15).map { _ in Self.bitmap(64, pool) }
      all = []
      _ = all
    }
    #expect(pool.ledger.pooled == 16)
    #expect(pool.ledger.freed == 0)
  }

  /// Pictures that grow one by one leave one idle buffer, not one of each size; what is much
  /// smaller stays.
  @Test func aGreaterBufferTakesThePlaceOfASmallerOne() {
    let pool = BitmapPool()
    _ = Self.bitmap(64, pool)
    for side in stride(from: 512, through: 720, by: 16) { _ = Self.bitmap(side, pool) }
    #expect(pool.ledger.pooled == 2)
    #expect(pool.ledger.pooledBytes < 720 * 720 * 4 * 5 / 4 + 64 * 64 * 4 * 5 / 4)
    let created = pool.ledger.created
    for side in stride(from: 720, through: 512, by: -16) { _ = Self.bitmap(side, pool) }
    #expect(pool.ledger.created == created)
    #expect(pool.ledger.created == pool.ledger.freed + pool.ledger.pooled + pool.ledger.live)
    // Two at a time: each greater one replaces one, and no more are made than are needed.
    let pair = BitmapPool()
    for side in [512, 576, 640] {
      let (a, b) = (Self.bitmap(side, pair), Self.bitmap(side, pair))
      #expect(a != nil && b != nil)
    }
    #expect(pair.ledger.pooled == 2)
  }

  @Test func bitmapsOutliveTheirPool() {
    let allocator = FailingBitmapAllocator()
    var pool: BitmapPool? = BitmapPool(allocator: allocator)
    var kept = pool.flatMap { Self.bitmap(20, $0) }
    _ = pool.flatMap { Self.bitmap(70, $0) }
    #expect(allocator.outstanding == 2)
    pool = nil
    #expect(allocator.outstanding == 1)
    #expect(kept?.pixel(x: 19, y: 19) == 0)
    kept = nil
    #expect(allocator.outstanding == 0)
  }

  @Test func aLayerTakesItsMemoryAlsoWhereThePoolIsGone() throws {
    let allocator = FailingBitmapAllocator()
    func draw() throws -> Bitmap {
      let pool = BitmapPool(allocator: allocator)
      var context = try GraphicsContext(pixels: PixelSize(width: 9, height: 9), pool: pool)
      _ = consume pool
      try context.beginLayer(alpha: 0.5)
      try context.fill(Rect(width: 9, height: 9), with: .white)
      try context.endLayer()
      return context.makeBitmap()
    }
    #expect(try draw().pixel(x: 4, y: 4) != 0)
    #expect(allocator.outstanding == 0)
  }
}
