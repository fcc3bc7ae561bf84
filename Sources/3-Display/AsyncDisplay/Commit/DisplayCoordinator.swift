// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import Dispatch
public import SystemLanes

/// Displays layers: lanes draw their contents, and a serial queue, usually the main queue, commits
/// them.
///
/// | queue | what runs there |
/// |---|---|
/// | commit queue (by default main) | requests, `willDisplay`, the commit, `didDisplay` |
/// | render lanes | drawing |
/// | release queue | freeing of old layouts, and of bitmap memory that the pool does not keep |
///
/// Results are committed in batches: one block on the commit queue for all that are ready, and for
/// the display pass of the turn.
public final class DisplayCoordinator: Sendable {
  /// The default coordinator of layers; it commits on the main queue.
  public static var main: DisplayCoordinator { simulated ?? ofMainQueue }
  private static let ofMainQueue = DisplayCoordinator()
  /// The coordinator that ``main`` is in a simulation, which steps all queues on one thread; `nil`
  /// in programs.
  @TaskLocal package static var simulated: DisplayCoordinator?

  /// The lanes on which drawing runs.
  package var lanes: RenderLanes { loop.lanes }
  /// The queue on which old contents are freed.
  package var releaseQueue: ReleaseQueue { loop.releaseQueue }
  /// The pool of the bitmaps.
  package var pool: BitmapPool { loop.pool }
  /// Counters and durations, once enabled.
  public var metrics: DisplayMetrics { loop.metrics }
  let loop: CommitLoop
  /// The executor of the tasks in which sources of tiles are called; `nil` for the default one.
  package let tasks: (any TaskExecutor)?

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - commitQueue: A serial queue; the main queue for layers.
  ///   - lanes: The lanes on which drawing runs.
  ///   - pool: The pool of the bitmaps. Memory that it does not keep is freed on a queue for that.
  ///   - uncommittedByteLimit: The most bytes of bitmaps that are being drawn or wait for their
  ///     commit. One display is always admitted, and so are the other members of its group, and
  ///     displays that the caller waits for. These count, and may exceed the bound.
  public convenience init(
    commitQueue: DispatchQueue = .main, lanes: RenderLanes = .shared,
    pool: BitmapPool = .shared, uncommittedByteLimit: Int = 256 << 20
  ) {
    self.init(
      executor: DispatchedQueue(commitQueue), lanes: lanes, pool: pool,
      uncommittedByteLimit: uncommittedByteLimit)
  }

  /// Creates a coordinator that frees on a queue of its own: old contents, and the memory that the
  /// pool does not keep; if several coordinators share a pool, that of the first one.
  package init(
    executor: any SerialQueue, lanes: RenderLanes, releaseQueue: ReleaseQueue = .shared,
    pool: BitmapPool = .shared, tasks: (any TaskExecutor)? = nil,
    uncommittedByteLimit: Int = 256 << 20
  ) {
    self.tasks = tasks
    loop = CommitLoop(
      commitQueue: executor, lanes: lanes, releaseQueue: releaseQueue, pool: pool,
      uncommittedByteLimit: uncommittedByteLimit)
    pool.setReleaser { releaseQueue.release($0) }
  }

  package var commitQueue: any SerialQueue { loop.commitQueue }

  /// The bytes of bitmaps of displays that were given to the lanes and not committed; any thread
  /// may read it.
  package var uncommittedByteCount: Int { loop.admission.reservedByteCount }

  /// The maximum of ``uncommittedByteCount``.
  package var peakUncommittedByteCount: Int { loop.admission.peakByteCount }

  /// The number of displays that were accepted and have not ended.
  package var inFlightCount: Int { loop.inFlightCount }

  /// Sets a function that is called with every event of every display, or removes it.
  package func setObserver(_ observer: (@Sendable (DisplayCycle, DisplayEvent) -> Void)?) {
    loop.setObserver(observer)
  }

  /// Runs displays now that otherwise would run at the end of the turn; on the commit queue.
  public func flush() {
    loop.commitQueue.assertCurrent()
    loop.flush()
  }

  /// Publishes everything that the body invalidates or displays in one turn, or nothing of it; on
  /// the commit queue.
  ///
  /// Displays that ``flush()`` runs in the body take part only if they were invalidated in it, too;
  /// a client that is resumed in the body, only if it is invalidated or displayed afterwards. With
  /// `progressive`, if an older display of a member fails, its newer one is published by itself.
  /// Once one member is admitted, the others do not wait for room, so a group may exceed the bound
  /// on uncommitted bitmaps.
  ///
  /// Only clients of this coordinator take part. For layers that were made without a coordinator,
  /// `Transaction.group(_:)` is this function of ``main``.
  public func group(_ body: () throws -> Void) rethrows {
    loop.commitQueue.assertCurrent()
    try loop.group(body)
  }

  /// Runs an action in the next turn, before its displays; on any thread.
  package func enqueue(_ action: @escaping @Sendable () -> Void) { loop.enqueue(action) }

  /// Runs an action at the end of the first turn after which nothing is left to display; on the
  /// commit queue.
  package func enqueueLast(_ action: @escaping @Sendable () -> Void) { loop.enqueueLast(action) }

  /// Returns when every accepted display has ended and no display pass is pending.
  public func drain() async { await loop.drain() }

  /// Accepts no more displays, cancels those that wait for a lane, and returns when those that are
  /// being drawn have ended and all released memory is freed.
  public func shutdown() async {
    await loop.close()
    await releaseQueue.empty()
  }
}
