// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry

/// Cycles that wait for admission while the commit queue is blocked. A picture has 64 bytes.
struct AdmissionTests {
  /// A harness with room for some pictures, all of which are drawn and wait for their commit.
  ///
  /// - Parameters:
  ///   - room: The number of pictures that the bound admits.
  ///   - waiting: The number of further clients, which wait for admission.
  private func blocked(room: Int, waiting: Int) -> Harness {
    let harness = Harness(clients: room + waiting, byteLimit: 64 * room)
    for (index, client) in harness.clients.enumerated() { client.name = "\(index)" }
    harness.queue.run { for client in harness.clients { client.cycle.display() } }
    harness.settleLanes()
    #expect(harness.draws == room && harness.waitingCount == waiting)
    return harness
  }

  private func expectRest(_ harness: Harness) {
    #expect(harness.settle(steps: 100_000))
    #expect(harness.coordinator.inFlightCount == 0)
    #expect(harness.coordinator.uncommittedByteCount == 0)
    #expect(harness.waitingCount == 0)
  }

  private func shown(_ harness: Harness) -> [String] {
    harness.log.filter { $0.hasPrefix("show") }.map { String($0.dropFirst(5)) }
  }

  @Test func aBlockedCommitQueueHoldsNoMoreThanTheBound() {
    let harness = blocked(room: 3, waiting: 20)
    #expect(harness.coordinator.uncommittedByteCount == 192)
    #expect(harness.lanes.lanes.waitingCount == 0)
    expectRest(harness)
    #expect(harness.coordinator.peakUncommittedByteCount == 192)
    #expect(shown(harness) == (0..<23).map(String.init), "in the order of the requests")
  }

  /// How the only cycle with a large picture comes to wait no longer.
  enum Change: CaseIterable, Sendable {
    case cancelled, suspended, dropped, cleared, shrunk, waitedFor
  }

  /// The first waiter is too large for the room that there is, and the second one is not.
  @Test(arguments: Change.allCases) func othersFollowAFirstWaiterThatChanges(change: Change) {
    let harness = Harness(clients: 4, byteLimit: 256)
    for client in harness.clients[..<2] { harness.queue.run { client.cycle.display() } }
    let (large, small) = (harness.clients[2], harness.clients[3])
    large.size = Size(width: 8, height: 8)
    small.size = Size(width: 8, height: 4)
    harness.queue.run {
      large.cycle.display()
      // Uses the bypass quota up, so that the small one has to wait.
      harness.clients[1].size = Size(width: 8, height: 4)
      for _ in 0..<2 {
        harness.clients[1].cycle.display()
        harness.clients[1].cycle.cancel()
      }
      small.cycle.display()
    }
    #expect(harness.waitingCount == 2)
    harness.queue.run {
      switch change {
      case .cancelled: large.cycle.cancel()
      case .suspended: large.cycle.suspend()
      case .dropped: large.cycle.drop()
      case .cleared:
        large.drawsNothing = true
        large.cycle.display()
      case .shrunk:
        large.size = Size(width: 4, height: 4)
        large.cycle.display()
      case .waitedFor: large.cycle.displayAndWait()
      }
    }
    // The drop is carried out in a turn of its own; the lanes do nothing meanwhile.
    if change == .dropped { while harness.queue.step() {} }
    #expect(harness.waitingCount == 0, "\(change)")
    expectRest(harness)
    #expect(small.shown == "a")
  }

  /// A display that is replaced while it waits for a lane passes its bytes on, and its place with
  /// them.
  @Test func aReplacementKeepsItsReservationAndItsPlace() {
    let harness = Harness(clients: 4, byteLimit: 128)
    harness.queue.run {
      for (index, client) in harness.clients.enumerated() {
        client.name = "\(index)"
        client.cycle.display()
      }
    }
    #expect(harness.waitingCount == 2 && harness.lanes.lanes.waitingCount == 2)
    harness.queue.run {
      harness.client.name = "new"
      harness.client.cycle.display()
    }
    #expect(harness.coordinator.uncommittedByteCount == 128)
    #expect(harness.waitingCount == 2 && harness.lanes.lanes.waitingCount == 2)
    expectRest(harness)
    #expect(shown(harness) == ["new", "1", "2", "3"])
    #expect(harness.coordinator.peakUncommittedByteCount == 128)
  }

