// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The state machine of an owner with the tickets that it speaks of, on the commit queue.
///
/// The machine itself is a plain value without references, so that a step copies nothing that is counted:
/// the tickets stand beside it, and are moved as its effects say. Lanes never step it. What they have done, the
/// seat and the tickets say, and the machine is told before its next step: it takes the events in an order in
/// which they can have come.
struct DisplayCycle {
  typealias Machine = DisplayStateMachine<Void>

  private(set) var machine = Machine()
  /// The ticket of `machine.queued`.
  private var queued: DisplayTicket?
  /// The ticket of `machine.running` or `machine.rendered`.
  private var active: DisplayTicket?
  /// Whether `queued` lies in the seat, as far as is known.
  private var isSeated = false
  /// What the last step ended, or published.
  private var endedActive: DisplayTicket?
  private var endedQueued: DisplayTicket?

  /// Takes one step; who takes it takes at once what it ended.
  ///
  /// - Parameters:
  ///   - seat: The owner's.
  ///   - new: The ticket of a request; taken if that is accepted.
  @inline(__always)
  mutating func step(
    _ event: Machine.Event, at seat: borrowing TicketSeat, offering new: inout DisplayTicket?
  ) -> Machine.Effects {
    observe(seat)
    // A lane must not take what this step ends.
    if isSeated, event.mayEndQueued { leaveSeat(seat) }
    var effects = machine.handle(event)
    if effects.endedActive != nil { swap(&endedActive, &active) }
    if effects.endedQueued != nil { swap(&endedQueued, &queued) }
    switch effects.verdict {
    case .accepted(let generation):
      // A clear is accepted as well.
      if new != nil {
        new?.generation = generation
        if machine.queued == nil { swap(&active, &new) } else { swap(&queued, &new) }
      }
    case .run: swap(&active, &queued)
    case .publish: swap(&endedActive, &active)
    case .none, .display, .refused, .awaitsCommit, .discard, .displayFirst: break
    }
    if !isSeated, machine.isStartable, let queued {
      isSeated = true
      // A lane may have come while the seat was vacant.
      if !seat.put(queued) { effects.enqueues = true }
    }
    check()
    return effects
  }

  /// The ticket that is being drawn, or drawn.
  var activeTicket: DisplayTicket? { active }

  /// Takes the ticket of `Effects.endedActive`, or the one that is published.
  mutating func takeActive() -> DisplayTicket? { endedActive.take() }

  /// Takes the ticket of `Effects.endedQueued`.
  mutating func takeQueued() -> DisplayTicket? { endedQueued.take() }

  /// Tells the machine what lanes have done since its last step.
  @inline(__always)
  mutating func observe(_ seat: borrowing TicketSeat) {
    if machine.isEnqueued, seat.isLeft { start() }
    if machine.running != nil { observeDrawing() }
  }

  private mutating func observeDrawing() {
    guard let running = machine.running, active?.isDrawn ?? false else { return }
    _ = machine.handle(.finish(generation: running.generation, failure: active?.failure))
  }

  private mutating func leaveSeat(_ seat: borrowing TicketSeat) {
    if seat.takeBack() { isSeated = false } else { start() }
  }

  /// A lane has come, and taken what it found.
  private mutating func start() {
    isSeated = false
    if case .run = machine.handle(.start).verdict { swap(&active, &queued) }
  }

  private func check() {
    assert((machine.queued == nil) == (queued == nil), "the queued ticket")
    assert((machine.running == nil && machine.rendered == nil) == (active == nil), "the active one")
    assert(isSeated == machine.isStartable, "the seat")
  }
}

extension DisplayStateMachine {
  /// Whether a lane that came now would have something to draw.
  fileprivate var isStartable: Bool { queued != nil && running == nil && rendered == nil }
}

extension DisplayStateMachine.Event {
  /// Whether the queued ticket may leave the queue other than by a lane.
  fileprivate var mayEndQueued: Bool {
    switch self {
    case .invalidate, .request, .clear, .cancel, .suspend, .drop, .expire, .startInline: true
    case .pass, .displayIfNeeded, .display, .resume, .setPolicy, .start, .finish, .commit: false
    }
  }
}
