// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

import struct Synchronization.Atomic

/// The free list of one thread in a pool: idle buffers by size class.
///
/// Only its thread takes buffers from it, except where another list runs short; any thread gives
/// back. The lock is rarely contended, and the state has cache lines of its own.
final class BitmapFreeList: Sendable {
  private struct State {
    /// Padding against false sharing.
    private var before = InlineArray<8, UInt64>(repeating: 0)
    var ledger = BitmapPool.Ledger()
    /// The bytes that may lie idle here, claimed from the pool's capacity.
    var claimed = 0
    /// The lists of the other threads; `nil` once the pool is gone. (Bitmaps hold their list, so
    /// that it outlives the pool.)
    weak var siblings: BitmapFreeLists?
    /// Whether the pool is gone, so that nothing is kept.
    var isClosed = false
    /// The idle buffers by size class, the last one returned at the end. Arrays rather than links:
    /// a link would be written into a buffer that another processor has in its cache.
    var idle = InlineArray<88, [IdleBuffer]>(repeating: [])
    private var after = InlineArray<8, UInt64>(repeating: 0)

    /// Takes an idle buffer of a size class or one up to `reach` larger.
    mutating func pop(near index: Int) -> IdleBuffer? {
      let end = min(index + BitmapSizeClass.reach + 1, BitmapSizeClass.count)
      for near in index..<end {
        if let buffer = pop(at: near) { return buffer }
      }
      return nil
    }

    /// Takes the largest idle buffer below a size class, at most `reach` smaller.
    mutating func pop(below index: Int) -> IdleBuffer? {
      for below in (max(0, index - BitmapSizeClass.reach)..<index).reversed() {
        if let buffer = pop(at: below) { return buffer }
      }
      return nil
    }

    @inline(__always)
    private mutating func pop(at index: Int) -> IdleBuffer? {
      guard let buffer = idle[index].popLast() else { return nil }
      ledger.pooled -= 1
      ledger.pooledBytes -= BitmapSizeClass.byteCount(index)
      return buffer
    }

    /// Counts a buffer as lent.
    mutating func lend(_ byteCount: Int) {
      ledger.live += 1
      ledger.liveBytes += byteCount
    }

    /// Counts a buffer as no longer lent.
    mutating func endLoan(_ byteCount: Int) {
      ledger.live -= 1
      ledger.liveBytes -= byteCount
    }

    /// Takes a lent buffer back, and sets it to `nil`, unless it exceeds the claimed capacity.
    mutating func push(_ buffer: inout IdleBuffer?) {
      guard let index = buffer?.sizeClass else { return }
      let size = BitmapSizeClass.byteCount(index)
      guard ledger.pooledBytes + size <= claimed, !isClosed, let kept = buffer.take() else {
        return
      }
      idle[index].append(kept)
      ledger.pooled += 1
      ledger.pooledBytes += size
      endLoan(size)
    }

    /// Removes and returns all idle buffers.
    mutating func removeAll() -> [IdleBuffer] {
      var all: [IdleBuffer] = []
      for index in 0..<BitmapSizeClass.count {
        all += idle[index].reversed()
        idle[index] = []
      }
      ledger.freed += ledger.pooled
      ledger.pooled = 0
      ledger.pooledBytes = 0
      return all
    }
  }

  private let memory: BitmapMemory
  private let state = Mutex(State())
  /// A copy of `pooledBytes` that other threads read without the lock.
  private let idleBytes = Atomic<Int>(0)

  init(memory: BitmapMemory) { self.memory = memory }

  /// Makes the list one of the lists of a pool.
  func join(_ siblings: BitmapFreeLists) { state.withLock { $0.siblings = siblings } }

  private var siblings: BitmapFreeLists? { state.withLock { $0.siblings } }

  deinit { drain() }

  /// Changes the state and publishes the idle bytes.
  @inline(__always)
  private func update<R>(_ body: (inout State) -> sending R) -> sending R {
    state.withLock { state in
      let result = body(&state)
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return result
    }
  }

  // MARK: Taking

  /// Takes a buffer of at least `byteCount` bytes.
  ///
  /// Idle buffers of up to twice the size are preferred to new memory, so that pictures of many
  /// heights share a few.
  ///
  /// - Parameter isCleared: Whether new memory should be clear.
  /// - Returns: `nil` if the allocator has no memory.
  func take(byteCount: Int, isCleared: Bool) -> IdleBuffer? {
    let index = BitmapSizeClass.index(for: byteCount)
    let (found, held) = update { state -> (IdleBuffer?, Int) in
      guard let buffer = state.pop(near: index) else {
        return (nil, state.ledger.pooledBytes + state.ledger.liveBytes)
      }
      state.ledger.reused += 1
      state.lend(buffer.byteCount)
      return (buffer, 0)
    }
    return found ?? takeElsewhere(index, held: held, isCleared: isCleared).map { .plain($0) }
  }

