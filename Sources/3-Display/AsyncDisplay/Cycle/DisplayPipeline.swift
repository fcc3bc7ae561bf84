// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes
import SystemConcurrency

/// The state machine of an owner together with the tickets that it refers to; on the commit queue.
///
/// Lanes never step the machine. They take work from the owner's ``LaneJob`` and mark tickets as
/// drawn; both are reported to the machine before its next step, in an order in which they can have
/// happened.
struct DisplayPipeline: ~Copyable {
  /// The result of one step: the machine's effects, and the tickets that left.
  struct Step: ~Copyable {
    let effects: DisplayStateMachine.Effects
    var endedActive: DisplayTicket?
    var endedQueued: DisplayTicket?
    var published: DisplayTicket?
    var verdict: DisplayStateMachine.Verdict { effects.verdict }
  }

  private(set) var machine = DisplayStateMachine()
  /// The ticket of `machine.tickets.queued`.
  private(set) var queued: DisplayTicket?
  /// The ticket of `machine.tickets.active`.
  private(set) var active: DisplayTicket?
  /// Whether `queued` was put into the lane job and not taken back.
  private var isSubmitted = false

  /// Whether a lane may draw the queued ticket, which was not submitted yet.
  var isStartable: Bool { machine.tickets.isStartable && !isSubmitted }
  /// The queued ticket, if a lane may draw it and it was not submitted yet.
  var startable: DisplayTicket? { isStartable ? queued : nil }

  /// Puts the startable ticket into the lane job.
  mutating func submit(as job: LaneJob, on lanes: RenderLanes) {
    guard isStartable, let ticket = queued else { return }
    isSubmitted = true
    lanes.submit(ticket, as: job)
  }

  /// Takes one step.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - new: The ticket of a request; kept if the request is accepted.
  ///   - takeBack: Takes the submitted ticket back; returns `false` if a lane has taken it.
  mutating func step(
    _ event: DisplayStateMachine.Event, offering new: DisplayTicket?, takeBack: () -> Bool
  ) -> Step {
    observeDrawing()
    if isSubmitted, event.mayEndQueued {
      // From here on no lane can take what the event ends.
      isSubmitted = false
      if !takeBack() {
        start()
        observeDrawing()
      }
    }
    var step = Step(effects: machine.handle(event))
    if step.effects.endedActive != nil { step.endedActive = active.take() }
    if step.effects.endedQueued != nil { step.endedQueued = queued.take() }
    switch step.effects.verdict {
    case .accepted(let generation):
      if let new {
        new.generation = generation
        if machine.tickets.queued == nil { active = new } else { queued = new }
      }
    case .run: active = queued.take()
    case .publish: step.published = active.take()
    case .none, .display, .refused, .awaitsCommit, .discard, .clear, .displayFirst: break
    }
    assert((machine.tickets.queued == nil) == (queued == nil), "the queued ticket")
    assert((machine.tickets.active == nil) == (active == nil), "the active one")
    return step
  }

  /// Reports drawings that lanes have ended to the machine.
  mutating func observeDrawing() {
    if isSubmitted, let queued, queued.isDrawn {
      isSubmitted = false
      start()
    }
    guard let running = machine.tickets.running, let active, active.isDrawn else { return }
    _ = machine.handle(.finish(generation: running.generation, failure: active.failure))
  }

  /// Reports to the machine that a lane has taken the queued ticket.
  private mutating func start() {
    if case .run = machine.handle(.start).verdict { active = queued.take() }
  }
}

extension DisplayStateMachine.Event {
  /// Whether the queued ticket may leave the queue by this event.
  fileprivate var mayEndQueued: Bool {
    switch self {
    case .invalidate, .request, .clear, .cancel, .suspend, .drop, .expire, .start: true
    case .pass, .displayIfNeeded, .display, .showClear, .resume, .setPolicy, .finish, .commit:
      false
    }
  }
}
