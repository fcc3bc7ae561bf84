// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import TextModel
import TextRuntime

/// Where a task's cancellation meets the job that it awaits, whichever comes first.
final class JobBox<Value: Sendable>: Sendable {
  private enum State {
    case waiting
    case holding(RenderJob<Value>, LaneJob)
    case cancelled
  }

  private let lanes: RenderLanes
  private let state = Mutex(State.waiting)

  init(on lanes: RenderLanes) { self.lanes = lanes }

  /// Holds a job that is about to be queued.
  ///
  /// - Returns: `false` if the task was cancelled before.
  func hold(_ job: RenderJob<Value>, _ laneJob: LaneJob) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return false }
      state = .holding(job, laneJob)
      return true
    }
  }

  func cancel() {
    let old = state.withLock { state in
      defer { state = .cancelled }
      return state
    }
    // (Before it is queued, too: then it is not.)
    if case .holding(let job, let laneJob) = old { job.cancel(laneJob, on: lanes) }
  }
}
