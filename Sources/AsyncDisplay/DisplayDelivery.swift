// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

/// What an owner has for its client, and how it comes to the client.
extension DisplayOwner {
  /// Something to tell the client.
  enum Delivery {
    case end(HandedReference<DisplayTicket>, Machine.Ending)
    /// The end of what was published; told before anything that user code brings about meanwhile.
    case committed(HandedReference<DisplayTicket>)
    /// What was published with the other members of a group is shown; its end is told after that.
    case shown(ShownContents)
    /// A display that draws nothing is to be shown.
    case clear(ClearedDisplay)
    /// It has ended.
    case cleared(ClearedDisplay)
  }

  /// What the client is told, and was shown.
  struct Told {
    /// What is told next, before all that is untold.
    var front: Delivery?
    /// What is still to be told, oldest first. User code that is told something may display again; what that
    /// brings is told after this.
    var untold: [Delivery] = []
    /// The payload that is shown, to be given up when another takes its place.
    var payload: DrawnPayload?

    /// The clear that waits to be shown has been replaced or called off: it is told so in its turn.
    mutating func endClear(_ outcome: DisplayOutcome) {
      for index in untold.indices {
        guard case .clear(let display) = untold[index] else { continue }
        untold[index] = .cleared(display.ended(outcome))
      }
    }
  }
}

// MARK: - Committing, on the commit queue

extension DisplayOwner {
  /// Display passes at most, for each member of a group, before a display is committed that may show what is out of date.
  static let mostPasses = 4

  /// Has the client show something, and lets go of what was shown.
  ///
  /// - Parameter isTold: Whether the client is told so now, and not by ``tellAll()``.
  @inline(__always)
  func show(
    _ update: consuming DisplayUpdate, payload new: consuming DrawnPayload?,
    _ client: any DisplayClient, isTold: Bool = true
  ) {
    var old = exchange(&state.value.told.payload, with: new)
    client.show(update)
    if isTold { client.didShow(update) }
    if case .contents(let contents) = consume update {
      if isTold {
        contents.giveUp()
      } else {
        state.value.told.untold.append(.shown(ShownContents(contents)))
      }
    }
    old.take()?.release(to: coordinator.releaseQueue)
  }

  /// Has the client show a picture.
  @inline(__always)
  private func publish(
    _ contents: consuming DisplayContents, _ client: any DisplayClient, isTold: Bool
  ) {
    let payload = contents.drawnPayload.byteCount > 0 ? contents.drawnPayload : nil
    coordinator.tell(self, .published(generation: contents.generation))
    show(.contents(consume contents), payload: payload, client, isTold: isTold)
  }

  /// Whether a picture waits for its commit.
  private func hasPicture(_ generation: UInt64) -> Bool {
    state.value.cycle.observe(seat)
    let rendered = state.value.cycle.machine.rendered
    return rendered?.generation == generation && rendered?.failure == nil
  }

  /// A result has come to the commit queue.
  func resultCame(_ generation: UInt64) {
    // (A display that was superseded has no part in its group any more; one that failed ends the group.)
    if let group = group(for: generation), hasPicture(generation),
      group.memberFinished(self, generation)
    {
      return
    }
    commit(generation)
  }

  /// The commit step: the last cancel check and the publication, in one critical section of the queue.
  func commit(_ generation: UInt64) {
    // User code that is told of older ends may call this one off.
    if isTelling { tellAll() }
    if isDropped { return endAll() }
    let effects = step(.commit(generation: generation, isPassDone: false))
    if case .displayFirst = effects.verdict { return commitAfterPass(generation) }
    conclude(effects)
  }

  /// Has the client say what it shows, and commits a finished display then; user code runs.
  @inline(never)
  private func commitAfterPass(_ generation: UInt64) {
    // A client that is asked for its contents may change them; one that does so each time is not asked for ever.
    for pass in 1...Self.mostPasses {
      passCame()
      if isDropped { return endAll() }
      let effects = step(.commit(generation: generation, isPassDone: pass == Self.mostPasses))
      if case .displayFirst = effects.verdict { continue }
      return conclude(effects)
    }
  }

  /// Publishes what a commit step gave out, or ends it otherwise.
  private func conclude(_ effects: Machine.Effects) {
    guard case .publish = effects.verdict, let ticket = state.value.cycle.takeActive() else {
      return apply(effects)
    }
    // What is published ends no other display.
    if effects.enqueues { coordinator.submit(self) }
    publish(ticket)
    tellAll()
  }

