// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The open sequences of one layer that have the same elements.
@MainActor
final class Subscribers<Element: Sendable> {
  private var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
  private var nextID: UInt64 = 0

  var count: Int { continuations.count }

  /// Starts a sequence; it ends with ``finish()``.
  ///
  /// - Parameters:
  ///   - first: The first element, if there is one already.
  ///   - limit: The most elements that it buffers; newer ones replace older ones.
  func sequence(first: Element?, buffering limit: Int) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    let id = nextID
    nextID += 1
    continuations[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor [weak self] in self?.remove(id) }
    }
    if let first { continuation.yield(first) }
    return stream
  }

  private func remove(_ id: UInt64) { continuations[id] = nil }

  func yield(_ element: Element) {
    for continuation in continuations.values { continuation.yield(element) }
  }

  /// Ends all sequences.
  func finish() {
    let ended = continuations
    continuations = [:]
    for continuation in ended.values { continuation.finish() }
  }

  /// Ends all sequences.
  nonisolated deinit {
    for continuation in continuations.values { continuation.finish() }
  }
}
