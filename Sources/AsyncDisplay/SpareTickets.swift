// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tickets that have ended and wait for another display; the one that came last goes first, for it is in the cache yet.
///
/// Whoever holds it says which queue uses it. A ticket comes here only if nobody else holds it: neither a lane that still
/// draws for what was called off, nor user code that kept the `Cancellation` it was drawn with.
struct SpareTickets: ~Copyable {
  /// The most that are kept: as many as a turn commits, 128 KiB.
  static let limit = 1024

  private var tickets: [HandedReference<DisplayTicket>] = []

  deinit { for ticket in tickets { _ = ticket.take() } }

  var count: Int { tickets.count }

  /// Takes a ticket, or makes one.
  @inline(__always)
  mutating func take() -> HandedReference<DisplayTicket> {
    tickets.popLast() ?? HandedReference(DisplayTicket())
  }

  /// Keeps an empty ticket, or lets it go.
  @inline(__always)
  mutating func put(_ ticket: HandedReference<DisplayTicket>) {
    if tickets.count < Self.limit { tickets.append(ticket) } else { _ = ticket.take() }
  }

  /// Has a ticket let go of its display, which may run user code.
  ///
  /// - Returns: Whether the ticket may serve again.
  @inline(__always)
  static func empty(_ ticket: HandedReference<DisplayTicket>) -> Bool {
    guard ticket.isTheOnlyOne else { return false }
    // What the last other holder did came before he let go.
    atomicMemoryFence(ordering: .acquiring)
    return ticket.withObject { $0.end() }
  }
}
