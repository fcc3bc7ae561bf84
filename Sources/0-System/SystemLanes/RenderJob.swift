// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// A piece of work on lanes that completes exactly once: with a value, an error, or by being
/// cancelled.
///
/// One lane begins the work; it may share the rest with other lanes that are free, and then the
/// lane that ends the last part has the value. No lane waits for another.
///
/// A cancellation completes the job at once and removes it from the queue of the lanes. Running
/// work stops at its next poll, and its result is dropped.
package final class RenderJob<Value: Sendable>: Sendable {
  package typealias Work = @Sendable (Cancellation) throws -> Value
  /// Work that may be shared by ``share(among:_:)``; `nil` if another lane completes it.
  package typealias SharedWork = @Sendable (RenderJob, Cancellation) throws -> Value?
  package typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct State {
    /// `nil` once the work has begun or the job was cancelled.
    var work: SharedWork?
    /// Set while the job waits or runs.
    var completion: Completion?
    var priority = LanePriority.visible
    /// The entries in the queue of the lanes, to be removed by a cancellation.
    var laneJobs: [LaneJob] = []
  }

  private let lanes: RenderLanes
  private let flag = CancellationFlag()
  private let state: Mutex<State>

  /// Creates a job of one lane.
  package convenience init(on lanes: RenderLanes, _ work: @escaping Work) {
    self.init(on: lanes) { _, cancellation in try work(cancellation) }
  }

  /// Creates a job that other lanes may help with.
  package init(on lanes: RenderLanes, _ work: @escaping SharedWork) {
    self.lanes = lanes
    state = Mutex(State(work: work))
  }

  /// Queues the job; to be called once. A job that was cancelled before completes here.
  package func start(priority: LanePriority, completion: @escaping Completion) {
    let isCancelled = state.withLock { state in
      if state.work == nil { return true }
      (state.completion, state.priority) = (completion, priority)
      return false
    }
    if isCancelled { return completion(.failure(CancellationError())) }
    submit { $0.begin() }
  }

  /// Queues the job and returns its value; to be called once. Cancelled together with the task.
  package func value(priority: LanePriority) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        start(priority: priority) { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels the job; has no effect once it is complete.
  package func cancel() {
    let old = end()
    flag.set()
    old.completion?(.failure(CancellationError()))
    for laneJob in old.laneJobs { lanes.remove(laneJob) }
  }

  /// Shares what is left of the work with other lanes; to be called by the work, at its end.
  ///
  /// - Parameters:
  ///   - count: The most lanes that find something to do, this one with them.
  ///   - body: Does parts until none is left, on each lane; returns the value where the last part
  ///     ended, `nil` elsewhere.
  package func share(
    among count: Int, _ body: @escaping @Sendable () throws -> Value?
  ) throws -> Value? {
    for _ in 1..<max(1, min(lanes.count, count)) { submit { $0.complete(body) } }
    return try body()
  }

  private func submit(_ body: @escaping @Sendable (RenderJob) -> Void) {
    let (laneJob, isAwaited) = state.withLock { state in
      let laneJob = RenderLanes.job(priority: state.priority) { body(self) }
      if state.completion != nil { state.laneJobs.append(laneJob) }
      return (laneJob, state.completion != nil)
    }
    // The lanes refuse an entry that `cancel()` has removed in between.
    if isAwaited { lanes.submit(laneJob) }
  }

  private func begin() {
    guard let work = state.withLock({ $0.work.take() }) else { return }
    let cancellation = Cancellation(flag: flag)
    complete {
      try cancellation.check()
      return try work(self, cancellation)
    }
  }

  /// Completes the job with a value or an error, unless it is complete.
  private func complete(_ body: () throws -> Value?) {
    let result: Result<Value, any Error>
    do {
      guard let value = try body() else { return }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    let old = end()
    // Shares that no lane has taken would keep the work and stand in the way of other entries.
    for laneJob in old.laneJobs.dropFirst() { lanes.remove(laneJob) }
    old.completion?(result)
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