  /// A smaller replacement keeps only what it needs; a larger one returns its bytes and waits.
  @Test(arguments: [2.0, 8.0]) func aReplacementOfAnotherSize(width: Double) {
    let harness = Harness(clients: 3, byteLimit: 160)
    harness.queue.run { for client in harness.clients[..<2] { client.cycle.display() } }
    #expect(harness.coordinator.uncommittedByteCount == 128)
    harness.queue.run {
      harness.client.size.width = width
      harness.client.cycle.display()
    }
    #expect(harness.coordinator.uncommittedByteCount == (width == 2 ? 96 : 64))
    #expect(harness.waitingCount == (width == 2 ? 0 : 1))
    harness.queue.run { harness.clients[2].cycle.display() }
    #expect(harness.waitingCount == (width == 2 ? 0 : 1))
    expectRest(harness)
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
    #expect(harness.coordinator.peakUncommittedByteCount <= 160)
  }

  /// A display that is replaced while it waits for admission keeps its place there.
  @Test func aReplacedWaiterKeepsItsPlace() {
    let harness = blocked(room: 1, waiting: 3)
    harness.queue.run {
      harness.clients[1].name = "new"
      harness.clients[1].cycle.display()
    }
    #expect(harness.waitingCount == 3)
    expectRest(harness)
    #expect(shown(harness) == ["0", "new", "2", "3"])
  }

  @Test func aWaiterMovesToTheBandOfItsPriority() {
    let harness = blocked(room: 1, waiting: 3)
    harness.queue.run {
      harness.clients[1].cycle.priority = .near
      harness.clients[2].cycle.priority = .idle
    }
    expectRest(harness)
    #expect(shown(harness) == ["0", "3", "1", "2"])
  }

  @Test func aQueuedDisplayMovesToTheBandOfItsPriority() {
    let harness = Harness(clients: 3)
    harness.queue.run {
      for (index, client) in harness.clients.enumerated() {
        client.name = "\(index)"
        client.cycle.display()
      }
      harness.clients[0].cycle.priority = .near
    }
    expectRest(harness)
    #expect(shown(harness) == ["1", "2", "0"])
  }

  /// A cycle that no longer waits is not kept in the queue, also behind a waiter that has no room.
  @Test(arguments: [false, true]) func aCycleThatNoLongerWaitsLeavesTheQueue(isDropped: Bool) {
    let harness = blocked(room: 1, waiting: 3)
    let client = harness.clients[2]
    if isDropped {
      client.cycle.drop()
      harness.queue.run { client.cycle.endAll() }
    } else {
      harness.queue.run { client.cycle.displayAndWait() }
      #expect(client.shown == "2")
    }
    #expect(harness.waitingCount == 2)
    expectRest(harness)
    #expect(client.shown == (isDropped ? nil : "2"))
  }

  // MARK: Groups

  /// The members of a group wait for each other: with the first one all are admitted, over the
  /// bound.
  @Test func aGroupIsAdmittedAsAWhole() {
    let harness = Harness(clients: 5, byteLimit: 128)
    harness.queue.run {
      harness.client.cycle.display()
      harness.coordinator.group {
        for client in harness.clients[1...] { client.cycle.display() }
      }
    }
    #expect(harness.waitingCount == 0)
    #expect(harness.coordinator.uncommittedByteCount == 320)
    expectRest(harness)
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
  }

  /// Members that were waiting when their group came to have an admitted one are admitted with it.
  @Test func waitersFollowAMemberOfTheirGroup() {
    let harness = Harness(clients: 4, byteLimit: 64)
    harness.queue.run {
      harness.client.cycle.display()
      for client in harness.clients[1...] { client.cycle.display() }
    }
    #expect(harness.waitingCount == 3)
    harness.queue.run {
      harness.coordinator.group {
        for client in harness.clients { client.cycle.setNeedsDisplay() }
      }
    }
    expectRest(harness)
    #expect(Set(harness.turns).count == 1 && harness.turns.count == 4)
  }

  /// Several groups, each larger than the bound, and single displays between them.
  @Test func groupsThatWaitAreAllPublished() {
    let harness = Harness(lanes: 2, clients: 24, byteLimit: 128)
    harness.queue.run {
      for start in stride(from: 0, to: 24, by: 6) {
        harness.clients[start].cycle.display()
        harness.coordinator.group {
          for client in harness.clients[(start + 1)..<(start + 6)] { client.cycle.display() }
        }
      }
    }
    harness.settleLanes()
    #expect(harness.waitingCount == 18)
    expectRest(harness)
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
  }

