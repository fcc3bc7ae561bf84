// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The display cycle of one owner, as a plain value.
///
/// It holds no lock, queue or callback: whoever holds it steps it where nobody else can, and then acts on the
/// ``Effects``. `Work` is what a ticket carries; the machine only passes it on.
///
/// A ticket is `queued` (waits for a lane), then `running` (a lane, or the commit queue, draws it), then
/// `rendered` (waits for its commit). It leaves these slots exactly once, and with its outcome. A lane
/// that still draws a ticket which has left finds out when it finishes: its result is discarded.
///
/// At most one ticket is queued, and at most one is running or rendered: with `progressive` a newer
/// ticket stays queued until the older one is committed, so outcomes come in the order of generations. (But for a
/// deadline: what is queued may expire before the older one ends.)
///
/// A display that clears the contents has no ticket. It is accepted, and shown once all that was older has been told its
/// end, which may run user code: until then it can be replaced or called off like a ticket.
package struct DisplayStateMachine<Work> {
  /// The count of displays, invalidations, clears, cancels and drops. Never falls.
  package private(set) var generation: UInt64 = 0
  /// The generation of the last request or clear.
  package private(set) var requestedGeneration: UInt64 = 0
  /// The generation of the published contents.
  package private(set) var committedGeneration: UInt64 = 0
  package private(set) var lifecycle = Lifecycle.active
  package private(set) var policy = SupersedePolicy.latestOnly
  package private(set) var needsDisplay = false
  package private(set) var pass = Pass.none
  /// Whether the owner stands in the queue of the lanes (or is parked before it).
  package private(set) var isEnqueued = false
  /// Whether the last display clears the contents, and has not been shown yet.
  package private(set) var isClearing = false
  /// Whether a display has begun, and been neither replaced nor called off before its request.
  package private(set) var isPreparing = false
  /// Why a display was called off last.
  private var lastCancellation = DisplayCancellation.requested
  package private(set) var queued: Ticket?
  package private(set) var running: Ticket?
  package private(set) var rendered: Ticket?

  package init() {}

  /// Whether a display has been accepted and has not ended.
  package var isPending: Bool {
    queued != nil || running != nil || rendered != nil || isClearing
  }

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
    case .request(let identity, let work, let isSynchronous, let begun):
      request(identity: identity, work: work, isSynchronous: isSynchronous, begun: begun)
    case .clear(let keepsContents, let begun): clear(keepsContents: keepsContents, begun: begun)
    case .showClear(let generation): showClear(generation)
    case .cancel(let reason): cancel(reason)
    case .suspend: suspend()
    case .resume: resume()
    case .drop: drop()
    case .setPolicy(let policy): setPolicy(policy)
    case .expire(let generation): expire(generation)
    case .start: start()
    case .startInline: startInline()
    case .finish(let generation, let failure): finish(generation, failure: failure)
    case .commit(let generation, let isPassDone): commit(generation, isPassDone: isPassDone)
    }
  }
}

