// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageLoading
import SystemConcurrency

/// A loader that answers when the test says so, and counts.
final class GatedLoader: ImageLoader {
  private struct State {
    var calls: [ImageRequest] = []
    var cancelled: [String] = []
    var waiting: [(name: String, continuation: CheckedContinuation<[UInt8], any Error>)] = []
    var answers: [String: Result<[UInt8], any Error>] = [:]
  }

  private let state = Mutex(State())
  /// Whether calls go on after they were cancelled.
  private let ignoresCancellation: Bool

  /// Creates a loader that answers some names at once.
  init(_ answers: [String: [UInt8]] = [:], ignoresCancellation: Bool = false) {
    self.ignoresCancellation = ignoresCancellation
    state.withLock { $0.answers = answers.mapValues { .success($0) } }
  }

  /// The requests, in the order of the calls.
  var calls: [ImageRequest] { state.withLock { $0.calls } }
  /// The names of calls whose task was cancelled.
  var cancelled: [String] { state.withLock { $0.cancelled } }

  func data(for request: ImageRequest) async throws -> [UInt8] {
    let name = request.name
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<[UInt8], any Error>? in
          state.calls.append(request)
          let answer = state.answers[name]
          if answer == nil { state.waiting.append((name, continuation)) }
          return answer
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      state.withLock { $0.cancelled.append(name) }
      if !ignoresCancellation { resume(name, with: .failure(CancellationError())) }
    }
  }

  /// Answers all calls for a name, those to come too.
  func answer(_ name: String, with answer: Result<[UInt8], any Error>) {
    state.withLock { $0.answers[name] = answer }
    resume(name, with: answer)
  }

  private func resume(_ name: String, with answer: Result<[UInt8], any Error>) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.filter { $0.name == name }
      state.waiting.removeAll { $0.name == name }
      return waiting
    }
    for (_, continuation) in waiting { continuation.resume(with: answer) }
  }
}
