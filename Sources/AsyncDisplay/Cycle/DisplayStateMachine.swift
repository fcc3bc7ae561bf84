// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The display cycle of one owner as a plain value: events go in, effects come out.
///
/// It holds no lock, queue, callback or reference; ``DisplayPipeline`` steps it on the commit queue
/// and ``DisplayOwner`` acts on the ``Effects``.
///
/// A ticket is `queued` (waits for a lane), then `running` (is being drawn), then `rendered` (waits
/// for its commit). It leaves these slots exactly once, and with its outcome. A ticket that leaves
/// while a lane draws it is cancelled; the result is discarded.
///
/// At most one ticket is queued, and at most one is running or rendered: with `progressive` a newer
/// ticket stays queued until the older one is committed, so outcomes come in the order of
/// generations.
/// The exception is a deadline: a queued ticket may expire before the older one ends.
///
/// A display that clears the contents has no ticket. It is shown once the ends of all older
/// displays have been reported, which may run user code; until then it can be replaced or
/// cancelled.
package struct DisplayStateMachine: Sendable, Hashable {
  /// The number of displays, invalidations, clears, cancels and drops so far.
  package private(set) var generation: UInt64 = 0
  /// The generation of the last request or clear.
  package private(set) var requestedGeneration: UInt64 = 0
  /// The generation of the published contents.
  package private(set) var committedGeneration: UInt64 = 0
  package private(set) var lifecycle = Lifecycle.active
  package private(set) var policy = SupersedePolicy.latestOnly
  package private(set) var needsDisplay = false
  package private(set) var pass = Pass.none
  /// Whether the last display clears the contents, and has not been shown yet.
  package private(set) var isClearing = false
  /// Whether a display has begun, and was neither replaced nor cancelled before its request.
  package private(set) var isPreparing = false
  /// The reason of the last cancellation.
  private var lastCancellation = DisplayCancellation.requested
  package private(set) var queued: Ticket?
  package private(set) var running: Ticket?
  package private(set) var rendered: Ticket?

  package init() {}

  /// Whether a display has been accepted and has not ended.
  package var isPending: Bool {
    queued != nil || running != nil || rendered != nil || isClearing
  }

  /// Whether a display has queued work that a lane could start.
  package var isStartable: Bool { queued != nil && running == nil && rendered == nil }

  /// Whether a display has a ticket that has not ended.
  package func isUnderWay(_ generation: UInt64) -> Bool {
    queued?.generation == generation || running?.generation == generation
      || rendered?.generation == generation
  }

  /// Takes one step.
  package mutating func handle(_ event: Event) -> Effects {
    switch event {
    case .invalidate: invalidate()
    case .pass: passCame()
    case .displayIfNeeded: displayIfNeeded()
    case .display: display()
    case .request(let identity, let isSynchronous, let begun):
      request(identity: identity, isSynchronous: isSynchronous, begun: begun)
    case .clear(let keepsContents, let begun): clear(keepsContents: keepsContents, begun: begun)
    case .showClear(let generation): showClear(generation)
    case .cancel(let reason): cancel(reason)
    case .suspend: suspend()
    case .resume: resume()
    case .drop: drop()
    case .setPolicy(let policy): setPolicy(policy)
    case .expire(let generation): expire(generation)
    case .start: start()
    case .finish(let generation, let failure): finish(generation, failure: failure)
    case .commit(let generation, let isPassDone): commit(generation, isPassDone: isPassDone)
    }
  }
}

// MARK: - Events of the commit queue

