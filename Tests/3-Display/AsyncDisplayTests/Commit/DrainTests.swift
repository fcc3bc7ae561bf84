// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import AsyncDisplay

/// `drain()` returns when no display is in flight and no display pass is pending.
struct DrainTests {
  private let harness = Harness(clients: 2)
  private let executor = ManualTaskExecutor()

  /// Begins to drain.
  ///
  /// - Returns: A flag that is set when it has returned.
  private func drain() -> Flag {
    let isDrained = Flag()
    Task(executorPreference: executor) { [coordinator = harness.coordinator] in
      await coordinator.drain()
      isDrained.set()
    }
    settleTasks()
    return isDrained
  }

  /// Runs the commit queue and the tasks; the lanes stand still.
  private func settleTasks() { while harness.queue.step() || executor.step() {} }

  @Test func itReturnsAtOnceAtRest() {
    #expect(drain().isSet)
  }

  @Test func itWaitsForDisplaysAndPasses() {
    harness.queue.run {
      harness.client.cycle.display()
      harness.clients[1].cycle.setNeedsDisplay()
    }
    let isDrained = drain()
    #expect(!isDrained.isSet)
    harness.lanes.step(0)
    settleTasks()
    #expect(!isDrained.isSet)
    harness.settle()
    settleTasks()
    #expect(isDrained.isSet && harness.turns.count == 2)
  }

  /// The last display ends by a call of the program, outside of the turns of the coordinator.
  @Test(arguments: [false, true]) func itReturnsAfterAnEndByACall(isCancelled: Bool) {
    harness.turn { $0.cycle.display() }
    let isDrained = drain()
    #expect(!isDrained.isSet)
    harness.turn { if isCancelled { $0.cycle.cancel() } else { $0.cycle.displayAndWait() } }
    settleTasks()
    #expect(isDrained.isSet)
  }

  @Test func allThatWaitReturn() {
    harness.turn { $0.cycle.display() }
    let flags = (0..<3).map { _ in drain() }
    #expect(flags.allSatisfy { !$0.isSet })
    harness.settle()
    settleTasks()
    #expect(flags.allSatisfy { $0.isSet })
  }
}
