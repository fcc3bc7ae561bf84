// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// The display cycle of one client: what a layer has without being a layer.
///
/// All calls come on the commit queue, except ``drop()``, which any thread may call. User code runs
/// only between two steps of the state machine.
// @unchecked Sendable: `state` and `weakClient` are confined to the commit queue; all else is
// constant or atomic.
package final class DisplayOwner: @unchecked Sendable {
  struct State: ~Copyable {
    var pipeline = DisplayPipeline()
    var outcomes = OutcomeQueue()
    /// The payload of the shown contents.
    var payload: DrawnPayload?
    var deadlines = DisplayDeadlines()
    var membership: GroupMembership?
    /// The owner's slot in the admission queue while it waits there.
    var admissionSlot: Int32?
    var priority: DisplayPriority
  }

  /// A number that no other owner of the process has.
  package let id: UInt64
  let environment: any DisplayEnvironment
  let services: DisplayServices
  /// The owner's entry in the queue of the lanes.
  let job: LaneJob
  let state: QueueConfined<State>
  private weak var weakClient: (any DisplayClient)?
  private let dropped = Atomic<Bool>(false)

  private static let ids = Atomic<UInt64>(0)

  init(environment: any DisplayEnvironment, client: any DisplayClient, priority: DisplayPriority) {
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).newValue
    self.environment = environment
    services = environment.services
    job = LaneJob(priority: priority)
    let commitQueue = services.commitQueue
    state = QueueConfined(
      State(priority: priority), isCurrent: { commitQueue.isCurrent })
    weakClient = client
  }

  /// The band in which displays wait; a change also moves what waits.
  package var priority: DisplayPriority {
    get { state.value.priority }
    set {
      if exchange(&state.value.priority, with: newValue) == newValue { return }
      services.admission.move(self)
      services.lanes.move(job, to: newValue)
    }
  }

  /// The number of displays, invalidations, clears, cancels and drops so far.
  package var generation: UInt64 { state.value.pipeline.machine.generation }

  /// Whether the contents are out of date and no display is under way for that.
  package var needsDisplay: Bool { state.value.pipeline.machine.needsDisplay }

  /// Whether a display was accepted and has not ended.
  package var isPending: Bool { state.value.pipeline.machine.isPending }

  /// Whether the owner is suspended.
  package var isSuspended: Bool { state.value.pipeline.machine.lifecycle == .suspended }

  /// Whether the client is gone; on any thread.
  var isDropped: Bool { dropped.load(ordering: .acquiring) }

  /// The client; `nil` once the owner is dropped.
  var client: (any DisplayClient)? { isDropped ? nil : weakClient }

  /// Ends everything on behalf of a client that is gone; on any thread. No callback reaches the
  /// client from now on. Displays under way end when the commit queue comes to it.
  package func drop() {
    dropped.store(true, ordering: .releasing)
    if services.commitQueue.isCurrent, isAtRest { return endAll() }
    services.lanes.remove(job)
    environment.enqueue { self.endAll() }
  }

  /// Whether nothing is under way or pending, and nothing would be freed by the caller.
  private var isAtRest: Bool {
    !isPending && state.value.outcomes.isEmpty && state.value.payload == nil
      && state.value.membership == nil
  }
}

// MARK: - Displaying

extension DisplayOwner {
  /// Marks the contents as out of date; one display pass at the end of the turn displays them.
  package func setNeedsDisplay() {
    services.commitQueue.assertCurrent()
    joinCurrentGroup()
    report(step(.invalidate))
  }

  /// Displays now if the contents are out of date.
  package func displayIfNeeded() {
    services.commitQueue.assertCurrent()
    if needsDisplay { joinCurrentGroup() }
    begin(step(.displayIfNeeded))
  }

  /// Displays now.
  package func display() {
    services.commitQueue.assertCurrent()
    joinCurrentGroup()
    begin(step(.display))
  }

  /// Cancels displays under way; the contents stay out of date.
  package func cancel(_ reason: DisplayCancellation = .requested) {
    services.commitQueue.assertCurrent()
    cancelGroup { report(step(.cancel(reason))) }
  }

