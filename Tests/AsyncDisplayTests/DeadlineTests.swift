// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import AsyncDisplay

/// How long a display may take, and what that costs.
@Suite struct DeadlineTests {
  private static let hour = Duration.seconds(3600)

  private func pass(_ stage: Stage, _ nanoseconds: UInt64) {
    stage.queue.advance(by: nanoseconds)
    while stage.queue.step() {}
  }

  /// However often an owner is displayed, it has one timer.
  @Test func anOwnerHasOneTimer() {
    let stage = Stage()
    stage.face.deadline = Self.hour
    for _ in 0..<1000 {
      stage.turn { $0.owner.display() }
      stage.settle()
      stage.queue.advance(by: 10_000_000)
    }
    while stage.queue.step() {}
    #expect(stage.queue.timerCount == 1)
    #expect(stage.log.last == "did a true")
  }

  /// When the timer has fired and nothing is under way, there is none.
  @Test func anOwnerThatIsUpToDateHasNone() {
    let stage = Stage()
    stage.face.deadline = Self.hour
    stage.turn { $0.owner.display() }
    stage.settle()
    pass(stage, 3_600_000_000_000)
    #expect(stage.queue.timerCount == 0)
    #expect(stage.shown == "a" && stage.log.last == "did a true")
  }

  /// The timer of an older display finds a newer one, and waits on for that.
  @Test func aNewerDisplayHasAllItsTime() {
    let stage = Stage()
    stage.face.deadline = .seconds(10)
    stage.turn { $0.owner.display() }
    pass(stage, 6_000_000_000)
    stage.turn {
      $0.name = "b"
      $0.owner.display()
    }
    pass(stage, 6_000_000_000)
    #expect(stage.face.isPending && stage.queue.timerCount == 1)
    pass(stage, 3_999_999_999)
    #expect(stage.face.isPending)
    pass(stage, 1)
    #expect(!stage.face.isPending && stage.log.last == "did b false")
    #expect(stage.queue.timerCount == 0)
  }

  /// A shorter deadline does not wait for the timer of a longer one, and many of them leave few timers behind.
  @Test func aShorterDeadlineIsKept() {
    let stage = Stage()
    for seconds in (1...1000).reversed() {
      stage.face.deadline = .seconds(seconds)
      stage.turn { $0.owner.display() }
    }
    #expect(stage.queue.timerCount <= 11)
    pass(stage, 999_999_999)
    #expect(stage.face.isPending)
    pass(stage, 1)
    #expect(!stage.face.isPending)
    pass(stage, 1_000_000_000_000)
    #expect(stage.queue.timerCount == 0)
  }

  /// With `progressive`, the one that is drawn and the one that waits each have their own time.
  @Test func twoDisplaysOfAnOwnerHaveTheirOwnTimes() {
    for (first, second) in [(10, 1), (1, 10)] {
      let stage = Stage()
      stage.turn {
        $0.owner.setPolicy(.progressive)
        $0.deadline = .seconds(first)
        $0.owner.display()
      }
      stage.lanes.step(0)
      stage.turn {
        $0.name = "b"
        $0.deadline = .seconds(second)
        $0.owner.display()
      }
      pass(stage, 1_000_000_000)
      #expect(stage.log.last == (first == 1 ? "did a false" : "did b false"))
      pass(stage, 9_000_000_000)
      #expect(stage.log.last == (first == 1 ? "did b false" : "did a false"))
      #expect(!stage.face.isPending)
    }
  }

  /// An owner that is gone is held by no timer, and the timer finds nothing.
  @Test func aTimerDoesNotHoldItsOwner() {
    let stage = Stage()
    let queue = stage.queue
    weak var owner: DisplayOwner?
    do {
      let client = GoingFace()
      let made = DisplayOwner(coordinator: stage.coordinator, client: client)
      owner = made
      queue.run { made.display() }
      stage.settle()
      queue.run { made.drop() }
      stage.settle()
    }
    #expect(queue.timerCount == 1)
    #expect(owner == nil)
    pass(stage, 3_600_000_000_000)
    #expect(queue.timerCount == 0)
  }
}

// @unchecked Sendable: used on one thread.
private final class GoingFace: DisplayClient, @unchecked Sendable {
  func prepareDisplay() -> DisplayRequest {
    let task = DisplayTask<Void>(display: { _, _, _ in })
    var request = DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 4, height: 4), scale: 1)
    request.deadline = .seconds(3600)
    return request
  }

  func show(_ update: DisplayUpdate) {}
}
