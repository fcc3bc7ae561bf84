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
/// Inlinable, so that a job is compiled for the type of its value (see ``OneShotWork``).
// @unchecked Sendable: `completion` is written before the job is queued, and belongs afterwards to
// the call that ends the job. `body` belongs to the call that begins the work or cancels it before.
@usableFromInline package final class RenderJob<Value: Sendable>: OneShotWork, @unchecked Sendable {
  @usableFromInline package typealias Work = @Sendable (Cancellation) throws -> Value
  /// Work that may be shared by ``share(among:_:)``; returns `nil` if another lane completes it.
  @usableFromInline package typealias SharedWork =
    @Sendable (RenderJob, Cancellation) throws -> Value?
  @usableFromInline package typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  @usableFromInline enum Body: Sendable {
    case whole(Work)
    case shared(SharedWork)
  }

  @usableFromInline var body: Body?
  @usableFromInline var completion: Completion?

  /// Creates a job of one lane.
  @inlinable
  package init(on lanes: RenderLanes, _ work: @escaping Work) {
    body = .whole(work)
    super.init(on: lanes, isShared: false)
  }

  /// Creates a job that other lanes may help with.
  @inlinable
  package init(on lanes: RenderLanes, _ work: @escaping SharedWork) {
    body = .shared(work)
    super.init(on: lanes, isShared: true)
  }

  /// Queues the job; to be called once. A job that was cancelled before completes here.
  @inlinable
  package func start(priority: LanePriority, completion: @escaping Completion) {
    self.completion = completion
    // The job holds itself until it begins or is cancelled.
    if queue(priority: priority, begin: { self.run() }) { return }
    (body, self.completion) = (nil, nil)
    completion(.failure(CancellationError()))
  }

  /// Queues the job and returns its value; to be called once. Cancelled together with the task.
  ///
  /// - Parameter isolation: The caller's actor, which queues the job without a hop.
  @inlinable
  package func value(
    priority: LanePriority, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      // An unsafe continuation would save 0.1 µs, but ThreadSanitizer reports false races with it:
      // the code that resumes it is inlined here, and the runtime orders it by means that
      // ThreadSanitizer does not see.
      try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
        start(priority: priority) { continuation.resume(with: $0) }
      }
    } onCancel: {
      cancel()
    }
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
    for _ in 1..<max(1, min(lanes.count, count)) { ask { self.complete(body) } }
    return try body()
  }

  /// Does the work on the lane that begins it.
  @inlinable
  func run() {
    let body = body.take()
    let cancellation = Cancellation(flag: self)
    complete {
      try cancellation.check()
      switch body {
      case .whole(let work): return try work(cancellation)
      case .shared(let work): return try work(self, cancellation)
      case nil: return nil
      }
    }
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
    if end() { completion.take()?(result) }
  }

  @usableFromInline
  override func wasCancelled(beforeItBegan isUnbegun: Bool) {
    if isUnbegun { body = nil }
    completion.take()?(.failure(CancellationError()))
  }
}
