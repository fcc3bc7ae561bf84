// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency


/// The way of one display from the client's request to an accepted ticket; on the commit queue.
///
/// A request without anything to draw is accepted as a clear. One is refused if user code has
/// displayed or cancelled since the display began.
// Not copyable, so that the reference to the client is moved and not counted again.
struct DisplaySubmission: ~Copyable {
  let owner: DisplayOwner
  let client: any DisplayClient
  /// The generation at which the display began.
  let begun: UInt64
  /// Whether the display is drawn on the commit queue whatever the request says.
  let forcesSynchronous: Bool

  /// Submits the request of the client; user code may run.
  func submit(_ request: consuming DisplayRequest) {
    guard let task = request.task.take() else { return clear(nil, .cleared) }
    task.willDisplay(client)
    guard task.draws else { return clear(task, .cleared) }
    switch request.geometry {
    case .empty: clear(task, .cleared)
    case .bad: clear(task, .failed(DisplayError(.badSize)))
    case .drawable(let pixels):
      let services = owner.services
      let ticket = DisplayTicket(
        request, task: task, pixels: pixels, owner: owner,
        accepted: services.metrics.isEnabled ? services.commitQueue.now : nil)
      // A trivial display keeps to the bound; one that the caller waits for does not.
      let isSynchronous =
        request.isSynchronous || forcesSynchronous
        || task.isTrivial && owner.group == nil && services.admission.reserve(ticket)
      submit(ticket, request, isSynchronous: isSynchronous)
    }
  }

  private func submit(
    _ ticket: DisplayTicket, _ request: borrowing DisplayRequest, isSynchronous: Bool
  ) {
    let task = ticket.task
    let step = owner.step(
      .request(
        identity: task?.contentIdentity, isSynchronous: isSynchronous, begun: begun),
      offering: ticket)
    switch step.verdict {
    case .accepted(let generation):
      owner.environment.displayBegan(owner, generation)
      if isSynchronous { return SynchronousDisplay(owner: owner).draw(step) }
      owner.report(step)
      showMeanwhile(request.contentsPolicy, generation)
      if let deadline = request.deadline { DisplayDeadlines.watch(generation, of: owner, deadline) }
    case .refused(let reason):
      owner.services.admission.release(ticket)
      owner.report(step)
      refused(task, reason)
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
      preconditionFailure("a request is accepted or refused")
    }
  }

  /// Ends a display that draws nothing.
  private func clear(_ task: AnyDisplayTask?, _ outcome: DisplayOutcome) {
    let step = owner.step(.clear(keepsContents: outcome != .cleared, begun: begun))
    switch step.verdict {
    case .accepted(let generation):
      owner.environment.displayBegan(owner, generation)
      let ended = OutcomeQueue.Ended(generation: generation, outcome: outcome, task: task)
      // A member that cannot be drawn ends the group.
      guard outcome == .cleared else {
        return owner.cancelGroup { owner.report(step, then: .ended(ended)) }
      }
      owner.report(step, then: .clear(ended))
      // A member that shows nothing leaves the group, unless a callback has displayed it again.
      if owner.state.value.pipeline.machine.committedGeneration >= generation {
        owner.group(for: generation)?.leave(owner)
      }
    case .refused(let reason):
      owner.report(step)
      refused(task, reason)
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
      preconditionFailure("a clear is accepted or refused")
    }
  }

  private func refused(_ task: AnyDisplayTask?, _ reason: DisplayStateMachine.Refusal) {
    let outcome: DisplayOutcome =
      switch reason {
      case .superseded: .superseded
      case .cancelled(let reason): .cancelled(reason)
      }
    task?.didDisplay(client, outcome)
    if !owner.isDropped { client.didEnd(outcome) }
  }

  private func showMeanwhile(_ policy: ContentsPolicy, _ generation: UInt64) {
    let update: DisplayUpdate
    switch policy {
    case .keepOld: return
    case .clear: update = .cleared
    case .placeholder: update = .placeholder
    }
    // A callback of an older display's end may have displayed meanwhile.
    let machine = owner.state.value.pipeline.machine
    if machine.requestedGeneration == generation, machine.isPending {
      owner.show(update, payload: nil, client)
    }
  }
}
