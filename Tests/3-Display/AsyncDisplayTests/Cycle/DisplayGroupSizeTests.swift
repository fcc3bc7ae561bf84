// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import AsyncDisplay

/// The cost of groups of thousands of members.
@Suite struct DisplayGroupSizeTests {
  enum Way: CaseIterable {
    /// All are drawn and committed.
    case commits
    /// One after the other leaves.
    case leave
    /// All are cancelled.
    case cancelled
  }

  /// The processor time of a group on the commit queue, in seconds.
  private func time(_ count: Int, _ way: Way) -> Double {
    let harness = Harness(clients: count, byteLimit: 1 << 30)
    var start = ThreadTime.now
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.display() } }
    }
    var time = ThreadTime.now - start
    if way == .commits { harness.settleLanes() }
    start = ThreadTime.now
    switch way {
    case .commits: break
    case .leave:
      harness.queue.run { for client in harness.clients { client.cycle.displayAndWait() } }
    case .cancelled: harness.queue.run { harness.clients[count / 2].cycle.cancel() }
    }
    while harness.queue.step() {}
    time += ThreadTime.now - start
    harness.settle()
    #expect(harness.turns.count == (way == .cancelled ? 0 : count))
    #expect(harness.coordinator.inFlightCount == 0)
    return time
  }

  /// Four times the members take four times as long, and not sixteen times.
  @Test(arguments: Way.allCases) func theTimeOfAMemberDoesNotGrow(way: Way) {
    let few = (0..<3).map { _ in time(2000, way) }.min() ?? 0
    let many = (0..<2).map { _ in time(8000, way) }.min() ?? 0
    print("groups of 2,000 and 8,000, \(way): \(few) s, \(many) s")
    #expect(many < 8 * few)
  }

  /// Members are committed in the order in which they came, also where others have left.
  @Test func theOrderIsThatInWhichTheyCame() {
    let harness = Harness(clients: 40)
    harness.queue.run {
      harness.coordinator.group {
        for (index, client) in harness.clients.enumerated() {
          client.name = "\(index)"
          client.cycle.display()
        }
        // These leave, and come again as the last ones.
        for client in harness.clients[..<30] { client.cycle.displayAndWait() }
        harness.log = []
        for client in harness.clients[..<2] { client.cycle.display() }
      }
    }
    harness.settle()
    let shown = harness.log.filter { $0.hasPrefix("show") }
    #expect(shown == (Array(30..<40) + [0, 1]).map { "show \($0)" })
  }
}
