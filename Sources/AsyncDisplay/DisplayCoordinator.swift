// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import TextGraphics
import TextModel
import TextRuntime

import struct Synchronization.Atomic

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

  private struct Observer {
    var tell: (@Sendable (DisplayOwner, DisplayEvent) -> Void)?
  }

  /// Results that one turn of the commit queue commits at most.
  private static let turn = 1024
  /// What commits fewer is a short turn, as far as lanes are concerned.
  private static let short = 16
  /// Displays that are gathered before the lanes are told.
  private static let batch = 128
  /// Pictures that are committed before their room is given back, and their bytes.
  private static let few = (count: 32, byteCount: 1 << 20)
  /// Displays that begin in a display pass before results are looked at again.
  private static let stride = 128
  /// Bytes of bitmaps drawn or waiting for their commit, unless told otherwise.
  public static let defaultUncommittedByteLimit = 256 << 20

  /// The lanes on which drawing runs.
  public let lanes: RenderLanes
  /// Where old contents are freed.
  public let releaseQueue: ReleaseQueue
  /// Where bitmaps come from.
  public let pool: BitmapPool
  /// The same, for the lanes.
  let lentPool: LentPool
  /// What has happened, once enabled.
  public let metrics = DisplayMetrics()
  package let commitQueue: any CommitQueue
  private let inbox = CommitInbox()
  private let current: QueueConfined<CommitTurn>
  private let patience = CacheLinePadded(AdaptiveSpin())
  private let observer = Mutex(Observer())
  private let observed = Atomic<Bool>(false)
  private let closed = Atomic<Bool>(false)
  /// Written on the commit queue alone.
  private let inFlight = CacheLinePadded(Atomic<Int>(0))
  let budget: ByteBudget
  /// The groups that there are.
  let groupCount = Atomic<Int>(0)

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - commitQueue: A serial queue; the main queue for layers.
  ///   - lanes: Where drawing runs.
  ///   - releaseQueue: Where old contents are freed.
  ///   - pool: Where bitmaps come from. What it does not keep goes to the release queue; of coordinators that share a pool,
  ///     to that of the first one that was made.
  ///   - uncommittedByteLimit: The most bytes of bitmaps that are drawn or wait for their commit. One display is always let in,
  ///     and so are the other members of its group, which wait for each other, and what somebody waits for on the commit queue:
  ///     these count, and may go beyond it.
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
    current = QueueConfined(CommitTurn(), isCurrent: { executor.isCurrent })
    self.lanes = lanes
    self.releaseQueue = releaseQueue
    self.pool = pool
    lentPool = LentPool(pool)
    budget = ByteBudget(limit: uncommittedByteLimit) { owners in
      lanes.resubmit(owners.map { HandedReference($0) })
    }
    pool.setReleaser { releaseQueue.release($0) }
  }

  /// The bytes of bitmaps that are being drawn or wait for their commit.
  public var uncommittedByteCount: Int { budget.used }

  /// The most that ``uncommittedByteCount`` ever was.
  public var peakUncommittedByteCount: Int { budget.peak }

  /// The displays that were accepted and have not ended.
  public var inFlightCount: Int { inFlight.value.load(ordering: .acquiring) }

  /// Told of every display; `nil` for nobody. For tests and the stress tool.
  package func setObserver(_ observer: (@Sendable (DisplayOwner, DisplayEvent) -> Void)?) {
    self.observer.withLock { $0.tell = observer }
    observed.store(observer != nil, ordering: .releasing)
  }

  @inline(__always)
  func tell(_ owner: DisplayOwner, _ event: DisplayEvent) {
    if observed.load(ordering: .acquiring) { tellObserver(owner, event) }
  }

  @inline(never)
  private func tellObserver(_ owner: DisplayOwner, _ event: DisplayEvent) {
    if let observer = observer.withLock({ $0.tell }) { observer(owner, event) }
  }
}

// MARK: - From lanes and other threads

extension DisplayCoordinator: LaneSource {
  // (Members of a group wait for each other: the room may depend on one that no lane has come to yet.)
  var isFull: Bool { budget.isFull && groupCount.load(ordering: .acquiring) == 0 }
}

extension DisplayCoordinator: LaneDebtor {
  var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

