// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import SystemLanes

import struct Synchronization.Atomic

/// The turns of a commit queue: commits results and runs display passes.
///
/// One turn commits all results that have arrived, and displays everything that was invalidated.
/// All display cycles of a coordinator share one loop. Its functions are called on the commit queue
/// unless noted otherwise.
final class CommitLoop: Sendable {
  /// State that is used on the commit queue only.
  struct State: ~Copyable {
    /// Cycles that are displayed at the end of the turn.
    var dirty: [DisplayCycle] = []
    /// The group that is being formed.
    var group: DisplayGroup?
    /// Actions that run at the end of the first turn after which nothing is left to display.
    var lastActions: [@Sendable () -> Void] = []
    /// Gathers the memory of replaced bitmaps during a turn.
    let frees = DeferredBitmapFrees()
  }

  private struct Observer {
    var report: (@Sendable (DisplayCycle, DisplayEvent) -> Void)?
  }

  /// The most results that a turn commits before other work of the queue gets its turn.
  private static let turn = 1024
  /// A turn with fewer results is short.
  private static let shortTurn = 16
  /// The number of results after which waiting displays are admitted.
  private static let batch = 16
  /// The number of displays that begin in a display pass before results are committed again.
  private static let stride = 128
  /// The bytes of small bitmaps, for each lane, that may wait for their commit: the size of a
  /// lane's second-level cache.
  private static let cachedByteCount = 2 << 20

  let commitQueue: any SerialQueue
  let lanes: RenderLanes
  let releaseQueue: ReleaseQueue
  /// The bitmap pool of the drawings.
  let pool: BitmapPool
  let metrics = DisplayMetrics()
  let admission: DisplayAdmission
  private let inbox: CommitInbox
  private let state: QueueConfined<State>
  private let spin = CacheLinePadded(AdaptiveSpin())
  private let observer = Mutex(Observer())
  private let isObserved = Atomic<Bool>(false)
  private let closed = Atomic<Bool>(false)
  /// Displays that were accepted and have not ended; written on the commit queue.
  private let inFlight = CacheLinePadded(Atomic<Int>(0))

  init(
    commitQueue: any SerialQueue, lanes: RenderLanes, releaseQueue: ReleaseQueue, pool: BitmapPool,
    uncommittedByteLimit: Int
  ) {
    self.commitQueue = commitQueue
    self.lanes = lanes
    self.releaseQueue = releaseQueue
    self.pool = pool
    admission = DisplayAdmission(
      limit: uncommittedByteLimit, smallLimit: lanes.count * Self.cachedByteCount,
      commitQueue: commitQueue)
    inbox = CommitInbox(for: commitQueue)
    state = QueueConfined(State(), isCurrent: { commitQueue.isCurrent })
  }

  /// Displays that were accepted and have not ended; on any thread.
  var inFlightCount: Int { inFlight.value.load(ordering: .acquiring) }

  /// Sets a function that is called with every event, or removes it.
  func setObserver(_ new: (@Sendable (DisplayCycle, DisplayEvent) -> Void)?) {
    observer.withLock { $0.report = new }
    isObserved.store(new != nil, ordering: .releasing)
  }
}

// MARK: - From lanes and other threads

extension CommitLoop: LaneIdleObserver {
  /// Whether the coordinator was shut down; on any thread.
  var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

  /// Hands a drawn or cancelled ticket to the commit queue; on any thread.
  func post(_ ticket: DisplayTicket) {
    perform(inbox.post(ticket, byteCount: ticket.byteCount))
  }

  /// Runs an action on the commit queue; on any thread.
  func enqueue(_ action: @escaping @Sendable () -> Void) { perform(inbox.post(action)) }

  func laneBecameIdle() { perform(inbox.flushDeferred()) }

  private func perform(_ wakeup: CommitInbox.Wakeup) {
    switch wakeup {
    case .none: break
    case .now: commitQueue.enqueue { self.turn() }
    case .deferred(let setsTimer):
      if setsTimer {
        commitQueue.enqueue(afterNanoseconds: CommitInbox.timerInterval) {
          self.perform(self.inbox.timerFired())
        }
      }
      if !lanes.addIdleObserver(self) { laneBecameIdle() }
    }
  }

  /// Returns when no display is in flight and no display pass is pending.
  func drain() async {
    await withCheckedContinuation { continuation in
      inbox.addWaiter(continuation)
      perform(inbox.requestTurn())
    }
  }

  /// Accepts no more displays, cancels those that no lane has begun, and returns when the others
  /// have ended.
  func close() async {
    closed.store(true, ordering: .sequentiallyConsistent)
    // Lanes of a closed coordinator end each display without drawing it, so all can be admitted.
    enqueue { self.admission.admitWaiting(isUnbounded: true) }
    await drain()
  }
}

