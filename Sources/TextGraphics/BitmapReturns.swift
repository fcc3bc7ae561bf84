// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Buffers that a thread gives back together.
///
/// A thread that drops many bitmaps of others takes the locks of their shelves so once for many: for each alone it would take
/// the shelf out of the cache of the processor that draws.
@safe package struct BitmapReturns: ~Copyable {
  /// Buffers of one shelf.
  private struct Chain {
    let shelf: ShelfReference
    /// The one that came last.
    var first: PooledBuffer?
    var count = 0
    var byteCount = 0
  }

  private struct State {
    /// As a rule one for each lane that was at work; buffers of further shelves go back alone.
    var chains = InlineArray<8, Chain?>(repeating: nil)
  }

  /// So many buffers and bytes go back at the latest: what is drawn next is drawn into memory that is in the cache yet.
  private static let longest = (count: 32, byteCount: 1 << 20)

  /// Where a thread keeps the state that gathers; nothing if none does, or if the system has no room.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  private let state: UnsafeMutablePointer<State>

  /// Creates a place for buffers.
  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit { unsafe state.deallocate() }

  /// Gathers what the calling thread gives back from now on.
  ///
  /// - Returns: What did that before; to be passed to ``end(_:)``.
  package borrowing func begin() -> UInt {
    guard let key = Self.key else { return 0 }
    let before = unsafe UInt(bitPattern: pthread_getspecific(key))
    unsafe pthread_setspecific(key, state)
    return before
  }

  /// Gathers no more.
  package borrowing func end(_ before: UInt) {
    if let key = Self.key {
      unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: before))
    }
    flush()
  }

  /// Gives all back.
  package borrowing func flush() {
    for index in unsafe state.pointee.chains.indices {
      guard let chain = unsafe state.pointee.chains[index] else { return }
      unsafe state.pointee.chains[index] = nil
      Self.giveBack(chain)
    }
  }

  private static func giveBack(_ chain: Chain) {
    guard let first = chain.first else { return }
    chain.shelf.withShelf { $0.giveBack(chain: first) }
  }

  /// Keeps a buffer for its shelf, if the calling thread gathers.
  @inline(__always)
  static func keep(_ buffer: PooledBuffer, for shelf: ShelfReference) -> Bool {
    guard let key, let state = unsafe pthread_getspecific(key) else { return false }
    return unsafe keep(buffer, for: shelf, in: state.assumingMemoryBound(to: State.self))
  }

  @unsafe private static func keep(
    _ buffer: PooledBuffer, for shelf: ShelfReference, in state: UnsafeMutablePointer<State>
  ) -> Bool {
    for index in unsafe state.pointee.chains.indices {
      var chain = unsafe state.pointee.chains[index] ?? Chain(shelf: shelf)
      guard chain.shelf.isSame(as: shelf) else { continue }
      buffer.next = chain.first
      chain.first = buffer
      chain.count += 1
      chain.byteCount += buffer.byteCount
      let isLong = chain.count == longest.count || chain.byteCount >= longest.byteCount
      // Before anything goes back: an allocator that is given memory may drop bitmaps of its own.
      unsafe state.pointee.chains[index] = isLong ? Chain(shelf: shelf) : chain
      if isLong { giveBack(chain) }
      return true
    }
    return false
  }
}
