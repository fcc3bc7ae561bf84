// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// Deadlines of displays, and the number of their timers.
@Suite struct DisplayDeadlinesTests {
  private static let hour = Duration.seconds(3600)

  private func pass(_ harness: Harness, _ nanoseconds: UInt64) {
    harness.queue.advance(by: nanoseconds)
    while harness.queue.step() {}
  }

  /// A cycle that is displayed many times has one timer.
  @Test func aCycleHasOneTimer() {
    let harness = Harness()
    harness.client.deadline = Self.hour
    for _ in 0..<1000 {
      harness.turn { $0.cycle.display() }
      harness.settle()
      harness.queue.advance(by: 10_000_000)
    }
    while harness.queue.step() {}
    #expect(harness.queue.timerCount == 1)
    #expect(harness.log.last == "did a true")
  }

  /// When the timer has fired and nothing is under way, there is none.
  @Test func aCycleThatIsUpToDateHasNone() {
    let harness = Harness()
    harness.client.deadline = Self.hour
    harness.turn { $0.cycle.display() }
    harness.settle()
    pass(harness, 3_600_000_000_000)
    #expect(harness.queue.timerCount == 0)
    #expect(harness.shown == "a" && harness.log.last == "did a true")
  }

  /// The timer of an older display finds a newer one, and waits on for that.
  @Test func aNewerDisplayHasAllItsTime() {
    let harness = Harness()
    harness.client.deadline = .seconds(10)
    harness.turn { $0.cycle.display() }
    pass(harness, 6_000_000_000)
    harness.turn {
      $0.name = "b"
      $0.cycle.display()
    }
    pass(harness, 6_000_000_000)
    #expect(harness.client.isPending && harness.queue.timerCount == 1)
    pass(harness, 3_999_999_999)
    #expect(harness.client.isPending)
    pass(harness, 1)
    #expect(!harness.client.isPending && harness.log.last == "did b false")
    #expect(harness.queue.timerCount == 0)
  }

  /// A shorter deadline has a timer of its own; many of them leave few timers pending.
  @Test func aShorterDeadlineIsKept() {
    let harness = Harness()
    for seconds in (1...1000).reversed() {
      harness.client.deadline = .seconds(seconds)
      harness.turn { $0.cycle.display() }
    }
    #expect(harness.queue.timerCount <= 11)
    pass(harness, 999_999_999)
    #expect(harness.client.isPending)
    pass(harness, 1)
    #expect(!harness.client.isPending)
    pass(harness, 1_000_000_000_000)
    #expect(harness.queue.timerCount == 0)
  }

  /// With `progressive`, the one that is drawn and the one that waits each have their own time.
  @Test func twoDisplaysOfACycleHaveTheirOwnTimes() {
    for (first, second) in [(10, 1), (1, 10)] {
      let harness = Harness()
      harness.turn {
        $0.cycle.setPolicy(.progressive)
        $0.deadline = .seconds(first)
        $0.cycle.display()
      }
      harness.lanes.step(0)
      harness.turn {
        $0.name = "b"
        $0.deadline = .seconds(second)
        $0.cycle.display()
      }
      pass(harness, 1_000_000_000)
      #expect(harness.log.last == (first == 1 ? "did a false" : "did b false"))
      pass(harness, 9_000_000_000)
      #expect(harness.log.last == (first == 1 ? "did b false" : "did a false"))
      #expect(!harness.client.isPending)
    }
  }

  /// A cycle that is gone is held by no timer, and the timer finds nothing.
  @Test func aTimerDoesNotHoldItsCycle() {
    let harness = Harness()
    let queue = harness.queue
    weak var cycle: DisplayCycle?
    do {
      let client = GoingClient()
      let made = DisplayCycle(coordinator: harness.coordinator, client: client)
      cycle = made
      queue.run { made.display() }
      harness.settle()
      queue.run { made.drop() }
      harness.settle()
    }
    #expect(queue.timerCount == 1)
    #expect(cycle == nil)
    pass(harness, 3_600_000_000_000)
    #expect(queue.timerCount == 0)
  }
}

// @unchecked Sendable: used on one thread.
private final class GoingClient: DisplayClient, @unchecked Sendable {
  func makeDisplayRequest() -> DisplayRequest {
    let task = DisplayTask<Void>(display: { _, _, _ in })
    var request = DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 4, height: 4), scale: 1)
    request.deadline = .seconds(3600)
    return request
  }

  func show(_ update: DisplayUpdate) {}
}