  /// Four clients with pictures of 64, 64, 256 and 256 bytes, a bound of 256, and the first display
  /// under way.
  private func unequal() -> Harness {
    let harness = Harness(clients: 4, byteLimit: 256)
    for client in harness.clients[2...] { client.size = Size(width: 8, height: 8) }
    harness.queue.run { harness.client.cycle.display() }
    return harness
  }

  /// The members of a group that waits join an admitted one: all of them are admitted.
  @Test func aGroupThatWaitsIsAdmittedWithTheOneThatAbsorbsIt() {
    let harness = unequal()
    harness.queue.run {
      harness.coordinator.group {
        for client in harness.clients[2...] { client.cycle.display() }
      }
    }
    #expect(harness.waitingCount == 2)
    harness.queue.run {
      harness.coordinator.group {
        harness.clients[1].cycle.display()
        harness.clients[2].cycle.display()
      }
    }
    #expect(harness.waitingCount == 0)
    expectRest(harness)
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
    #expect(Set(harness.turns.dropFirst()).count == 1)
  }

  /// An admitted group joins one that waits: the members of that one are admitted.
  @Test func aGroupThatAbsorbsAnAdmittedOneIsAdmitted() {
    let harness = unequal()
    harness.queue.run {
      harness.client.cycle.setPolicy(.progressive)
      harness.coordinator.group {
        for client in harness.clients[..<2] { client.cycle.display() }
      }
    }
    while harness.draws == 0 || harness.lanes.busyCount > 0 { harness.lanes.step(0) }
    while harness.queue.step() {}
    #expect(harness.turns.isEmpty, "the first member is drawn and waits for the other")
    harness.queue.run {
      harness.coordinator.group {
        harness.clients[2].cycle.display()
        #expect(harness.waitingCount == 1)
        harness.client.cycle.setNeedsDisplay()
      }
    }
    #expect(harness.waitingCount == 0)
    expectRest(harness)
    #expect(harness.clients[..<3].allSatisfy { $0.shown == "a" })
  }

  /// An older display of a cycle that joins an admitted group is admitted as well.
  @Test func aWaiterThatJoinsAnAdmittedGroupIsAdmitted() {
    let harness = unequal()
    harness.queue.run {
      harness.clients[2].cycle.setPolicy(.progressive)
      harness.clients[2].cycle.display()
    }
    #expect(harness.waitingCount == 1)
    harness.queue.run {
      harness.coordinator.group {
        harness.clients[1].cycle.display()
        harness.clients[2].cycle.setNeedsDisplay()
      }
    }
    #expect(harness.waitingCount == 0)
    #expect(harness.coordinator.uncommittedByteCount == 384)
    expectRest(harness)
    #expect(harness.clients[..<3].allSatisfy { $0.shown == "a" })
  }

  // MARK: Starvation

  /// A picture as large as the bound is shown although small ones are displayed all the time, and
  /// these go on as well.
  @Test func aLargePictureAndSmallOnesAreAllShown() {
    let harness = Harness(lanes: 2, clients: 9, byteLimit: 1024)
    let large = harness.clients[8]
    large.size = Size(width: 16, height: 16)
    var shows = 0
    for client in harness.clients[..<8] {
      client.onShow = { [unowned client] in
        shows += 1
        if shows < 4000 { client.cycle.setNeedsDisplay() }
      }
    }
    var before: Int?
    large.onShow = { before = before ?? shows }
    harness.queue.run {
      for client in harness.clients { client.cycle.display() }
    }
    #expect(harness.waitingCount == 1)
    expectRest(harness)
    #expect(shows >= 4000)
    #expect((before ?? .max) <= 64, "the quota admits 16 pictures of 64 bytes before it")
  }

  // MARK: Shutdown

  /// A shutdown admits all that waits: the lanes end it without drawing, in a bounded time.
  @Test func aShutdownEndsWhatWaits() {
    let harness = blocked(room: 2, waiting: 10)
    let executor = ManualTaskExecutor()
    let isOver = Flag()
    let coordinator = harness.coordinator
    Task(executorPreference: executor) {
      await coordinator.loop.close()
      isOver.set()
    }
    while executor.step() {}
    #expect(!isOver.isSet)
    #expect(harness.queue.step())
    #expect(harness.waitingCount == 0, "all are admitted in one turn")
    #expect(harness.settle(steps: 100_000))
    while executor.step() {}
    #expect(isOver.isSet)
    #expect(harness.draws == 2)
    #expect(harness.waitingCount == 0 && coordinator.uncommittedByteCount == 0)
    #expect(harness.clients[2...].allSatisfy { $0.needsDisplay && !$0.isPending })
  }
}