  /// A result waits for its commit step.
  func awaitCommit(_ owner: HandedReference<DisplayOwner>, _ generation: UInt64, byteCount: Int) {
    // Once the result can be taken, nobody else may hold the coordinator.
    let duty = inbox.post(owner, generation, byteCount: byteCount, clock: commitQueue) {
      _ = unsafe Unmanaged.passRetained(self)
    }
    if case .nothing = duty { return }
    see(to: duty)
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Runs something on the commit queue.
  func later(_ action: @escaping @Sendable () -> Void) { see(to: inbox.post(action)) }

  /// Wakes the commit queue if results wait for company.
  func payWakeUp() { see(to: inbox.pay()) }

  func laneRanDry() { payWakeUp() }

  private func see(to duty: CommitInbox.Duty) {
    switch duty {
    case .nothing: break
    case .schedule: commitQueue.enqueue { self.turn() }
    case .owe(let setsTimer):
      if setsTimer {
        // (It holds the coordinator for that long: `weak` would make each reference to it take longer, for ever.)
        commitQueue.enqueue(afterNanoseconds: CommitInbox.timeLimit) {
          self.see(to: self.inbox.timerFired())
        }
      }
      if !lanes.owe(self) { payWakeUp() }
    }
  }
}

// MARK: - On the commit queue

extension DisplayCoordinator {
  /// Puts an owner into the queue of the lanes; within a batch, with others.
  func submit(_ owner: DisplayOwner) {
    guard current.value.isBatching else { return lanes.submit(owner) }
    let reference = HandedReference<LaneJob>(lending: owner)
    if current.value.passing == reference.word {
      // The reference with which its pass has come goes on from here.
      current.value.passing = 0
      current.value.toSubmit.append(reference)
    } else {
      current.value.toSubmit.append(HandedReference(owner))
    }
    if current.value.toSubmit.count >= Self.batch { submitBatch() }
  }

  /// Runs the pass of an owner, and hands its reference on to the lanes or lets it go.
  @inline(__always)
  private func pass(_ owner: HandedReference<DisplayOwner>) {
    // (User code may come here again through `flush()`.)
    let outer = exchange(&current.value.passing, with: owner.word)
    current.value.passes += 1
    owner.withObject { $0.passCame() }
    current.value.passes -= 1
    if exchange(&current.value.passing, with: outer) != 0 { _ = owner.take() }
    if current.value.toSubmit.count >= Self.batch { submitBatch() }
  }

  private func submitBatch() {
    // A lane might let go of an owner whose pass is under way.
    if current.value.passes > 0 { return }
    switch current.value.toSubmit.count {
    case 0: return
    case 1: lanes.submit(current.value.toSubmit[0])
    default: lanes.submit(current.value.toSubmit)
    }
    current.value.toSubmit.removeAll(keepingCapacity: true)
  }

  func move(_ owner: DisplayOwner, to priority: DisplayPriority) {
    lanes.move(owner, to: priority)
  }

  /// Has the owner displayed at the end of the turn.
  func schedulePass(_ owner: DisplayOwner) {
    current.value.dirty.append(HandedReference(owner))
    if current.value.dirty.count == 1 { see(to: inbox.postTurn()) }
  }

  /// Traps unless the caller is on the commit queue. (A call of its own, for who calls from further off counts the queue.)
  @inline(never)
  func assertCurrent() { commitQueue.assertCurrent() }

  /// A ticket for a display; one that has served before, if there is one.
  @inline(__always)
  func makeTicket(
    _ task: consuming AnyDisplayTask, _ request: borrowing DisplayRequest, pixels: PixelSize
  ) -> HandedReference<DisplayTicket> {
    let ticket = current.value.spare.take()
    let notes = metrics.isEnabled ? DisplayNotes(accepted: commitQueue.now) : nil
    let isToldEnds = task.isToldEnds
    var body: (any DisplayTaskBody)? = (consume task).body
    ticket.withObject { ticket in
      ticket.begin(request, pixels: pixels, isToldEnds: isToldEnds, notes)
      swap(&ticket.task, &body)
    }
    return ticket
  }

  /// A ticket has ended: another display may have it.
  @inline(__always)
  func putAside(_ ticket: HandedReference<DisplayTicket>) {
    if SpareTickets.empty(ticket) { current.value.spare.put(ticket) } else { _ = ticket.take() }
  }

  /// The tickets that wait for a display.
  var spareTicketCount: Int { current.value.spare.count }

