// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import TextModel
import TextRuntime

/// One piece of work on a lane that ends exactly once: with its value, an error, or by being cancelled.
///
/// Cancelling takes effect at once: the outcome is told, and what waits for a lane is let go there. Work that
/// is under way sees it at its next poll and unwinds.
final class RenderJob<Value: Sendable>: Sendable {
  typealias Work = @Sendable (Cancellation) throws -> Value
  typealias Completion = @Sendable (Result<Value, any Error>) -> Void

  private struct State {
    var work: Work?
    var completion: Completion?
  }

  private let flag = CancellationFlag()
  private let state: Mutex<State>

  init(_ work: @escaping Work, completion: @escaping Completion) {
    state = Mutex(State(work: work, completion: completion))
  }

  /// The work as a job of lanes, to be queued once.
  func makeLaneJob(_ priority: DisplayPriority) -> LaneJob {
    RenderLanes.job(priority: priority) { self.perform() }
  }

  /// Calls the work off, and takes its job out of the queue: who queues and cancels again and again must not leave places in
  /// lanes that are busy. (A lane that has the job already finds nothing to do, or sees it at its next poll.)
  func cancel(_ laneJob: LaneJob, on lanes: RenderLanes) {
    cancel()
    lanes.remove(laneJob)
  }

  func cancel() {
    flag.set()
    finish(.failure(CancellationError()))
  }

  private func perform() {
    guard
      let work = state.withLock({ state in
        defer { state.work = nil }
        return state.work
      })
    else { return }
    // (The job holds the flag until the work, which keeps no cancellation, has ended.)
    let cancellation = Cancellation(flag: flag)
    finish(
      Result {
        try cancellation.check()
        return try work(cancellation)
      })
  }

  private func finish(_ result: Result<Value, any Error>) {
    // The closures are let go outside the lock: they may own anything.
    let (completion, work) = state.withLock { state in
      defer {
        state.work = nil
        state.completion = nil
      }
      return (state.completion, state.work)
    }
    _ = work
    completion?(result)
  }
}

/// The handle of a rendering that was started with a completion handler.
public struct RenderTicket: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Calls the rendering off: its handler is told `CancellationError`, unless it was told something before.
  /// Any thread may call it, more than once.
  public func cancel() { onCancel() }
}
