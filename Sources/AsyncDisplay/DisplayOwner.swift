// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import Synchronization
import TextModel

/// One thing that is displayed again and again: the display cycle of a layer, without the layer.
///
/// All calls come on the coordinator's commit queue, except ``drop()``, which any thread may call. The state
/// machine is stepped under a lock; user code runs only when the lock has been left.
package final class DisplayOwner: LaneJob {
  typealias Machine = DisplayStateMachine<DisplayTicket>

  struct State {
    var machine = Machine()
    var group: DisplayGroup?
    /// The generation at which the group was joined; older displays have no part in it.
    var groupSince: UInt64 = 0
    /// The payload that is shown, to be given up when another takes its place.
    var payload: DrawnPayload?
    /// What is still to be told, oldest first. User code that is told something may display again; what that
    /// brings is told after this.
    var untold: [Delivery] = []
  }

  /// Something to tell the client.
  enum Delivery {
    case end(Machine.Ticket, Machine.Ending)
    case publish(Machine.Ticket)
    /// The end of what was published; told before anything that user code brings about meanwhile.
    case committed(Machine.Ticket)
    /// A display that draws nothing has ended.
    case clear(ClearedDisplay)
    case cleared(ClearedDisplay)
  }

  package let slot = Atomic<Int32>(-1)
  /// A number of one's own among the owners of the process.
  package let id: UInt64
  package let coordinator: DisplayCoordinator
  private weak let client: (any DisplayClient)?
  let state = Guarded(State())
  private let band: Atomic<UInt8>

  private static let ids = Atomic<UInt64>(0)

  package init(
    coordinator: DisplayCoordinator, client: any DisplayClient,
    priority: DisplayPriority = .visible
  ) {
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).newValue
    self.coordinator = coordinator
    self.client = client
    band = Atomic(priority.rawValue)
  }

  /// The band in which displays wait; a change also moves what waits.
  package var priority: DisplayPriority {
    get { DisplayPriority(rawValue: band.load(ordering: .relaxed)) ?? .visible }
    set {
      let old = band.exchange(newValue.rawValue, ordering: .relaxed)
      if old != newValue.rawValue { coordinator.move(self, to: newValue) }
    }
  }

  /// The count of displays, invalidations, clears, cancels and drops.
  package var generation: UInt64 { state.withLock { $0.machine.generation } }

  /// Whether the contents are out of date and no display is under way for that.
  package var needsDisplay: Bool { state.withLock { $0.machine.needsDisplay } }

  /// Whether a display was accepted and has not ended.
  package var isPending: Bool { state.withLock { $0.machine.isPending } }

  /// Whether the owner is suspended.
  package var isSuspended: Bool { state.withLock { $0.machine.lifecycle == .suspended } }

  func step(_ event: Machine.Event) -> Machine.Effects {
    state.withLock { $0.machine.handle(event) }
  }
}

// MARK: - On the commit queue

extension DisplayOwner {
  /// Marks the contents as out of date; one display pass at the end of the turn displays them.
  package func setNeedsDisplay() {
    coordinator.commitQueue.assertCurrent()
    joinCurrentGroup()
    apply(step(.invalidate))
  }

  /// Displays now if the contents are out of date.
  package func displayIfNeeded() {
    coordinator.commitQueue.assertCurrent()
    begin(step(.displayIfNeeded))
  }

  /// Displays now.
  package func display() {
    coordinator.commitQueue.assertCurrent()
    joinCurrentGroup()
    begin(step(.display))
  }

  /// Calls off what is under way; the contents stay out of date.
  package func cancel(_ reason: DisplayCancellation = .requested) {
    coordinator.commitQueue.assertCurrent()
    apply(step(.cancel(reason)))
    abortGroup()
  }

  /// Calls off what is under way, and displays nothing until resumed.
  package func suspend() {
    coordinator.commitQueue.assertCurrent()
    apply(step(.suspend))
    abortGroup()
  }

  /// Displays again, once, if the contents are out of date.
  package func resume() {
    coordinator.commitQueue.assertCurrent()
    apply(step(.resume))
  }

  /// Chooses what a newer display does to one that is being drawn.
  package func setPolicy(_ policy: SupersedePolicy) {
    coordinator.commitQueue.assertCurrent()
    apply(step(.setPolicy(policy)))
  }

