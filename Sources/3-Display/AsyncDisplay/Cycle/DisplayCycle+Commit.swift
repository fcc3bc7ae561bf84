// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes

// The second half of a display, on the commit queue: from the end of the drawing through the last
// check and the publication to the callbacks.
extension DisplayCycle {
  /// The most display passes for each member of a group before the group is committed, even if its
  /// content is out of date: a client may invalidate its content in every display pass.
  static let passLimit = 4

  /// Acts on a ticket that has come from a lane.
  func resultCame(_ ticket: DisplayTicket) {
    // The display of a cancelled ticket has ended already; only the reservation is left to return.
    if ticket.isCancelled { return loop.admission.release(ticket) }
    observeDrawing()
    // A ticket that was committed before has ended already.
    guard let display = tickets.rendered, display.ticket === ticket else { return }
    // A display that has failed is committed alone, which ends its group; a superseded display is
    // no longer part of its group.
    if tickets.failure == nil, let group = group(for: display.generation),
      group.memberFinished(self, display.generation)
    {
      return
    }
    commit(display.generation)
  }

  /// Commits a finished display: the last cancellation check and the publication, with no user code
  /// in between.
  func commit(_ generation: UInt64) {
    // Callbacks of older displays that have ended may cancel this display.
    runCallbacks()
    if isDropped { return endAll() }
    for pass in 0...Self.passLimit {
      let effects = step(.commit(generation: generation, isPassDone: pass == Self.passLimit))
      guard case .displayFirst = effects.verdict else {
        guard let display = effects.published else { return report(effects) }
        return publish(display)
      }
      runPass()
      if isDropped { return endAll() }
    }
  }

  private func publish(_ display: AcceptedDisplay<DisplayTicket>) {
    let contents = takeContents(display)
    // The end is reported before any event that showing the contents may cause (I27).
    addCallback(.ended(ended(display, .committed)), isFirst: true)
    display.ticket.clear()
    if let client, let contents = consume contents {
      show(contents, client)
      client.didCommit(contents)
      contents.recycle()
    }
    runCallbacks()
  }

  private func takeContents(_ display: AcceptedDisplay<DisplayTicket>) -> DisplayContents? {
    let ticket = display.ticket
    loop.admission.release(ticket)
    if loop.metrics.isEnabled { ticket.measureCommit(at: loop.commitQueue.now) }
    return ticket.takeContents(generation: display.generation)
  }

  private func show(_ contents: DisplayContents, _ client: any DisplayClient) {
    loop.displayPublished(self, contents.generation)
    let payload = contents.drawnPayload.byteCount > 0 ? contents.drawnPayload : nil
    show(.contents(contents), payload: payload, client)
  }

  /// Runs a callback; user code may run.
  func run(_ callback: OutcomeQueue.Callback) {
    switch callback {
    case .ended(let ended):
      loop.displayEnded(self, ended.generation, ended.outcome)
      if let task = ended.task, task.hasDidDisplay { task.didDisplay(client, ended.outcome) }
      client?.didDisplay(ended.outcome)
    case .neverBegan: client?.didDisplay(.cancelled(.group))
    case .shown(let contents):
      client?.didCommit(contents)
      contents.recycle()
    case .clear(let ended): showClear(ended)
    }
  }

  /// Clears the contents, unless the display was cancelled; its end runs next.
  private func showClear(_ clear: OutcomeQueue.Ended) {
    var ended = clear
    if isDropped { ended.outcome = .cancelled(.deallocated) }
    addCallback(.ended(ended), isFirst: true)
    if isDropped { return }
    let effects = step(.showClear(generation: ended.generation))
    guard case .clear = effects.verdict, let client else { return }
    loop.displayPublished(self, ended.generation)
    show(.cleared, payload: nil, client)
    client.didCommit(nil)
  }
}

// MARK: - With a group

extension DisplayCycle {
  /// The obstacle that was removed before a finished member can be committed.
  enum Obstacle {
    case none
    /// Callbacks have run.
    case callbacks
    /// A display pass has run.
    case pass
    /// The client is preparing a display, further down the call stack; the group checks again then.
    case preparing
  }

  /// Removes one obstacle to the commit of a finished display; user code may run.
  func prepareCommit(_ generation: UInt64, isPassDone: Bool) -> Obstacle {
    if isDropped {
      endAll()
      return .callbacks
    }
    if hasCallbacks {
      runCallbacks()
      return .callbacks
    }
    observeDrawing()
    switch readiness(of: generation) {
    case .ready: return .none
    case .afterPass:
      if isPassDone { return .none }
      runPass()
      return .pass
    case .preparing: return .preparing
    case .outdated:
      commit(generation)
      return .callbacks
    case nil:
      assertionFailure("a finished member waits for its commit")
      group(for: generation)?.memberUnfinished(self, generation)
      return .callbacks
    }
  }

  /// Commits a finished display, which has no obstacles, and shows it; callbacks are left to
  /// ``runCallbacks()``.
  func commitWithoutCallbacks(_ generation: UInt64) {
    let effects = step(.commit(generation: generation, isPassDone: true))
    guard let display = effects.published else { return }
    let contents = takeContents(display)
    let ended = ended(display, .committed)
    if let contents, let client {
      show(contents, client)
      addCallback(.shown(contents))
    }
    addCallback(.ended(ended))
    display.ticket.clear()
  }
}
