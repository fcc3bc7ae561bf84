// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The open sequences of one layer that have the same elements.
struct Subscribers<Element: Sendable> {
  typealias Continuation = AsyncStream<Element>.Continuation

  private var continuations: [UInt64: Continuation] = [:]
  private var nextID: UInt64 = 0

  var count: Int { continuations.count }

  /// Adds a sequence and returns the number under which it is removed again.
  mutating func add(_ continuation: Continuation) -> UInt64 {
    defer { nextID += 1 }
    continuations[nextID] = continuation
    return nextID
  }

  mutating func remove(_ id: UInt64) { continuations[id] = nil }

  func yield(_ element: Element) {
    if continuations.isEmpty { return }
    for continuation in continuations.values { continuation.yield(element) }
  }

  /// Ends all sequences.
  func finish() {
    for continuation in continuations.values { continuation.finish() }
  }
}
