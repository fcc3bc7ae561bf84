// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where an owner in the queue keeps the ticket that the lane which comes for it takes.
///
/// One word, so that a lane needs no lock: the commit queue puts tickets in and takes them back as newer
/// displays replace older ones, a lane takes what it finds and leaves word that it has come. So the word also says
/// whether the owner still stands in the queue.
///
/// The seat holds no ticket: who puts one in does (``DisplayCycle``), and lends it to the lane that takes it.
struct TicketSeat: ~Copyable, Sendable {
  /// Nothing to draw; a lane may come yet.
  private static var vacant: UInt { 0 }
  /// A lane has come; the owner stands in the queue no more.
  private static var left: UInt { 1 }

  private let word = Atomic<UInt>(left)
  /// The bytes of the ticket that was put in last.
  private let byteCount = Atomic<Int>(0)
  /// Bytes that were taken for the owner while it was parked, to be used by the lane that comes for it.
  private let granted = Atomic<Int>(0)
  private let since = Atomic<UInt64>(0)

  // MARK: - On the commit queue

  /// Whether a lane has come since the owner was queued last.
  @inline(__always)
  var isLeft: Bool { word.load(ordering: .acquiring) == Self.left }

  /// Puts a ticket in where none is.
  ///
  /// - Returns: Whether the owner stands in the queue.
  @inline(__always)
  func put(_ ticket: DisplayTicket) -> Bool {
    byteCount.store(ticket.byteCount, ordering: .relaxed)
    let reference = HandedReference(lending: ticket)
    if isLeft {
      // Nobody else comes here before the owner is queued again.
      word.store(reference.word, ordering: .releasing)
      return false
    }
    return word.exchange(reference.word, ordering: .acquiringAndReleasing) != Self.left
  }

  /// Takes back what was put in.
  ///
  /// - Returns: `false` if a lane has taken it.
  func takeBack() -> Bool {
    var found = word.load(ordering: .acquiring)
    while found > Self.left {
      let (isMine, now) = word.compareExchange(
        expected: found, desired: Self.vacant, ordering: .acquiringAndReleasing)
      if isMine { return true }
      found = now
    }
    return false
  }

  // MARK: - On any thread

  /// The bytes of the ticket that waits here; 0 if none does.
  var awaitedByteCount: Int {
    word.load(ordering: .acquiring) > Self.left ? lastByteCount : 0
  }

  /// The bytes of the ticket that was put in last.
  @inline(__always)
  var lastByteCount: Int { byteCount.load(ordering: .relaxed) }

  /// Bytes were taken for the owner.
  func grant(_ byteCount: Int) { granted.store(byteCount, ordering: .releasing) }

  /// Takes the bytes that were taken for the owner; 0 if none were. Who gets some uses them, or gives them back.
  @inline(__always)
  func takeGrant() -> Int {
    if granted.load(ordering: .acquiring) == 0 { return 0 }
    return granted.exchange(0, ordering: .acquiringAndReleasing)
  }

  /// The place in the order of those who were parked, until the owner has found room; 0 if it was not.
  @inline(__always)
  var waitsSince: UInt64 {
    get { since.load(ordering: .relaxed) }
    nonmutating set { since.store(newValue, ordering: .relaxed) }
  }

  // MARK: - On a lane

  /// Takes the ticket, if there is room for its bytes.
  ///
  /// - Parameters:
  ///   - budget: Where bytes are given back that were taken for another ticket.
  ///   - reserve: Takes bytes, or sees to it that a lane comes again when there are some.
  func take(
    _ budget: borrowing ByteBudget, reserving reserve: (_ byteCount: Int) -> Bool
  ) -> HandedReference<DisplayTicket>? {
    var found = word.load(ordering: .acquiring)
    while true {
      let reserved = found > Self.left ? lastByteCount : 0
      if found > Self.left, !reserve(reserved) { return nil }
      let (isMine, now) = word.compareExchange(
        expected: found, desired: Self.left, ordering: .acquiringAndReleasing)
      if isMine {
        guard found > Self.left else { return nil }
        let ticket = HandedReference<DisplayTicket>(word: found)
        // Another ticket may lie where the one lay whose bytes were read.
        let byteCount = ticket.withObject { $0.byteCount }
        if byteCount != reserved {
          budget.force(byteCount)
          budget.release(reserved)
        }
        return ticket
      }
      if found > Self.left { budget.release(reserved) }
      found = now
    }
  }
}
