// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A loader that wraps code with a callback.
///
/// Only the first answer is used. Further ones, and answers after the request was cancelled or has
/// timed out, have no effect. Code that never answers runs into the store's time limit.
public struct CallbackImageLoader: ImageLoader {
  /// Receives the bytes of an image or a failure; may be called on any thread, any number of
  /// times.
  public typealias Answer = @Sendable (Result<[UInt8], any Error>) -> Void
  /// Starts to load an image, without blocking; returns a function that stops it.
  public typealias Start =
    @Sendable (_ request: ImageRequest, _ answer: @escaping Answer) -> (@Sendable () -> Void)?

  private let start: Start

  /// Creates a loader.
  ///
  /// - Parameter start: Starts to load an image. It may return a function, which is called at most
  ///   once, when the request is cancelled or has timed out.
  public init(_ start: @escaping Start) { self.start = start }

  /// Starts to load an image, and waits for the first answer.
  ///
  /// - Throws: The failure of the answer; `CancellationError`.
  public func data(for request: ImageRequest) async throws -> [UInt8] {
    try await CallbackCall.answer { answer in start(request) { answer($0) } }
  }
}
