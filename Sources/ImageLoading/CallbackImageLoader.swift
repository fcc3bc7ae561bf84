// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

/// A loader over code that answers by a callback.
///
/// The first answer counts. Further ones, and answers after the request was cancelled or has timed
/// out, change nothing; code that never answers is called off like any other loader.
public struct CallbackImageLoader: ImageLoader {
  /// Receives the bytes of a picture or a failure; may be called on any thread, any number of
  /// times.
  public typealias Answer = @Sendable (Result<[UInt8], any Error>) -> Void
  /// Starts to load a picture, without blocking; returns a function that stops it.
  public typealias Start =
    @Sendable (_ request: ImageRequest, _ answer: @escaping Answer) -> (@Sendable () -> Void)?

  private let start: Start

  /// Creates a loader.
  ///
  /// - Parameter start: Starts to load a picture. It may return a function, which is called at most
  ///   once, when the request is cancelled or has timed out.
  public init(_ start: @escaping Start) { self.start = start }

  /// Starts to load a picture, and waits for the first answer.
  ///
  /// - Throws: The failure of the answer; `CancellationError`.
  public func data(for request: ImageRequest) async throws -> [UInt8] {
    let call = CallbackCall()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        call.setStop(start(request) { call.answer($0) })
      }
    } onCancel: {
      call.cancel()
    }
  }
}

/// One call of a loader that answers by a callback.
private final class CallbackCall: Sendable {
  private struct State {
    var continuation: CheckedContinuation<[UInt8], any Error>?
    var stop: (@Sendable () -> Void)?
    var isCancelled = false
    var isAnswered = false
  }

  private let state = Mutex(State())

  /// Sets what the first answer resumes.
  func wait(_ continuation: CheckedContinuation<[UInt8], any Error>) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  /// Sets what stops the loading; calls it if the call was cancelled meanwhile.
  func setStop(_ stop: (@Sendable () -> Void)?) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled, !state.isAnswered { state.stop = stop }
      return state.isCancelled
    }
    if isCancelled { stop?() }
  }

  func answer(_ result: Result<[UInt8], any Error>) {
    let (continuation, stop) = state.withLock { state in
      if !state.isCancelled { state.isAnswered = true }
      return (state.continuation.take(), state.stop.take())
    }
    continuation?.resume(with: result)
    // Released here, without the lock.
    _ = stop
  }

  func cancel() {
    let (continuation, stop) = state.withLock { state in
      if !state.isAnswered { state.isCancelled = true }
      return (state.continuation.take(), state.stop.take())
    }
    continuation?.resume(throwing: CancellationError())
    stop?()
  }
}
