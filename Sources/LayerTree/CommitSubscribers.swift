// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay

/// The open `commits` sequences of one layer.
struct CommitSubscribers {
  typealias Continuation = AsyncStream<DisplayContents>.Continuation

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

  func yield(_ contents: DisplayContents) {
    if continuations.isEmpty { return }
    for continuation in continuations.values { continuation.yield(contents) }
  }

  /// Ends all sequences.
  func finish() {
    for continuation in continuations.values { continuation.finish() }
  }
}
