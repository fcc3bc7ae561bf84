// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

/// A piece of work on lanes that completes exactly once: with a value, an error, or by being
/// cancelled.
///
/// One lane begins the work; it may share the rest with other lanes that are free, and then the
/// lane that ends the last part has the value. No lane waits for another.
///
/// A cancellation completes the job at once and removes it from the queue of the lanes. Running
/// work stops at its next poll, and its result is dropped.
///
/// Inlinable, so that a job is compiled for the type of its value: looking up metadata of generic
/// types at run time takes a quarter of the time of a short label.
@usableFromInline package final class RenderJob<Value: Sendable>: LaneWork {
  package typealias Work = @Sendable (Cancellation) throws -> Value
  /// Work that may be shared by ``share(among:_:)``; returns `nil` if another lane completes it.
  @usableFromInline package typealias SharedWork =
    @Sendable (RenderJob, Cancellation) throws -> Value?
  @usableFromInline package typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  @usableFromInline struct State {
    /// `nil` once the work has begun or the job was cancelled.
    @usableFromInline var work: SharedWork?
    /// Set while the job waits or runs.
    @usableFromInline var completion: Completion?
    @usableFromInline var priority = LanePriority.visible
    /// The entry in the queue of the lanes, to be removed by a cancellation.
    @usableFromInline var entry: LaneJob?
    /// The entries for lanes that are to help.
    @usableFromInline var shares: [LaneJob] = []

    @inlinable init(work: SharedWork? = nil) { self.work = work }
  }

  @usableFromInline let lanes: RenderLanes
  @usableFromInline let flag = CancellationFlag()
  @usableFromInline let state: Mutex<State>

  /// Creates a job of one lane.
  @inlinable
  package convenience init(
    on lanes: RenderLanes, _ work: @escaping @Sendable (Cancellation) throws -> Value
  ) {
    self.init(on: lanes) { _, cancellation in try work(cancellation) }
  }

  /// Creates a job that other lanes may help with.
  @inlinable
  package init(on lanes: RenderLanes, _ work: @escaping SharedWork) {
    self.lanes = lanes
    state = Mutex(State(work: work))
  }

  /// Queues the job; to be called once. A job that was cancelled before completes here.
  @inlinable
  package func start(priority: LanePriority, completion: @escaping Completion) {
    let entry = LaneJob(priority: priority, work: self)
    let isCancelled = state.withLock { state in
      if state.work == nil { return true }
      (state.completion, state.priority, state.entry) = (completion, priority, entry)
      return false
    }
    if isCancelled { return completion(.failure(CancellationError())) }
    // The lanes refuse an entry that `cancel()` has removed in between.
    lanes.submit(entry)
  }

  /// Queues the job and returns its value; to be called once. Cancelled together with the task.
  ///
  /// - Parameter isolation: The caller's actor, which queues the job without a hop.
  @inlinable
  package func value(
    priority: LanePriority, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        start(priority: priority) { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Cancels the job; has no effect once it is complete.
  @inlinable
  package func cancel() {
    let old = end()
    flag.set()
    old.completion?(.failure(CancellationError()))
    if let entry = old.entry { lanes.remove(entry) }
    for share in old.shares { lanes.remove(share) }
  }

  /// Shares the rest of the work with other lanes; to be called by the work, at its end.
  ///
  /// - Parameters:
  ///   - count: The most lanes that find something to do, including this one.
  ///   - body: Does parts until none is left, on each lane; returns the value where the last part
  ///     ended, `nil` elsewhere.
  package func share(
    among count: Int, _ body: @escaping @Sendable () throws -> Value?
  ) throws -> Value? {
    for _ in 1..<max(1, min(lanes.count, count)) { ask { $0.complete(body) } }
    return try body()
  }

  private func ask(_ body: @escaping @Sendable (RenderJob) -> Void) {
    let share = state.withLock { state -> LaneJob? in
      if state.completion == nil { return nil }
      let share = RenderLanes.job(priority: state.priority) { body(self) }
      state.shares.append(share)
      return share
    }
    // The lanes refuse an entry that `cancel()` has removed in between.
    if let share { lanes.submit(share) }
  }

  /// Begins the work on a lane.
  @inlinable
  package func step() -> Bool {
    guard let work = state.withLock({ $0.work.take() }) else { return false }
    let cancellation = Cancellation(flag: flag)
    complete {
      try cancellation.check()
      return try work(self, cancellation)
    }
    return false
  }

  /// Completes the job with a value or an error, unless it is complete.
  @inlinable
  func complete(_ body: () throws -> Value?) {
    let result: Result<Value, any Error>
    do {
      guard let value = try body() else { return }
      result = .success(value)
    } catch {
      result = .failure(error)
    }
    let old = end()
    // Shares that no lane has taken would keep the work in memory and delay other entries.
    for share in old.shares { lanes.remove(share) }
    old.completion?(result)
  }

  /// Takes everything out of the state. The closures are released by the caller, outside the lock:
  /// their captures may have any `deinit`.
  @inlinable
  func end() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
