// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pool of what cannot be shared between threads: buffers, iterators, scratch arrays.
///
/// A caller checks a set out for one piece of work, on a lane or not, and it comes back when the work
/// ends. At most `capacity` sets are kept; a set that does not fit is dropped where it is returned.
public final class ScratchPool<Scratch: AnyObject>: Sendable {
  private let shelf = Guarded(Shelf<Scratch>())
  private let capacity: Int
  private let make: @Sendable () -> Scratch

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: How many idle sets are kept.
  ///   - make: Makes a set when none is idle.
  public init(capacity: Int = 16, make: @escaping @Sendable () -> Scratch) {
    self.capacity = capacity
    self.make = make
  }

  /// Runs a piece of work with a set of its own.
  ///
  /// The set must not escape from `body`. No lock is held while `body` runs.
  public func withScratch<R, E: Error>(_ body: (Scratch) throws(E) -> R) throws(E) -> R {
    let scratch = takeOrMake()
    defer { giveBack(scratch) }
    return try body(scratch)
  }

  /// Drops all idle sets.
  public func drain() {
    shelf.withLock { $0.sets = [] }
  }

  private func takeOrMake() -> Scratch {
    shelf.withLock { $0.sets.popLast().map(Idle.init) }?.scratch ?? make()
  }

  private func giveBack(_ scratch: Scratch) {
    let idle = Idle(scratch: scratch)
    shelf.withLock { if $0.sets.count < capacity { $0.sets.append(idle.scratch) } }
  }
}

// @unchecked Sendable: the sets are mutable, but each is either here, guarded by the pool's lock, or
// with the one caller that took it out. `ScratchPoolTests` races callers over one pool.
private struct Shelf<Scratch: AnyObject>: @unchecked Sendable {
  var sets: [Scratch] = []
}

// @unchecked Sendable: carries one set across the mutex, from its only owner to its next one.
private struct Idle<Scratch: AnyObject>: @unchecked Sendable {
  let scratch: Scratch
}