extension DisplayStateMachine {
  private mutating func invalidate() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active:
      generation += 1
      needsDisplay = true
      switch policy {
      case .latestOnly: endAll(.superseded, into: &effects)
      case .progressive: endClear(into: &effects)
      }
      schedulePass(into: &effects)
    case .suspended:
      generation += 1
      needsDisplay = true
    case .dropped: break
    }
    return effects
  }

  private mutating func passCame() -> Effects {
    var effects = Effects()
    switch (pass, lifecycle) {
    case (.scheduled, .active): if needsDisplay { begin(into: &effects) }
    case (.none, _), (.cancelled, _), (.scheduled, .suspended), (.scheduled, .dropped): break
    }
    pass = .none
    return effects
  }

  private mutating func displayIfNeeded() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active: if needsDisplay { begin(into: &effects) }
    case .suspended, .dropped: break
    }
    return effects
  }

  private mutating func display() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active: begin(into: &effects)
    case .suspended: needsDisplay = true
    case .dropped: break
    }
    return effects
  }

  private mutating func request(
    identity: ContentIdentity?, isSynchronous: Bool, begun: UInt64
  ) -> Effects {
    var effects = Effects()
    guard accepts(begun: begun, into: &effects) else { return effects }
    endForNewer(identity: isSynchronous ? nil : identity, into: &effects)
    let ticket = Ticket(generation: generation, identity: identity)
    if isSynchronous { running = ticket } else { queued = ticket }
    return effects
  }

  private mutating func clear(keepsContents: Bool, begun: UInt64) -> Effects {
    var effects = Effects()
    guard accepts(begun: begun, into: &effects) else { return effects }
    endAll(.superseded, into: &effects)
    isClearing = !keepsContents
    return effects
  }

  /// Accepts a request or clear and raises the generation, or refuses it.
  private mutating func accepts(begun: UInt64, into effects: inout Effects) -> Bool {
    switch lifecycle {
    case .active where requestedGeneration > begun: effects.verdict = .refused(.superseded)
    case .active where !isPreparing: effects.verdict = .refused(.cancelled(lastCancellation))
    case .active:
      isPreparing = false
      generation += 1
      requestedGeneration = generation
      effects.verdict = .accepted(generation)
      return true
    case .suspended:
      generation += 1
      needsDisplay = true
      effects.verdict = .refused(.cancelled(.suspended))
    case .dropped: effects.verdict = .refused(.cancelled(.deallocated))
    }
    return false
  }

  private mutating func showClear(_ cleared: UInt64) -> Effects {
    var effects = Effects()
    guard isClearing, requestedGeneration == cleared else {
      effects.verdict = .discard
      return effects
    }
    isClearing = false
    committedGeneration = cleared
    effects.verdict = .clear
    return effects
  }

  private mutating func cancel(_ reason: DisplayCancellation) -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active, .suspended:
      generation += 1
      if isPending { needsDisplay = true }
      if isPreparing { cancelPreparation(reason) }
      endAll(.cancelled(reason), into: &effects)
      cancelPass()
    case .dropped: break
    }
    return effects
  }

  private mutating func suspend() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active:
      generation += 1
      if isPending { needsDisplay = true }
      if isPreparing { cancelPreparation(.suspended) }
      endAll(.cancelled(.suspended), into: &effects)
      lifecycle = .suspended
      cancelPass()
    case .suspended, .dropped: break
    }
    return effects
  }

  private mutating func resume() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .suspended:
      lifecycle = .active
      if needsDisplay { schedulePass(into: &effects) }
    case .active, .dropped: break
    }
    return effects
  }

  private mutating func drop() -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active, .suspended:
      generation += 1
      needsDisplay = false
      isPreparing = false
      lifecycle = .dropped
      endAll(.cancelled(.deallocated), into: &effects)
      cancelPass()
    case .dropped: break
    }
    return effects
  }

  private mutating func setPolicy(_ policy: SupersedePolicy) -> Effects {
    self.policy = policy
    return Effects()
  }

  private mutating func expire(_ expired: UInt64) -> Effects {
    var effects = Effects()
    effects.ending = .expired
    if queued?.generation == expired {
      generation += 1
      effects.endedQueued = queued.take()
    } else if running?.generation == expired {
      generation += 1
      effects.endedActive = running.take()
    } else if rendered?.generation == expired {
      generation += 1
      effects.endedActive = rendered.take()
    }
    return effects
  }

  private mutating func commit(_ finished: UInt64, isPassDone: Bool) -> Effects {
    var effects = Effects()
    guard let ticket = rendered, ticket.generation == finished else {
      effects.verdict = .discard
      return effects
    }
    switch readiness(of: ticket) {
    case .outdated:
      effects.ending = .superseded
      effects.endedActive = rendered.take()
      effects.verdict = .discard
      return effects
    case .afterPass where !isPassDone:
      effects.verdict = .displayFirst
      return effects
    // A commit while the client prepares a display is `displayAndWait`, called by the client.
    case .ready, .afterPass, .preparing: break
    }
    rendered = nil
    if let failure = ticket.failure {
      effects.endedActive = ticket
      effects.verdict = .discard
      switch failure {
      case .failed: effects.ending = .failed
      case .cancelled(let reason):
        effects.ending = .cancelled(reason)
        needsDisplay = true
      }
    } else {
      committedGeneration = ticket.generation
      effects.verdict = .publish(ticket)
    }
    return effects
  }
}

