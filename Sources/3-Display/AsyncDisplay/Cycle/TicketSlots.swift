// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

struct AcceptedDisplay<Ticket> {
  /// The generation of the cycle after the request was accepted.
  let generation: UInt64
  /// The identity of the content.
  let identity: ContentIdentity?
  /// The ticket with which the display is drawn.
  let ticket: Ticket
}

/// The displays of one cycle that have not ended, with their tickets.
///
/// A ticket is `queued` (waits for a lane), then `running` (is being drawn), then `rendered` (waits
/// for its commit). It leaves these slots exactly once, and with its outcome.
///
/// At most one ticket is queued, and at most one is active, that is running or rendered: with
/// `progressive` a newer ticket stays queued until the older one is committed, so outcomes come in
/// the order of generations. The exception is a deadline: a queued ticket may expire before the
/// older one ends.
struct TicketSlots<Ticket> {
  typealias Effects = DisplayStateMachine<Ticket>.Effects

  private(set) var queued: AcceptedDisplay<Ticket>?
  /// The running or rendered ticket.
  private(set) var active: AcceptedDisplay<Ticket>?
  /// Whether the drawing of the active ticket has ended.
  private var isRendered = false
  /// How the drawing of the active ticket ended, if it made no picture.
  private(set) var failure: DisplayOutcome?

  var running: AcceptedDisplay<Ticket>? { isRendered ? nil : active }
  var rendered: AcceptedDisplay<Ticket>? { isRendered ? active : nil }

  var isEmpty: Bool { queued == nil && active == nil }

  /// Whether a ticket is queued that a lane could start.
  var isStartable: Bool { queued != nil && active == nil }

  /// Whether a display has a ticket that has not ended.
  func contains(_ generation: UInt64) -> Bool {
    queued?.generation == generation || active?.generation == generation
  }

  /// Adds a new ticket; the slots that it enters are empty.
  mutating func add(_ display: AcceptedDisplay<Ticket>, isSynchronous: Bool) {
    if isSynchronous { active = display } else { queued = display }
  }

  /// Moves the queued ticket to the running one, if none is active.
  ///
  /// - Returns: Whether a ticket was moved.
  mutating func start() -> Bool {
    guard isStartable else { return false }
    active = queued.take()
    return true
  }

  /// Moves the running ticket to the rendered one.
  ///
  /// - Returns: `false` if the running ticket is that of another display: this display has ended.
  mutating func finish(_ generation: UInt64, failure: DisplayOutcome?) -> Bool {
    guard !isRendered, active?.generation == generation else { return false }
    (isRendered, self.failure) = (true, failure)
    return true
  }

  mutating func takeActive() -> AcceptedDisplay<Ticket>? {
    (isRendered, failure) = (false, nil)
    return active.take()
  }

  mutating func endAll(into effects: inout Effects) {
    effects.endedActive = takeActive()
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
    if !keepsActive { effects.endedActive = takeActive() }
  }

  /// Ends the ticket of a display whose deadline has passed.
  ///
  /// - Returns: `false` if it has ended before.
  mutating func expire(_ generation: UInt64, into effects: inout Effects) -> Bool {
    if queued?.generation == generation {
      effects.endedQueued = queued.take()
    } else if active?.generation == generation {
      effects.endedActive = takeActive()
    } else {
      return false
    }
    return true
  }
}

extension AcceptedDisplay: Equatable where Ticket: Equatable {}

extension TicketSlots: Equatable where Ticket: Equatable {}
