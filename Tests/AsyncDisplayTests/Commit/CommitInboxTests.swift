// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextGraphics
import TextModel

@testable import AsyncDisplay

/// The decision when the commit queue is woken for results.
@Suite struct CommitInboxTests {
  /// After a long turn, which may have kept a lane from its processor, the next result waits for a batch.
  @Test(arguments: [20, 4]) func aResultAfterALongTurnIsDeferred(inTurn count: Int) {
    let queue = ManualCommitQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    let coordinator = DisplayCoordinator(executor: queue, lanes: lanes, pool: BitmapPool())
    let clients = (0..<count + 20).map { _ in SlowClient(queue, takes: 80_000 / UInt64(count)) }
    let owners = clients.map { DisplayOwner(coordinator: coordinator, client: $0) }
    queue.run { for owner in owners { owner.display() } }
    var driver = LaneDriver(lanes, 0)
    for _ in 0..<count { _ = driver.runJob() }
    // The first result is not preceded by others, and asks for a turn at once.
    #expect(!queue.isEmpty)
    while queue.step() {}
    #expect(clients.filter(\.isShown).count == count)
    queue.advance(by: 1000)
    _ = driver.runJob()
    // A long turn with few results is long by user code, and does not defer.
    #expect(queue.isEmpty == (count == 20))
    while driver.runJob() {}
    while queue.step() {}
    #expect(clients.filter(\.isShown).count == clients.count)
    queue.advance(by: 2 * CommitInbox.timerInterval)
    while queue.step() {}
  }
}

/// A client whose `show` takes time.
private final class SlowClient: DisplayClient, @unchecked Sendable {
  private let queue: ManualCommitQueue
  private let time: UInt64
  private(set) var isShown = false

  init(_ queue: ManualCommitQueue, takes time: UInt64) {
    self.queue = queue
    self.time = time
  }

  func prepareDisplay() -> DisplayRequest {
    let task = DisplayTask<Void>(display: { _, _, _ in })
    return DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    isShown = true
    queue.advance(by: time)
  }
}
