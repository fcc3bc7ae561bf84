// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A pool of scratch objects that threads must not share: buffers, iterators, arrays.
///
/// A caller checks an object out for one piece of work, and it is checked in when the work ends. At
/// most `capacity` idle objects are kept; any more are released where they are checked in.
package final class ScratchPool<Scratch: AnyObject>: Sendable {
  @usableFromInline let slots: ScratchSlots
  @usableFromInline let make: @Sendable () -> Scratch

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - capacity: The most idle objects, at least 1.
  ///   - isLocal: Whether threads never take the object of another slot. For small objects that are
  ///     out only briefly: two threads in turn would otherwise pass one object to and fro.
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
    let slot = slots.own
    // `unsafe`: what lies in the slots was made by `make`. A checked cast asks the runtime.
    let scratch =
      if let idle = slots.take(at: slot) {
        unsafe unsafeDowncast(idle, to: Scratch.self)
      } else {
        make()
      }
    defer { slots.giveBack(scratch, at: slot) }
    return try body(scratch)
  }

  /// Releases all idle objects.
  package func drain() { slots.drain() }
}

/// The idle objects of a ``ScratchPool``; not generic, so that the runtime makes no type for it.
///
/// Each thread has a slot, chosen by ``ThreadNumber``: it meets other threads at no lock as a rule,
/// and reuses the object that is in its processor's cache.
@usableFromInline final class ScratchSlots: Sendable {
  // @unchecked Sendable: an idle object is referenced by its slot alone, which has a lock.
  // `ScratchPoolTests` races callers over one pool.
  private struct Idle: @unchecked Sendable {
    var object: AnyObject?
  }

  private struct State {
    var idle = Idle()
    /// Keeps the locks and objects of two slots in different cache lines.
    private let padding = InlineArray<8, UInt64>(repeating: 0)
  }

  private final class Slot: Sendable {
    private let state = Mutex(State())

    func take() -> AnyObject? {
      var taken = Idle()
      state.withLock { swap(&$0.idle, &taken) }
      return taken.object
    }

    /// Takes the object over, unless the slot holds one.
    func put(_ idle: inout Idle) {
      state.withLock { if $0.idle.object == nil { swap(&$0.idle, &idle) } }
    }
  }

  private let slots: [Slot]
  /// Objects that were checked in to a slot that was taken.
  private let overflow = Mutex<[Idle]>([])
  private let overflowCapacity: Int
  private let isLocal: Bool

  init(capacity: Int, isLocal: Bool) {
    var count = 1
    while 2 * count <= min(capacity, 8) { count *= 2 }
    slots = (0..<count).map { _ in Slot() }
    overflowCapacity = capacity - count
    self.isLocal = isLocal
  }

  /// The calling thread's slot; with more threads than slots, some share one.
  @usableFromInline var own: Int { ThreadNumber.current & (slots.count - 1) }

  /// The object of a slot, of another slot, or of the overflow.
  @usableFromInline
  func take(at own: Int) -> AnyObject? {
    if let object = slots[own].take() { return object }
    if !isLocal {
      for slot in slots.indices where slot != own {
        if let object = slots[slot].take() { return object }
      }
    }
    return overflow.withLock { $0.popLast() }?.object
  }

  @usableFromInline
  func giveBack(_ object: AnyObject, at own: Int) {
    var given = Idle(object: object)
    slots[own].put(&given)
    if given.object == nil { return }
    let rest = given
    overflow.withLock { if $0.count < overflowCapacity { $0.append(rest) } }
  }

  func drain() {
    for slot in slots { _ = slot.take() }
    overflow.withLock { $0 = [] }
  }
}
