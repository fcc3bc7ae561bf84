// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency


/// The commit of one finished display: the last check, and the publication of its result; on the
/// commit queue.
struct DisplayCommit {
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

  /// The most display passes, for each member of a group, before a commit that may show outdated
  /// content: a client that changes its content each time it is asked is not asked for ever.
  static let passLimit = 4

  let owner: DisplayOwner
  let generation: UInt64

  /// Commits the display, or leaves that to its group.
  func runUnlessGrouped() {
    // A superseded display has no part in its group any more; a failed one ends the group.
    if let group = owner.group(for: generation), hasPicture,
      group.memberFinished(owner, generation)
    {
      return
    }
    run()
  }

  private var hasPicture: Bool {
    owner.state.value.pipeline.observeDrawing()
    let rendered = owner.state.value.pipeline.machine.tickets.rendered
    return rendered?.generation == generation && rendered?.failure == nil
  }

  /// Commits the display: the last cancellation check and the publication, with no user code in
  /// between.
  func run() {
    // Callbacks of older ends may cancel this display.
    owner.runCallbacks()
    if owner.isDropped { return owner.endAll() }
    for pass in 0...Self.passLimit {
      let isPassDone = pass == Self.passLimit
      let step = owner.step(.commit(generation: generation, isPassDone: isPassDone))
      guard case .displayFirst = step.verdict else { return conclude(step) }
      owner.runPass()
      if owner.isDropped { return owner.endAll() }
    }
  }

  private func conclude(_ step: borrowing DisplayPipeline.Step) {
    guard let ticket = step.published else { return owner.report(step) }
    let contents = takeContents(ticket)
    // Reported before anything that showing it may bring about (I27).
    owner.state.value.outcomes.prepend(.ended(OutcomeQueue.Ended(committed: ticket)))
    ticket.clear()
    if let client = owner.client, let contents = consume contents {
      publish(contents, client, runsDidShow: true)
    }
    owner.runCallbacks()
  }

  private func takeContents(_ ticket: DisplayTicket) -> DisplayContents? {
    let services = owner.services
    services.admission.release(ticket)
    if services.metrics.isEnabled { ticket.measureCommit(at: services.commitQueue.now) }
    return ticket.takeContents()
  }

  private func publish(
    _ contents: consuming DisplayContents, _ client: any DisplayClient, runsDidShow: Bool
  ) {
    let payload = contents.drawnPayload.byteCount > 0 ? contents.drawnPayload : nil
    owner.environment.displayPublished(owner, contents.generation)
    owner.show(.contents(contents), payload: payload, client, runsDidShow: runsDidShow)
  }
}

// MARK: - With a group

extension DisplayCommit {
  /// Removes one obstacle to the commit; user code may run.
  func prepare(isPassDone: Bool) -> Obstacle {
    if owner.isDropped {
      owner.endAll()
      return .callbacks
    }
    if !owner.state.value.outcomes.isEmpty {
      owner.runCallbacks()
      return .callbacks
    }
    owner.state.value.pipeline.observeDrawing()
    switch owner.state.value.pipeline.machine.readiness(of: generation) {
    case .ready: return .none
    case .afterPass:
      if isPassDone { return .none }
      owner.runPass()
      return .pass
    case .preparing: return .preparing
    case .outdated:
      run()
      return .callbacks
    case nil:
      assertionFailure("a finished member waits for its commit")
      owner.group(for: generation)?.memberUnfinished(owner, generation)
      return .callbacks
    }
  }

  /// Commits the display, which has no obstacles, and shows it; callbacks are left to
  /// ``DisplayOwner/runCallbacks()``.
  func runWithoutCallbacks() {
    let step = owner.step(.commit(generation: generation, isPassDone: true))
    guard let ticket = step.published else { return }
    let ended = OutcomeQueue.Ended(committed: ticket)
    if let contents = takeContents(ticket), let client = owner.client {
      publish(contents, client, runsDidShow: false)
    }
    owner.state.value.outcomes.append(.ended(ended))
    ticket.clear()
  }
}
