// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import struct Synchronization.Atomic

/// A pool of what cannot be shared between threads: buffers, iterators, scratch arrays.
///
/// A caller checks a set out for one piece of work, on a lane or not, and it comes back when the work
/// ends. At most `capacity` sets are kept; a set that does not fit is dropped where it is returned.
///
/// A thread finds its set in a place of its own, by one exchange; the lock is for the rest. Everything is inlined
/// into the caller's module, where the types are known.
// @unchecked Sendable: `places` never changes, and what lies there is atomic.
@safe package final class ScratchPool<Scratch: AnyObject>: @unchecked Sendable {
  /// A place for one idle set, in a cache line of its own: the set's address, and a reference to it.
  @usableFromInline struct Place: ~Copyable {
    @usableFromInline let set = Atomic<UInt>(0)
    private let padding: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)

    @usableFromInline init() {}
  }

  @usableFromInline let places: UnsafeMutablePointer<Place>
  /// The number of places, a power of two.
  @usableFromInline let placeCount: Int
  @usableFromInline let shelf = Mutex(Shelf<Scratch>())
  @usableFromInline let capacity: Int
  private let isLocal: Bool
  @usableFromInline let make: @Sendable () -> Scratch

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: How many idle sets are kept, at least 1.
  ///   - isLocal: Whether no thread takes a set that lies at another's place. For small sets which are out only for a
  ///     moment: two threads that never have one out together would take the same one in turn, again and again.
  ///   - make: Makes a set when none is idle.
  package init(
    capacity: Int = 16, isLocal: Bool = false, make: @escaping @Sendable () -> Scratch
  ) {
    precondition(capacity > 0, "a pool that keeps nothing")
    self.make = make
    self.isLocal = isLocal
    var count = 1
    while 2 * count <= min(capacity, 8) { count *= 2 }
    placeCount = count
    self.capacity = capacity - count
    unsafe places = .allocate(capacity: count)
    for i in 0..<count { unsafe (places + i).initialize(to: Place()) }
  }

  deinit {
    drain()
    unsafe places.deinitialize(count: placeCount)
    unsafe places.deallocate()
  }

  /// Runs a piece of work with a set of its own.
  ///
  /// The set must not escape from `body`. No lock is held while `body` runs.
  @inlinable
  package func withScratch<R, E: Error>(_ body: (Scratch) throws(E) -> R) throws(E) -> R {
    let place = ownPlace
    let scratch = take(at: place) ?? takeElsewhere(place) ?? make()
    defer { giveBack(scratch, at: place) }
    return try body(scratch)
  }

  /// Drops all idle sets.
  package func drain() {
    for place in 0..<placeCount { _ = take(at: place) }
    shelf.withLock { $0.sets = [] }
  }

  /// The calling thread's place; where many are alive, several have the same.
  @usableFromInline package var ownPlace: Int { ThreadNumber.current & (placeCount - 1) }

  @inlinable
  package func take(at place: Int) -> Scratch? {
    let address = unsafe places[place].set.exchange(0, ordering: .acquiringAndReleasing)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<Scratch>.fromOpaque(pointer).takeRetainedValue()
  }

  @inlinable
  package func giveBack(_ scratch: Scratch, at place: Int) {
    let pointer = unsafe Unmanaged.passRetained(scratch)
    let result = unsafe places[place].set.compareExchange(
      expected: 0, desired: UInt(bitPattern: pointer.toOpaque()),
      ordering: .acquiringAndReleasing)
    if result.exchanged { return }
    unsafe pointer.release()
    shelve(scratch)
  }

  /// A set from another place or from the shelf.
  @usableFromInline
  func takeElsewhere(_ own: Int) -> Scratch? {
    for place in 0..<placeCount where place != own && !isLocal {
      if unsafe places[place].set.load(ordering: .relaxed) != 0, let scratch = take(at: place) {
        return scratch
      }
    }
    return shelf.withLock { $0.sets.popLast().map(Idle.init) }?.scratch
  }

  @usableFromInline
  func shelve(_ scratch: Scratch) {
    let idle = Idle(scratch: scratch)
    shelf.withLock { if $0.sets.count < capacity { $0.sets.append(idle.scratch) } }
  }
}

// @unchecked Sendable: the sets are mutable, but each is either here, guarded by the pool's lock, or
// with the one caller that took it out. `ScratchPoolTests` races callers over one pool.
@usableFromInline
struct Shelf<Scratch: AnyObject>: @unchecked Sendable {
  @usableFromInline var sets: [Scratch] = []
}

// @unchecked Sendable: carries one set across the mutex, from its only owner to its next one.
private struct Idle<Scratch: AnyObject>: @unchecked Sendable {
  let scratch: Scratch
}