  /// Cancels displays under way, and displays nothing until resumed.
  package func suspend() {
    services.commitQueue.assertCurrent()
    cancelGroup { report(step(.suspend)) }
  }

  /// Ends a suspension; displays once if the contents are out of date.
  package func resume() {
    services.commitQueue.assertCurrent()
    report(step(.resume))
  }

  /// Sets the effect of a newer display on one that is being drawn.
  package func setPolicy(_ policy: SupersedePolicy) {
    services.commitQueue.assertCurrent()
    report(step(.setPolicy(policy)))
  }

  /// Brings the contents up to date before it returns, by drawing on the caller.
  ///
  /// It waits for no lane, so it cannot deadlock: a queued display is drawn here, and one that a
  /// lane is drawing is superseded.
  package func displayAndWait() {
    services.commitQueue.assertCurrent()
    // User code may start further displays meanwhile; bounded in case it always does.
    for _ in 0..<4 {
      displayPending()
      if !isPending { break }
    }
  }

  private func displayPending() {
    leaveGroup()
    state.value.pipeline.observeDrawing()
    let machine = state.value.pipeline.machine
    let rendered = machine.rendered?.generation
    if machine.needsDisplay || machine.running != nil {
      begin(step(.display), forcesSynchronous: true)
    } else if machine.queued != nil, rendered == nil {
      let step = step(.start)
      services.admission.remove(self)
      guard case .run = step.verdict else { return report(step) }
      drawOnCaller(step)
    } else if let rendered {
      // With `progressive` a newer display may be queued behind it.
      leaveGroup(of: rendered)
      commit(rendered)
    } else if machine.isClearing {
      runCallbacks()
    }
  }

  /// Runs the owner's display pass.
  func runPass() { begin(step(.pass)) }

  private func begin(_ step: borrowing DisplayPipeline.Step, forcesSynchronous: Bool = false) {
    report(step)
    guard case .display(let begun) = step.verdict else { return }
    if environment.isClosed { return cancel(.shutdown) }
    guard let client else { return drop() }
    submit(
      client.prepareDisplay(), from: client, begun: begun, forcesSynchronous: forcesSynchronous)
    // The group may have waited for the request.
    group?.memberAnswered()
  }

  private func submit(
    _ request: consuming DisplayRequest, from client: any DisplayClient, begun: UInt64,
    forcesSynchronous: Bool
  ) {
    guard let task = request.task.take() else { return clear(nil, client, begun: begun, .cleared) }
    task.willDisplay(client)
    guard task.draws else { return clear(task, client, begun: begun, .cleared) }
    switch request.geometry {
    case .empty: clear(task, client, begun: begun, .cleared)
    case .bad: clear(task, client, begun: begun, .failed(DisplayError(.badSize)))
    case .drawable(let pixels):
      let ticket = DisplayTicket(
        request, task: task, pixels: pixels, owner: self,
        accepted: services.metrics.isEnabled ? services.commitQueue.now : nil)
      // A trivial display keeps to the bound; one that the caller waits for does not.
      let isSynchronous =
        request.isSynchronous || forcesSynchronous
        || task.isTrivial && group == nil && services.admission.reserve(ticket)
      submit(ticket, request, client, isSynchronous: isSynchronous, begun: begun)
    }
  }

  private func submit(
    _ ticket: DisplayTicket, _ request: borrowing DisplayRequest, _ client: any DisplayClient,
    isSynchronous: Bool, begun: UInt64
  ) {
    let task = ticket.task
    let step = step(
      .request(
        identity: task?.contentIdentity, isSynchronous: isSynchronous, begun: begun),
      offering: ticket)
    switch step.verdict {
    case .accepted(let generation):
      environment.displayBegan(self, generation)
      if isSynchronous { return drawOnCaller(step) }
      report(step)
      showMeanwhile(request.contentsPolicy, client, generation)
      if let deadline = request.deadline { watch(generation, deadline) }
    case .refused(let reason):
      services.admission.release(ticket)
      report(step)
      refused(task, client, Self.outcome(of: reason))
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
      preconditionFailure("a request is accepted or refused")
    }
  }

