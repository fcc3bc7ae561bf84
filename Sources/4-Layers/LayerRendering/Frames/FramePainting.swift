// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemLanes
import AsyncDisplay
import SystemConcurrency

/// One picture on its way: planned by the first lane that is free, painted by as many as are.
///
/// It completes exactly once: with a frame, an error, or by being cancelled.
final class FramePainting: Sendable {
  typealias Continuation = CheckedContinuation<Frame, any Error>

  private struct State {
    /// Set while a result is awaited.
    var continuation: Continuation?
    /// The entries in the queue of the lanes, to be removed on cancellation.
    var laneJobs: [LaneJob] = []
    var isCancelled = false
  }

  private let tree: RenderTree
  private let lanes: RenderLanes
  private let priority: DisplayPriority
  private let flag = CancellationFlag()
  private let state = Mutex(State())

  init(of tree: RenderTree, on lanes: RenderLanes, priority: DisplayPriority) {
    self.tree = tree
    self.lanes = lanes
    self.priority = priority
  }

  /// Queues the planning; to be called once. What was cancelled before completes here.
  func start(_ continuation: Continuation) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    submit { $0.plan() }
  }

  /// Completes the call with `CancellationError`, unless it is complete. Bands that are being
  /// painted are finished; no other is begun.
  func cancel() {
    flag.set()
    state.withLock { $0.isCancelled = true }
    for job in complete(.failure(CancellationError())) { lanes.remove(job) }
  }

  private func submit(_ body: @escaping @Sendable (FramePainting) -> Void) {
    let job = RenderLanes.job(priority: priority) { body(self) }
    let isAwaited = state.withLock { state in
      guard state.continuation != nil else { return false }
      state.laneJobs.append(job)
      return true
    }
    // The lanes refuse an entry that `cancel()` has removed in between.
    if isAwaited { lanes.submit(job) }
  }

  private func plan() {
    var history = FrameHistory()
    do {
      guard let job = try history.begin(tree, cancellation: Cancellation(flag: flag)) else {
        preconditionFailure("a first frame is painted")
      }
      for _ in 1..<max(1, min(lanes.count, job.bandCount)) { submit { $0.paint(job) } }
      paint(job)
    } catch {
      complete(.failure(error))
    }
  }

  /// Paints bands; the call that finishes the last one takes the frame.
  private func paint(_ job: FrameJob) {
    if job.run() { complete(Result { try job.frame() }) }
  }

  /// Resumes the call, unless it is complete.
  ///
  /// - Returns: The entries in the queue of the lanes; each holds this object until it is dropped.
  @discardableResult
  private func complete(_ result: Result<Frame, any Error>) -> [LaneJob] {
    let old = state.withLock { state in
      defer { (state.continuation, state.laneJobs) = (nil, []) }
      return state
    }
    old.continuation?.resume(with: result)
    return old.laneJobs
  }
}
