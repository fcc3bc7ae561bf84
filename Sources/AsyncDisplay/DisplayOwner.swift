// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextRuntime

import struct Synchronization.Atomic

/// One thing that is displayed again and again: the display cycle of a layer, without the layer.
///
/// All calls come on the coordinator's commit queue, except ``drop()``, which any thread may call. The state
/// machine is stepped on the commit queue alone, and user code runs only between steps; lanes take tickets from
/// the ``TicketSeat`` and leave word on them.
// @unchecked Sendable: `state` is used on the commit queue alone, which the entry points assert; all else
// is constant, atomic, or behind the lock of `membership`.
package final class DisplayOwner: LaneJob, @unchecked Sendable {
  typealias Machine = DisplayStateMachine<Void>

  /// What the commit queue alone knows, side by side: thousands of owners do not stay in its cache.
  struct State: ~Copyable {
    var cycle = DisplayCycle()
    var told = Told()
    /// `nil` as long as no display has had one.
    var deadlines: DisplayDeadlines?
  }

  /// A number of one's own among the owners of the process.
  package let id: UInt64
  package let coordinator: DisplayCoordinator
  let seat = TicketSeat()
  private let dropped = Atomic<Bool>(false)
  private let receiver: ClientReference
  let state: QueueConfined<State>
  let membership = Mutex(GroupMembership())
  /// Whether the owner may be a member of a group; written on the commit queue.
  let isGrouped = Atomic<Bool>(false)

  private static let ids = Atomic<UInt64>(0)

  package init(
    coordinator: DisplayCoordinator, client: any DisplayClient,
    priority: DisplayPriority = .visible
  ) {
    id = Self.ids.wrappingAdd(1, ordering: .relaxed).newValue
    self.coordinator = coordinator
    receiver = ClientReference(client)
    let commitQueue = coordinator.commitQueue
    state = QueueConfined(State(), isCurrent: { commitQueue.isCurrent })
    super.init(priority: priority, source: ObjectIdentifier(coordinator))
  }

  /// Draws what is queued, if there is room for its bytes; on a lane.
  override func perform(_ reference: HandedReference<LaneJob>) -> (any LaneSource)? {
    guard let ticket = start() else {
      let coordinator = coordinator
      // Room may have been promised to this owner that others wait for.
      coordinator.budget.retry()
      _ = reference.take()
      return coordinator.isFull ? coordinator : nil
    }
    // The same reference: the job is this owner.
    let role = DrawingRole.lane(HandedReference(word: reference.word))
    ticket.withObject { run($0, as: role) }
    return nil
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
  package var generation: UInt64 { state.value.cycle.machine.generation }

  /// Whether the contents are out of date and no display is under way for that.
  package var needsDisplay: Bool { state.value.cycle.machine.needsDisplay }

  /// Whether a display was accepted and has not ended.
  package var isPending: Bool { state.value.cycle.machine.isPending }

  /// Whether the owner is suspended.
  package var isSuspended: Bool { state.value.cycle.machine.lifecycle == .suspended }

  /// Whether the client is gone.
  var isDropped: Bool { dropped.load(ordering: .acquiring) }

  /// Who is told and shown; nobody once the owner is dropped.
  var client: (any DisplayClient)? {
    isDropped ? nil : receiver.client
  }

  func step(_ event: Machine.Event) -> Machine.Effects {
    var nothing: HandedReference<DisplayTicket>?
    return state.value.cycle.step(event, at: seat, offering: &nothing)
  }
}

// MARK: - Displaying, on the commit queue

extension DisplayOwner {
  /// Marks the contents as out of date; one display pass at the end of the turn displays them.
  package func setNeedsDisplay() {
    coordinator.assertCurrent()
    joinCurrentGroup()
    apply(step(.invalidate))
  }

  /// Displays now if the contents are out of date.
  package func displayIfNeeded() {
    coordinator.assertCurrent()
    if needsDisplay { joinCurrentGroup() }
    begin(step(.displayIfNeeded))
  }

  /// Displays now.
  package func display() {
    coordinator.assertCurrent()
    joinCurrentGroup()
    begin(step(.display))
  }

  /// Calls off what is under way; the contents stay out of date.
  package func cancel(_ reason: DisplayCancellation = .requested) {
    coordinator.assertCurrent()
    callOffGroup { apply(step(.cancel(reason))) }
  }

  /// Calls off what is under way, and displays nothing until resumed.
  package func suspend() {
    coordinator.assertCurrent()
    callOffGroup { apply(step(.suspend)) }
  }

  /// Displays again, once, if the contents are out of date.
  package func resume() {
    coordinator.assertCurrent()
    apply(step(.resume))
  }

  /// Chooses what a newer display does to one that is being drawn.
  package func setPolicy(_ policy: SupersedePolicy) {
    coordinator.assertCurrent()
    apply(step(.setPolicy(policy)))
  }

  /// Brings the contents up to date before it returns, by drawing on the caller what has to be drawn.
  ///
  /// It waits for no lane, so it cannot deadlock: what waits in the queue is drawn here, what a lane is
  /// drawing is superseded.
  package func displayAndWait() {
    coordinator.assertCurrent()
    // Again only if user code has started a display in the meantime.
    for _ in 0..<4 {
      displayWhatIsPending()
      if !isPending { break }
    }
  }

  private func displayWhatIsPending() {
    leaveGroup()
    state.value.cycle.observe(seat)
    let machine = state.value.cycle.machine
    let rendered = machine.rendered?.generation
    if machine.needsDisplay || machine.running != nil {
      begin(step(.display), forcesSynchronous: true)
    } else if machine.queued != nil, rendered == nil {
      let effects = step(.startInline)
      guard case .run(let begun) = effects.verdict else { return apply(effects) }
      drawHere(effects, begun.generation, isReserved: false)
    } else if let rendered {
      // With `progressive` a newer display may wait behind this one.
      leaveGroup(of: rendered)
      commit(rendered)
    } else if machine.isClearing {
      tellAll()
    }
  }

  /// The display pass has come by.
  func passCame() { begin(step(.pass)) }

  private func begin(_ effects: Machine.Effects, forcesSynchronous: Bool = false) {
    apply(effects)
    guard case .display(let begun) = effects.verdict else { return }
    if coordinator.isClosed { return cancel(.shutdown) }
    guard let client else { return drop() }
    let request = client.prepareDisplay()
    submit(request, from: client, begun: begun, forcesSynchronous: forcesSynchronous)
    // Its group may have waited for the answer.
    if isGrouped.load(ordering: .relaxed) { group?.memberAnswered() }
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
      let identity = task.contentIdentity
      let isTrivial = task.isTrivial
      var ticket: HandedReference<DisplayTicket>? = coordinator.makeTicket(
        consume task, request, pixels: pixels)
      let byteCount = DisplayTicket.byteCount(pixels)
      let isGrouped = isGrouped.load(ordering: .relaxed)
      let isAwaited = request.isSynchronous || forcesSynchronous
      // What is drawn at once of itself, and not because somebody waits, keeps to the bound.
      let isAtOnce =
        !isAwaited && isTrivial && !isGrouped && coordinator.budget.take(byteCount)
      let isSynchronous = isAwaited || isAtOnce
      let isSmaller = byteCount < seat.lastByteCount
      let effects = state.value.cycle.step(
        .request(
          identity: identity, work: (), isSynchronous: isSynchronous, begun: begun),
        at: seat, offering: &ticket)
      switch effects.verdict {
      case .accepted(let generation):
        wasAccepted(generation)
        if isSynchronous {
          drawHere(effects, generation, isReserved: isAtOnce)
        } else {
          apply(effects)
          // Who was put aside may have room now.
          if isSmaller { coordinator.budget.retry() }
          showMeanwhile(request.contentsPolicy, client, generation)
          if let deadline = request.deadline { watch(generation, deadline) }
        }
      case .refused(let reason):
        if isAtOnce { coordinator.budget.release(byteCount) }
        // An older display may have been put back into its seat, and have to be queued again.
        apply(effects)
        if let ticket {
          refuse(ticket.object.task, client, reason)
          coordinator.putAside(ticket)
        }
      case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
        preconditionFailure("a request is accepted or refused")
      }
    }
  }

  @inline(__always)
  private func wasAccepted(_ generation: UInt64) {
    if coordinator.metrics.isEnabled { coordinator.metrics.countRequest() }
    coordinator.tell(self, .accepted(generation: generation))
    coordinator.displayBegan()
  }

  /// Ends a display that draws nothing.
  private func clear(
    _ task: AnyDisplayTask?, _ client: any DisplayClient, begun: UInt64, _ outcome: DisplayOutcome
  ) {
    let effects = step(.clear(keepsContents: outcome != .cleared, begun: begun))
    switch effects.verdict {
    case .accepted(let generation):
      wasAccepted(generation)
      let display = ClearedDisplay(generation, outcome, task)
      // Who cannot be drawn ends the group.
      guard outcome == .cleared else {
        return callOffGroup { apply(effects, then: .cleared(display)) }
      }
      apply(effects, then: .clear(display))
      // Who shows nothing leaves it, unless user code has displayed something else.
      let isShown = state.value.cycle.machine.committedGeneration >= generation
      if isShown { leaveGroup(of: generation) }
    case .refused(let reason):
      apply(effects)
      refuse(task?.body, client, reason)
    case .none, .display, .run, .awaitsCommit, .discard, .publish, .clear, .displayFirst:
      preconditionFailure("a clear is accepted or refused")
    }
  }

  /// Draws a display that was just accepted, or taken out of the queue.
  @inline(never)
  private func drawHere(_ effects: Machine.Effects, _ generation: UInt64, isReserved: Bool) {
    // User code that is told of ends may have it superseded before it is drawn, or commit the group.
    let ticket = state.value.cycle.activeTicket
    apply(effects)
    leaveGroup(of: generation)
    if let ticket { runInline(ticket, isReserved: isReserved) }
  }

  private func refuse(
    _ task: (any DisplayTaskBody)?, _ client: any DisplayClient, _ reason: Machine.Refusal
  ) {
    let outcome: DisplayOutcome =
      switch reason {
      case .superseded: .superseded
      case .cancelled(let reason): .cancelled(reason)
      }
    task?.didDisplay(client, outcome)
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
    // User code that was told of an older end may have displayed in the meantime.
    let machine = state.value.cycle.machine
    let isLatest = machine.requestedGeneration == generation && machine.isPending
    if isLatest { show(update, payload: nil, client) }
  }

  /// Draws a ticket that was lent to the commit queue, and commits it unless it was called off.
  private func runInline(_ ticket: HandedReference<DisplayTicket>, isReserved: Bool = false) {
    let (generation, byteCount) = ticket.withObject { ($0.generation, $0.byteCount) }
    if !isReserved { coordinator.budget.force(byteCount) }
    ticket.withObject { run($0, as: .committer) }
    commit(generation)
  }

  /// Whether nothing is under way, in the queue, still to be told, or to be freed elsewhere: who is about to go
  /// holds the payload, too, and must let it go first.
  private var isAtRest: Bool {
    let machine = state.value.cycle.machine
    return !machine.isPending && !machine.isEnqueued && !isTelling
      && state.value.told.payload == nil
      && !isGrouped.load(ordering: .relaxed)
  }

  /// Ends what is under way for an owner that was dropped.
  func endAll() {
    leaveGroup()
    state.value.told.payload.take()?.release(to: coordinator.releaseQueue)
    apply(step(.drop))
    coordinator.budget.retry()
    // (After that: nobody grants anything any more.)
    coordinator.budget.releaseGrant(of: self)
  }
}

// MARK: - On any thread

extension DisplayOwner {
  /// The client is gone: it is told and shown nothing more. What is under way ends as soon as the commit queue
  /// comes to it.
  package func drop() {
    dropped.store(true, ordering: .releasing)
    if coordinator.commitQueue.isCurrent, isAtRest { return endAll() }
    // Layers that come and go must not leave places in a queue that stands still.
    coordinator.lanes.remove(self)
    coordinator.later { self.endAll() }
  }
}
