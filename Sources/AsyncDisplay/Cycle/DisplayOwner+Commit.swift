// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextRuntime

// The second half of a display's way: steps of the machine, the commit, and the callbacks.

// MARK: - Steps

extension DisplayOwner {
  var isClosed: Bool { environment.isClosed }

  /// Takes a step of the machine and acts on its effects, except that no callback runs: the ends of
  /// displays are left to ``runCallbacks()``.
  func step(
    _ event: DisplayStateMachine.Event, offering new: DisplayTicket? = nil
  ) -> DisplayPipeline.Step {
    let step = state.value.pipeline.step(event, offering: new) { services.lanes.takeBack(job) }
    if let ticket = step.endedActive { endActive(ticket, step.effects.ending) }
    if let ticket = step.endedQueued { endQueued(ticket, step.effects.ending) }
    if step.effects.endsClear { endClear(step.effects.ending) }
    if state.value.pipeline.isStartable { services.admission.admit(self) }
    if step.effects.schedulesPass { environment.schedulePass(self) }
    return step
  }

  private func endActive(_ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending) {
    state.value.outcomes.append(.ended(ended(ticket, ending)))
    // If it is being drawn, it returns through the inbox.
    if ticket.cancelDrawing() { return }
    services.admission.release(ticket)
    ticket.clear()
  }

  private func endQueued(_ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending) {
    state.value.outcomes.append(.ended(ended(ticket, ending)))
    ticket.set()
    if let newer = state.value.pipeline.startable {
      services.admission.passReservation(from: ticket, to: newer)
    }
    services.admission.release(ticket)
    ticket.clear()
  }

  private func endClear(_ ending: DisplayStateMachine.Ending) {
    switch ending {
    case .superseded: state.value.outcomes.endClear(.superseded)
    case .cancelled(let reason): state.value.outcomes.endClear(.cancelled(reason))
    case .expired, .failed: preconditionFailure("a clear neither expires nor fails")
    }
  }

  private func ended(
    _ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending
  ) -> OutcomeQueue.Ended {
    let outcome: DisplayOutcome
    switch ending {
    case .superseded: outcome = .superseded
    case .cancelled(let reason): outcome = .cancelled(reason)
    case .expired: outcome = .failed(DisplayError(.deadlineExceeded))
    case .failed:
      guard let error = ticket.error else { preconditionFailure("a failure has an error") }
      outcome = .failed(error)
    }
    return OutcomeQueue.Ended(generation: ticket.generation, outcome: outcome, task: ticket.task)
  }

  /// Gives the startable ticket to the lanes, once it has its reservation.
  func submitAdmitted() { state.value.pipeline.submit(as: job, on: services.lanes) }
}

extension DisplayOwner: AdmissionWaiter {
  var requestedByteCount: Int {
    isDropped ? 0 : state.value.pipeline.startable?.byteCount ?? 0
  }
}

// MARK: - Results

extension DisplayOwner {
  /// Hands a finished ticket to the commit queue; on the thread that drew it.
  func drawingEnded(_ ticket: DisplayTicket) {
    if !ticket.isDrawnOnCommitQueue { environment.post(ticket) }
  }

  /// Acts on a ticket that has come from a lane.
  func resultCame(_ ticket: DisplayTicket) {
    if ticket.isCancelled { return drawingReturned(ticket) }
    let generation = ticket.generation
    // A superseded display has no part in its group any more; a failed one ends the group.
    if let group = group(for: generation), hasPicture(generation),
      group.memberFinished(self, generation)
    {
      return
    }
    commit(generation)
  }

  /// Returns the reservation of a ticket that was cancelled while it was drawn.
  func drawingReturned(_ ticket: DisplayTicket) { services.admission.release(ticket) }

  private func hasPicture(_ generation: UInt64) -> Bool {
    state.value.pipeline.observeDrawing()
    let rendered = state.value.pipeline.machine.rendered
    return rendered?.generation == generation && rendered?.failure == nil
  }

  /// The most display passes, for each member of a group, before a commit that may show outdated
  /// content: a client that changes its content each time it is asked is not asked for ever.
  static let passLimit = 4

  /// Commits a finished display: the last cancellation check and the publication, with no user code
  /// in between.
  func commit(_ generation: UInt64) {
    // Callbacks of older ends may cancel this display.
    runCallbacks()
    if isDropped { return endAll() }
    for pass in 0...Self.passLimit {
      let step = step(.commit(generation: generation, isPassDone: pass == Self.passLimit))
      guard case .displayFirst = step.verdict else { return conclude(step) }
      runPass()
      if isDropped { return endAll() }
    }
  }

