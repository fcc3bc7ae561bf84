// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel

@testable import AsyncDisplay

/// I29: the members of a group are published in one turn, or none of them is.
@Suite struct DisplayGroupTests {
  @Test func groupedOwnersCommitInOneTurn() {
    let stage = Stage(lanes: 1, faces: 3)
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.setNeedsDisplay() } }
    }
    stage.settle()
    #expect(Set(stage.turns).count == 1)
    #expect(stage.turns.count == 3)
  }

  /// The result of a display that was superseded meanwhile does not complete the group.
  @Test func aStaleResultDoesNotCompleteAGroup() {
    let stage = Stage(lanes: 1, faces: 2)
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.display() } }
    }
    while stage.lanes.isReady(0) { stage.lanes.step(0) }
    // Both are drawn; one is displayed again before the commit queue comes to the results.
    stage.queue.run { stage.faces[0].owner.display() }
    stage.settle()
    #expect(Set(stage.turns).count == 1)
    #expect(stage.turns.count == 2)
  }

  /// When the drawing of a member fails, or calls itself off, the others keep what they have.
  @Test(arguments: 1...3, [CancellationError() as any Error, DisplayError(.drawingFailed)])
  func aMemberThatFailsEndsItsGroup(number: Int, error: any Error) {
    let stage = Stage(faces: 3)
    stage.work = { [unowned stage] _ in if stage.draws == number { throw error } }
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.setNeedsDisplay() } }
    }
    stage.settle()
    #expect(stage.turns.isEmpty)
    #expect(stage.faces.filter(\.needsDisplay).count == (error is DisplayError ? 2 : 3))
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A member that cannot be drawn has failed, and the others keep what they have.
  @Test func aMemberThatCannotBeDrawnEndsItsGroup() {
    let stage = Stage(faces: 3)
    stage.faces[1].size = Size(width: -1, height: 4)
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces { face.owner.setNeedsDisplay() } }
    }
    stage.settle()
    #expect(stage.turns.isEmpty)
    #expect([0, 2].allSatisfy { stage.faces[$0].needsDisplay })
    #expect(stage.coordinator.inFlightCount == 0)
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
    #expect(stage.faces.allSatisfy { !$0.isPending })
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
    #expect(stage.faces.allSatisfy { !$0.isPending })
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
    #expect(stage.faces.map(\.needsDisplay) == [true, true, false])
    stage.settle()
    #expect(stage.coordinator.inFlightCount == 0)
  }

  // MARK: User code in between

  /// What the members show whenever user code is told that one of them is shown, or that a display of one has ended.
  private func watch(_ stage: Stage) -> () -> [[String?]] {
    final class Sights { var all: [[String?]] = [] }
    let sights = Sights()
    for face in stage.faces {
      let before = face.onShow
      face.onShow = { [unowned stage] in
        sights.all.append(stage.faces.map(\.shown))
        before?()
      }
    }
    return { sights.all }
  }

  private func display(_ stage: Stage, _ indices: [Int], _ name: String) {
    stage.coordinator.group {
      for index in indices {
        stage.faces[index].name = name
        stage.faces[index].owner.display()
      }
    }
  }

  /// Who is told that one member is shown sees the others shown as well, whatever he does to them then.
  @Test(arguments: [false, true]) func allAreShownBeforeAnybodyIsTold(cancels: Bool) {
    let stage = Stage(faces: 3)
    stage.queue.run { display(stage, [0, 1, 2], "a") }
    stage.face.onShow = { [unowned stage] in
      guard stage.face.name == "a", stage.faces[1].name == "a" else { return }
      if cancels { return stage.faces[1].owner.cancel() }
      stage.faces[1].name = "b"
      stage.faces[1].owner.setNeedsDisplay()
    }
    let sights = watch(stage)
    stage.settle()
    #expect(sights().first == ["a", "a", "a"])
    #expect(stage.faces.map(\.shown) == ["a", cancels ? "a" : "b", "a"])
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A member that is displayed at once by who is told of another is told of its first display before that.
  @Test func whoIsDisplayedMeanwhileIsToldInOrder() {
    let stage = Stage(faces: 2)
    stage.queue.run { display(stage, [0, 1], "a") }
    stage.face.onShow = { [unowned stage] in
      stage.faces[1].name = "b"
      stage.faces[1].owner.setNeedsDisplay()
      stage.faces[1].owner.displayAndWait()
    }
    stage.faces[1].onShow = { [unowned stage] in
      stage.log.append("told \(stage.faces[1].shown ?? "")")
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["a", "b"])
    let told = stage.log.filter { !$0.hasPrefix("will") }
    let expected = ["show a", "show a", "told a", "did a true", "show b", "told b", "did b true"]
    #expect(told == expected + ["did a true"])
  }

  /// A group of two, one of them `progressive`, that are drawn but not committed.
  private func drawnStage() -> Stage {
    let stage = Stage(faces: 2)
    stage.queue.run {
      stage.face.owner.setPolicy(.progressive)
      display(stage, [0, 1], "a")
    }
    stage.settleLanes()
    return stage
  }

  /// A member that shows other content by the time the last one has finished: all wait for it.
  @Test func aProgressiveMemberThatIsOutOfDateIsWaitedFor() {
    let stage = drawnStage()
    stage.queue.run {
      (stage.face.name, stage.face.identity) = ("b", 2)
      stage.face.owner.setNeedsDisplay()
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["b", "a"])
    #expect(Set(stage.turns).count == 1 && stage.turns.count == 2)
  }

  /// A client that shows other content whenever it is asked does not keep the others waiting for ever.
  @Test func aMemberThatIsNeverUpToDateIsShown() {
    let stage = drawnStage()
    var asked = 0
    stage.face.onPrepare = { [unowned stage] in
      asked += 1
      if asked < 1000 { stage.face.owner.setNeedsDisplay() }
    }
    stage.queue.run { stage.face.owner.setNeedsDisplay() }
    #expect(stage.queue.step())
    #expect(stage.faces.map(\.shown) == ["a", "a"] && asked < 20)
    stage.settle()
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// Who is told that the group was called off displays another member again: that is not called off.
  @Test(arguments: [0, 1]) func whatIsAskedForAfterTheEndIsShown(teller: Int) {
    let stage = Stage(faces: 3)
    stage.queue.run { display(stage, [0, 1, 2], "a") }
    stage.faces[teller].onEnd = { [unowned stage] _ in
      stage.faces[teller].onEnd = nil
      stage.faces[2].name = "again"
      stage.faces[2].owner.setNeedsDisplay()
    }
    stage.queue.run { stage.face.owner.cancel() }
    stage.settle()
    #expect(stage.faces.map(\.shown) == [nil, nil, "again"])
    #expect(stage.faces.map(\.needsDisplay) == [true, true, false])
  }

  // MARK: Groups that meet

  /// The same members once more, while one of them has finished.
  @Test func theSameGroupAgainTakesTheFirstOneAlong() {
    let stage = Stage(faces: 2)
    stage.queue.run { display(stage, [1, 0], "a") }
    for _ in 0..<100 where stage.draws == 0 || stage.lanes.busyCount > 0 { stage.lanes.step(0) }
    while stage.queue.step() {}
    let sights = watch(stage)
    stage.queue.run { display(stage, [0, 1], "b") }
    #expect(stage.faces.map(\.shown) == [nil, nil])
    stage.settle()
    #expect(sights() == [["b", "b"], ["b", "b"]])
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// Two groups that have a member in common are one.
  @Test(arguments: [[0, 1], [1, 0]]) func groupsWithACommonMemberAreOne(order: [Int]) {
    let stage = Stage(faces: 3)
    let sights = watch(stage)
    stage.queue.run {
      display(stage, order, "a")
      display(stage, [0, 2], "b")
    }
    stage.settle()
    #expect(sights() == Array(repeating: ["b", "a", "b"], count: 3))
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A member that is cleared brings the others to another group while it is told so: it leaves that.
  @Test func whoIsClearedLeavesAlsoWhereItWasTaken() {
    let stage = Stage(faces: 3)
    stage.face.drawsNothing = true
    stage.face.onEnd = { [unowned stage] _ in display(stage, [1, 2], "b") }
    stage.queue.run {
      stage.coordinator.group {
        for index in [1, 0] { stage.faces[index].owner.setNeedsDisplay() }
      }
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == [nil, "b", "b"])
    #expect(stage.faces.allSatisfy { !$0.isPending })
  }

  /// The first group has room, so the other's members must not be kept waiting for theirs.
  @Test func roomIsForAllWhoComeTogether() {
    let stage = Stage(faces: 4, byteLimit: 64)
    stage.queue.run { display(stage, [0, 1], "a") }
    stage.lanes.step(0)
    stage.queue.run {
      stage.faces[3].owner.display()
      display(stage, [1, 2], "b")
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["a", "b", "b", "a"])
    #expect(stage.coordinator.inFlightCount == 0 && stage.coordinator.uncommittedByteCount == 0)
  }

  // MARK: Ends in the body

  /// Who is called off while the group is put together calls it off, with those who come after.
  @Test(arguments: [false, true]) func aCancelInTheBodyIsForAll(isSuspend: Bool) {
    let stage = Stage(faces: 3)
    stage.queue.run {
      stage.coordinator.group {
        stage.face.owner.display()
        if isSuspend { stage.face.owner.suspend() } else { stage.face.owner.cancel() }
        stage.faces[1].owner.display()
        stage.faces[2].owner.setNeedsDisplay()
      }
    }
    stage.settle()
    #expect(stage.faces.map(\.shown) == [nil, nil, nil])
    #expect(stage.faces.map(\.needsDisplay) == [true, true, true])
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// Who is called off and displayed again takes part.
  @Test func whoIsDisplayedAgainInTheBodyTakesPart() {
    let stage = Stage(faces: 2)
    let sights = watch(stage)
    stage.queue.run {
      stage.coordinator.group {
        stage.face.owner.display()
        stage.face.owner.cancel()
        stage.faces[1].owner.display()
        stage.face.name = "b"
        stage.face.owner.display()
      }
    }
    stage.settle()
    #expect(sights() == [["b", "a"], ["b", "a"]])
  }

  /// A size that cannot be drawn, found in the body.
  @Test func aBadSizeInTheBodyIsForAll() {
    let stage = Stage(faces: 2)
    stage.face.size = Size(width: .nan, height: 4)
    stage.queue.run { display(stage, [0, 1], "a") }
    stage.settle()
    #expect(stage.faces.map(\.shown) == [nil, nil])
    #expect(stage.faces[1].needsDisplay)
  }

  // MARK: Who leaves, and who stands

  /// Draws one, and commits what there is.
  private func drawOne(_ stage: Stage) {
    let before = stage.draws
    for _ in 0..<100 where stage.draws == before || stage.lanes.busyCount > 0 {
      stage.lanes.step(0)
    }
    while stage.queue.step() {}
  }

  /// Who waits for a display leaves its group; user code that is told of the others brings it to another one.
  @Test(arguments: [false, true]) func aWaitAndANewGroup(invalidates: Bool) {
    let stage = Stage(faces: 3)
    stage.queue.run { display(stage, [1, 0], "a") }
    drawOne(stage)
    #expect(stage.turns.isEmpty && stage.draws == 1)
    stage.faces[1].onShow = { [unowned stage] in
      stage.faces[1].onShow = nil
      stage.coordinator.group {
        for index in [0, 2] {
          stage.faces[index].name = "b"
          let owner = stage.faces[index].owner
          if invalidates { owner.setNeedsDisplay() } else { owner.display() }
        }
      }
    }
    stage.queue.run { stage.face.owner.displayAndWait() }
    stage.settle()
    #expect(stage.faces.map(\.shown) == ["b", "a", "b"])
    #expect(stage.coordinator.inFlightCount == 0)
  }

  /// A newer display expires behind one that has finished and stands for its owner.
  @Test(arguments: [false, true]) func aNewerOneExpires(isDrawn: Bool) {
    let stage = Stage(faces: 2)
    stage.queue.run {
      stage.faces[0].owner.setPolicy(.progressive)
      display(stage, [0, 1], "a")
    }
    if isDrawn { drawOne(stage) } else { stage.lanes.step(0) }
    stage.queue.run {
      stage.face.name = "b"
      stage.face.deadline = .seconds(1)
      stage.face.owner.display()
    }
    stage.queue.advance(by: 1_000_000_000)
    while stage.queue.step() {}
    stage.settle()
    #expect(stage.coordinator.inFlightCount == 0)
    #expect(stage.faces.map(\.shown) == ["a", "a"])
  }

  /// What needs display already takes part if the body displays it.
  @Test func displayIfNeededTakesPart() {
    let stage = Stage(faces: 2)
    let sights = watch(stage)
    stage.queue.run {
      stage.face.owner.setNeedsDisplay()
      stage.coordinator.group {
        stage.face.owner.displayIfNeeded()
        stage.faces[1].owner.display()
      }
    }
    drawOne(stage)
    stage.settle()
    #expect(sights() == [["a", "a"], ["a", "a"]])
  }
}
