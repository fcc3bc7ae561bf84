// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
import Synchronization
public import TextGraphics
import TextModel

/// Brings displays from their owners to the lanes and their results to the commit queue.
///
/// | queue | what runs there |
/// |---|---|
/// | commit queue (by default main) | requests, `willDisplay`, the commit step, `didDisplay` |
/// | render lanes | drawing |
/// | release queue | freeing of old layouts, and of bitmap memory that the pool does not keep |
///
/// Results are handed over in batches: one block on the commit queue for all that are ready, and for the
/// display pass of the turn.
public final class DisplayCoordinator: Sendable {
  /// The coordinator of all layers: it commits on the main queue.
  public static let main = DisplayCoordinator()

  fileprivate struct Result {
    let owner: DisplayOwner
    let generation: UInt64
  }

  fileprivate struct Inbox {
    var results: [Result] = []
    var actions: [@Sendable () -> Void] = []
    var dirty: [DisplayOwner] = []
    /// Owners that wait for the end of the batch to be queued.
    var toSubmit: [DisplayOwner] = []
    var isScheduled = false
    var isBatching = false
    var group: DisplayGroup?
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var observer: (@Sendable (DisplayOwner, DisplayEvent) -> Void)?
  }

  /// Results that one turn of the commit queue commits at most.
  private static let turn = 1024
  /// Bytes of bitmaps drawn or waiting for their commit, unless told otherwise.
  public static let defaultUncommittedByteLimit = 256 << 20

  /// The lanes on which drawing runs.
  public let lanes: RenderLanes
  /// Where old contents are freed.
  public let releaseQueue: ReleaseQueue
  /// Where bitmaps come from.
  public let pool: BitmapPool
  /// What has happened, once enabled.
  public let metrics = DisplayMetrics()
  package let commitQueue: any CommitQueue
  private let inbox = Guarded(Inbox())
  private let observed = Atomic<Bool>(false)
  private let closed = Atomic<Bool>(false)
  private let grouping = Atomic<Bool>(false)
  private let inFlight = Atomic<Int>(0)
  let budget: ByteBudget

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - commitQueue: A serial queue; the main queue for layers.
  ///   - lanes: Where drawing runs.
  ///   - releaseQueue: Where old contents are freed.
  ///   - pool: Where bitmaps come from. What it does not keep goes to the release queue.
  ///   - uncommittedByteLimit: The most bytes of bitmaps that are drawn or wait for their commit; one display
  ///     is always let in.
  public convenience init(
    commitQueue: DispatchQueue = .main, lanes: RenderLanes = .shared,
    releaseQueue: ReleaseQueue = .shared, pool: BitmapPool = .shared,
    uncommittedByteLimit: Int = DisplayCoordinator.defaultUncommittedByteLimit
  ) {
    self.init(
      executor: DispatchCommitQueue(commitQueue), lanes: lanes, releaseQueue: releaseQueue,
      pool: pool, uncommittedByteLimit: uncommittedByteLimit)
  }

  package init(
    executor: any CommitQueue, lanes: RenderLanes, releaseQueue: ReleaseQueue = .shared,
    pool: BitmapPool = .shared,
    uncommittedByteLimit: Int = DisplayCoordinator.defaultUncommittedByteLimit
  ) {
    commitQueue = executor
    self.lanes = lanes
    self.releaseQueue = releaseQueue
    self.pool = pool
    budget = ByteBudget(limit: uncommittedByteLimit) { owners in
      lanes.submit(owners.map { ($0, $0.priority) })
    }
    pool.setReleaser { releaseQueue.release($0) }
  }

  /// The bytes of bitmaps that are being drawn or wait for their commit.
  public var uncommittedByteCount: Int { budget.used }

  /// The most that ``uncommittedByteCount`` ever was.
  public var peakUncommittedByteCount: Int { budget.peak }

  /// The displays that were accepted and have not ended.
  public var inFlightCount: Int { inFlight.load(ordering: .acquiring) }

  /// Told of every display; `nil` for nobody. For tests and the stress tool.
  package func setObserver(_ observer: (@Sendable (DisplayOwner, DisplayEvent) -> Void)?) {
    inbox.withLock { $0.observer = observer }
    observed.store(observer != nil, ordering: .releasing)
  }

  func tell(_ owner: DisplayOwner, _ event: DisplayEvent) {
    guard observed.load(ordering: .acquiring) else { return }
    if let observer = inbox.withLock({ $0.observer }) { observer(owner, event) }
  }
}

// MARK: - From owners

extension DisplayCoordinator {
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Puts an owner into the queue of the lanes; within a batch, at its end.
  func submit(_ owner: DisplayOwner) {
    let isBatched = inbox.withLock { inbox in
      if inbox.isBatching { inbox.toSubmit.append(owner) }
      return inbox.isBatching
    }
    if !isBatched { lanes.submit(owner, priority: owner.priority) }
  }