extension DisplayStateMachine: Sendable where Work: Sendable {}
extension DisplayStateMachine: Equatable where Work: Equatable {}
extension DisplayStateMachine: Hashable where Work: Hashable {}

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
    case (.none, _), (.calledOff, _), (.scheduled, .suspended), (.scheduled, .dropped): break
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
    identity: ContentIdentity?, work: Work, isSynchronous: Bool, begun: UInt64
  ) -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active where requestedGeneration > begun:
      effects.verdict = .refused(.superseded)
    case .active where !isPreparing:
      effects.verdict = .refused(.cancelled(lastCancellation))
    case .active:
      isPreparing = false
      generation += 1
      requestedGeneration = generation
      endForNewer(identity: isSynchronous ? nil : identity, into: &effects)
      let ticket = Ticket(generation: generation, identity: identity, work: work)
      if isSynchronous {
        running = ticket
      } else {
        queued = ticket
        enqueueIfPossible(into: &effects)
      }
      effects.verdict = .accepted(generation)
    case .suspended:
      generation += 1
      needsDisplay = true
      effects.verdict = .refused(.cancelled(.suspended))
    case .dropped:
      effects.verdict = .refused(.cancelled(.deallocated))
    }
    return effects
  }

  private mutating func clear(keepsContents: Bool, begun: UInt64) -> Effects {
    var effects = Effects()
    switch lifecycle {
    case .active where requestedGeneration > begun:
      effects.verdict = .refused(.superseded)
    case .active where !isPreparing:
      effects.verdict = .refused(.cancelled(lastCancellation))
    case .active:
      isPreparing = false
      generation += 1
      requestedGeneration = generation
      endAll(.superseded, into: &effects)
      isClearing = !keepsContents
      effects.verdict = .accepted(generation)
    case .suspended:
      generation += 1
      needsDisplay = true
      effects.verdict = .refused(.cancelled(.suspended))
    case .dropped:
      effects.verdict = .refused(.cancelled(.deallocated))
    }
    return effects
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
      if isPreparing { callPreparationOff(reason) }
      endAll(.cancelled(reason), into: &effects)
      callPassOff()
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
      if isPreparing { callPreparationOff(.suspended) }
      endAll(.cancelled(.suspended), into: &effects)
      lifecycle = .suspended
      callPassOff()
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
      callPassOff()
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
      enqueueIfPossible(into: &effects)
    } else if rendered?.generation == expired {
      generation += 1
      effects.endedActive = rendered.take()
      enqueueIfPossible(into: &effects)
    }
    return effects
  }

  private mutating func startInline() -> Effects {
    var effects = Effects()
    guard running == nil, rendered == nil, let ticket = queued.take() else { return effects }
    running = ticket
    effects.verdict = .run(ticket)
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
      enqueueIfPossible(into: &effects)
      return effects
    case .afterPass where !isPassDone:
      effects.verdict = .displayFirst
      return effects
    // (Whoever commits while the client is asked does so at its own word.)
    case .ready, .afterPass, .preparing: break
    }
    rendered = nil
    if let failure = ticket.failure {
      effects.endedActive = ticket
      effects.verdict = .discard
      switch failure {
      case .failed: effects.ending = .failed
      case .cancelled:
        effects.ending = .cancelled(.byTask)
        needsDisplay = true
      }
    } else {
      committedGeneration = ticket.generation
      effects.verdict = .publish(ticket)
    }
    enqueueIfPossible(into: &effects)
    return effects
  }
}

// MARK: - Before a commit

extension DisplayStateMachine {
  /// Whether the result of a finished display may be published.
  package enum Readiness: Hashable, Sendable {
    case ready
    /// Only the display pass, which waits, knows whether the owner still shows the same content.
    case afterPass
    /// The client is being asked what it shows.
    case preparing
    /// There is something newer.
    case outdated
  }

  /// What the commit step of a display would find; `nil` if that has not finished, or has ended.
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
    isEnqueued = false
    // A synchronous display may be under way on the commit queue; its end enqueues the owner again.
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
    ticket.isRendered = true
    ticket.failure = failure
    rendered = ticket
    effects.verdict = .awaitsCommit
    return effects
  }
}

// MARK: - Parts of steps

extension DisplayStateMachine {
  /// Lets a display begin. The mark is taken off before the client is asked, so that an invalidation
  /// while the display is prepared counts for the next one.
  private mutating func begin(into effects: inout Effects) {
    needsDisplay = false
    isPreparing = true
    effects.verdict = .display(begun: generation)
  }

  /// Has the request that is being prepared refused. (There may be several, one within the other: what ends one ends all
  /// that began before.)
  private mutating func callPreparationOff(_ reason: DisplayCancellation) {
    isPreparing = false
    needsDisplay = true
    lastCancellation = reason
  }

  private mutating func schedulePass(into effects: inout Effects) {
    switch pass {
    case .none: effects.schedulesPass = true
    case .scheduled, .calledOff: break
    }
    pass = .scheduled
  }

  private mutating func callPassOff() {
    switch pass {
    case .scheduled: pass = .calledOff
    case .none, .calledOff: break
    }
  }

  private mutating func enqueueIfPossible(into effects: inout Effects) {
    if queued != nil, running == nil, rendered == nil, !isEnqueued {
      isEnqueued = true
      effects.enqueues = true
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

  /// Ends what a newer request replaces: what is queued always, the rest unless the policy keeps it.
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
