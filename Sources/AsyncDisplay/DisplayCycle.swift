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

    /// Whether tickets have ended.
    var hasEnded: Bool { effects.endedActive != nil || effects.endedQueued != nil }
  }

  private(set) var machine = Machine()
  /// The ticket of `machine.queued`.
  private var queued: DisplayTicket?
  /// The ticket of `machine.running` or `machine.rendered`.
  private var active: DisplayTicket?
  var group: DisplayGroup?
  /// The generation at which the group was joined; older displays have no part in it.
  var groupSince: UInt64 = 0

  /// The bytes of the ticket that a lane would begin to draw now.
  var startableByteCount: Int? {
    machine.running == nil && machine.rendered == nil ? queued?.byteCount : nil
  }

  /// Takes one step.
  ///
  /// - Parameter new: The ticket of a request.
  @inline(__always)
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
    check()
    return step
  }

  /// A lane has come: takes what it draws.
  mutating func start() -> DisplayTicket? {
    guard case .run = machine.handle(.start).verdict else { return nil }
    active = queued.take()
    check()
    return active
  }

  /// A drawing has ended.
  ///
  /// - Returns: Whether its result waits for the commit step.
  mutating func finish(_ generation: UInt64, _ failure: Machine.Failure?) -> Bool {
    let effects = machine.handle(.finish(generation: generation, failure: failure))
    check()
    if case .awaitsCommit = effects.verdict { return true }
    return false
  }

  private func check() {
    assert((machine.queued == nil) == (queued == nil), "the queued ticket")
    assert((machine.running == nil && machine.rendered == nil) == (active == nil), "the active one")
  }
}