// MARK: - Before a commit

extension DisplayStateMachine {
  /// Whether the result of a finished display may be published.
  package enum Readiness: Hashable, Sendable {
    case ready
    /// Only after the pending display pass, which may find other content.
    case afterPass
    /// The client is preparing a display.
    case preparing
    /// A newer display or invalidation exists.
    case outdated
  }

  /// The readiness of a finished display; `nil` if it has not finished, or has ended.
  package func readiness(of finished: UInt64) -> Readiness? {
    guard let rendered, rendered.generation == finished else { return nil }
    return readiness(of: rendered)
  }

  private func readiness(of ticket: Ticket) -> Readiness {
    switch policy {
    case .latestOnly: ticket.generation == generation ? .ready : .outdated
    case .progressive:
      isPreparing ? .preparing : pass == .scheduled && needsDisplay ? .afterPass : .ready
    }
  }
}

// MARK: - Events of a lane

extension DisplayStateMachine {
  private mutating func start() -> Effects {
    var effects = Effects()
    guard running == nil, rendered == nil, let ticket = queued.take() else { return effects }
    running = ticket
    effects.verdict = .run(ticket)
    return effects
  }

  private mutating func finish(
    _ finished: UInt64, failure: Failure?
  ) -> Effects {
    var effects = Effects()
    guard var ticket = running, ticket.generation == finished else {
      effects.verdict = .discard
      return effects
    }
    running = nil
    ticket.failure = failure
    rendered = ticket
    effects.verdict = .awaitsCommit
    return effects
  }
}

// MARK: - Parts of steps

extension DisplayStateMachine {
  /// Begins a display. The mark is removed before the client prepares it, so that an invalidation
  /// during the preparation counts for the next display.
  private mutating func begin(into effects: inout Effects) {
    needsDisplay = false
    isPreparing = true
    effects.verdict = .display(begun: generation)
  }

  /// Cancels the display that is being prepared, and those around it if preparations are nested.
  private mutating func cancelPreparation(_ reason: DisplayCancellation) {
    isPreparing = false
    needsDisplay = true
    lastCancellation = reason
  }

  private mutating func schedulePass(into effects: inout Effects) {
    switch pass {
    case .none: effects.schedulesPass = true
    case .scheduled, .cancelled: break
    }
    pass = .scheduled
  }

  private mutating func cancelPass() {
    switch pass {
    case .scheduled: pass = .cancelled
    case .none, .cancelled: break
    }
  }

  private mutating func endAll(_ ending: Ending, into effects: inout Effects) {
    effects.ending = ending
    effects.endedActive = running.take() ?? rendered.take()
    effects.endedQueued = queued.take()
    endClear(into: &effects)
  }

  private mutating func endClear(into effects: inout Effects) {
    effects.endsClear = isClearing
    isClearing = false
  }

  /// Ends the tickets that a newer request replaces: a queued one always, the active one unless the
  /// policy keeps it.
  private mutating func endForNewer(identity: ContentIdentity?, into effects: inout Effects) {
    effects.ending = .superseded
    effects.endedQueued = queued.take()
    endClear(into: &effects)
    let active = running ?? rendered
    let keepsActive: Bool
    switch policy {
    case .latestOnly: keepsActive = false
    case .progressive: keepsActive = identity != nil && active?.identity == identity
    }
    if !keepsActive { effects.endedActive = running.take() ?? rendered.take() }
  }
}