  private func publish(_ ticket: HandedReference<DisplayTicket>) {
    let contents = takeContents(ticket)
    // Told before all else, for showing it may run user code which displays again (I27).
    state.value.told.front = .committed(ticket)
    guard let client, let contents = consume contents else { return }
    publish(consume contents, client, isTold: true)
  }

  @inline(__always)
  private func takeContents(_ ticket: HandedReference<DisplayTicket>) -> DisplayContents? {
    coordinator.giveBack(ticket.withObject { $0.byteCount })
    if coordinator.metrics.isEnabled { measure(ticket.object) }
    return ticket.withObject { $0.takeContents() }
  }

  private func measure(_ ticket: DisplayTicket) {
    let metrics = coordinator.metrics
    guard let notes = ticket.notes else { return }
    let now = coordinator.commitQueue.now
    if notes.drawn != 0 { metrics.record(.waitingForCommit, nanoseconds: now &- notes.drawn) }
    metrics.record(.total, nanoseconds: now &- notes.accepted)
  }

  /// Does what the machine asked for, with no lock held.
  @inline(__always)
  func apply(_ effects: Machine.Effects) {
    if effects.endedActive != nil || effects.endedQueued != nil || effects.endsClear {
      return apply(effects, then: nil)
    }
    if effects.enqueues { coordinator.submit(self) }
    if effects.schedulesPass { coordinator.schedulePass(self) }
  }

  /// Does what the machine asked for, and tells something after that.
  func apply(_ effects: Machine.Effects, then last: consuming Delivery?) {
    // (Before anything is told: user code may complete the group.)
    let others = membersCalledOff(with: effects)
    let (active, queued) = retireEnded(effects)
    if active == nil, last == nil, let queued, !isTelling {
      // The usual case: one display was replaced in the queue.
      deliverEnd(queued, effects.ending)
    } else {
      leaveUntold(active, queued, effects.ending)
      if let last = last.take() { state.value.told.untold.append(last) }
    }
    tellAll()
    for other in others { other.tellAll() }
  }

  /// Does what the machine asked for, and leaves what there is to tell to ``tellAll()``.
  func applyUntold(_ effects: Machine.Effects) {
    let (active, queued) = retireEnded(effects)
    leaveUntold(active, queued, effects.ending)
  }

  private func leaveUntold(
    _ active: HandedReference<DisplayTicket>?, _ queued: HandedReference<DisplayTicket>?,
    _ ending: Machine.Ending
  ) {
    if let active { state.value.told.untold.append(.end(active, ending)) }
    if let queued { state.value.told.untold.append(.end(queued, ending)) }
  }

  /// Does what the machine asked for.
  ///
  /// - Returns: What has ended, and is to be told.
  private func retireEnded(
    _ effects: Machine.Effects
  ) -> (active: HandedReference<DisplayTicket>?, queued: HandedReference<DisplayTicket>?) {
    let active = effects.endedActive == nil ? nil : state.value.cycle.takeActive()
    let queued = effects.endedQueued == nil ? nil : state.value.cycle.takeQueued()
    if let active { active.withObject { retire($0) } }
    if let queued { queued.withObject { $0.set() } }
    if effects.endsClear { endClear(effects.ending) }
    // Others may have waited for its room. (What is superseded is replaced in a moment.)
    if queued != nil, effects.ending != .superseded { coordinator.budget.retry() }
    if effects.enqueues { coordinator.submit(self) }
    if effects.schedulesPass { coordinator.schedulePass(self) }
    return (active, queued)
  }

  /// Whether something must be told before anything new.
  var isTelling: Bool { state.value.told.front != nil || !state.value.told.untold.isEmpty }

  private func endClear(_ ending: Machine.Ending) {
    switch ending {
    case .superseded: state.value.told.endClear(.superseded)
    case .cancelled(let reason): state.value.told.endClear(.cancelled(reason))
    case .expired, .failed: preconditionFailure("a clear takes no time, and does not fail")
    }
  }

  /// Tells all that is to be told, as far as user code that is told something has not seen to it.
  func tellAll() {
    while true {
      if let next = state.value.told.front.take() {
        deliver(next)
      } else if state.value.told.untold.isEmpty {
        return
      } else {
        deliver(state.value.told.untold.removeFirst())
      }
    }
  }

  private func deliver(_ delivery: consuming Delivery) {
    switch consume delivery {
    case .end(let ticket, let ending): deliverEnd(ticket, ending)
    case .committed(let ticket): tellEnd(ticket, .committed)
    case .shown(let shown):
      guard let contents = shown.take() else { return }
      client?.didShow(.contents(contents))
      contents.giveUp()
    case .clear(let display): deliverClear(display)
    case .cleared(let display):
      coordinator.metrics.count(display.outcome)
      coordinator.tell(self, .ended(generation: display.generation, display.outcome))
      display.task?.didDisplay(client, display.outcome)
      coordinator.displayEnded()
    }
  }