  /// Brings the contents up to date before it returns, by drawing on the caller what has to be drawn.
  ///
  /// It waits for no lane, so it cannot deadlock: what waits in the queue is drawn here, what a lane is
  /// drawing is superseded.
  package func displayAndWait() {
    coordinator.commitQueue.assertCurrent()
    // Again only if user code has started a display in the meantime.
    for _ in 0..<4 {
      displayWhatIsPending()
      if !isPending { break }
    }
  }

  private func displayWhatIsPending() {
    let (needsDisplay, queued, running, rendered) = state.withLock {
      (
        $0.machine.needsDisplay, $0.machine.queued != nil, $0.machine.running != nil,
        $0.machine.rendered?.generation
      )
    }
    leaveGroup()
    if needsDisplay || running {
      begin(step(.display), forcesSynchronous: true)
    } else if queued, rendered == nil {
      let effects = step(.startInline)
      apply(effects)
      if case .run(let ticket) = effects.verdict { runInline(ticket) }
    } else if let rendered {
      // With `progressive` a newer display may wait behind this one.
      commit(rendered)
    }
  }

  /// The display pass has come by.
  func passCame() { begin(step(.pass)) }

  private func begin(_ effects: Machine.Effects, forcesSynchronous: Bool = false) {
    apply(effects)
    guard case .display(let begun) = effects.verdict else { return }
    if coordinator.isClosed { return leaveGroup() }
    guard let client else { return drop() }
    var request = client.prepareDisplay()
    if forcesSynchronous { request.isSynchronous = true }
    submit(request, from: client, begun: begun)
  }

  private func submit(
    _ request: DisplayRequest, from client: any DisplayClient, begun: UInt64
  ) {
    let task = request.task
    task?.willDisplay?(client)
    coordinator.metrics.countRequest()
    guard let task, let draw = task.display else {
      return clear(request, client, begun: begun, .cleared)
    }
    switch request.geometry {
    case .empty: clear(request, client, begun: begun, .cleared)
    case .bad: clear(request, client, begun: begun, .failed(DisplayError(.badSize)))
    case .drawable(let pixels):
      let now = coordinator.metrics.isEnabled ? coordinator.commitQueue.now : 0
      let ticket = DisplayTicket(draw: draw, request: request, pixels: pixels, acceptedAt: now)
      let isSynchronous = request.isSynchronous || (task.isTrivial && group == nil)
      let group = isSynchronous ? group : nil
      let effects = step(
        .request(
          identity: task.contentIdentity, work: ticket, isSynchronous: isSynchronous,
          begun: begun))
      switch effects.verdict {
      case .accepted(let generation):
        coordinator.tell(self, .accepted(generation: generation))
        coordinator.displayBegan()
        apply(effects)
        if isSynchronous {
          if let group { leave(group) }
          runInline(Machine.Ticket(generation: generation, identity: nil, work: ticket))
        } else {
          // User code that was told of an older end may have displayed in the meantime.
          if state.withLock({ $0.machine.requestedGeneration == generation && $0.machine.isPending }
          ) {
            showMeanwhile(request.contentsPolicy, client)
          }
          if let deadline = request.deadline { watch(generation, deadline) }
        }
      case .refused(let outcome):
        refuse(task, client, outcome)
      case .none, .display, .run, .awaitsCommit, .discard, .publish, .displayFirst:
        preconditionFailure("a request is accepted or refused")
      }
    }
  }

  /// Ends a display that draws nothing.
  private func clear(
    _ request: DisplayRequest, _ client: any DisplayClient, begun: UInt64, _ outcome: DisplayOutcome
  ) {
    let group = group
    let effects = step(.clear(keepsContents: outcome != .cleared, begun: begun))
    switch effects.verdict {
    case .accepted(let generation):
      coordinator.tell(self, .accepted(generation: generation))
      apply(effects, then: .clear(ClearedDisplay(generation, outcome, request.task)))
      if let group { leave(group) }
    case .refused(let outcome):
      refuse(request.task, client, outcome)
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .displayFirst:
      preconditionFailure("a clear is accepted or refused")
    }
  }

  private func refuse(
    _ task: AnyDisplayTask?, _ client: any DisplayClient, _ outcome: DisplayOutcome
  ) {
    coordinator.metrics.count(outcome)
    task?.didDisplay?(client, outcome)
  }

  private func showMeanwhile(_ policy: ContentsPolicy, _ client: any DisplayClient) {
    switch policy {
    case .keepOld: break
    case .clear: show(.cleared, client)
    case .placeholder: show(.placeholder, client)
    }
  }

