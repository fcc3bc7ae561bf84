// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing

@testable import SystemLanes

@Suite struct SerialQueueTests {
  /// Queues of one Dispatch queue are current together, whichever object refers to it, and
  /// no other.
  @Test func aQueueIsKnownAgain() {
    let main = (0..<3).map { _ in DispatchedQueue(.main) }
    let queue = DispatchQueue(label: "commits")
    let own = (0..<3).map { _ in DispatchedQueue(queue) }
    #expect(!own.contains { $0.isCurrent })
    queue.sync {
      #expect(own.allSatisfy { $0.isCurrent })
      #expect(!main.contains { $0.isCurrent })
    }
    // One that lies where another has lain is another.
    for _ in 0..<100 {
      let queue = DispatchQueue(label: "passing")
      let commits = DispatchedQueue(queue)
      queue.sync { #expect(commits.isCurrent && !own[0].isCurrent) }
    }
  }

  @MainActor @Test func theMainQueueIsKnownAgain() {
    let main = (0..<3).map { _ in DispatchedQueue(.main) }
    let isMain = main.map(\.isCurrent)
    #expect(isMain == [true, true, true])
  }
}
