// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The display cycle as a plain value: events go in, effects come out.
///
/// It holds no lock, queue or callback. ``DisplayCycle`` steps it on the commit queue, with its
/// ``DisplayTicket``s, and acts on the ``Effects``. The machine reads nothing of a ticket, so tests
/// step it with numbers.
///
/// An accepted display has its ticket in one of the ``TicketSlots``, and nowhere else. A ticket
/// that leaves them while a lane draws it is cancelled; the result is discarded.
///
/// A display that clears the contents has no ticket. It is shown once the ends of all older
/// displays have been reported, which may run user code; until then it can be replaced or
/// cancelled.
struct DisplayStateMachine<Ticket> {
  /// The number of displays, invalidations, clears, cancels and drops so far.
  private(set) var generation: UInt64 = 0
  /// The generation of the last request or clear.
  private(set) var requestedGeneration: UInt64 = 0
  /// The generation of the published contents.
  private(set) var committedGeneration: UInt64 = 0
  private(set) var lifecycle = Lifecycle.active
  private(set) var policy = SupersedePolicy.latestOnly
  private(set) var needsDisplay = false
  private(set) var pass = Pass.none
  /// Whether the last display clears the contents, and has not been shown yet.
  private(set) var isClearing = false
  /// Whether a display has begun, and was neither replaced nor cancelled before its request.
  private(set) var isPreparing = false
  /// The reason of the last cancellation.
  private var lastCancellation = DisplayCancellation.requested
  private(set) var tickets = TicketSlots<Ticket>()

  /// Whether a display has been accepted and has not ended.
  var isPending: Bool { !tickets.isEmpty || isClearing }

  mutating func handle(_ event: Event) -> Effects {
    var effects = Effects()
    switch event {
    case .invalidate: invalidate(into: &effects)
    case .pass: passCame(into: &effects)
    case .displayIfNeeded: displayIfNeeded(into: &effects)
    case .display: display(into: &effects)
    case .request(let ticket, let identity, let isSynchronous, let begun):
      request(ticket, identity, isSynchronous: isSynchronous, begun: begun, into: &effects)
    case .clear(let keepsContents, let begun):
      clear(keepsContents: keepsContents, begun: begun, into: &effects)
    case .showClear(let generation): showClear(generation, into: &effects)
    case .cancel(let reason): cancel(reason, into: &effects)
    case .suspend: suspend(into: &effects)
    case .resume: resume(into: &effects)
    case .drop: drop(into: &effects)
    case .setPolicy(let policy): self.policy = policy
    case .expire(let expired):
      effects.ending = .failed(DisplayError(.deadlineExceeded))
      if tickets.expire(expired, into: &effects) { generation += 1 }
    case .start: if tickets.start() { effects.verdict = .run }
    case .finish(let generation, let failure):
      let isUnderWay = tickets.finish(generation, failure: failure)
      effects.verdict = isUnderWay ? .awaitsCommit : .discard
    case .commit(let generation, let isPassDone):
      commit(generation, isPassDone: isPassDone, into: &effects)
    }
    return effects
  }
}

// MARK: - Events of the commit queue

extension DisplayStateMachine {
  private mutating func invalidate(into effects: inout Effects) {
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
  }

  private mutating func passCame(into effects: inout Effects) {
    switch (pass, lifecycle) {
    case (.scheduled, .active): if needsDisplay { begin(into: &effects) }
    case (.none, _), (.cancelled, _), (.scheduled, .suspended), (.scheduled, .dropped): break
    }
    pass = .none
  }

  private mutating func displayIfNeeded(into effects: inout Effects) {
    switch lifecycle {
    case .active: if needsDisplay { begin(into: &effects) }
    case .suspended, .dropped: break
    }
  }

  private mutating func display(into effects: inout Effects) {
    switch lifecycle {
    case .active: begin(into: &effects)
    case .suspended: needsDisplay = true
    case .dropped: break
    }
  }

