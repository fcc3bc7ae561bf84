// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// A piece of work on a lane that completes exactly once: with a value, an error, or by being
/// cancelled.
///
/// A cancellation completes the job at once and removes it from the queue of the lanes. Running
/// work stops at its next poll, and its result is dropped.
package final class RenderJob<Value: Sendable>: Sendable {
  package typealias Work = @Sendable (Cancellation) throws -> Value
  package typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct State {
    /// `nil` once the work has begun or the job was cancelled.
    var work: Work?
    /// Set while the job waits or runs.
    var completion: Completion?
    /// The entry in the queue of the lanes; set while the job waits or runs.
    var laneJob: LaneJob?
  }

  private let lanes: RenderLanes
  private let flag = CancellationFlag()
  private let state: Mutex<State>

  package init(on lanes: RenderLanes, _ work: @escaping Work) {
    self.lanes = lanes
    state = Mutex(State(work: work))
  }

  /// Queues the job; to be called once. A job that was cancelled before completes here.
  package func start(priority: DisplayPriority, completion: @escaping Completion) {
    let laneJob = RenderLanes.job(priority: priority) { self.perform() }
    let isCancelled = state.withLock { state in
      if state.work == nil { return true }
      state.completion = completion
      state.laneJob = laneJob
      return false
    }
    if isCancelled {
      completion(.failure(CancellationError()))
    } else {
      // The lanes refuse an entry that `cancel()` has removed in between.
      lanes.submit(laneJob)
    }
  }

  /// Cancels the job; has no effect once it is complete.
  package func cancel() {
    let old = end()
    flag.set()
    old.completion?(.failure(CancellationError()))
    if let laneJob = old.laneJob { lanes.remove(laneJob) }
  }

  private func perform() {
    let work = state.withLock { $0.work.take() }
    guard let work else { return }
    let cancellation = Cancellation(flag: flag)
    let result = Result {
      try cancellation.check()
      return try work(cancellation)
    }
    end().completion?(result)
  }

  /// Takes everything out of the state. The closures are released by the caller, outside the lock:
  /// their captures may have any `deinit`.
  private func end() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
