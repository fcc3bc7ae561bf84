// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// Where a task's cancellation meets the job that it awaits, whichever comes first.
final class JobBox<Value: Sendable>: Sendable {
  private enum State {
    case waiting
    case holding(RenderJob<Value>)
    case cancelled
  }

  private let state = Guarded(State.waiting)

  /// - Returns: `false` if the task was cancelled before.
  func hold(_ job: RenderJob<Value>) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return false }
      state = .holding(job)
      return true
    }
  }

  func cancel() {
    let job: RenderJob<Value>? = state.withLock { state in
      defer { state = .cancelled }
      if case .holding(let job) = state { return job }
      return nil
    }
    job?.cancel()
  }
}
