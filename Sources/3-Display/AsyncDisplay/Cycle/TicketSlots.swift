// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The tickets of one owner that have not ended.
///
/// A ticket is `queued` (waits for a lane), then `running` (is being drawn), then `rendered` (waits
/// for its commit). It leaves these slots exactly once, and with its outcome.
///
/// At most one ticket is queued, and at most one is active, that is running or rendered: with
/// `progressive` a newer ticket stays queued until the older one is committed, so outcomes come in
/// the order of generations. The exception is a deadline: a queued ticket may expire before the
/// older one ends.
package struct TicketSlots: Sendable, Hashable {
  package typealias Ticket = DisplayStateMachine.Ticket
  package typealias Effects = DisplayStateMachine.Effects

  package private(set) var queued: Ticket?
  package private(set) var running: Ticket?
  package private(set) var rendered: Ticket?

  /// The running or rendered ticket.
  package var active: Ticket? { running ?? rendered }

  package var isEmpty: Bool { queued == nil && active == nil }

  /// Whether a ticket is queued that a lane could start.
  package var isStartable: Bool { queued != nil && active == nil }

  /// Whether a display has a ticket that has not ended.
  package func contains(_ generation: UInt64) -> Bool {
    queued?.generation == generation || active?.generation == generation
  }

  /// Adds a new ticket; the slots that it enters are empty.
  mutating func add(_ ticket: Ticket, isSynchronous: Bool) {
    if isSynchronous { running = ticket } else { queued = ticket }
  }

  /// Moves the queued ticket to the running one, if none is active.
  ///
  /// - Returns: The ticket that is being drawn.
  mutating func start() -> Ticket? {
    guard active == nil, let ticket = queued.take() else { return nil }
    running = ticket
    return ticket
  }

  /// Moves the running ticket to the rendered one.
  ///
  /// - Returns: `false` if it is not the ticket of that display, which has ended.
  mutating func finish(_ generation: UInt64, failure: DisplayStateMachine.Failure?) -> Bool {
    guard var ticket = running, ticket.generation == generation else { return false }
    running = nil
    ticket.failure = failure
    rendered = ticket
    return true
  }

  /// Takes the rendered ticket.
  mutating func takeRendered() -> Ticket? { rendered.take() }

  /// Ends all tickets.
  mutating func endAll(into effects: inout Effects) {
    effects.endedActive = running.take() ?? rendered.take()
    effects.endedQueued = queued.take()
  }

  /// Ends the tickets that a newer request replaces: a queued one always, the active one unless the
  /// policy keeps it.
  mutating func endForNewer(
    identity: ContentIdentity?, policy: SupersedePolicy, into effects: inout Effects
  ) {
    let keepsActive: Bool
    switch policy {
    case .latestOnly: keepsActive = false
    case .progressive: keepsActive = identity != nil && active?.identity == identity
    }
    effects.endedQueued = queued.take()
    if !keepsActive { effects.endedActive = running.take() ?? rendered.take() }
  }

  /// Ends the ticket of a display whose deadline has passed.
  ///
  /// - Returns: `false` if it has ended before.
  mutating func expire(_ generation: UInt64, into effects: inout Effects) -> Bool {
    if queued?.generation == generation {
      effects.endedQueued = queued.take()
    } else if active?.generation == generation {
      effects.endedActive = running.take() ?? rendered.take()
    } else {
      return false
    }
    return true
  }
}
