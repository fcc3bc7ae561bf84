// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemLanes
import CanvasDrawing
import TextModel
import SystemConcurrency

import struct Synchronization.Atomic

/// The display cycle of one client: what a layer has without being a layer.
///
/// All calls come on the commit queue, except ``drop()``, which any thread may call. User code runs
/// only between two steps of the state machine.
///
/// The stations of a display are values that act on the owner: ``DisplaySubmission`` accepts its
/// request, ``SynchronousDisplay`` draws it on the commit queue, ``DisplayCommit`` publishes it.
// @unchecked Sendable: `state` and `weakClient` are confined to the commit queue; all else is
// constant or atomic.
package final class DisplayOwner: @unchecked Sendable {
  struct State: ~Copyable {
    var pipeline = DisplayPipeline()
    var outcomes = OutcomeQueue()
    /// The payload of the shown contents.
    var payload: DrawnPayload?
    var deadlines = DisplayDeadlines()
    var membership = GroupMembership()
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

  /// Whether the display pass at the end of the turn begins a display.
  package var isScheduled: Bool {
    state.value.pipeline.machine.pass == .scheduled && needsDisplay
  }

  /// Whether the owner is suspended.
  package var isSuspended: Bool { state.value.pipeline.machine.lifecycle == .suspended }

  /// Whether the client is gone; on any thread.
  var isDropped: Bool { dropped.load(ordering: .acquiring) }

  /// The client; `nil` once the owner is dropped.
  var client: (any DisplayClient)? { isDropped ? nil : weakClient }
}

// MARK: - Requests of the client

extension DisplayOwner {
  /// Marks the contents as out of date; one display pass at the end of the turn displays them.
  package func setNeedsDisplay() {
    services.commitQueue.assertCurrent()
    environment.currentGroup?.add(self)
    report(step(.invalidate))
  }

  /// Displays now if the contents are out of date.
  package func displayIfNeeded() {
    services.commitQueue.assertCurrent()
    if needsDisplay { environment.currentGroup?.add(self) }
    begin(step(.displayIfNeeded))
  }

  /// Displays now.
  package func display() {
    services.commitQueue.assertCurrent()
    environment.currentGroup?.add(self)
    begin(step(.display))
  }

  /// Brings the contents up to date before it returns, by drawing on the caller.
  package func displayAndWait() {
    services.commitQueue.assertCurrent()
    SynchronousDisplay(owner: self).run()
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

  /// Ends everything on behalf of a client that is gone; on any thread. No callback reaches the
  /// client from now on. Displays under way end when the commit queue comes to it.
  package func drop() {
    dropped.store(true, ordering: .releasing)
    // Also at rest: the place of a display that was called off stays until a lane comes to it.
    services.lanes.remove(job)
    if services.commitQueue.isCurrent, isAtRest { return endAll() }
    environment.enqueue { self.endAll() }
  }

  /// Whether nothing is under way or pending, and nothing would be freed by the caller.
  private var isAtRest: Bool {
    !isPending && state.value.outcomes.isEmpty && state.value.payload == nil && group == nil
  }

  /// Ends displays under way after a drop.
  func endAll() {
    group?.leave(self)
    services.admission.remove(self)
    state.value.payload.take()?.release(to: services.releaseQueue)
    report(step(.drop))
  }
}

// MARK: - Steps

extension DisplayOwner {
  /// Takes a step of the machine and acts on its effects, except that no callback runs: the ends of
  /// displays are left to ``runCallbacks()``.
  func step(
    _ event: DisplayStateMachine.Event, offering new: DisplayTicket? = nil
  ) -> DisplayPipeline.Step {
    let step = state.value.pipeline.step(event, offering: new) { services.lanes.takeBack(job) }
    if let ticket = step.endedActive { endActive(ticket, step.effects.ending) }
    if let ticket = step.endedQueued { endQueued(ticket, step.effects.ending) }
    if step.effects.endsClear { state.value.outcomes.endClear(DisplayOutcome(step.effects.ending)) }
    if state.value.pipeline.isStartable { services.admission.admit(self) }
    if step.effects.schedulesPass { environment.schedulePass(self) }
    return step
  }

  private func endActive(_ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending) {
    state.value.outcomes.append(.ended(OutcomeQueue.Ended(ticket, ending)))
    // If it is being drawn, it returns through the inbox.
    if ticket.cancelDrawing() { return }
    services.admission.release(ticket)
    ticket.clear()
  }

  private func endQueued(_ ticket: DisplayTicket, _ ending: DisplayStateMachine.Ending) {
    state.value.outcomes.append(.ended(OutcomeQueue.Ended(ticket, ending)))
    ticket.set()
    if let newer = state.value.pipeline.startable {
      services.admission.passReservation(from: ticket, to: newer)
    }
    services.admission.release(ticket)
    ticket.clear()
  }

  /// Runs the owner's display pass.
  func runPass() { begin(step(.pass)) }

  /// Asks the client for a display if a step has begun one.
  func begin(_ step: borrowing DisplayPipeline.Step, forcesSynchronous: Bool = false) {
    report(step)
    guard case .display(let begun) = step.verdict else { return }
    if environment.isClosed { return cancel(.shutdown) }
    guard let client else { return drop() }
    let submission = DisplaySubmission(
      owner: self, client: client, begun: begun, forcesSynchronous: forcesSynchronous)
    submission.submit(submission.client.prepareDisplay())
    // The group may have waited for the request.
    group?.memberAnswered()
  }

  /// Acts on a ticket that has come from a lane.
  func resultCame(_ ticket: DisplayTicket) {
    // One that was cancelled while it was drawn has ended, and returns its reservation.
    if ticket.isCancelled { return services.admission.release(ticket) }
    DisplayCommit(owner: self, generation: ticket.generation).runUnlessGrouped()
  }
}

extension DisplayOwner: AdmissionWaiter {
  var requestedByteCount: Int {
    isDropped ? 0 : state.value.pipeline.startable?.byteCount ?? 0
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
    let others = group?.displaysEnded(of: self, by: step.effects) ?? []
    if let last { state.value.outcomes.append(last) }
    runCallbacks()
    for other in others { other.runCallbacks() }
  }

  /// Runs the pending callbacks, including those that they bring about.
  func runCallbacks() {
    while let callback = state.value.outcomes.next() { callback.run(for: self) }
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

// MARK: - The group

extension DisplayOwner {
  var group: DisplayGroup? { state.value.membership.group }

  /// The group that a display takes part in.
  func group(for generation: UInt64) -> DisplayGroup? {
    state.value.membership.group(for: generation)
  }

  /// Cancels the owner's group around the end of its own display.
  func cancelGroup(_ end: () -> Void) {
    let others = group?.cancel(by: self) ?? []
    end()
    for other in others { other.runCallbacks() }
  }
}
