// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The state machine of an owner with the tickets that it speaks of; guarded by the owner's lock.
///
/// The machine itself is a plain value without references, so that a step copies nothing that is counted:
/// the tickets stand beside it, and are moved as its effects say.
struct DisplayCycle {
  typealias Machine = DisplayStateMachine<Void>

  /// What a step asks for, with the tickets that it concerns.
  struct Step: ~Copyable {
    let effects: Machine.Effects
    var endedActive: DisplayTicket?
    var endedQueued: DisplayTicket?
    /// What is to be drawn or published.
    var subject: DisplayTicket?

    /// Whether what was active had been drawn.
    var endedIsRendered: Bool { effects.endedActive?.isRendered ?? false }
  }

  private(set) var machine = Machine()
  /// The ticket of `machine.queued`.
  private var queued: DisplayTicket?
  /// The ticket of `machine.running` or `machine.rendered`.
  private var active: DisplayTicket?
  var group: DisplayGroup?
  /// The generation at which the group was joined; older displays have no part in it.
  var groupSince: UInt64 = 0

  /// The ticket that a lane would begin to draw now.
  var startable: DisplayTicket? {
    machine.running == nil && machine.rendered == nil ? queued : nil
  }

  /// Takes one step.
  ///
  /// - Parameter new: The ticket of a request.
  mutating func step(_ event: Machine.Event, offering new: DisplayTicket? = nil) -> Step {
    let effects = machine.handle(event)
    var step = Step(effects: effects)
    if effects.endedActive != nil { step.endedActive = active.take() }
    if effects.endedQueued != nil { step.endedQueued = queued.take() }
    switch effects.verdict {
    case .accepted(let generation):
      if let new {
        new.generation = generation
        if machine.queued == nil { active = new } else { queued = new }
      }
    case .run:
      active = queued.take()
      step.subject = active
    case .publish: step.subject = active.take()
    case .none, .display, .refused, .awaitsCommit, .discard, .displayFirst: break
    }
    assert((machine.queued == nil) == (queued == nil), "the queued ticket")
    assert((machine.running == nil && machine.rendered == nil) == (active == nil), "the active one")
    return step
  }
}