  func move(_ owner: DisplayOwner, to priority: DisplayPriority) {
    lanes.move(owner, to: priority)
  }

  /// Has the owner displayed at the end of the turn.
  func schedulePass(_ owner: DisplayOwner) { post { $0.dirty.append(owner) } }

  /// A result waits for its commit step.
  func awaitCommit(_ owner: DisplayOwner, _ generation: UInt64) {
    post { $0.results.append(Result(owner: owner, generation: generation)) }
  }

  /// Runs something on the commit queue.
  func later(_ action: @escaping @Sendable () -> Void) { post { $0.actions.append(action) } }

  private func post(_ change: (inout Inbox) -> Void) {
    let schedules = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if schedules { commitQueue.enqueue { self.turn() } }
  }

  func displayBegan() { inFlight.wrappingAdd(1, ordering: .relaxed) }

  func displayEnded() {
    let left = inFlight.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { wakeWaitersIfIdle() }
  }

  private func wakeWaitersIfIdle() {
    let waiters = inbox.withLock { inbox in
      inFlight.load(ordering: .acquiring) == 0 ? inbox.takeWaitersIfIdle() : []
    }
    for waiter in waiters { waiter.resume() }
  }
}

// MARK: - On the commit queue

extension DisplayCoordinator {
  /// Commits what is ready, then runs the display pass.
  private func turn() {
    let (results, actions, dirty, isMore) = inbox.withLock { inbox in
      let all = inbox.results
      let results: [Result]
      if all.count > Self.turn {
        results = Array(all[..<Self.turn])
        inbox.results = Array(all[Self.turn...])
      } else {
        results = all
        inbox.results = []
      }
      let (actions, dirty) = (inbox.actions, inbox.dirty)
      inbox.actions = []
      inbox.dirty = []
      inbox.isScheduled = !inbox.results.isEmpty
      return (results, actions, dirty, inbox.isScheduled)
    }
    if isMore { commitQueue.enqueue { self.turn() } }
    batch {
      for action in actions { action() }
      for result in results { commit(result.owner, result.generation) }
      for owner in dirty { owner.passCame() }
    }
    if inFlightCount == 0 { wakeWaitersIfIdle() }
  }

  private func commit(_ owner: DisplayOwner, _ generation: UInt64) {
    if let group = owner.group(for: generation), group.memberFinished(owner, generation) { return }
    owner.commit(generation)
  }

  /// Runs displays now that otherwise would run at the end of the turn.
  public func flush() {
    commitQueue.assertCurrent()
    let dirty = inbox.withLock { inbox in
      let dirty = inbox.dirty
      inbox.dirty = []
      return dirty
    }
    batch { for owner in dirty { owner.passCame() } }
  }

  /// Queues all that the body displays with one look at the lanes.
  private func batch(_ body: () -> Void) {
    let isOuter = inbox.withLock { inbox in
      defer { inbox.isBatching = true }
      return !inbox.isBatching
    }
    body()
    guard isOuter else { return }
    let owners = inbox.withLock { inbox in
      let owners = inbox.toSubmit
      inbox.toSubmit = []
      inbox.isBatching = false
      return owners
    }
    if !owners.isEmpty { lanes.submit(owners.map { ($0, $0.priority) }) }
  }

  var currentGroup: DisplayGroup? {
    grouping.load(ordering: .relaxed) ? inbox.withLock { $0.group } : nil
  }

  /// Displays all that the body invalidates or displays in one turn, or not at all.
  public func group(_ body: () throws -> Void) rethrows {
    commitQueue.assertCurrent()
    let group = DisplayGroup()
    let outer = inbox.withLock { inbox in
      defer { inbox.group = inbox.group ?? group }
      return inbox.group
    }
    grouping.store(true, ordering: .relaxed)
    defer {
      if outer == nil {
        inbox.withLock { $0.group = nil }
        grouping.store(false, ordering: .relaxed)
        group.seal()
      }
    }
    try body()
  }
}

// MARK: - The end

extension DisplayCoordinator {
  /// Returns when every display that was accepted has ended and no display pass waits.
  public func drain() async {
    await withCheckedContinuation { continuation in
      inbox.withLock { $0.idleWaiters.append(continuation) }
      wakeWaitersIfIdle()
    }
  }

  /// Accepts no more displays, ends those that wait for a lane as cancelled, and returns when those that
  /// are being drawn have ended and all that was given up is freed.
  public func shutdown() async {
    closed.store(true, ordering: .releasing)
    await drain()
    releaseQueue.drain()
  }
}

extension DisplayCoordinator.Inbox {
  fileprivate mutating func takeWaitersIfIdle() -> [CheckedContinuation<Void, Never>] {
    guard results.isEmpty, dirty.isEmpty, actions.isEmpty, !isBatching else {
      return []
    }
    let waiters = idleWaiters
    idleWaiters = []
    return waiters
  }
}
