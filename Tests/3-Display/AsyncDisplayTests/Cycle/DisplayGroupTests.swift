// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// I29: the members of a group are published in one turn, or none of them is.
@Suite struct DisplayGroupTests {
  @Test func groupedCyclesCommitInOneTurn() {
    let harness = Harness(lanes: 1, clients: 3)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
    }
    harness.settle()
    #expect(Set(harness.turns).count == 1)
    #expect(harness.turns.count == 3)
  }

  /// The result of a display that was superseded meanwhile does not complete the group.
  @Test func aStaleResultDoesNotCompleteAGroup() {
    let harness = Harness(lanes: 1, clients: 2)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.display() } }
    }
    while harness.lanes.isReady(0) { harness.lanes.step(0) }
    // Both are drawn; one is displayed again before the commit queue comes to the results.
    harness.queue.run { harness.clients[0].cycle.display() }
    harness.settle()
    #expect(Set(harness.turns).count == 1)
    #expect(harness.turns.count == 2)
  }

  /// When the drawing of a member fails or cancels itself, the others keep their contents.
  @Test(arguments: 1...3, [CancellationError() as any Error, DisplayError(.drawingFailed)])
  func aMemberThatFailsEndsItsGroup(number: Int, error: any Error) {
    let harness = Harness(clients: 3)
    harness.work = { [unowned harness] _ in if harness.draws == number { throw error } }
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
    }
    harness.settle()
    #expect(harness.turns.isEmpty)
    #expect(harness.clients.filter(\.needsDisplay).count == (error is DisplayError ? 2 : 3))
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A member that cannot be drawn fails, and the others keep their contents.
  @Test func aMemberThatCannotBeDrawnEndsItsGroup() {
    let harness = Harness(clients: 3)
    harness.clients[1].size = Size(width: -1, height: 4)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
    }
    harness.settle()
    #expect(harness.turns.isEmpty)
    #expect([0, 2].allSatisfy { harness.clients[$0].needsDisplay })
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// Displays two members; the first one is `progressive` and has finished, the other one has not
  /// begun.
  private func beginGroup(_ harness: Harness) {
    harness.queue.run {
      harness.clients[0].cycle.setPolicy(.progressive)
      harness.coordinator.group { for client in harness.clients[..<2] { client.cycle.display() } }
    }
    for _ in 0..<100 where harness.draws == 0 || harness.lanes.busyCount > 0 {
      harness.lanes.step(0)
    }
    while harness.queue.step() {}
    #expect(harness.draws == 1 && harness.turns.isEmpty)
  }

  /// A finished member is displayed twice more while the group waits: its first display takes part.
  @Test func aMemberThatHasFinishedStaysSo() {
    let harness = Harness(clients: 2)
    beginGroup(harness)
    for name in ["b", "c"] {
      harness.queue.run {
        harness.client.name = name
        harness.client.cycle.display()
      }
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["c", "a"])
    #expect(harness.clients.allSatisfy { !$0.isPending })
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A member that has finished joins another group: its display is committed all the same.
  @Test func aMemberThatJoinsAnotherGroupIsCommitted() {
    let harness = Harness(clients: 3)
    beginGroup(harness)
    harness.queue.run {
      harness.coordinator.group {
        harness.client.name = "b"
        harness.client.cycle.display()
        harness.clients[2].cycle.display()
      }
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["b", "a", "a"])
    #expect(harness.clients.allSatisfy { !$0.isPending })
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A member is cancelled, and its callback takes the last unfinished one out of the group: the
  /// others are not shown without the cancelled one.
  @Test func aGroupIsNotCompleteWithoutACancelledMember() {
    let harness = Harness(clients: 3)
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.display() } }
    }
    for _ in 0..<100 where harness.draws < 2 || harness.lanes.busyCount > 0 {
      harness.lanes.step(0)
    }
    while harness.queue.step() {}
    #expect(harness.draws == 2 && harness.turns.isEmpty)
    harness.client.onEnd = { _ in harness.clients[2].cycle.displayAndWait() }
    harness.queue.run { harness.client.cycle.cancel() }
    harness.client.onEnd = nil
    #expect(harness.clients.map(\.shown) == [nil, nil, "a"])
    #expect(harness.clients.map(\.needsDisplay) == [true, true, false])
    harness.settle()
    #expect(harness.coordinator.inFlightCount == 0)
  }

  // MARK: User code in between

  /// Records the contents of all members at each `didCommit` of one of them.
  private func watch(_ harness: Harness) -> () -> [[String?]] {
    final class Sights { var all: [[String?]] = [] }
    let sights = Sights()
    for client in harness.clients {
      let before = client.onShow
      client.onShow = { [unowned harness] in
        sights.all.append(harness.clients.map(\.shown))
        before?()
      }
    }
    return { sights.all }
  }

  private func display(_ harness: Harness, _ indices: [Int], _ name: String) {
    harness.coordinator.group {
      for index in indices {
        harness.clients[index].name = name
        harness.clients[index].cycle.display()
      }
    }
  }

  /// The callback of one member finds the others shown as well, also if it cancels or invalidates
  /// them.
  @Test(arguments: [false, true]) func allAreShownBeforeCallbacksRun(cancels: Bool) {
    let harness = Harness(clients: 3)
    harness.queue.run { display(harness, [0, 1, 2], "a") }
    harness.client.onShow = { [unowned harness] in
      guard harness.client.name == "a", harness.clients[1].name == "a" else { return }
      if cancels { return harness.clients[1].cycle.cancel() }
      harness.clients[1].name = "b"
      harness.clients[1].cycle.setNeedsDisplay()
    }
    let sights = watch(harness)
    harness.settle()
    #expect(sights().first == ["a", "a", "a"])
    #expect(harness.clients.map(\.shown) == ["a", cancels ? "a" : "b", "a"])
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A callback of one member displays another at once: the end of that one's first display comes
  /// first.
  @Test func callbacksOfAMemberThatIsDisplayedAgainKeepTheirOrder() {
    let harness = Harness(clients: 2)
    harness.queue.run { display(harness, [0, 1], "a") }
    harness.client.onShow = { [unowned harness] in
      harness.clients[1].name = "b"
      harness.clients[1].cycle.setNeedsDisplay()
      harness.clients[1].cycle.displayAndWait()
    }
    harness.clients[1].onShow = { [unowned harness] in
      harness.log.append("told \(harness.clients[1].shown ?? "")")
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["a", "b"])
    let told = harness.log.filter { !$0.hasPrefix("will") }
    let expected = ["show a", "show a", "told a", "did a true", "show b", "told b", "did b true"]
    #expect(told == expected + ["did a true"])
  }

  /// A group of two, one of them `progressive`, that are drawn but not committed.
  private func drawnHarness() -> Harness {
    let harness = Harness(clients: 2)
    harness.queue.run {
      harness.client.cycle.setPolicy(.progressive)
      display(harness, [0, 1], "a")
    }
    harness.settleLanes()
    return harness
  }

  /// A member that shows other content by the time the last one has finished: all wait for it.
  @Test func aProgressiveMemberThatIsOutOfDateIsWaitedFor() {
    let harness = drawnHarness()
    harness.queue.run {
      (harness.client.name, harness.client.identity) = ("b", 2)
      harness.client.cycle.setNeedsDisplay()
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["b", "a"])
    #expect(Set(harness.turns).count == 1 && harness.turns.count == 2)
  }

  /// A client that changes its content in each display pass does not keep the others waiting for
  /// ever.
  @Test func aMemberThatIsNeverUpToDateIsShown() {
    let harness = drawnHarness()
    var asked = 0
    harness.client.onPrepare = { [unowned harness] in
      asked += 1
      if asked < 1000 { harness.client.cycle.setNeedsDisplay() }
    }
    harness.queue.run { harness.client.cycle.setNeedsDisplay() }
    #expect(harness.queue.step())
    #expect(harness.clients.map(\.shown) == ["a", "a"] && asked < 20)
    harness.settle()
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A callback of the cancelled group displays another member again: that display is not
  /// cancelled.
  @Test(arguments: [0, 1]) func aDisplayAfterTheEndIsShown(teller: Int) {
    let harness = Harness(clients: 3)
    harness.queue.run { display(harness, [0, 1, 2], "a") }
    harness.clients[teller].onEnd = { [unowned harness] _ in
      harness.clients[teller].onEnd = nil
      harness.clients[2].name = "again"
      harness.clients[2].cycle.setNeedsDisplay()
    }
    harness.queue.run { harness.client.cycle.cancel() }
    harness.settle()
    #expect(harness.clients.map(\.shown) == [nil, nil, "again"])
    #expect(harness.clients.map(\.needsDisplay) == [true, true, false])
  }

  // MARK: Groups that meet

  /// The same members once more, while one of them has finished.
  @Test func theSameGroupAgainTakesTheFirstOneAlong() {
    let harness = Harness(clients: 2)
    harness.queue.run { display(harness, [1, 0], "a") }
    for _ in 0..<100 where harness.draws == 0 || harness.lanes.busyCount > 0 {
      harness.lanes.step(0)
    }
    while harness.queue.step() {}
    let sights = watch(harness)
    harness.queue.run { display(harness, [0, 1], "b") }
    #expect(harness.clients.map(\.shown) == [nil, nil])
    harness.settle()
    #expect(sights() == [["b", "b"], ["b", "b"]])
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// Two groups that have a member in common are one.
  @Test(arguments: [[0, 1], [1, 0]]) func groupsWithACommonMemberAreOne(order: [Int]) {
    let harness = Harness(clients: 3)
    let sights = watch(harness)
    harness.queue.run {
      display(harness, order, "a")
      display(harness, [0, 2], "b")
    }
    harness.settle()
    #expect(sights() == Array(repeating: ["b", "a", "b"], count: 3))
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// The callback of a cleared member takes the others to another group: the member leaves that
  /// one.
  @Test func aClearedMemberLeavesTheGroupItWasTakenTo() {
    let harness = Harness(clients: 3)
    harness.client.drawsNothing = true
    harness.client.onEnd = { [unowned harness] _ in display(harness, [1, 2], "b") }
    harness.queue.run {
      harness.coordinator.group {
        for index in [1, 0] { harness.clients[index].cycle.setNeedsDisplay() }
      }
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == [nil, "b", "b"])
    #expect(harness.clients.allSatisfy { !$0.isPending })
  }

  /// The first group has room, so the other's members must not be kept waiting for theirs.
  @Test func roomIsForAllWhoComeTogether() {
    let harness = Harness(clients: 4, byteLimit: 64)
    harness.queue.run { display(harness, [0, 1], "a") }
    harness.lanes.step(0)
    harness.queue.run {
      harness.clients[3].cycle.display()
      display(harness, [1, 2], "b")
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["a", "b", "b", "a"])
    #expect(harness.coordinator.inFlightCount == 0 && harness.coordinator.uncommittedByteCount == 0)
  }

  // MARK: Ends in the body

  /// A member that is cancelled in the body cancels the group, with those that join later.
  @Test(arguments: [false, true]) func aCancelInTheBodyIsForAll(isSuspend: Bool) {
    let harness = Harness(clients: 3)
    harness.queue.run {
      harness.coordinator.group {
        harness.client.cycle.display()
        if isSuspend { harness.client.cycle.suspend() } else { harness.client.cycle.cancel() }
        harness.clients[1].cycle.display()
        harness.clients[2].cycle.setNeedsDisplay()
      }
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == [nil, nil, nil])
    #expect(harness.clients.map(\.needsDisplay) == [true, true, true])
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A member that is cancelled in the body and displayed again takes part.
  @Test func whoIsDisplayedAgainInTheBodyTakesPart() {
    let harness = Harness(clients: 2)
    let sights = watch(harness)
    harness.queue.run {
      harness.coordinator.group {
        harness.client.cycle.display()
        harness.client.cycle.cancel()
        harness.clients[1].cycle.display()
        harness.client.name = "b"
        harness.client.cycle.display()
      }
    }
    harness.settle()
    #expect(sights() == [["b", "a"], ["b", "a"]])
  }

  /// A size that cannot be drawn, found in the body.
  @Test func aBadSizeInTheBodyIsForAll() {
    let harness = Harness(clients: 2)
    harness.client.size = Size(width: .nan, height: 4)
    harness.queue.run { display(harness, [0, 1], "a") }
    harness.settle()
    #expect(harness.clients.map(\.shown) == [nil, nil])
    #expect(harness.clients[1].needsDisplay)
  }

  // MARK: Members that leave, and members that stand

  /// Draws one, and commits what there is.
  private func drawOne(_ harness: Harness) {
    let before = harness.draws
    for _ in 0..<100 where harness.draws == before || harness.lanes.busyCount > 0 {
      harness.lanes.step(0)
    }
    while harness.queue.step() {}
  }

  /// `displayAndWait` leaves the group; a callback of the others takes the cycle to another one.
  @Test(arguments: [false, true]) func aWaitAndANewGroup(invalidates: Bool) {
    let harness = Harness(clients: 3)
    harness.queue.run { display(harness, [1, 0], "a") }
    drawOne(harness)
    #expect(harness.turns.isEmpty && harness.draws == 1)
    harness.clients[1].onShow = { [unowned harness] in
      harness.clients[1].onShow = nil
      harness.coordinator.group {
        for index in [0, 2] {
          harness.clients[index].name = "b"
          let cycle = harness.clients[index].cycle
          if invalidates { cycle.setNeedsDisplay() } else { cycle.display() }
        }
      }
    }
    harness.queue.run { harness.client.cycle.displayAndWait() }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["b", "a", "b"])
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A newer display expires behind one that has finished and stands for its cycle.
  @Test(arguments: [false, true]) func aNewerOneExpires(isDrawn: Bool) {
    let harness = Harness(clients: 2)
    harness.queue.run {
      harness.clients[0].cycle.setPolicy(.progressive)
      display(harness, [0, 1], "a")
    }
    if isDrawn { drawOne(harness) } else { harness.lanes.step(0) }
    harness.queue.run {
      harness.client.name = "b"
      harness.client.deadline = .seconds(1)
      harness.client.cycle.display()
    }
    harness.queue.advance(by: 1_000_000_000)
    while harness.queue.step() {}
    harness.settle()
    #expect(harness.coordinator.inFlightCount == 0)
    #expect(harness.clients.map(\.shown) == ["a", "a"])
  }

  /// What needs display already takes part if the body displays it.
  @Test func displayIfNeededTakesPart() {
    let harness = Harness(clients: 2)
    let sights = watch(harness)
    harness.queue.run {
      harness.client.cycle.setNeedsDisplay()
      harness.coordinator.group {
        harness.client.cycle.displayIfNeeded()
        harness.clients[1].cycle.display()
      }
    }
    drawOne(harness)
    harness.settle()
    #expect(sights() == [["a", "a"], ["a", "a"]])
  }
}
