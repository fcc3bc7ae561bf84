// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// The shelves of one pool, and what they share. It lives until the last bitmap of the pool is gone.
// @unchecked Sendable: `slots` never changes, and what lies there is atomic.
@safe final class BitmapShelves: @unchecked Sendable {
  private struct Rest: Sendable {
    var releaser: (@Sendable (ReleasedBuffer) -> Void)?
  }

  let capacity: Int
  /// What a shelf may have, bytes out and idle, before it takes from other threads rather than memory that is new:
  /// two threads that take turns with a buffer wait for each other's caches.
  let stock: Int
  private let allocator: any BitmapAllocator
  /// How much of the capacity no shelf has.
  private let freeRoom: Atomic<Int>
  /// The shelf of each thread number, retained; 0 where there is none.
  private let slots: UnsafeMutablePointer<Atomic<UInt>>
  /// Held while buffers go from one shelf to another, and while something is done to all shelves.
  private let rest = Mutex(Rest())

  /// Room is claimed in such pieces, so that a shelf seldom asks.
  private static let roomStep = 256 << 10

  init(capacity: Int, allocator: any BitmapAllocator) {
    self.capacity = capacity
    self.allocator = allocator
    stock = min(4 << 20, capacity / 16)
    freeRoom = Atomic(max(0, capacity))
    unsafe slots = .allocate(capacity: ThreadNumber.limit)
    for i in 0..<ThreadNumber.limit { unsafe (slots + i).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe slots.deinitialize(count: ThreadNumber.limit)
    unsafe slots.deallocate()
  }

  /// The calling thread's shelf.
  var own: ShelfReference {
    let number = ThreadNumber.current
    let address = unsafe slots[number].load(ordering: .acquiring)
    return ShelfReference(address: address) ?? ShelfReference(makeShelf(number))
  }

  @inline(__always)
  private func shelf(_ number: Int) -> BitmapShelf? {
    let address = unsafe slots[number].load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<BitmapShelf>.fromOpaque(pointer).takeUnretainedValue()
  }

  @inline(never)
  private func makeShelf(_ number: Int) -> BitmapShelf {
    let shelf = BitmapShelf(of: self)
    let pointer = unsafe Unmanaged.passRetained(shelf)
    let result = unsafe slots[number].compareExchange(
      expected: 0, desired: UInt(bitPattern: pointer.toOpaque()),
      ordering: .acquiringAndReleasing)
    if result.exchanged { return shelf }
    // Another thread of the same number was quicker.
    unsafe pointer.release()
    return self.shelf(number) ?? shelf
  }

  var ledger: BitmapPool.Ledger {
    rest.withLock { _ in
      var sum = BitmapPool.Ledger()
      for number in 0..<ThreadNumber.limit {
        guard let ledger = shelf(number)?.ledger else { continue }
        sum.created += ledger.created
        sum.freed += ledger.freed
        sum.reused += ledger.reused
        sum.pooled += ledger.pooled
        sum.live += ledger.live
        sum.pooledBytes += ledger.pooledBytes
        sum.liveBytes += ledger.liveBytes
      }
      return sum
    }
  }

  func drain() {
    let idle = rest.withLock { _ in
      var idle: [PooledBuffer] = []
      for number in 0..<ThreadNumber.limit {
        guard let shelf = shelf(number) else { continue }
        idle += shelf.drain()
        freeRoom.wrappingAdd(shelf.giveUpRoom(), ordering: .relaxed)
      }
      return idle
    }
    for buffer in idle { deallocate(buffer) }
  }

  /// The pool is gone: what is still out is freed when it comes back.
  func close() {
    // So much is given up nowhere.
    freeRoom.store(.min / 2, ordering: .relaxed)
    drain()
    // Whoever goes through the shelves has the lock, and none that is about to be freed.
    let addresses = rest.withLock { _ in
      (0..<ThreadNumber.limit).map {
        unsafe slots[$0].exchange(0, ordering: .acquiringAndReleasing)
      }
    }
    for address in addresses {
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { continue }
      unsafe Unmanaged<BitmapShelf>.fromOpaque(pointer).release()
    }
  }

  /// The first one stays: whoever shares the pool later does not take it from him.
  func setReleaser(_ release: (@Sendable (ReleasedBuffer) -> Void)?) {
    rest.withLock { rest in
      if release == nil || rest.releaser == nil { rest.releaser = release }
    }
  }

  var releaser: (@Sendable (ReleasedBuffer) -> Void)? { rest.withLock { $0.releaser } }

  /// Lets a shelf have an idle buffer of another one: of a thread that ended, or, where it is in need, of any.
  func move(near index: Int, to shelf: BitmapShelf, isInNeed: Bool) -> PooledBuffer? {
    rest.withLock { _ in
      for number in 0..<ThreadNumber.limit {
        guard let other = self.shelf(number), other !== shelf,
          isInNeed || !ThreadNumber.isTaken(number), let buffer = other.giveAway(near: index)
        else { continue }
        shelf.adopt(buffer)
        return buffer
      }
      return nil
    }
  }

  /// Room for a buffer: at least so many bytes, or none.
  func claimRoom(for byteCount: Int) -> Int {
    let claimed = claimFreeRoom(for: byteCount)
    if claimed > 0 { return claimed }
    rest.withLock { _ in
      for number in 0..<ThreadNumber.limit {
        guard let shelf = shelf(number) else { continue }
        freeRoom.wrappingAdd(shelf.giveUpRoom(), ordering: .relaxed)
      }
    }
    return claimFreeRoom(for: byteCount)
  }

  private func claimFreeRoom(for byteCount: Int) -> Int {
    var free = freeRoom.load(ordering: .relaxed)
    while free >= byteCount {
      let wanted = min(free, max(byteCount, Self.roomStep))
      let result = freeRoom.compareExchange(
        expected: free, desired: free - wanted, ordering: .relaxed)
      if result.exchanged { return wanted }
      free = result.original
    }
    return 0
  }

  func allocate(_ sizeClass: Int, isClear: Bool) -> PooledBuffer? {
    let size = SizeClass.byteCount(sizeClass)
    guard
      let memory = unsafe isClear
        ? allocator.allocateClear(byteCount: size) : allocator.allocate(byteCount: size)
    else { return nil }
    return unsafe PooledBuffer(memory: memory, sizeClass: sizeClass, isClear: isClear)
  }

  func deallocate(_ buffer: PooledBuffer) {
    unsafe allocator.deallocate(buffer.memory, byteCount: buffer.byteCount)
    buffer.destroy()
  }
}