  private func show(_ update: DisplayUpdate, _ client: any DisplayClient) {
    var payload: DrawnPayload?
    switch update {
    case .contents(let contents):
      payload = DrawnPayload(value: contents.payload, byteCount: contents.payloadByteCount)
    case .cleared, .placeholder: break
    }
    let old = state.withLock { state in
      swap(&state.payload, &payload)
      return payload
    }
    payload = nil
    client.show(update)
    if let old, old.byteCount > 0 {
      coordinator.releaseQueue.release(old.value, byteCount: old.byteCount)
    }
  }

  private func watch(_ generation: UInt64, _ deadline: Duration) {
    let (seconds, attoseconds) = deadline.components
    let nanoseconds = max(0, seconds) * 1_000_000_000 + attoseconds / 1_000_000_000
    coordinator.commitQueue.enqueue(afterNanoseconds: UInt64(max(0, nanoseconds))) { [weak self] in
      guard let self else { return }
      apply(step(.expire(generation: generation)))
    }
  }

  private func runInline(_ ticket: Machine.Ticket) {
    coordinator.budget.force(ticket.work.byteCount)
    RunningDisplay(ticket.work, generation: ticket.generation, owner: self, isInline: true)
      .run()
    commit(ticket.generation)
  }

  /// The commit step: the last cancel check and the publication, in one critical section of the queue.
  func commit(_ generation: UInt64) {
    var effects = step(.commit(generation: generation, isPassDone: false))
    if case .displayFirst = effects.verdict {
      passCame()
      effects = step(.commit(generation: generation, isPassDone: true))
    }
    if case .publish(let ticket) = effects.verdict {
      apply(effects, then: .publish(ticket))
    } else {
      apply(effects)
    }
  }

  private func publish(_ ticket: Machine.Ticket) {
    let work = ticket.work
    coordinator.budget.release(work.byteCount)
    let metrics = coordinator.metrics
    if metrics.isEnabled {
      let now = coordinator.commitQueue.now
      if work.drawnAt != 0 {
        metrics.record(.waitingForCommit, nanoseconds: now &- work.drawnAt)
      }
      if work.acceptedAt != 0 {
        metrics.record(.total, nanoseconds: now &- work.acceptedAt)
      }
    }
    if let client, case .drawn(let bitmap, let payload) = work.result {
      let contents = DisplayContents(
        image: bitmap, payload: payload.value, size: work.size, scale: work.scale,
        generation: ticket.generation, payloadByteCount: payload.byteCount)
      coordinator.tell(self, .published(generation: ticket.generation))
      show(.contents(contents), client)
    }
  }

  /// Does what the machine asked for, with no lock held.
  func apply(_ effects: Machine.Effects, then last: Delivery? = nil) {
    if let ticket = effects.endedActive { retire(ticket) }
    if let ticket = effects.endedQueued { ticket.work.flag.set() }
    if effects.enqueues { coordinator.submit(self) }
    if effects.schedulesPass { coordinator.schedulePass(self) }
    let endCount = (effects.endedActive == nil ? 0 : 1) + (effects.endedQueued == nil ? 0 : 1)
    if endCount == 0, last == nil { return }
    let first: Delivery? = state.withLock { state in
      if state.untold.isEmpty, endCount == 0, let last { return state.begin(last) }
      if let ticket = effects.endedActive { state.untold.append(.end(ticket, effects.ending)) }
      if let ticket = effects.endedQueued { state.untold.append(.end(ticket, effects.ending)) }
      if let last { state.untold.append(last) }
      return state.nextDelivery()
    }
    var next = first
    while let delivery = next {
      deliver(delivery)
      next = state.withLock { $0.nextDelivery() }
    }
  }

  private func deliver(_ delivery: Delivery) {
    switch delivery {
    case .end(let ticket, .superseded): tellEnd(ticket, .superseded)
    case .end(let ticket, .cancelled(let reason)): tellEnd(ticket, .cancelled(reason))
    case .end(let ticket, .expired): tellEnd(ticket, .failed(DisplayError(.deadlineExceeded)))
    case .end(let ticket, .failed):
      if case .failed(let error) = ticket.work.result { tellEnd(ticket, .failed(error)) }
    case .publish(let ticket): publish(ticket)
    case .committed(let ticket): tellEnd(ticket, .committed)
    case .clear(let display):
      if display.outcome == .cleared, let client {
        coordinator.tell(self, .published(generation: display.generation))
        show(.cleared, client)
      }
    case .cleared(let display):
      coordinator.metrics.count(display.outcome)
      coordinator.tell(self, .ended(generation: display.generation, display.outcome))
      display.task?.didDisplay?(client, display.outcome)
    }
  }

