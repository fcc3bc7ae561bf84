// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// A shelf, uncounted: it lives as long as its pool does or a buffer of its is out.
///
/// All threads that have to do with a thread's bitmaps would else count its shelf up and down.
// @unchecked Sendable: as the shelf is; it holds nothing else.
@safe struct ShelfReference: @unchecked Sendable {
  private let shelf: Unmanaged<BitmapShelf>

  init(_ shelf: BitmapShelf) { unsafe self.shelf = .passUnretained(shelf) }

  /// A shelf at an address; `nil` for 0.
  @inline(__always)
  init?(address: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    unsafe shelf = .fromOpaque(pointer)
  }

  func isSame(as other: ShelfReference) -> Bool {
    unsafe shelf.toOpaque() == other.shelf.toOpaque()
  }

  /// Lends the shelf, uncounted.
  @inline(__always)
  func withShelf<R>(_ body: (BitmapShelf) -> R) -> R {
    unsafe shelf._withUnsafeGuaranteedRef(body)
  }
}

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
    /// The idle buffers by size class, the one that came back last at the end. (In arrays: a buffer that is linked to the
    /// next is written to by whoever gives it back.)
    var idle = InlineArray<88, [ShelvedBuffer]>(repeating: [])
    private var after = InlineArray<8, UInt64>(repeating: 0)

    mutating func pop(near index: Int) -> ShelvedBuffer? {
      for near in index..<min(index + SizeClass.reach + 1, SizeClass.count) {
        if let buffer = pop(at: near) { return buffer }
      }
      return nil
    }

    /// The largest idle buffer whose place one of a greater class can take.
    mutating func pop(below index: Int) -> ShelvedBuffer? {
      for below in (max(0, index - SizeClass.reach)..<index).reversed() {
        if let buffer = pop(at: below) { return buffer }
      }
      return nil
    }

    @inline(__always)
    private mutating func pop(at index: Int) -> ShelvedBuffer? {
      guard let buffer = idle[index].popLast() else { return nil }
      ledger.pooled -= 1
      ledger.pooledBytes -= SizeClass.byteCount(index)
      return buffer
    }

    /// Notes that a buffer is out.
    ///
    /// The first one that is out holds the shelf, for all: each would else count a reference that many threads want.
    mutating func lend(_ byteCount: Int, from shelf: BitmapShelf) {
      if ledger.live == 0 { _ = unsafe Unmanaged.passRetained(shelf) }
      ledger.live += 1
      ledger.liveBytes += byteCount
    }

    /// Notes that a buffer is out no more.
    ///
    /// - Returns: Whether it was the last; then ``BitmapShelf/letGo()`` must be called, without the lock.
    mutating func take(back byteCount: Int) -> Bool {
      ledger.live -= 1
      ledger.liveBytes -= byteCount
      return ledger.live == 0
    }

    /// Takes a buffer back if there is room.
    ///
    /// - Returns: Whether it was the last that was out; `nil` if there is no room.
    mutating func push(_ buffer: ShelvedBuffer) -> Bool? {
      let index = buffer.sizeClass
      let size = SizeClass.byteCount(index)
      guard ledger.pooledBytes + size <= room else { return nil }
      idle[index].append(buffer)
      ledger.pooled += 1
      ledger.pooledBytes += size
      return take(back: size)
    }
  }

  let shelves: BitmapShelves
  private let state = Mutex(State())
  /// The bytes that lie idle, for who looks for a buffer elsewhere.
  private let idleBytes = Atomic<Int>(0)

  init(of shelves: BitmapShelves) { self.shelves = shelves }

  deinit { for buffer in drain() { shelves.deallocate(buffer) } }

  /// Takes memory of at least `byteCount` bytes; new memory is cleared where that is asked for.
  ///
  /// An idle buffer of up to twice the size is taken rather than a new one: pictures of many heights share a few.
  func take(byteCount: Int, isCleared: Bool) -> ShelvedBuffer? {
    let index = SizeClass.index(for: byteCount)
    let (found, stock) = state.withLock { state -> (ShelvedBuffer?, Int) in
      guard let buffer = state.pop(near: index) else {
        return (nil, state.ledger.pooledBytes + state.ledger.liveBytes)
      }
      state.ledger.reused += 1
      state.lend(buffer.byteCount, from: self)
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return (buffer, 0)
    }
    return found ?? takeElsewhere(index, stock: stock, isCleared: isCleared).map { .bare($0) }
  }

  @inline(never)
  private func takeElsewhere(_ index: Int, stock: Int, isCleared: Bool) -> PooledBuffer? {
    let size = SizeClass.byteCount(index)
    if let buffer = shelves.move(near: index, to: self, isInNeed: stock + size > shelves.stock) {
      return buffer
    }
    // A greater buffer serves whoever needs one a little smaller: together they would lie idle, as pictures grow.
    let replaced = state.withLock { state -> ShelvedBuffer? in
      let buffer = state.pop(below: index)
      if let buffer { state.lend(buffer.byteCount, from: self) }
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return buffer
    }
    if let replaced { release(replaced.buffer()) }
    guard let buffer = shelves.allocate(index, isClear: isCleared) else { return nil }
    state.withLock { state in
      state.ledger.created += 1
      state.lend(size, from: self)
    }
    return buffer
  }

  /// Gives back what ``take(byteCount:isCleared:)`` returned, with what was drawn on it.
  func giveBack(_ buffer: ShelvedBuffer) {
    let isLast = state.withLock { state in
      let isLast = state.push(buffer)
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return isLast
    }
    guard let isLast else { return giveBackToFull(buffer) }
    if isLast { letGo() }
  }

  /// Gives back buffers, the first one first, with one look at the shelf.
  func giveBack(_ buffers: [ShelvedBuffer]) {
    let (count, isLast) = state.withLock { state in
      var (count, isLast) = (0, false)
      while count < buffers.count, let last = state.push(buffers[count]) {
        isLast = last
        count += 1
      }
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return (count, isLast)
    }
    // As long as there are more, one that is out holds the shelf.
    for index in count..<buffers.count { giveBackToFull(buffers[index]) }
    if isLast { letGo() }
  }

  @inline(never)
  private func giveBackToFull(_ buffer: ShelvedBuffer) {
    let more = shelves.claimRoom(for: buffer.byteCount)
    let isLast = state.withLock { state in
      state.room += more
      let isLast = state.push(buffer)
      idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed)
      return isLast
    }
    guard let isLast else { return release(buffer.buffer()) }
    if isLast { letGo() }
  }

  /// No buffer is out, so none holds the shelf.
  @inline(never)
  private func letGo() { unsafe Unmanaged.passUnretained(self).release() }

  /// Frees a buffer that is out, or has it freed elsewhere.
  private func release(_ buffer: PooledBuffer) {
    let released = ReleasedBuffer(buffer, of: self)
    if let release = shelves.releaser { release(released) } else { released.free() }
  }

  func free(_ buffer: PooledBuffer) {
    let size = buffer.byteCount
    let isLast = state.withLock { state in
      state.ledger.freed += 1
      return state.take(back: size)
    }
    shelves.deallocate(buffer)
    if isLast { letGo() }
  }

  // MARK: - For the pool

  var ledger: BitmapPool.Ledger { state.withLock { $0.ledger } }

  /// Takes all idle buffers off, to be freed.
  func drain() -> [PooledBuffer] {
    let all = state.withLock { state in
      var all: [ShelvedBuffer] = []
      for index in 0..<SizeClass.count {
        all += state.idle[index].reversed()
        state.idle[index] = []
      }
      state.ledger.freed += state.ledger.pooled
      state.ledger.pooled = 0
      state.ledger.pooledBytes = 0
      idleBytes.store(0, ordering: .relaxed)
      return all
    }
    return all.map { $0.buffer() }
  }

  /// Takes a buffer off for another shelf, under the lock that all moves have.
  func giveAway(near index: Int) -> PooledBuffer? {
    if idleBytes.load(ordering: .relaxed) < SizeClass.byteCount(index) { return nil }
    return state.withLock { state -> ShelvedBuffer? in
      defer { idleBytes.store(state.ledger.pooledBytes, ordering: .relaxed) }
      return state.pop(near: index)
    }?.buffer()
  }

  /// Notes that a buffer of another shelf is out from here.
  func adopt(_ buffer: PooledBuffer) {
    state.withLock { state in
      state.ledger.reused += 1
      state.lend(buffer.byteCount, from: self)
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
