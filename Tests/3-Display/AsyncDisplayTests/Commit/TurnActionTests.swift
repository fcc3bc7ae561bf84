// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay

/// Actions before the displays of a turn, and after the last of them.
struct TurnActionTests {
  private let harness = Harness(clients: 2)

  @Test func anActionComesBeforeTheDisplaysOfItsTurn() {
    harness.turn { client in
      client.cycle.setNeedsDisplay()
      harness.coordinator.enqueue { [harness] in harness.log.append("first") }
    }
    harness.settle()
    #expect(harness.log.first == "first" && harness.log.count > 1)
  }

  @Test func aLastActionComesWhenNothingIsLeftToDisplay() {
    harness.turn { client in
      harness.coordinator.enqueueLast { [harness] in
        harness.log.append("last")
        #expect(!harness.clients[0].cycle.needsDisplay && !harness.clients[1].cycle.needsDisplay)
      }
      // Invalidated while the first is displayed: its pass is one of the next turn.
      client.onPrepare = { [harness] in harness.clients[1].cycle.setNeedsDisplay() }
      client.cycle.setNeedsDisplay()
    }
    harness.settle()
    #expect(harness.log.filter { $0 == "last" }.count == 1)
    #expect(harness.coordinator.inFlightCount == 0)
  }

  @Test(arguments: [false, true]) func aLastActionIsFollowedByWhatItAsksFor(displays: Bool) {
    harness.queue.run {
      harness.coordinator.enqueueLast { [harness] in
        harness.log.append("one")
        if displays { harness.client.cycle.setNeedsDisplay() }
        harness.coordinator.enqueueLast { harness.log.append("two") }
      }
    }
    harness.settle()
    #expect(harness.log.first == "one" && harness.log.contains("two"))
    #expect((harness.shown != nil) == displays)
  }
}