  private func deliverClear(_ display: ClearedDisplay) {
    if isDropped {
      state.value.told.front = .cleared(display.ended(.cancelled(.deallocated)))
      return
    }
    state.value.told.front = .cleared(display)
    guard case .clear = step(.showClear(generation: display.generation)).verdict, let client else {
      return
    }
    coordinator.tell(self, .published(generation: display.generation))
    show(.cleared, payload: nil, client)
  }

  private func deliverEnd(_ ticket: HandedReference<DisplayTicket>, _ ending: Machine.Ending) {
    switch ending {
    case .superseded: tellEnd(ticket, .superseded)
    case .cancelled(let reason): tellEnd(ticket, .cancelled(reason))
    case .expired: tellEnd(ticket, .failed(DisplayError(.deadlineExceeded)))
    case .failed:
      guard let error = ticket.object.notes?.error else { preconditionFailure("it says why") }
      tellEnd(ticket, .failed(error))
    }
  }

  /// Cancels a ticket that was running, or gives up the result of one that was rendered.
  private func retire(_ ticket: DisplayTicket) {
    if ticket.callOff(coordinator.metrics) { coordinator.budget.release(ticket.byteCount) }
  }

  /// The last that is done with a ticket.
  private func tellEnd(_ ticket: HandedReference<DisplayTicket>, _ outcome: DisplayOutcome) {
    ticket.withObject { tellEnd($0, outcome) }
    coordinator.putAside(ticket)
  }

  @inline(__always)
  private func tellEnd(_ ticket: DisplayTicket, _ outcome: DisplayOutcome) {
    if coordinator.metrics.isEnabled { coordinator.metrics.count(outcome) }
    coordinator.tell(self, .ended(generation: ticket.generation, outcome))
    if ticket.isToldEnds { ticket.task?.didDisplay(client, outcome) }
    coordinator.displayEnded()
  }
}

// MARK: - Committing with the other members of a group

extension DisplayOwner {
  /// What has to be done before a finished display can be published with others.
  enum Preparation {
    case nothing
    /// Something was told, or ended.
    case told
    /// The client was asked for what it shows.
    case passed
    /// The client is being asked, further down: the group hears of it once it has answered.
    case asking
  }

  /// Does one of the things that come before the commit of a finished display; user code may run.
  func prepareCommit(_ generation: UInt64, isPassDone: Bool) -> Preparation {
    if isDropped {
      endAll()
      return .told
    }
    if isTelling {
      tellAll()
      return .told
    }
    state.value.cycle.observe(seat)
    switch state.value.cycle.machine.readiness(of: generation) {
    case .ready: return .nothing
    case .afterPass:
      if isPassDone { return .nothing }
      passCame()
      return .passed
    case .preparing: return .asking
    case .outdated:
      commit(generation)
      return .told
    case nil:
      assertionFailure("who has finished waits for the commit")
      group(for: generation)?.memberUnfinished(self, generation)
      return .told
    }
  }

  /// The commit step of a display for which nothing is left to be done before: it is shown, and told by ``tellAll()``.
  func commitUntold(_ generation: UInt64) {
    let effects = step(.commit(generation: generation, isPassDone: true))
    guard case .publish = effects.verdict, let ticket = state.value.cycle.takeActive() else {
      // Only if showing another member has run user code against the rule.
      return applyUntold(effects)
    }
    if effects.enqueues { coordinator.submit(self) }
    if let contents = takeContents(ticket), let client {
      publish(contents, client, isTold: false)
    }
    state.value.told.untold.append(.committed(ticket))
  }
}

/// What a member of a group shows, until its client has been told.
final class ShownContents {
  private var contents: DisplayContents?

  init(_ contents: DisplayContents) { self.contents = contents }

  func take() -> DisplayContents? { contents.take() }
}

/// A display that drew nothing.
final class ClearedDisplay: Sendable {
  let generation: UInt64
  let outcome: DisplayOutcome
  let task: AnyDisplayTask?

  init(_ generation: UInt64, _ outcome: DisplayOutcome, _ task: AnyDisplayTask?) {
    self.generation = generation
    self.outcome = outcome
    self.task = task
  }

  /// The same, with another outcome.
  func ended(_ outcome: DisplayOutcome) -> ClearedDisplay {
    ClearedDisplay(generation, outcome, task)
  }
}