  /// Takes a buffer from another list or from the allocator.
  ///
  /// - Parameter held: The bytes, idle and lent, of this list.
  @inline(never)
  private func takeElsewhere(_ index: Int, held: Int, isCleared: Bool) -> PooledBuffer? {
    let size = BitmapSizeClass.byteCount(index)
    let isShort = held + size > memory.stock
    if let buffer = siblings?.move(near: index, to: self, isShort: isShort) { return buffer }
    // A slightly smaller idle buffer is freed, since the new one serves its requests, too.
    // Otherwise pictures that grow would leave one idle buffer of each size behind.
    let replaced = update { state -> IdleBuffer? in
      let buffer = state.pop(below: index)
      if let buffer { state.lend(buffer.byteCount) }
      return buffer
    }
    if let replaced { release(replaced.buffer()) }
    guard let buffer = memory.allocate(index, isClear: isCleared) else { return nil }
    state.withLock { state in
      state.ledger.created += 1
      state.lend(size)
    }
    return buffer
  }

  // MARK: Giving back

  /// Takes back a lent buffer. Any thread may call it.
  func giveBack(_ buffer: consuming IdleBuffer) {
    var rest: IdleBuffer? = consume buffer
    update { $0.push(&rest) }
    if let rest { giveBackToFull(rest) }
  }

  /// Takes back lent buffers in order, under one lock.
  func giveBack(_ buffers: [IdleBuffer]) {
    let count = update { state in
      for index in buffers.indices {
        var rest: IdleBuffer? = buffers[index]
        state.push(&rest)
        if rest != nil { return index }
      }
      return buffers.count
    }
    for index in count..<buffers.count { giveBackToFull(buffers[index]) }
  }

  @inline(never)
  private func giveBackToFull(_ buffer: IdleBuffer) {
    let more = claim(buffer.byteCount)
    var rest: IdleBuffer? = buffer
    update { state in
      state.claimed += more
      state.push(&rest)
    }
    if let rest { release(rest.buffer()) }
  }

  /// Claims capacity; at the limit, what other lists do not use is reclaimed first.
  private func claim(_ byteCount: Int) -> Int {
    let claimed = memory.claim(byteCount)
    if claimed > 0 { return claimed }
    guard let siblings else { return 0 }
    siblings.reclaimCapacity()
    return memory.claim(byteCount)
  }

  /// Frees a lent buffer, or hands it to the pool's receiver of such buffers.
  private func release(_ buffer: PooledBuffer) {
    memory.release(SurplusBuffer(buffer, of: self))
  }

  func free(_ buffer: PooledBuffer) {
    let size = buffer.byteCount
    state.withLock { state in
      state.ledger.freed += 1
      state.endLoan(size)
    }
    memory.deallocate(buffer)
  }

  // MARK: For the pool

  var ledger: BitmapPool.Ledger { state.withLock { $0.ledger } }

  /// Frees all idle buffers and returns their capacity to the pool.
  func drain() {
    let idle = update { $0.removeAll() }
    unclaimSpare()
    for buffer in idle { memory.deallocate(buffer.buffer()) }
  }

  /// Frees all idle buffers and keeps none from now on.
  func close() {
    let idle = update { state in
      state.isClosed = true
      return state.removeAll()
    }
    for buffer in idle { memory.deallocate(buffer.buffer()) }
  }

  /// Takes out an idle buffer for another list, which then calls ``adopt(_:)``.
  func giveAway(near index: Int) -> PooledBuffer? {
    if idleBytes.load(ordering: .relaxed) < BitmapSizeClass.byteCount(index) { return nil }
    return update { $0.pop(near: index) }?.buffer()
  }

  /// Counts another list's buffer as lent by this one.
  func adopt(_ buffer: PooledBuffer) {
    state.withLock { state in
      state.ledger.reused += 1
      state.lend(buffer.byteCount)
    }
  }

  /// Returns claimed capacity that holds no idle buffer to the pool.
  func unclaimSpare() {
    let spare = state.withLock { state in
      let spare = state.claimed - state.ledger.pooledBytes
      state.claimed -= spare
      return spare
    }
    memory.unclaim(spare)
  }
}
