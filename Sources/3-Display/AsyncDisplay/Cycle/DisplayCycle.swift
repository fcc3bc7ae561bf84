// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
package import SystemLanes

import struct Synchronization.Atomic

/// The display cycle of one client, usually of a layer: it draws the client's contents on a lane
/// and shows them on the commit queue.
///
/// All functions are called on the commit queue, except ``drop()``, which any thread may call. User
/// code runs only between two steps of the state machine.
///
/// A display passes through these files: `DisplayCycle+Request` asks the client and accepts a
/// ticket, ``DisplayAdmission`` reserves its bytes, ``DisplayTicket`` is drawn on a lane,
/// ``CommitLoop`` brings it back to the commit queue, and `DisplayCycle+Commit` publishes it. This
/// file has the state, and everything that reads or changes it.
// @unchecked Sendable: `state` and `weakClient` are confined to the commit queue; all else is
// constant or atomic.
package final class DisplayCycle: @unchecked Sendable {
  typealias Machine = DisplayStateMachine<DisplayTicket>

  private struct State: ~Copyable {
    var machine = Machine()
    /// Whether the queued ticket was put into the lane job and not taken back.
    var isSubmitted = false
    var outcomes = OutcomeQueue()
    /// The payload of the contents that are shown.
    var payload: DrawnPayload?
    var deadlines = DisplayDeadlines()
    /// The group that the cycle is a member of.
    var group: DisplayGroup?
    /// The generation of the cycle when it joined the group.
    var joined: UInt64 = 0
    /// The cycle's slot in the admission queue while it waits there.
    var admissionSlot: Int32?
    var priority: LanePriority
  }

  /// A number that is unique in the process.
  package let id: UInt64
  let loop: CommitLoop
  /// The cycle's entry in the queue of the lanes.
  let job: LaneJob
  private let state: QueueConfined<State>
  private weak var weakClient: (any DisplayClient)?
  private let dropped = Atomic<Bool>(false)

  private static let ids = Atomic<UInt64>(0)

  /// Creates the display cycle of a client.
  package init(
    coordinator: DisplayCoordinator, client: any DisplayClient,
    priority: LanePriority = .visible
  ) {
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).newValue
    loop = coordinator.loop
    job = LaneJob(priority: priority)
    let commitQueue = loop.commitQueue
    state = QueueConfined(State(priority: priority), isCurrent: { commitQueue.isCurrent })
    weakClient = client
  }

  /// Whether the client is gone; on any thread.
  var isDropped: Bool { dropped.load(ordering: .acquiring) }

  /// The client; `nil` once the cycle is dropped.
  var client: (any DisplayClient)? { isDropped ? nil : weakClient }
}

// MARK: - Requests of the client

extension DisplayCycle {
  /// Marks the contents as out of date; one display pass at the end of the turn displays them.
  package func setNeedsDisplay() {
    loop.commitQueue.assertCurrent()
    loop.currentGroup?.add(self)
    report(step(.invalidate))
  }

  /// Displays now if the contents are out of date.
  package func displayIfNeeded() {
    loop.commitQueue.assertCurrent()
    if needsDisplay { loop.currentGroup?.add(self) }
    begin(step(.displayIfNeeded))
  }

  /// Displays now, also if the contents are up to date.
  package func display() {
    loop.commitQueue.assertCurrent()
    loop.currentGroup?.add(self)
    begin(step(.display))
  }

  /// Cancels displays under way; the contents stay out of date.
  package func cancel(_ reason: DisplayCancellation = .requested) {
    loop.commitQueue.assertCurrent()
    cancelGroup { report(step(.cancel(reason))) }
  }

  /// Cancels displays under way, and displays nothing until resumed.
  package func suspend() {
    loop.commitQueue.assertCurrent()
    cancelGroup { report(step(.suspend)) }
  }

  /// Ends a suspension; displays once if the contents are out of date.
  package func resume() {
    loop.commitQueue.assertCurrent()
    report(step(.resume))
  }

  /// Sets the effect of a newer display on one that is being drawn.
  package func setPolicy(_ policy: SupersedePolicy) {
    loop.commitQueue.assertCurrent()
    report(step(.setPolicy(policy)))
  }

  /// Ends the cycle of a client that is being deallocated; on any thread. No callback reaches the
  /// client from now on. Displays under way are ended later, on the commit queue.
  package func drop() {
    dropped.store(true, ordering: .releasing)
    // A cycle at rest is removed from the lanes' queue as well: a cancelled display keeps its place
    // there until a lane takes it.
    loop.lanes.remove(job)
    if loop.commitQueue.isCurrent, isAtRest { return endAll() }
    loop.enqueue { self.endAll() }
  }

