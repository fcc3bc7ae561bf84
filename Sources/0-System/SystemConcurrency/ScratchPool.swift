// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import struct Synchronization.Atomic

/// A pool of scratch objects that threads must not share: buffers, iterators, arrays.
///
/// A caller checks an object out for one piece of work, and it is checked in when the work ends. At
/// most `capacity` idle objects are kept; any more are released where they are checked in. Used for
/// everything mutable that several threads need, such as HarfBuzz buffers and ICU iterators.
package final class ScratchPool<Scratch: AnyObject>: Sendable {
  @usableFromInline let slots: ScratchSlots
  @usableFromInline let make: @Sendable () -> Scratch

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most idle objects, at least 1.
  ///   - isLocal: Whether a thread never takes an idle object from another thread's slot. For small
  ///     objects that are checked out briefly: two threads would otherwise move one object between
  ///     the caches of their processors.
  ///   - make: Makes an object when none is idle.
  package init(
    capacity: Int = 16, isLocal: Bool = false, make: @escaping @Sendable () -> Scratch
  ) {
    precondition(capacity > 0, "a pool that keeps nothing")
    self.make = make
    slots = ScratchSlots(capacity: capacity, isLocal: isLocal)
  }

  /// Runs a piece of work with an object of its own.
  ///
  /// The object must not escape from `body`. No lock is held while `body` runs.
  @inlinable
  package func withScratch<R, E: Error>(_ body: (Scratch) throws(E) -> R) throws(E) -> R {
    guard let slot = slots.checkOut() else {
      let scratch = object(slots.takeOverflow())
      defer { slots.putOverflow(scratch) }
      return try body(scratch)
    }
    let scratch = object(slot.object)
    defer { slot.checkIn(scratch) }
    return try body(scratch)
  }

  /// An idle object, or a new one.
  @inlinable @inline(__always)
  func object(_ idle: AnyObject?) -> Scratch {
    // `unsafe`: all objects in the slots were made by `make`. A checked cast would call the
    // runtime.
    if let idle { return unsafe unsafeDowncast(idle, to: Scratch.self) }
    return make()
  }

  /// Releases the idle objects.
  package func drain() { slots.drain() }
}

/// The idle objects of a ``ScratchPool``. It is not generic, so it costs no generic metadata.
///
/// Each thread has a slot, chosen by ``ThreadNumber``. Usually no other thread uses that slot, so
/// the thread reuses an object that is still in its processor's cache. At most eight objects lie in
/// slots, the others in a common list.
@usableFromInline final class ScratchSlots: Sendable {
  /// A place for one object, which stays there while it is checked out.
  // @unchecked Sendable: `stored` is used by the thread alone that has set `isOut`.
  // `ScratchPoolTests` races callers over one pool.
  @usableFromInline final class Slot: @unchecked Sendable {
    private let isOut = Atomic<Bool>(false)
    private var stored: AnyObject?
    /// Keeps the flags of two slots in different cache lines.
    private let padding = InlineArray<8, UInt64>(repeating: 0)

    /// Checks the slot out, unless another caller has.
    func checkOut() -> Bool {
      !isOut.load(ordering: .relaxed) && !isOut.exchange(true, ordering: .acquiring)
    }

    /// The object of a slot that the caller has checked out.
    @usableFromInline var object: AnyObject? { stored }

    /// Stores an object in a slot that the caller has checked out, and checks the slot in.
    @usableFromInline
    func checkIn(_ object: AnyObject?) {
      if stored !== object { stored = object }
      isOut.store(false, ordering: .releasing)
    }
  }

  // @unchecked Sendable: the objects are guarded by the lock of `overflow`, their only owner.
  private struct Overflow: @unchecked Sendable {
    var objects: [AnyObject] = []
  }

  private let slots: [Slot]
  /// Objects of callers that found no slot.
  private let overflow = Mutex(Overflow())
  private let overflowCapacity: Int
  private let isLocal: Bool

  init(capacity: Int, isLocal: Bool) {
    // At most half of the objects lie in slots: threads that share a slot need the common list.
    var count = 1
    while 2 * count <= min(capacity / 2, 8) { count *= 2 }
    slots = (0..<count).map { _ in Slot() }
    overflowCapacity = capacity - count
    self.isLocal = isLocal
  }

  /// Checks out the calling thread's slot, or another one that has an object; `nil` if the thread's
  /// slot is taken: with more threads than slots, some share one.
  @usableFromInline
  func checkOut() -> Slot? {
    let number = ThreadNumber.current & (slots.count - 1)
    let own = slots[number]
    if !own.checkOut() { return nil }
    if isLocal || own.object != nil { return own }
    for index in slots.indices where index != number {
      let other = slots[index]
      if !other.checkOut() { continue }
      if other.object != nil {
        own.checkIn(nil)
        return other
      }
      other.checkIn(nil)
    }
    return own
  }

  @usableFromInline
  func takeOverflow() -> AnyObject? { overflow.withLock { $0.objects.popLast() } }

  @usableFromInline
  func putOverflow(_ object: AnyObject) {
    // `idle` outlives the lock: an object for which there is no room is released outside the lock.
    let idle = Overflow(objects: [object])
    overflow.withLock {
      if $0.objects.count < overflowCapacity { $0.objects += idle.objects }
    }
  }

  func drain() {
    for slot in slots where slot.checkOut() { slot.checkIn(nil) }
    overflow.withLock { $0 = Overflow() }
  }
}