// MARK: - Turns

extension CommitLoop {
  private func turn() {
    var left = Self.turn
    let outer = state.value.frees.begin()
    repeat {
      left -= commitResults()
      left -= runPasses()
    } while left > 0 && (inbox.hasResults || spinUntilResults())
    state.value.frees.end(outer)
    let last = state.value.dirty.isEmpty ? exchange(&state.value.lastActions, with: []) : []
    for action in last { action() }
    let now = Self.turn - left >= Self.shortTurn ? commitQueue.now : nil
    if state.value.dirty.isEmpty, state.value.lastActions.isEmpty, inbox.endTurn(at: now) {
      resumeWaiters()
    } else {
      // A new block ends this turn, so that other work of the commit queue runs in between.
      commitQueue.enqueue { self.turn() }
    }
  }

  /// Commits everything that has come.
  ///
  /// - Returns: The number of results.
  private func commitResults() -> Int {
    let contents = inbox.take()
    for action in contents.actions { action() }
    admission.deferred {
      for (index, ticket) in contents.results.enumerated() {
        ticket.cycle.resultCame(ticket)
        if index % Self.batch == Self.batch - 1 { admission.admitWaiting() }
      }
    }
    state.value.frees.flush()
    return contents.results.count
  }

  /// Runs the passes of invalidated cycles, and commits results that come meanwhile.
  ///
  /// - Returns: The number of results.
  private func runPasses() -> Int {
    let dirty = exchange(&state.value.dirty, with: [])
    var count = 0
    for (index, cycle) in dirty.enumerated() {
      cycle.runPass()
      if index % Self.stride == Self.stride - 1, inbox.hasResults { count += commitResults() }
    }
    return count
  }

  /// Spins until the last displays are drawn. While the lanes have more to do, the commit queue
  /// does not wait for single results.
  private func spinUntilResults() -> Bool {
    let count = inFlightCount
    if count == 0 || count > lanes.count || !state.value.dirty.isEmpty { return false }
    return spin.value.wait { inbox.hasResults }
  }

  private func resumeWaiters() {
    // A closed coordinator also waits for cancelled drawings on lanes, which hold reservations.
    guard inFlightCount == 0, !isClosed || admission.reservedByteCount == 0 else { return }
    guard inbox.hasWaiters else { return }
    for waiter in inbox.takeWaitersIfEmpty() { waiter.resume() }
  }

  /// Runs the passes of invalidated cycles now.
  func flush() {
    let dirty = exchange(&state.value.dirty, with: [])
    for cycle in dirty { cycle.runPass() }
  }

  /// Puts a cycle on the list of the display pass.
  func schedulePass(_ cycle: DisplayCycle) {
    state.value.dirty.append(cycle)
    if state.value.dirty.count == 1 { perform(inbox.requestTurn()) }
  }

  /// Runs an action at the end of the first turn after which nothing is left to display.
  func enqueueLast(_ action: @escaping @Sendable () -> Void) {
    state.value.lastActions.append(action)
    perform(inbox.requestTurn())
  }

  /// The group that is being formed.
  var currentGroup: DisplayGroup? { state.value.group }

  /// Puts the displays of the body into one group.
  func group(_ body: () throws -> Void) rethrows {
    if state.value.group != nil { return try body() }
    let group = DisplayGroup()
    state.value.group = group
    defer {
      state.value.group = nil
      group.seal()
    }
    try body()
  }
}

// MARK: - Counting

extension CommitLoop {
  /// Counts an accepted display.
  func displayBegan(_ cycle: DisplayCycle, _ generation: UInt64) {
    if metrics.isEnabled { metrics.countRequest() }
    report(cycle, .accepted(generation: generation))
    inFlight.value.store(inFlightCount + 1, ordering: .relaxed)
  }

  /// Reports a published display.
  func displayPublished(_ cycle: DisplayCycle, _ generation: UInt64) {
    report(cycle, .published(generation: generation))
  }

  /// Counts an ended display.
  func displayEnded(_ cycle: DisplayCycle, _ generation: UInt64, _ outcome: DisplayOutcome) {
    if metrics.isEnabled { metrics.count(outcome) }
    report(cycle, .ended(generation: generation, outcome))
    let left = inFlightCount - 1
    inFlight.value.store(left, ordering: .releasing)
    // The requested turn resumes the waiters when it ends.
    if left == 0, inbox.hasWaiters { perform(inbox.requestTurn()) }
  }

  private func report(_ cycle: DisplayCycle, _ event: DisplayEvent) {
    guard isObserved.load(ordering: .acquiring) else { return }
    observer.withLock { $0.report }?(cycle, event)
  }
}
