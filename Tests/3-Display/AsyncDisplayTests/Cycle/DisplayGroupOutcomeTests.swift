// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// I29: every member of a group that is not published is told so, once.
@Suite struct DisplayGroupOutcomeTests {
  /// The second member cannot be drawn; the displays of those behind it have not begun.
  @Test func membersWhoseDisplayHasNotBegunAreToldToo() {
    let harness = Harness(clients: 5)
    harness.clients[1].size = Size(width: 1e7, height: 4)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
    }
    harness.settle()
    let failed = DisplayOutcome.failed(DisplayError(.badSize))
    for (index, client) in harness.clients.enumerated() {
      #expect(client.outcomes == [index == 1 ? failed : .cancelled(.group)], "\(index)")
      #expect(client.needsDisplay == (index != 1))
    }
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A member is cancelled before any display has begun.
  @Test func aCancelBeforeTheFirstDisplayIsTold() {
    let harness = Harness(clients: 3)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
      harness.clients[0].cycle.cancel()
    }
    harness.settle()
    #expect(harness.clients.map(\.outcomes) == [[], [.cancelled(.group)], [.cancelled(.group)]])
    #expect(harness.coordinator.inFlightCount == 0)
  }
}
