// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel

/// The buffers of a pool that one thread took and takes again.
///
/// Any thread may give them back. The lock is almost always free, and lies in this shelf's own cache lines.
final class BitmapShelf: Sendable {
  private struct State: Sendable {
    /// Keeps the cache lines before it for others.
    private var before = InlineArray<8, UInt64>(repeating: 0)
    var ledger = BitmapPool.Ledger()
    /// How many bytes may lie idle here; part of the pool's capacity.
    var room = 0
    /// The buffer that came back last, by size class.
    var idle = InlineArray<88, PooledBuffer?>(repeating: nil)
    private var after = InlineArray<8, UInt64>(repeating: 0)

    mutating func pop(near index: Int) -> PooledBuffer? {
      for near in index..<min(index + SizeClass.reach + 1, SizeClass.count) {
        if let buffer = pop(at: near) { return buffer }
      }
      return nil
    }

    /// The largest idle buffer whose place one of a greater class can take.
    mutating func pop(below index: Int) -> PooledBuffer? {
      for below in (max(0, index - SizeClass.reach)..<index).reversed() {
        if let buffer = pop(at: below) { return buffer }
      }
      return nil
    }

    @inline(__always)
    private mutating func pop(at index: Int) -> PooledBuffer? {
      guard let buffer = idle[index] else { return nil }
      idle[index] = buffer.next
      ledger.pooled -= 1
      ledger.pooledBytes -= SizeClass.byteCount(index)
      return buffer
    }

    /// Notes that a buffer is out.
    mutating func lend(_ byteCount: Int) {
      ledger.live += 1
      ledger.liveBytes += byteCount
    }

    /// Takes a buffer back if there is room.
    mutating func push(_ buffer: PooledBuffer) -> Bool {
      let (index, size) = (buffer.sizeClass, buffer.byteCount)
      guard ledger.pooledBytes + size <= room else { return false }
      buffer.next = idle[index]
      idle[index] = buffer
      ledger.pooled += 1
      ledger.pooledBytes += size
      ledger.live -= 1
      ledger.liveBytes -= size
      return true
    }
  }

  let shelves: BitmapShelves
  private let state = Guarded(State())
  /// The bytes that lie idle, for who looks for a buffer elsewhere.
  private let idleBytes = Atomic<Int>(0)

  init(of shelves: BitmapShelves) { self.shelves = shelves }

  deinit { for buffer in drain() { shelves.deallocate(buffer) } }

  /// Takes memory of at least `byteCount` bytes, so many of them filled with four bytes unless these are `nil`.
  ///
  /// An idle buffer of up to twice the size is taken rather than a new one: pictures of many heights share a few.
  func take(byteCount: Int, pattern: UInt32?) -> PooledBuffer? {
    let index = SizeClass.index(for: byteCount)
    let (found, stock) = state.withLock { state -> (PooledBuffer?, Int) in
      guard let buffer = state.pop(near: index) else {
        return (nil, state.ledger.pooledBytes + state.ledger.liveBytes)
      }
      state.ledger.reused += 1
      state.lend(buffer.byteCount)
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return (buffer, 0)
    }
    guard
      let buffer = found
        ?? takeElsewhere(index, stock: stock, isCleared: pattern == 0)
    else { return nil }
    buffer.fill(byteCount: byteCount, pattern: pattern)
    return buffer
  }

  @inline(never)
  private func takeElsewhere(_ index: Int, stock: Int, isCleared: Bool) -> PooledBuffer? {
    let size = SizeClass.byteCount(index)
    if let buffer = shelves.move(near: index, to: self, isInNeed: stock + size > shelves.stock) {
      return buffer
    }
    // A greater buffer serves whoever needs one a little smaller: together they would lie idle, as pictures grow.
    let replaced = state.withLock { state in
      let buffer = state.pop(below: index)
      if let buffer { state.lend(buffer.byteCount) }
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return buffer
    }
    if let replaced { release(replaced) }
    guard let buffer = shelves.allocate(index, isClear: isCleared) else { return nil }
    state.withLock { state in
      state.ledger.created += 1
      state.lend(size)
    }
    return buffer
  }

  /// Gives back what ``take(byteCount:pattern:)`` returned, with what was drawn on it.
  func giveBack(_ buffer: PooledBuffer) {
    let isKept = state.withLock { state in
      guard state.push(buffer) else { return false }
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return true
    }
    if !isKept { giveBackToFull(buffer) }
  }

  @inline(never)
  private func giveBackToFull(_ buffer: PooledBuffer) {
    let more = shelves.claimRoom(for: buffer.byteCount)
    let isKept = state.withLock { state in
      state.room += more
      guard state.push(buffer) else { return false }
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return true
    }
    if !isKept { release(buffer) }
  }

  /// Frees a buffer that is out, or has it freed elsewhere.
  private func release(_ buffer: PooledBuffer) {
    let released = ReleasedBuffer(buffer, of: self)
    if let release = shelves.releaser { release(released) } else { released.free() }
  }

  func free(_ buffer: PooledBuffer) {
    let size = buffer.byteCount
    state.withLock { state in
      state.ledger.freed += 1
      state.ledger.live -= 1
      state.ledger.liveBytes -= size
    }
    shelves.deallocate(buffer)
  }

  // MARK: - For the pool

  var ledger: BitmapPool.Ledger { state.withLock { $0.ledger } }

  /// Takes all idle buffers off, to be freed.
  func drain() -> [PooledBuffer] {
    state.withLock { state in
      var all: [PooledBuffer] = []
      for index in 0..<SizeClass.count {
        while let buffer = state.idle[index] {
          state.idle[index] = buffer.next
          all.append(buffer)
        }
      }
      state.ledger.freed += state.ledger.pooled
      state.ledger.pooled = 0
      state.ledger.pooledBytes = 0
      idleBytes.store(0, ordering: .relaxed)
      return all
    }
  }

  /// Takes a buffer off for another shelf, under the lock that all moves have.
  func giveAway(near index: Int) -> PooledBuffer? {
    if idleBytes.load(ordering: .relaxed) < SizeClass.byteCount(index) { return nil }
    return state.withLock { state in
      defer { idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed) }
      return state.pop(near: index)
    }
  }

  /// Notes that a buffer of another shelf is out from here.
  func adopt(_ buffer: PooledBuffer) {
    state.withLock { state in
      state.ledger.reused += 1
      state.lend(buffer.byteCount)
    }
  }

  /// Gives up the room that holds nothing.
  func giveUpRoom() -> Int {
    state.withLock { state in
      let spare = state.room - state.ledger.pooledBytes
      state.room -= spare
      return spare
    }
  }
}