  /// Cancels a ticket that was running, or gives up the result of one that was rendered.
  private func retire(_ ticket: Machine.Ticket) {
    ticket.work.callOff(coordinator.metrics)
    if ticket.isRendered { coordinator.budget.release(ticket.work.byteCount) }
  }

  func tellEnd(_ ticket: Machine.Ticket, _ outcome: DisplayOutcome) {
    let group = groupMemberEnds(ticket.generation, outcome)
    coordinator.metrics.count(outcome)
    coordinator.tell(self, .ended(generation: ticket.generation, outcome))
    ticket.work.didDisplay?(client, outcome)
    if let group { groupMemberEnded(group, outcome) }
    coordinator.displayEnded()
  }
}

// MARK: - On a lane

extension DisplayOwner {
  /// Draws what is queued, if there is room for its bytes.
  package func perform() { take()?.run() }

  /// Takes what is queued off the queue, for drawing on a lane.
  package func take() -> RunningDisplay? {
    if coordinator.isClosed {
      coordinator.later { self.apply(self.step(.cancel(.shutdown))) }
      return nil
    }
    let effects = state.withLock { state -> Machine.Effects in
      if let ticket = state.machine.queued, state.machine.running == nil,
        state.machine.rendered == nil, !reserve(ticket.work.byteCount, state.group)
      {
        return Machine.Effects()
      }
      return state.machine.handle(.start)
    }
    guard case .run(let ticket) = effects.verdict else { return nil }
    return RunningDisplay(ticket.work, generation: ticket.generation, owner: self)
  }

  private func reserve(_ byteCount: Int, _ group: DisplayGroup?) -> Bool {
    if let group, group.isAdmitted {
      // Its members wait for each other: what waits for this one must not keep it out.
      coordinator.budget.force(byteCount)
      return true
    }
    guard coordinator.budget.reserve(byteCount, for: self) else { return false }
    group?.admit()
    return true
  }

  /// A drawing has ended.
  func finish(
    _ generation: UInt64, _ ticket: DisplayTicket, failure: Machine.Failure?, isInline: Bool
  ) {
    let effects = step(.finish(generation: generation, failure: failure))
    switch effects.verdict {
    case .awaitsCommit:
      if !isInline { coordinator.awaitCommit(self, generation) }
    case .none, .display, .accepted, .refused, .run, .discard, .publish, .displayFirst:
      let since = ticket.calledOffAt.load(ordering: .relaxed)
      if since != 0 {
        coordinator.metrics.record(
          .cancelling, nanoseconds: DispatchTime.now().uptimeNanoseconds &- since)
      }
      coordinator.budget.release(ticket.byteCount)
    }
  }
}

// MARK: - On any thread

extension DisplayOwner {
  /// The client is gone: what is under way ends, and nothing more will happen.
  package func drop() {
    let effects = step(.drop)
    let payload = state.withLock { $0.payload.take() }
    if let payload, payload.byteCount > 0 {
      coordinator.releaseQueue.release(payload.value, byteCount: payload.byteCount)
    }
    if effects.endedActive != nil || effects.endedQueued != nil {
      effects.endedActive?.work.callOff(coordinator.metrics)
      effects.endedQueued?.work.flag.set()
    }
    coordinator.later {
      self.leaveGroup()
      self.apply(effects)
    }
  }
}

extension DisplayOwner.State {
  /// Takes what is to be told next.
  mutating func nextDelivery() -> DisplayOwner.Delivery? {
    untold.isEmpty ? nil : begin(untold.removeFirst())
  }

  /// Puts the end of something that is shown in front of all else, for showing it may run user code which
  /// displays again (I27).
  mutating func begin(_ delivery: DisplayOwner.Delivery) -> DisplayOwner.Delivery {
    switch delivery {
    case .publish(let ticket): untold.insert(.committed(ticket), at: 0)
    case .clear(let display): untold.insert(.cleared(display), at: 0)
    case .end, .committed, .cleared: break
    }
    return delivery
  }
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
}
