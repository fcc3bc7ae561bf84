// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

import struct Synchronization.Atomic

/// The allocator and the idle capacity that the free lists of one pool share.
final class BitmapMemory: Sendable {
  private struct Overflow {
    var receive: (@Sendable (SurplusBuffer) -> Void)?
  }

  /// The most bytes that may lie idle in all lists together.
  let capacity: Int
  /// The bytes, idle and lent, up to which a list prefers new memory to idle buffers of other
  /// threads. Two threads that exchange one buffer pay for its cache lines each time.
  let stock: Int
  private let allocator: any BitmapAllocator
  /// The part of the capacity that no list has claimed, in bytes.
  private let unclaimed: Atomic<Int>
  /// Receives buffers over capacity in place of the allocator.
  private let overflow = Mutex(Overflow())

  /// The least that a list claims at a time, in bytes.
  private static let claimStep = 256 << 10

  init(capacity: Int, allocator: any BitmapAllocator) {
    self.capacity = capacity
    self.allocator = allocator
    stock = min(4 << 20, capacity / 16)
    unclaimed = Atomic(max(0, capacity))
  }

  // MARK: Capacity

  /// Claims capacity for a buffer.
  ///
  /// - Returns: At least `byteCount`, or 0.
  func claim(_ byteCount: Int) -> Int {
    var free = unclaimed.load(ordering: .relaxed)
    while free >= byteCount {
      let wanted = min(free, max(byteCount, Self.claimStep))
      let result = unclaimed.compareExchange(
        expected: free, desired: free - wanted, ordering: .relaxed)
      if result.exchanged { return wanted }
      free = result.original
    }
    return 0
  }

  func unclaim(_ byteCount: Int) { unclaimed.wrappingAdd(byteCount, ordering: .relaxed) }

  // MARK: Allocation

  /// Sets the receiver of buffers over capacity. The first one stays until it is removed with
  /// `nil`, so that a second user of the pool does not replace it.
  func setOverflow(_ receive: (@Sendable (SurplusBuffer) -> Void)?) {
    overflow.withLock { if receive == nil || $0.receive == nil { $0.receive = receive } }
  }

  /// Frees a lent buffer of a list, or sends it to the receiver.
  func release(_ buffer: SurplusBuffer) {
    if let receive = overflow.withLock({ $0.receive }) { receive(buffer) } else { buffer.free() }
  }

  /// New memory of a size class; `nil` if the allocator has none.
  func allocate(_ sizeClass: Int, isClear: Bool) -> PooledBuffer? {
    let size = BitmapSizeClass.byteCount(sizeClass)
    // `PooledBuffer` takes over the memory that the allocator returned.
    guard
      let memory = unsafe isClear
        ? allocator.allocateClear(byteCount: size) : allocator.allocate(byteCount: size)
    else { return nil }
    return unsafe PooledBuffer(memory: memory, sizeClass: sizeClass, isClear: isClear)
  }

  /// Returns the memory of a buffer that nothing uses any more.
  func deallocate(_ buffer: PooledBuffer) {
    // The memory came from the same allocator, with the same size.
    unsafe allocator.deallocate(buffer.memory, byteCount: buffer.byteCount)
  }
}
