// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import AsyncDisplay

/// User code that a display calls changes what is to be shown. (Schedules that were found at random, in short.)
@Suite struct ReentryTests {
  /// I24: of two displays in one turn, the end of the first one suspends.
  @Test func whatIsSuspendedMeanwhileIsNotShown() {
    let stage = Stage()
    let face = stage.face
    face.onShow = {
      guard face.shown == "a" else { return }
      face.name = "b"
      face.isSynchronous = true
      face.owner.display()
    }
    face.onEnd = { if $0 == "a" { face.owner.suspend() } }
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.shown == "a")
    #expect(!stage.log.contains("show b"))
    stage.turn { $0.owner.resume() }
    stage.settle()
    #expect(stage.shown == "b")
  }

  /// A stage whose one face is `progressive`, and is drawn but not committed.
  private func drawnStage() -> Stage {
    let stage = Stage()
    stage.turn {
      $0.owner.setPolicy(.progressive)
      $0.owner.display()
    }
    stage.settleLanes()
    return stage
  }

  /// I6: while a client is asked what it shows, it comes to show something else.
  @Test func whatBecomesOutOfDateMeanwhileIsNotShown() {
    let stage = drawnStage()
    let face = stage.face
    face.onPrepare = {
      guard face.name == "b" else { return }
      (face.name, face.identity) = ("c", 2)
      face.owner.setNeedsDisplay()
    }
    stage.turn {
      $0.name = "b"
      $0.owner.setNeedsDisplay()
    }
    stage.settle()
    #expect(stage.shown == "c")
    #expect(!stage.log.contains("show a"))
  }

  /// A client that is out of date each time it is asked is shown all the same.
  @Test func aClientThatIsNeverUpToDateIsShown() {
    let stage = drawnStage()
    let face = stage.face
    var asked = 0
    face.onPrepare = {
      asked += 1
      if asked < 1000 { face.owner.setNeedsDisplay() }
    }
    stage.turn { $0.owner.setNeedsDisplay() }
    #expect(stage.queue.step())
    #expect(stage.shown == "a" && asked < 10)
    stage.settle()
    #expect(asked >= 1000 && !face.owner.isPending)
  }

  /// Displays the first two in a group; the first one, which is `progressive`, has finished, the other has not begun.
  private func beginGroup(_ stage: Stage) {
    stage.queue.run {
      stage.faces[0].owner.setPolicy(.progressive)
      stage.coordinator.group { for face in stage.faces[..<2] { face.owner.display() } }
    }
    for _ in 0..<100 where stage.draws == 0 || stage.lanes.busyCount > 0 { stage.lanes.step(0) }
    while stage.queue.step() {}
    #expect(stage.draws == 1 && stage.turns.isEmpty)
  }

  /// A member of a group is displayed again, twice, while the group waits for another: its first display stands.
  @Test func aGroupDoesNotForgetWhoHasFinished() {
    let stage = Stage(faces: 2)
    beginGroup(stage)
    for name in ["b", "c"] {
      stage.queue.run {
        stage.face.name = name
        stage.face.owner.display()
      }
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["c", "a"])
    #expect(stage.faces.allSatisfy { !$0.owner.isPending })
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A member whose display has finished goes over to another group: the display is committed all the same.
  @Test func whoGoesToAnotherGroupIsNotForgotten() {
    let stage = Stage(faces: 3)
    beginGroup(stage)
    stage.queue.run {
      stage.coordinator.group {
        stage.face.name = "b"
        stage.face.owner.display()
        stage.faces[2].owner.display()
      }
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["b", "a", "a"])
    #expect(stage.faces.allSatisfy { !$0.owner.isPending })
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A member is called off; user code that is told so takes the last one that has not finished out of the group. The others do
  /// not come to be shown without the one that was called off.
  @Test func aGroupIsNotCompleteWithoutWhoWasCalledOff() {
    let stage = Stage(faces: 3)
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.display() } }
    }
    for _ in 0..<100 where stage.draws < 2 || stage.lanes.busyCount > 0 { stage.lanes.step(0) }
    while stage.queue.step() {}
    #expect(stage.draws == 2 && stage.turns.isEmpty)
    stage.face.onEnd = { _ in stage.faces[2].owner.displayAndWait() }
    stage.queue.run { stage.face.owner.cancel() }
    stage.face.onEnd = nil
    #expect(stage.faces.map(\.shown) == [nil, nil, "a"])
    #expect(stage.faces.map(\.owner.needsDisplay) == [true, true, false])
    stage.settle()
    #expect(stage.coordinator.inFlightCount == 0)
  }
}