  private mutating func request(
    _ ticket: Ticket, _ identity: ContentIdentity?, isSynchronous: Bool, begun: UInt64,
    into effects: inout Effects
  ) {
    guard accepts(begun: begun, into: &effects) else { return }
    tickets.endForNewer(
      identity: isSynchronous ? nil : identity, policy: policy, into: &effects)
    endClear(into: &effects)
    tickets.add(
      AcceptedDisplay(generation: generation, identity: identity, ticket: ticket),
      isSynchronous: isSynchronous)
  }

  private mutating func clear(
    keepsContents: Bool, begun: UInt64, into effects: inout Effects
  ) {
    guard accepts(begun: begun, into: &effects) else { return }
    endAll(.superseded, into: &effects)
    isClearing = !keepsContents
  }

  /// Accepts a request or clear and raises the generation, or refuses it.
  private mutating func accepts(begun: UInt64, into effects: inout Effects) -> Bool {
    switch lifecycle {
    case .active where requestedGeneration > begun: refuse(.superseded, into: &effects)
    case .active where !isPreparing: refuse(.cancelled(lastCancellation), into: &effects)
    case .active:
      isPreparing = false
      generation += 1
      requestedGeneration = generation
      effects.verdict = .accepted(generation)
      return true
    case .suspended:
      generation += 1
      needsDisplay = true
      refuse(.cancelled(.suspended), into: &effects)
    case .dropped: refuse(.cancelled(.deallocated), into: &effects)
    }
    return false
  }

  private func refuse(_ outcome: DisplayOutcome, into effects: inout Effects) {
    (effects.verdict, effects.ending) = (.refused, outcome)
  }

  private mutating func showClear(_ cleared: UInt64, into effects: inout Effects) {
    guard isClearing, requestedGeneration == cleared else {
      effects.verdict = .discard
      return
    }
    isClearing = false
    committedGeneration = cleared
    effects.verdict = .clear
  }

  private mutating func cancel(_ reason: DisplayCancellation, into effects: inout Effects) {
    switch lifecycle {
    case .active, .suspended:
      generation += 1
      if isPending { needsDisplay = true }
      if isPreparing { cancelPreparation(reason) }
      endAll(.cancelled(reason), into: &effects)
      cancelPass()
    case .dropped: break
    }
  }

  private mutating func suspend(into effects: inout Effects) {
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
  }

  private mutating func resume(into effects: inout Effects) {
    switch lifecycle {
    case .suspended:
      lifecycle = .active
      if needsDisplay { schedulePass(into: &effects) }
    case .active, .dropped: break
    }
  }

  private mutating func drop(into effects: inout Effects) {
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
  }

  private mutating func commit(
    _ finished: UInt64, isPassDone: Bool, into effects: inout Effects
  ) {
    effects.verdict = .discard
    switch readiness(of: finished) {
    case nil: return
    case .outdated:
      effects.endedActive = tickets.takeActive()
      return
    case .afterPass where !isPassDone:
      effects.verdict = .displayFirst
      return
    // In the state `preparing` the commit is one of `displayAndWait`, which the client has called
    // while it prepares a display: it is allowed.
    case .ready, .afterPass, .preparing: break
    }
    let failure = tickets.failure
    guard let display = tickets.takeActive() else { return }
    if let failure {
      effects.endedActive = display
      effects.ending = failure
      if case .cancelled = failure { needsDisplay = true }
    } else {
      committedGeneration = display.generation
      (effects.verdict, effects.published) = (.publish, display)
    }
  }
}

// MARK: - Before a commit

extension DisplayStateMachine {
  /// The readiness of a finished display; `nil` if it has not finished, or has ended.
  func readiness(of finished: UInt64) -> Readiness? {
    guard let display = tickets.rendered, display.generation == finished else { return nil }
    switch policy {
    case .latestOnly: return display.generation == generation ? .ready : .outdated
    case .progressive:
      return isPreparing ? .preparing : pass == .scheduled && needsDisplay ? .afterPass : .ready
    }
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

  private mutating func endAll(_ ending: DisplayOutcome, into effects: inout Effects) {
    effects.ending = ending
    tickets.endAll(into: &effects)
    endClear(into: &effects)
  }

  private mutating func endClear(into effects: inout Effects) {
    effects.endsClear = isClearing
    isClearing = false
  }
}

extension DisplayStateMachine: Equatable where Ticket: Equatable {}
