// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Makes one `async` call of a function that answers by a callback.
///
/// The first answer counts. Further ones, and answers after a cancellation, change nothing.
package final class CallbackCall<Value: Sendable>: Sendable {
  /// Receives the answer; may be called on any thread, any number of times.
  package typealias Answer = @Sendable (Result<Value, any Error>) -> Void

  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var stop: (@Sendable () -> Void)?
    var isCancelled = false
    var isAnswered = false
  }

  private let state = Mutex(State())

  private init() {}

  /// Starts a call, and waits for its first answer.
  ///
  /// - Parameter start: Starts the call, without blocking; returns a function that stops it, which
  ///   is called at most once, when the task is cancelled.
  /// - Throws: The failure of the answer; `CancellationError`.
  package static func answer(
    _ start: (_ answer: @escaping Answer) -> (@Sendable () -> Void)?
  ) async throws -> Value {
    let call = CallbackCall()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        call.setStop(start { call.answer($0) })
      }
    } onCancel: {
      call.cancel()
    }
  }

  /// Sets the continuation that the first answer resumes.
  private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  /// Sets the function that stops the call, and calls it if the task was cancelled meanwhile.
  private func setStop(_ stop: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled, !state.isAnswered { state.stop = stop }
      return state.isCancelled
    }
    if isCancelled { stop?() }
  }

  private func answer(_ result: Result<Value, any Error>) {
    let (continuation, stop) = state.withLock { state in
      if !state.isCancelled { state.isAnswered = true }
      return (state.continuation.take(), state.stop.take())
    }
    continuation?.resume(with: result)
    // `stop` is released here, outside the lock, since its captures may have any `deinit`.
    _ = stop
  }

  private func cancel() {
    let (continuation, stop) = state.withLock { state in
      if !state.isAnswered { state.isCancelled = true }
      return (state.continuation.take(), state.stop.take())
    }
    continuation?.resume(throwing: CancellationError())
    stop?()
  }
}
