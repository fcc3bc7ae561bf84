// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A counter of the polls of a cancellation.
final class Polls: Sendable {
  private let polls = Atomic<Int>(0)

  func count() -> Int { polls.add(1, ordering: .relaxed).newValue }

  var value: Int { polls.load(ordering: .relaxed) }
}