  func displayBegan() {
    inFlight.value.store(inFlight.value.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  func displayEnded() {
    let left = inFlight.value.load(ordering: .relaxed) - 1
    inFlight.value.store(left, ordering: .releasing)
    // The turn looks who waits for the end.
    if left == 0, inbox.hasWaiters { see(to: inbox.postTurn()) }
  }

  /// Commits what is ready, then runs the display pass.
  private func turn() {
    var left = Self.turn
    var isFirst = true
    let gathering = current.value.returns.begin()
    current.value.isInTurn = true
    while true {
      // User code may come back here through `flush()`: the owners are this turn's own from now on.
      var dirty: [HandedReference<DisplayOwner>] = []
      swap(&dirty, &current.value.dirty)
      batch {
        left -= isFirst ? commitResults() : commitNext()
        for index in 0..<dirty.count {
          pass(dirty[index])
          // Lanes draw meanwhile: what they have drawn must not pile up until all have been asked.
          if index % Self.stride == Self.stride - 1 {
            submitBatch()
            if inbox.hasResults { left -= commitResults() }
          }
        }
      }
      isFirst = false
      if left <= 0 || !current.value.dirty.isEmpty { break }
      if inbox.hasResults { continue }
      // While lanes have more to do, results are worth a wake-up together, and not to be waited for one by one.
      let inFlight = inFlightCount
      if inFlight == 0 || inFlight > lanes.count || !inbox.wait(patience.value) { break }
    }
    current.value.isInTurn = false
    settle()
    current.value.returns.end(gathering)
    // (Lanes need not know when a short turn ended.)
    let now = Self.turn - left >= Self.short ? commitQueue.now : nil
    if current.value.dirty.isEmpty, inbox.endTurn(at: now) {
      // (What was called off may be drawn yet: a lane has its bytes until it is through.)
      let isDone = inFlightCount == 0 && (!isClosed || budget.used == 0)
      if isDone, inbox.hasWaiters { wakeWaiters() }
    } else {
      // What else waits for the queue has its turn first.
      commitQueue.enqueue { self.turn() }
    }
  }

  /// The bytes of a picture that was committed count no more. Within a turn a few gather, and little of the bound: each
  /// alone would take the count of bytes out of the cache of the lane that draws the next.
  func giveBack(_ byteCount: Int) {
    guard current.value.isInTurn else { return budget.release(byteCount) }
    current.value.givenBack.add(byteCount)
    let (count, bytes) = (current.value.givenBack.count, current.value.givenBack.byteCount)
    if count >= Self.few.count || bytes >= min(Self.few.byteCount, budget.limit / 16) {
      giveBackRoom()
    }
  }

  private func giveBackRoom() {
    let givenBack = exchange(&current.value.givenBack, with: ByteBudget.Bundle())
    if !givenBack.isEmpty { budget.release(givenBack) }
  }

  /// Gives back what has gathered: the old pictures' memory, then their room, for which lanes are woken.
  private func settle() {
    current.value.returns.flush()
    giveBackRoom()
  }

  /// Commits the one result that was waited for, or else all there are.
  ///
  /// - Returns: How many results there were.
  private func commitNext() -> Int {
    guard let result = inbox.takeOne() else { return commitResults() }
    result.owner.take().resultCame(result.generation)
    return 1
  }

  /// - Returns: How many results there were.
  private func commitResults() -> Int {
    var results: [CommitInbox.Result] = []
    swap(&results, &current.value.results)
    for action in inbox.begin() { action() }
    var count = 0
    if let result = inbox.takeAwaited() {
      count += 1
      result.owner.take().resultCame(result.generation)
    }
    var filled = inbox.filledTrays
    while filled != 0 {
      inbox.take(filled.trailingZeroBitCount, into: &results)
      for index in 0..<results.count {
        results[index].owner.take().resultCame(results[index].generation)
      }
      count += results.count
      results.removeAll(keepingCapacity: true)
      filled &= filled - 1
    }
    settle()
    if current.value.results.capacity < results.capacity { swap(&results, &current.value.results) }
    return count
  }

  private func wakeWaiters() {
    for waiter in inbox.takeWaitersIfEmpty() { waiter.resume() }
  }

  /// Runs displays now that otherwise would run at the end of the turn.
  public func flush() {
    commitQueue.assertCurrent()
    var dirty: [HandedReference<DisplayOwner>] = []
    swap(&dirty, &current.value.dirty)
    batch { for owner in dirty { pass(owner) } }
  }

  /// Queues what the body displays with few looks at the lanes.
  private func batch(_ body: () -> Void) {
    if current.value.isBatching { return body() }
    current.value.isBatching = true
    body()
    current.value.isBatching = false
    submitBatch()
  }

  var currentGroup: DisplayGroup? { current.value.group }

  /// Displays all that the body invalidates or displays in one turn, or not at all.
  ///
  /// What ``flush()`` displays in the body takes part only if it was invalidated there as well, and who is resumed in the body only
  /// if it is invalidated or displayed after that. With `progressive` the newer display of a member whose older one fails is published by itself.
  /// The members of a group do not wait for room once one of them has it, so they may go beyond the bound on uncommitted bitmaps.
  ///
  /// Only what this coordinator displays takes part. For layers that were made without a coordinator, `Transaction.group(_:)` is
  /// this function of ``main``.
  public func group(_ body: () throws -> Void) rethrows {
    commitQueue.assertCurrent()
    if current.value.group != nil { return try body() }
    let group = DisplayGroup(in: self)
    current.value.group = group
    defer {
      current.value.group = nil
      group.seal()
    }
    try body()
  }
}

// MARK: - The end

extension DisplayCoordinator {
  /// Returns when every display that was accepted has ended and no display pass waits.
  public func drain() async {
    await withCheckedContinuation { continuation in
      inbox.await(continuation)
      // A turn looks whether all has ended.
      see(to: inbox.postTurn())
    }
  }

  /// Accepts no more displays, ends those that wait for a lane as cancelled, and returns when those that
  /// are being drawn have ended and all that was given up is freed.
  public func shutdown() async {
    closed.store(true, ordering: .sequentiallyConsistent)
    await drain()
    await releaseQueue.empty()
  }
}
