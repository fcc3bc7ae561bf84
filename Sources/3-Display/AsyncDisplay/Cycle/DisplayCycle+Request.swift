// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes

// The first half of a display, on the commit queue: from the display pass to an accepted ticket.
extension DisplayCycle {
  /// Runs the cycle's display pass.
  func runPass() { begin(step(.pass)) }

  /// Requests a display from the client if a step has begun one.
  ///
  /// - Parameter waits: Whether the caller waits for the display, which is drawn here then.
  func begin(_ effects: Machine.Effects, waits: Bool = false) {
    report(effects)
    guard case .display(let begun) = effects.verdict else { return }
    if loop.isClosed { return cancel(.shutdown) }
    guard let client else { return drop() }
    accept(client.makeDisplayRequest(), of: client, begun: begun, waits: waits)
    // The group may be complete now: it does not commit while a member's client prepares a request.
    group?.memberAnswered()
  }

  /// Makes a ticket from the client's request, or clears the contents if the request draws nothing;
  /// user code may run. The request is refused if user code has begun another display or cancelled
  /// this one since the request was made.
  private func accept(
    _ request: consuming DisplayRequest, of client: any DisplayClient, begun: UInt64, waits: Bool
  ) {
    guard let task = request.task.take() else { return clear(nil, .cleared, client, begun) }
    task.willDisplay(client)
    guard task.draws else { return clear(task, .cleared, client, begun) }
    switch request.geometry {
    case .empty: clear(task, .cleared, client, begun)
    case .bad: clear(task, .failed(DisplayError(.badSize)), client, begun)
    case .drawable(let pixels):
      let ticket = DisplayTicket(
        request, task: task, pixels: pixels, cycle: self,
        accepted: loop.metrics.isEnabled ? loop.commitQueue.now : nil)
      // A trivial display is drawn here only if its bytes fit into the bound on uncommitted bytes;
      // a display that the caller waits for is drawn here in any case.
      let isSynchronous =
        request.isSynchronous || waits
        || task.isTrivial && group == nil && loop.admission.reserve(ticket)
      let effects = step(
        .request(
          ticket, identity: task.contentIdentity, isSynchronous: isSynchronous, begun: begun))
      switch effects.verdict {
      case .accepted(let generation):
        loop.displayBegan(self, generation)
        if isSynchronous { return draw(effects) }
        report(effects)
        showMeanwhile(request.contentsPolicy, generation, client)
        if let deadline = request.deadline { watch(generation, deadline) }
      case .refused:
        loop.admission.release(ticket)
        report(effects)
        end(task, effects.ending, client)
      default: preconditionFailure("a request is accepted or refused")
      }
    }
  }

  /// Ends a display that draws nothing.
  private func clear(
    _ task: AnyDisplayTask?, _ outcome: DisplayOutcome, _ client: any DisplayClient, _ begun: UInt64
  ) {
    let effects = step(.clear(keepsContents: outcome != .cleared, begun: begun))
    switch effects.verdict {
    case .accepted(let generation):
      loop.displayBegan(self, generation)
      let ended = OutcomeQueue.Ended(generation: generation, outcome: outcome, task: task)
      // A member that cannot be drawn cancels the displays of its group.
      guard outcome == .cleared else {
        return cancelGroup { report(effects, then: .ended(ended)) }
      }
      report(effects, then: .clear(ended))
      // A member that shows nothing leaves the group, unless a callback has begun another display
      // of this member.
      if committedGeneration >= generation { group(for: generation)?.leave(self) }
    case .refused:
      report(effects)
      end(task, effects.ending, client)
    default: preconditionFailure("a clear is accepted or refused")
    }
  }

  /// Reports the end of a request that was refused.
  private func end(
    _ task: AnyDisplayTask?, _ outcome: DisplayOutcome, _ client: any DisplayClient
  ) {
    task?.didDisplay(client, outcome)
    if !isDropped { client.didDisplay(outcome) }
  }

  private func showMeanwhile(
    _ policy: ContentsPolicy, _ generation: UInt64, _ client: any DisplayClient
  ) {
    if case .keepOld = policy { return }
    // A callback of an older display may have begun another display since.
    guard requestedGeneration == generation, isPending else { return }
    if case .placeholder = policy { return show(.placeholder, payload: nil, client) }
    show(.cleared, payload: nil, client)
    client.didCommit(nil)
  }
}

// MARK: - Drawing on the commit queue, while the caller waits

extension DisplayCycle {
  /// Brings the contents up to date before it returns, by drawing on the calling thread.
  ///
  /// It waits for no lane, so it cannot deadlock: a queued display is drawn here, and one that a
  /// lane is drawing is superseded.
  package func displayAndWait() {
    loop.commitQueue.assertCurrent()
    // User code may start further displays meanwhile; four rounds bound the loop if it always does.
    for _ in 0..<4 {
      displayPending()
      if !isPending { break }
    }
  }

  private func displayPending() {
    group?.leave(self)
    observeDrawing()
    if needsDisplay || tickets.running != nil {
      begin(step(.display), waits: true)
    } else if let rendered = tickets.rendered?.generation {
      // With `progressive` a newer display may be queued behind the rendered one.
      group(for: rendered)?.leave(self)
      commit(rendered)
    } else if tickets.queued != nil {
      let effects = step(.start)
      loop.admission.remove(self)
      guard case .run = effects.verdict else { return report(effects) }
      draw(effects)
    } else if isClearing {
      runCallbacks()
    }
  }

  /// Draws the ticket that a step has made the running one, and commits it unless it was cancelled
  /// meanwhile.
  private func draw(_ effects: Machine.Effects) {
    guard let display = tickets.active else { return report(effects) }
    // The callbacks run first: they may cancel the display before it is drawn, or commit the group.
    report(effects)
    group(for: display.generation)?.leave(self)
    let ticket = display.ticket
    if ticket.reservedByteCount == 0 { loop.admission.reserveUnconditionally(ticket) }
    ticket.isDrawnOnCommitQueue = true
    while ticket.step() {}
    if ticket.isCancelled {
      loop.admission.release(ticket)
    } else {
      commit(display.generation)
    }
  }
}