  /// Whether no display is under way, no callback is pending, and no payload is left to free.
  private var isAtRest: Bool {
    !isPending && !hasCallbacks && state.value.payload == nil && group == nil
  }

  /// Ends displays under way after a drop.
  func endAll() {
    group?.leave(self)
    loop.admission.remove(self)
    state.value.payload.take()?.release(to: loop.releaseQueue)
    report(step(.drop))
  }
}

// MARK: - What the machine knows

extension DisplayCycle {
  /// The number of displays, invalidations, clears, cancels and drops so far.
  package var generation: UInt64 { state.value.machine.generation }

  /// Whether the contents are out of date and no display is under way for that.
  package var needsDisplay: Bool { state.value.machine.needsDisplay }

  /// Whether a display was accepted and has not ended.
  package var isPending: Bool { state.value.machine.isPending }

  /// Whether the display pass at the end of the turn begins a display.
  package var isScheduled: Bool { state.value.machine.pass == .scheduled && needsDisplay }

  /// Whether the cycle is suspended.
  package var isSuspended: Bool { state.value.machine.lifecycle == .suspended }

  /// Whether the client is preparing a display.
  var isPreparing: Bool { state.value.machine.isPreparing }

  /// Whether a display that clears the contents waits for its callback.
  var isClearing: Bool { state.value.machine.isClearing }

  /// The generation of the last request or clear.
  var requestedGeneration: UInt64 { state.value.machine.requestedGeneration }

  /// The generation of the published contents.
  var committedGeneration: UInt64 { state.value.machine.committedGeneration }

  /// The displays under way, as the last step or ``observeDrawing()`` has left them.
  var tickets: TicketSlots<DisplayTicket> { _read { yield state.value.machine.tickets } }

  /// The readiness of a finished display; `nil` if it has not finished, or has ended.
  func readiness(of generation: UInt64) -> Machine.Readiness? {
    state.value.machine.readiness(of: generation)
  }
}

// MARK: - Steps

extension DisplayCycle {
  /// Takes a step of the machine and acts on its effects, except that no callback runs: the ends of
  /// displays are left to ``runCallbacks()``.
  func step(_ event: Machine.Event) -> Machine.Effects {
    observeDrawing()
    if event.mayEndQueued { takeBack() }
    let effects = state.value.machine.handle(event)
    if let display = effects.endedActive { endActive(display, effects.ending) }
    if let display = effects.endedQueued { endQueued(display, effects.ending) }
    if effects.endsClear { state.value.outcomes.endClear(effects.ending) }
    if isStartable { loop.admission.admit(self) }
    if effects.schedulesPass { loop.schedulePass(self) }
    return effects
  }

  /// Reports to the machine what lanes have done since the last step, in an order in which it can
  /// have happened: lanes take the submitted ticket and mark it as drawn, but never step a machine.
  func observeDrawing() {
    if state.value.isSubmitted, state.value.machine.tickets.queued?.ticket.isDrawn == true {
      start()
    }
    guard let running = state.value.machine.tickets.running, running.ticket.isDrawn else { return }
    _ = state.value.machine.handle(
      .finish(generation: running.generation, failure: running.ticket.failure))
  }

  /// Takes the submitted ticket back from the lanes, so that no lane takes a ticket that the next
  /// event may end. If a lane has taken the ticket already, the machine starts it.
  private func takeBack() {
    if !state.value.isSubmitted { return }
    state.value.isSubmitted = false
    if loop.lanes.takeBack(job) { return }
    start()
    observeDrawing()
  }

  /// Reports to the machine that a lane has taken the queued ticket.
  private func start() {
    state.value.isSubmitted = false
    _ = state.value.machine.handle(.start)
  }

  private func endActive(_ display: AcceptedDisplay<DisplayTicket>, _ ending: DisplayOutcome) {
    addCallback(.ended(ended(display, ending)))
    // A ticket that is being drawn returns through the inbox, and is released then.
    if display.ticket.cancelDrawing() { return }
    loop.admission.release(display.ticket)
    display.ticket.clear()
  }

  private func endQueued(_ display: AcceptedDisplay<DisplayTicket>, _ ending: DisplayOutcome) {
    addCallback(.ended(ended(display, ending)))
    let ticket = display.ticket
    ticket.set()
    if let newer = startable { loop.admission.passReservation(from: ticket, to: newer) }
    loop.admission.release(ticket)
    ticket.clear()
  }
}

// MARK: - Admission

extension DisplayCycle: AdmissionWaiter {
  /// Whether a lane may draw the queued ticket, which was not submitted yet.
  private var isStartable: Bool {
    !state.value.isSubmitted && state.value.machine.tickets.isStartable
  }

