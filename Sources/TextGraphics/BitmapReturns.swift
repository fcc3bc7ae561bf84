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
  /// Where buffers of one shelf gather, the one that came first at the front.
  private struct Place {
    /// `nil` for any shelf.
    var shelf: ShelfReference?
    var buffers: [ShelvedBuffer] = []
    var byteCount = 0
  }

  private struct State {
    /// As a rule one for each lane that was at work; buffers of further shelves go back alone.
    var places = InlineArray<8, Place>(repeating: Place())
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

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

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
    for index in unsafe state.pointee.places.indices {
      guard let shelf = unsafe state.pointee.places[index].shelf else { return }
      unsafe state.pointee.places[index].shelf = nil
      unsafe Self.giveBack(index, of: state, to: shelf)
    }
  }

  @unsafe private static func giveBack(
    _ index: Int, of state: UnsafeMutablePointer<State>, to shelf: ShelfReference
  ) {
    // First of all they are taken out: an allocator that is given memory may drop bitmaps of its own.
    var buffers: [ShelvedBuffer] = []
    unsafe swap(&buffers, &state.pointee.places[index].buffers)
    // A shelf of which nothing is out any more may be gone.
    if buffers.isEmpty { return }
    unsafe state.pointee.places[index].byteCount = 0
    shelf.withShelf { $0.giveBack(buffers) }
    buffers.removeAll(keepingCapacity: true)
    // The array is kept for its memory.
    if unsafe state.pointee.places[index].buffers.capacity == 0 {
      unsafe swap(&buffers, &state.pointee.places[index].buffers)
    }
  }

  /// Keeps a buffer for its shelf, if the calling thread gathers.
  @inline(__always)
  static func keep(_ buffer: ShelvedBuffer, for shelf: ShelfReference) -> Bool {
    guard let key, let state = unsafe pthread_getspecific(key) else { return false }
    return unsafe keep(buffer, for: shelf, in: state.assumingMemoryBound(to: State.self))
  }

  @unsafe private static func keep(
    _ buffer: ShelvedBuffer, for shelf: ShelfReference, in state: UnsafeMutablePointer<State>
  ) -> Bool {
    for index in unsafe state.pointee.places.indices {
      let known = unsafe state.pointee.places[index].shelf
      guard known?.isSame(as: shelf) ?? true else { continue }
      unsafe state.pointee.places[index].shelf = shelf
      unsafe state.pointee.places[index].buffers.append(buffer)
      unsafe state.pointee.places[index].byteCount += buffer.byteCount
      let isFull =
        unsafe state.pointee.places[index].buffers.count == longest.count
        || state.pointee.places[index].byteCount >= longest.byteCount
      if isFull { unsafe giveBack(index, of: state, to: shelf) }
      return true
    }
    return false
  }
}