  private func conclude(_ step: borrowing DisplayPipeline.Step) {
    guard let ticket = step.published else { return report(step) }
    let contents = takeContents(ticket)
    // Reported before anything that showing it may bring about (I27).
    state.value.outcomes.prepend(.ended(Self.committed(ticket)))
    ticket.clear()
    if let client, let contents = consume contents {
      publish(contents, client, runsDidShow: true)
    }
    runCallbacks()
  }

  private static func committed(_ ticket: DisplayTicket) -> OutcomeQueue.Ended {
    OutcomeQueue.Ended(generation: ticket.generation, outcome: .committed, task: ticket.task)
  }

  private func takeContents(_ ticket: DisplayTicket) -> DisplayContents? {
    services.admission.release(ticket)
    if services.metrics.isEnabled { ticket.measureCommit(at: services.commitQueue.now) }
    return ticket.takeContents()
  }

  private func publish(
    _ contents: consuming DisplayContents, _ client: any DisplayClient, runsDidShow: Bool
  ) {
    let payload = contents.drawnPayload.byteCount > 0 ? contents.drawnPayload : nil
    environment.displayPublished(self, contents.generation)
    show(.contents(contents), payload: payload, client, runsDidShow: runsDidShow)
  }

  /// Shows an update, and releases the payload that was shown before.
  ///
  /// - Parameter runsDidShow: Whether `didShow` runs now, and not from ``runCallbacks()``.
  func show(
    _ update: consuming DisplayUpdate, payload: consuming DrawnPayload?,
    _ client: any DisplayClient, runsDidShow: Bool = true
  ) {
    let old = exchange(&state.value.payload, with: payload)
    client.show(update)
    if runsDidShow { client.didShow(update) }
    if case .contents(let contents) = consume update {
      if runsDidShow {
        contents.recycle()
      } else {
        state.value.outcomes.append(.shown(contents))
      }
    }
    old?.release(to: services.releaseQueue)
  }
}

// MARK: - Callbacks

extension DisplayOwner {
  /// Ends a step: if displays have ended, their group is told, then pending callbacks run.
  ///
  /// - Parameter last: A further callback, after those of the step.
  func report(_ step: borrowing DisplayPipeline.Step, then last: OutcomeQueue.Callback? = nil) {
    let hasEnded = step.endedActive != nil || step.endedQueued != nil || step.effects.endsClear
    if !hasEnded, last == nil { return }
    // Before any callback: user code may complete the group.
    let others = membersCancelled(with: step.effects)
    if let last { state.value.outcomes.append(last) }
    runCallbacks()
    for other in others { other.runCallbacks() }
  }

  /// Runs the pending callbacks, including those that they bring about.
  func runCallbacks() {
    while let callback = state.value.outcomes.next() { run(callback) }
  }

  private func run(_ callback: OutcomeQueue.Callback) {
    switch callback {
    case .ended(let ended):
      environment.displayEnded(self, ended.generation, ended.outcome)
      if let task = ended.task, task.hasDidDisplay { task.didDisplay(client, ended.outcome) }
      client?.didEnd(ended.outcome)
    case .shown(let contents):
      client?.didShow(.contents(contents))
      contents.recycle()
    case .clear(let ended): showClear(ended)
    }
  }

  private func showClear(_ clear: OutcomeQueue.Ended) {
    var ended = clear
    if isDropped { ended.outcome = .cancelled(.deallocated) }
    state.value.outcomes.prepend(.ended(ended))
    if isDropped { return }
    guard case .clear = step(.showClear(generation: clear.generation)).verdict, let client else {
      return
    }
    environment.displayPublished(self, clear.generation)
    show(.cleared, payload: nil, client)
  }
}

// MARK: - Committing with a group

extension DisplayOwner {
  /// The obstacle to the commit of a finished member that was just dealt with.
  enum Obstacle {
    case none
    /// Callbacks have run.
    case callbacks
    /// A display pass has run.
    case pass
    /// The client is preparing a display further down the stack; the group is told when it has.
    case preparing
  }

  /// Removes one obstacle to the commit of a finished display; user code may run.
  func prepareCommit(_ generation: UInt64, isPassDone: Bool) -> Obstacle {
    if isDropped {
      endAll()
      return .callbacks
    }
    if !state.value.outcomes.isEmpty {
      runCallbacks()
      return .callbacks
    }
    state.value.pipeline.observeDrawing()
    switch state.value.pipeline.machine.readiness(of: generation) {
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

  /// Commits a display without obstacles and shows it; its callbacks are left to
  /// ``runCallbacks()``.
  func commitWithoutCallbacks(_ generation: UInt64) {
    let step = step(.commit(generation: generation, isPassDone: true))
    guard let ticket = step.published else { return }
    let ended = Self.committed(ticket)
    if let contents = takeContents(ticket), let client {
      publish(contents, client, runsDidShow: false)
    }
    state.value.outcomes.append(.ended(ended))
    ticket.clear()
  }
}
