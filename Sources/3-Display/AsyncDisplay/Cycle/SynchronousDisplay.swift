// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency


/// The drawing of an owner's displays on the commit queue, while the caller waits.
///
/// It waits for no lane, so it cannot deadlock: a queued display is drawn here, and one that a lane
/// is drawing is superseded.
struct SynchronousDisplay {
  let owner: DisplayOwner

  /// Brings the contents up to date.
  func run() {
    // User code may start further displays meanwhile; bounded in case it always does.
    for _ in 0..<4 {
      displayPending()
      if !owner.isPending { break }
    }
  }

  private func displayPending() {
    owner.group?.leave(owner)
    owner.state.value.pipeline.observeDrawing()
    let machine = owner.state.value.pipeline.machine
    let tickets = machine.tickets
    if machine.needsDisplay || tickets.running != nil {
      owner.begin(owner.step(.display), forcesSynchronous: true)
    } else if let rendered = tickets.rendered?.generation {
      // With `progressive` a newer display may be queued behind it.
      owner.group(for: rendered)?.leave(owner)
      DisplayCommit(owner: owner, generation: rendered).run()
    } else if tickets.queued != nil {
      let step = owner.step(.start)
      owner.services.admission.remove(owner)
      guard case .run = step.verdict else { return owner.report(step) }
      draw(step)
    } else if machine.isClearing {
      owner.runCallbacks()
    }
  }

  /// Draws the ticket that a step has made the running one, and commits it unless it was cancelled
  /// meanwhile.
  func draw(_ step: borrowing DisplayPipeline.Step) {
    guard let ticket = owner.state.value.pipeline.active else { return owner.report(step) }
    // A callback may cancel the display before it is drawn, or commit the group.
    owner.report(step)
    owner.group(for: ticket.generation)?.leave(owner)
    if ticket.reservedByteCount == 0 { owner.services.admission.reserveUnconditionally(ticket) }
    ticket.isDrawnOnCommitQueue = true
    while ticket.step() {}
    if ticket.isCancelled {
      owner.services.admission.release(ticket)
    } else {
      DisplayCommit(owner: owner, generation: ticket.generation).run()
    }
  }
}
