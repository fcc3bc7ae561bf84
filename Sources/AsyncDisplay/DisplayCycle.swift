// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The state machine of an owner with the tickets that it speaks of, on the commit queue.
///
/// The machine itself is a plain value without references, so that a step copies nothing that is counted: the tickets
/// stand beside it, each with the one reference by which it is held, and are moved as its effects say. Lanes never step it.
/// What they have done, the seat and the tickets say, and the machine is told before its next step: it takes the events
/// in an order in which they can have come.
struct DisplayCycle: ~Copyable {
  typealias Machine = DisplayStateMachine<Void>

  private(set) var machine = Machine()
  /// The ticket of `machine.queued`.
  private var queued: HandedReference<DisplayTicket>?
  /// The ticket of `machine.running` or `machine.rendered`.
  private var active: HandedReference<DisplayTicket>?
  /// Whether `queued` lies in the seat, as far as is known.
  private var isSeated = false
  /// What the last step ended, or published.
  private var endedActive: HandedReference<DisplayTicket>?
  private var endedQueued: HandedReference<DisplayTicket>?

  deinit {
    _ = queued?.take()
    _ = active?.take()
    _ = endedActive?.take()
    _ = endedQueued?.take()
  }

  /// Takes one step; who takes it takes at once what it ended.
  ///
  /// - Parameters:
  ///   - seat: The owner's.
  ///   - new: The ticket of a request; taken if that is accepted.
  @inline(__always)
  mutating func step(
    _ event: Machine.Event, at seat: borrowing TicketSeat,
    offering new: inout HandedReference<DisplayTicket>?
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
        new?.withObject { $0.generation = generation }
        if machine.queued == nil { swap(&active, &new) } else { swap(&queued, &new) }
      }
    case .run: swap(&active, &queued)
    case .publish: swap(&endedActive, &active)
    case .none, .display, .refused, .awaitsCommit, .discard, .clear, .displayFirst: break
    }
    if !isSeated, machine.isStartable, let queued {
      isSeated = true
      // A lane may have come while the seat was vacant.
      if !queued.withObject({ seat.put($0) }) { effects.enqueues = true }
    }
    check()
    return effects
  }

  /// The ticket that is being drawn, or drawn.
  var activeTicket: HandedReference<DisplayTicket>? { active }

  /// Takes the ticket of `Effects.endedActive`, or the one that is published.
  mutating func takeActive() -> HandedReference<DisplayTicket>? { endedActive.take() }

  /// Takes the ticket of `Effects.endedQueued`.
  mutating func takeQueued() -> HandedReference<DisplayTicket>? { endedQueued.take() }

  /// Tells the machine what lanes have done since its last step.
  @inline(__always)
  mutating func observe(_ seat: borrowing TicketSeat) {
    if machine.isEnqueued, seat.isLeft { start() }
    if machine.running != nil { observeDrawing() }
  }

  private mutating func observeDrawing() {
    guard let running = machine.running, let active, active.withObject({ $0.isDrawn }) else {
      return
    }
    let failure = active.withObject { $0.failure }
    _ = machine.handle(.finish(generation: running.generation, failure: failure))
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
    case .pass, .displayIfNeeded, .display, .showClear, .resume, .setPolicy, .start, .finish,
      .commit:
      false
    }
  }
}