  /// Ends a display that draws nothing.
  private func clear(
    _ task: AnyDisplayTask?, _ client: any DisplayClient, begun: UInt64, _ outcome: DisplayOutcome
  ) {
    let step = step(.clear(keepsContents: outcome != .cleared, begun: begun))
    switch step.verdict {
    case .accepted(let generation):
      environment.displayBegan(self, generation)
      let ended = OutcomeQueue.Ended(generation: generation, outcome: outcome, task: task)
      // A member that cannot be drawn ends the group.
      guard outcome == .cleared else {
        return cancelGroup { report(step, then: .ended(ended)) }
      }
      report(step, then: .clear(ended))
      // A member that shows nothing leaves the group, unless a callback has displayed it again.
      if state.value.pipeline.machine.committedGeneration >= generation {
        leaveGroup(of: generation)
      }
    case .refused(let reason):
      report(step)
      refused(task, client, Self.outcome(of: reason))
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
      preconditionFailure("a clear is accepted or refused")
    }
  }

  private func refused(
    _ task: AnyDisplayTask?, _ client: any DisplayClient, _ outcome: DisplayOutcome
  ) {
    task?.didDisplay(client, outcome)
    if !isDropped { client.didEnd(outcome) }
  }

  private static func outcome(of refusal: DisplayStateMachine.Refusal) -> DisplayOutcome {
    switch refusal {
    case .superseded: .superseded
    case .cancelled(let reason): .cancelled(reason)
    }
  }

  /// Draws the running ticket on the commit queue, and commits it unless it was cancelled
  /// meanwhile.
  private func drawOnCaller(_ step: borrowing DisplayPipeline.Step) {
    guard let ticket = state.value.pipeline.active else { return report(step) }
    // A callback may cancel the display before it is drawn, or commit the group.
    report(step)
    leaveGroup(of: ticket.generation)
    if ticket.reservedByteCount == 0 { services.admission.reserveUnconditionally(ticket) }
    ticket.isDrawnOnCommitQueue = true
    while ticket.step() {}
    if ticket.isCancelled {
      drawingReturned(ticket)
    } else {
      commit(ticket.generation)
    }
  }

  private func showMeanwhile(
    _ policy: ContentsPolicy, _ client: any DisplayClient, _ generation: UInt64
  ) {
    let update: DisplayUpdate
    switch policy {
    case .keepOld: return
    case .clear: update = .cleared
    case .placeholder: update = .placeholder
    }
    // A callback of an older display's end may have displayed meanwhile.
    let machine = state.value.pipeline.machine
    if machine.requestedGeneration == generation, machine.isPending {
      show(update, payload: nil, client)
    }
  }

  /// Ends displays under way after a drop.
  func endAll() {
    leaveGroup()
    services.admission.remove(self)
    state.value.payload.take()?.release(to: services.releaseQueue)
    report(step(.drop))
  }
}

// MARK: - Deadlines

extension DisplayOwner {
  /// Ends an accepted display as failed if it has not ended by its deadline.
  private func watch(_ generation: UInt64, _ deadline: Duration) {
    let now = services.commitQueue.now
    state.value.deadlines.add(generation, at: DisplayDeadlines.time(deadline, from: now))
    setTimer(at: now)
  }

  private func setTimer(at now: UInt64) {
    let machine = state.value.pipeline.machine
    state.value.deadlines.removeAll { machine.isUnderWay($0) }
    guard let time = state.value.deadlines.nextTimer(at: now) else { return }
    services.commitQueue.enqueue(afterNanoseconds: time - now) { [weak self] in
      self?.timerFired(time)
    }
  }

  private func timerFired(_ time: UInt64) {
    state.value.deadlines.timerFired(time)
    let now = services.commitQueue.now
    for generation in state.value.deadlines.takeDue(at: now) {
      report(step(.expire(generation: generation)))
    }
    setTimer(at: now)
  }
}
