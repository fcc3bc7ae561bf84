// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The open sequences of one source that have the same elements. Used from any thread; elements of
/// one thread keep their order.
package final class Subscribers<Element: Sendable>: Sendable {
  private struct State {
    var continuations: [UInt64: AsyncStream<Element>.Continuation] = [:]
    var nextID: UInt64 = 0
    var last: Element?
  }

  private let state = Mutex(State())
  private let replaysLast: Bool

  /// - Parameter replaysLast: Whether sequences start with the last element, if there was one.
  package init(replaysLast: Bool = false) { self.replaysLast = replaysLast }

  package var count: Int { state.withLock { $0.continuations.count } }

  /// Starts a sequence; it ends with ``finish()``.
  ///
  /// - Parameters:
  ///   - first: The first element, if there is one already.
  ///   - limit: The most elements that it buffers; newer ones replace older ones.
  package func sequence(first: Element?, buffering limit: Int) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    // The first element is sent within the lock, so that no newer element comes before it.
    let id = state.withLock { state in
      if let first = first ?? state.last { continuation.yield(first) }
      state.nextID += 1
      state.continuations[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  private func remove(_ id: UInt64) {
    _ = state.withLock { $0.continuations.removeValue(forKey: id) }
  }

  package func yield(_ element: Element) {
    let old = state.withLock { state in
      for continuation in state.continuations.values { continuation.yield(element) }
      return replaysLast ? exchange(&state.last, with: element) : nil
    }
    // The old element is freed here, without the lock.
    _ = old
  }

  package func finish() {
    let ended = state.withLock { exchange(&$0.continuations, with: [:]) }
    for continuation in ended.values { continuation.finish() }
  }

  deinit { finish() }
}
