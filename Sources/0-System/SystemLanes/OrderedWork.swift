// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency

/// Work that lanes do at the same time, and whose results are taken one by one, in the order in
/// which it was submitted.
///
/// One thread or task submits and takes. The queue has no bound of its own: the caller bounds its
/// memory by submitting only while ``count`` is below a limit. An error ends the queue only when
/// its turn comes, so that the same error is thrown on any number of lanes.
package final class OrderedWork<Value: Sendable>: Sendable {
  package typealias Completion = @Sendable (Result<Value, any Error>) -> Void
  private typealias Waiter = @Sendable (Result<Value?, any Error>) -> Void

  private struct Entry {
    /// Cancels the work; `nil` until `submit` has it.
    var cancel: (@Sendable () -> Void)?
    /// `nil` until the work is complete.
    var result: Result<Value, any Error>?
  }

  private struct State {
    /// The work whose result was not taken yet, by number.
    var entries: [Int: Entry] = [:]
    /// The number of the result that is taken next.
    var first = 0
    /// The number of the work that is submitted next.
    var next = 0
    /// Called with the first result when it comes; `nil` if no call waits.
    var waiter: Waiter?
    /// Whether nothing is submitted any more.
    var hasEnded = false
    /// Whether the next call still has to throw `CancellationError`.
    var isCancelled = false

    /// Takes the next result out, if it has come.
    mutating func takeFirst() -> Result<Value?, any Error>? {
      guard let result = entries[first]?.result else { return nil }
      entries[first] = nil
      first += 1
      return result.map(Optional.some)
    }
  }

  private let lanes: RenderLanes
  private let priority: LanePriority
  private let state = Mutex(State())

  /// Creates an empty queue.
  ///
  /// - Parameter priority: The priority band in which the work waits for a lane.
  package init(on lanes: RenderLanes, priority: LanePriority = .visible) {
    (self.lanes, self.priority) = (lanes, priority)
  }

  /// Ends the queue as ``end()`` does.
  deinit { end() }

  // MARK: Submitting

  /// The number of results that are still to be taken.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Queues work; does nothing once the queue has ended.
  package func submit(_ work: @escaping RenderJob<Value>.Work) {
    submit(RenderJob(on: lanes, work))
  }

  /// Queues a job that was not started; does nothing once the queue has ended.
  package func submit(_ job: RenderJob<Value>) {
    submit { completion in
      job.start(priority: priority, completion: completion)
      return { job.cancel() }
    }
  }

  /// Begins work that may wait for something else before it comes to a lane; does nothing once the
  /// queue has ended.
  ///
  /// - Parameter begin: Begins work that calls the handler once, and returns a function that
  ///   cancels the work.
  package func submit(_ begin: (@escaping Completion) -> @Sendable () -> Void) {
    let number = state.withLock { state -> Int? in
      if state.hasEnded { return nil }
      state.entries[state.next] = Entry()
      defer { state.next += 1 }
      return state.next
    }
    guard let number else { return }
    let cancel = begin { [weak self] in self?.deliver($0, number) }
    let isQueued = state.withLock { state in
      state.entries[number]?.cancel = cancel
      return state.entries[number] != nil
    }
    // The result was taken already, or the queue was ended meanwhile: nothing needs the work any
    // more.
    if !isQueued { cancel() }
  }

  /// Ends the queue: work that has not begun never begins, and running work stops at its next poll.
  /// If results were still to be taken, a call that waits throws `CancellationError` or, if none
  /// waits, the next call does; later calls return `nil`.
  package func cancel() { end(isCancelled: true) }

  /// Cancels all work, as an error does. A call that waits throws `CancellationError`; later calls
  /// return `nil`, except that the first one after ``cancel()`` still throws.
  package func end() { end(isCancelled: false) }

  // MARK: Taking

  /// Whether the next result has come, so that taking it does not wait.
  package var isNextReady: Bool { state.withLock { $0.entries[$0.first]?.result != nil } }

  /// Returns the next result; `nil` if nothing is left, and after an error. If the task is
  /// cancelled, the queue is cancelled, too.
  ///
  /// - Parameter isolation: The caller's actor, which takes a result that is there without a hop.
  /// - Throws: The error of the work, or `CancellationError`.
  package func next(isolation: isolated (any Actor)? = #isolation) async throws -> Value? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        take { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancel()
    }
    return try value(of: result)
  }

  /// Blocks until the next result has come, and returns it; `nil` if nothing is left, and after an
  /// error. Not to be called on a lane.
  ///
  /// - Throws: The error of the work, or `CancellationError`.
  @available(*, noasync)
  package func waitForNext() throws -> Value? {
    let arrival = DispatchSemaphore(value: 0)
    let result = Mutex(Result<Value?, any Error>.success(nil))
    take { taken in
      result.withLock { $0 = taken }
      arrival.signal()
    }
    arrival.wait()
    return try value(of: result.withLock { $0 })
  }

  private func take(_ waiter: @escaping Waiter) {
    let result = state.withLock { state -> Result<Value?, any Error>? in
      if exchange(&state.isCancelled, with: false) { return .failure(CancellationError()) }
      if state.entries.isEmpty { return .success(nil) }
      if let result = state.takeFirst() { return result }
      state.waiter = waiter
      return nil
    }
    if let result { waiter(result) }
  }

  private func value(of result: Result<Value?, any Error>) throws -> Value? {
    do {
      return try result.get()
    } catch {
      end()
      throw error
    }
  }

  // MARK: Completing

  private func deliver(_ result: Result<Value, any Error>, _ number: Int) {
    let told = state.withLock { state -> (Waiter, Result<Value?, any Error>)? in
      state.entries[number]?.result = result
      guard let waiter = state.waiter, let first = state.takeFirst() else { return nil }
      state.waiter = nil
      return (waiter, first)
    }
    if let (waiter, first) = told { waiter(first) }
  }

  private func end(isCancelled: Bool) {
    let old = state.withLock { state in
      let old = state
      state = State(hasEnded: true)
      // A call that waits throws `CancellationError` now; otherwise the next call does.
      let isUntold = isCancelled && old.waiter == nil && !old.entries.isEmpty
      state.isCancelled = old.isCancelled || isUntold
      return old
    }
    for entry in old.entries.values { entry.cancel?() }
    old.waiter?(.failure(CancellationError()))
  }
}
