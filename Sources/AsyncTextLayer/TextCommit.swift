// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TextGraphics
public import TextModel
public import TextTypesetting

/// What a layer committed: everything from one snapshot.
public struct TextCommit: Sendable {
  /// The picture; `nil` where the contents were cleared.
  public let image: Bitmap?
  /// The layout that the picture shows; `nil` where the contents were cleared.
  public let layout: TextLayout?
  /// The size that was drawn, in points.
  public let size: Size
  /// Device pixels per point.
  public let scale: Double
  /// The generation of the display; later commits of a layer have greater ones.
  public let generation: UInt64
}

/// Those who listen to a layer's commits. When it goes, their sequences end.
final class CommitObservers: Sendable {
  private struct State {
    var next = 0
    var continuations: [Int: AsyncStream<TextCommit>.Continuation] = [:]
  }

  private let state = Mutex(State())

  deinit {
    for continuation in state.withLock({ $0.continuations.values.map { $0 } }) {
      continuation.finish()
    }
  }

  func makeStream() -> AsyncStream<TextCommit> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TextCommit.self, bufferingPolicy: .bufferingNewest(1))
    let key = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      let gone = self?.state.withLock { $0.continuations.removeValue(forKey: key) }
      _ = gone
    }
    return stream
  }

  func tell(_ commit: TextCommit) {
    for continuation in state.withLock({ $0.continuations.values.map { $0 } }) {
      continuation.yield(commit)
    }
  }
}