  /// The queued ticket, if a lane may draw it and it was not submitted yet.
  var startable: DisplayTicket? { isStartable ? state.value.machine.tickets.queued?.ticket : nil }

  var requestedByteCount: Int { isDropped ? 0 : startable?.byteCount ?? 0 }

  /// The cycle's slot in the admission queue while it waits there.
  var admissionSlot: Int32? {
    get { state.value.admissionSlot }
    set { state.value.admissionSlot = newValue }
  }

  /// Gives the startable ticket to the lanes.
  func submit() {
    guard let ticket = startable else { return }
    state.value.isSubmitted = true
    loop.lanes.submit(ticket, as: job)
  }

  /// The priority of displays; a change also applies to one that waits.
  package var priority: LanePriority {
    get { state.value.priority }
    set {
      if exchange(&state.value.priority, with: newValue) == newValue { return }
      loop.admission.move(self)
      loop.lanes.move(job, to: newValue)
    }
  }
}

// MARK: - Callbacks

extension DisplayCycle {
  var hasCallbacks: Bool { !state.value.outcomes.isEmpty }

  /// Adds a callback behind all that are pending, or before them.
  func addCallback(_ callback: OutcomeQueue.Callback, isFirst: Bool = false) {
    if isFirst {
      state.value.outcomes.prepend(callback)
    } else {
      state.value.outcomes.append(callback)
    }
  }

  /// The end of a display that had a ticket.
  func ended(
    _ display: AcceptedDisplay<DisplayTicket>, _ outcome: DisplayOutcome
  ) -> OutcomeQueue.Ended {
    OutcomeQueue.Ended(
      generation: display.generation, outcome: outcome, task: display.ticket.task)
  }

  /// Ends a step: if displays have ended, their group is told, then pending callbacks run.
  ///
  /// - Parameter last: A further callback, after those of the step.
  func report(_ effects: Machine.Effects, then last: OutcomeQueue.Callback? = nil) {
    if !effects.hasEnded, last == nil { return }
    // The group is told before any callback runs, since user code may complete the group.
    let others = group?.displaysEnded(of: self, by: effects) ?? []
    if let last { addCallback(last) }
    runCallbacks()
    for other in others { other.runCallbacks() }
  }

  /// Runs the pending callbacks, including those that they bring about.
  func runCallbacks() {
    while let callback = state.value.outcomes.next() { run(callback) }
  }

  /// Shows an update, and releases the payload that was shown before. Callbacks are left to the
  /// caller.
  func show(
    _ update: consuming DisplayUpdate, payload: consuming DrawnPayload?, _ client: any DisplayClient
  ) {
    let old = exchange(&state.value.payload, with: payload)
    client.show(update)
    old?.release(to: loop.releaseQueue)
  }
}

// MARK: - The group

extension DisplayCycle {
  var group: DisplayGroup? { state.value.group }

  /// The group that a display takes part in; `nil` for a display that began before the cycle
  /// joined.
  func group(for generation: UInt64) -> DisplayGroup? {
    generation > state.value.joined ? group : nil
  }

  /// Makes the cycle a member; displays after the present generation take part in the group.
  func join(_ group: DisplayGroup) {
    (state.value.group, state.value.joined) = (group, generation)
  }

  /// Ends the membership in a group, or follows its members into the one that takes them over.
  func leave(_ old: DisplayGroup, for new: DisplayGroup? = nil) {
    if group === old { state.value.group = new }
  }

  /// Cancels the cycle's group around the end of its own display.
  func cancelGroup(_ end: () -> Void) {
    let others = group?.cancel(by: self) ?? []
    end()
    for other in others { other.runCallbacks() }
  }
}

// MARK: - Deadlines

extension DisplayCycle {
  /// Ends an accepted display as failed if it has not ended by its deadline.
  func watch(_ generation: UInt64, _ deadline: Duration) {
    let now = loop.commitQueue.now
    state.value.deadlines.add(generation, at: DisplayDeadlines.time(deadline, from: now))
    setTimer(at: now)
  }

  private func setTimer(at now: UInt64) {
    let tickets = tickets
    state.value.deadlines.removeAll { !tickets.contains($0) }
    guard let time = state.value.deadlines.nextTimer(at: now) else { return }
    loop.commitQueue.enqueue(afterNanoseconds: time - now) { [weak self] in
      self?.timerFired(time)
    }
  }

  private func timerFired(_ time: UInt64) {
    state.value.deadlines.timerFired(time)
    let now = loop.commitQueue.now
    for generation in state.value.deadlines.takeDue(at: now) {
      report(step(.expire(generation: generation)))
    }
    setTimer(at: now)
  }
}
