// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextGraphics
import TextModel

@testable import AsyncDisplay

@Suite struct CommitQueueTests {
  /// All who commit on one queue know it again, through whatever object they name it by, and no other.
  @Test func aQueueIsKnownAgain() {
    let main = (0..<3).map { _ in DispatchCommitQueue(.main) }
    let queue = DispatchQueue(label: "commits")
    let own = (0..<3).map { _ in DispatchCommitQueue(queue) }
    #expect(!own.contains { $0.isCurrent })
    queue.sync {
      #expect(own.allSatisfy { $0.isCurrent })
      #expect(!main.contains { $0.isCurrent })
    }
    // One that lies where another has lain is another.
    for _ in 0..<100 {
      let queue = DispatchQueue(label: "passing")
      let commits = DispatchCommitQueue(queue)
      queue.sync { #expect(commits.isCurrent && !own[0].isCurrent) }
    }
  }

  @MainActor @Test func theMainQueueIsKnownAgain() {
    let main = (0..<3).map { _ in DispatchCommitQueue(.main) }
    let isMain = main.map(\.isCurrent)
    #expect(isMain == [true, true, true])
  }

  /// An owner at rest that is dropped on its commit queue leaves nothing for later; one that is displaying does.
  @Test(arguments: [false, true]) func anOwnerAtRestEndsThereAndThen(isDisplaying: Bool) {
    let queue = ManualCommitQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    let coordinator = DisplayCoordinator(executor: queue, lanes: lanes, pool: BitmapPool())
    let face = QuietFace()
    weak var owner: DisplayOwner?
    do {
      let made = DisplayOwner(coordinator: coordinator, client: face)
      owner = made
      queue.run {
        made.display()
        if !isDisplaying {
          lanes.step()
          made.displayAndWait()
        }
      }
      while queue.step() {}
      queue.run { made.drop() }
      #expect(queue.isEmpty == !isDisplaying)
    }
    #expect((owner == nil) == !isDisplaying)
    while queue.step() {}
    #expect(owner == nil)
    #expect(coordinator.inFlightCount == 0)
    #expect(coordinator.uncommittedByteCount == 0)
  }

  /// What was shown in a pass takes no room from what is drawn in it.
  @Test func shownPicturesTakeNoRoomInTheirPass() {
    let queue = ManualCommitQueue()
    let coordinator = DisplayCoordinator(
      executor: queue, lanes: RenderLanes(count: 1) { _ in }, pool: BitmapPool(),
      uncommittedByteLimit: 64 << 10)
    let faces = (0..<100).map { _ in QuietFace(isSynchronous: true) }
    let owners = faces.map { DisplayOwner(coordinator: coordinator, client: $0) }
    queue.run { for owner in owners { owner.setNeedsDisplay() } }
    while queue.step() {}
    #expect(faces.allSatisfy { $0.shown == 1 })
    // One picture takes 4 KiB.
    #expect(coordinator.peakUncommittedByteCount <= 8 << 10)
    #expect(coordinator.uncommittedByteCount == 0)
  }
}

// @unchecked Sendable: used on one thread.
private final class QuietFace: DisplayClient, @unchecked Sendable {
  private let isSynchronous: Bool
  var shown = 0

  init(isSynchronous: Bool = false) { self.isSynchronous = isSynchronous }

  func prepareDisplay() -> DisplayRequest {
    let task = DisplayTask<Void>(display: { (_: inout GraphicsContext, _, _) in })
    var request = DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 32, height: 32), scale: 1)
    request.isSynchronous = isSynchronous
    return request
  }

  func show(_ update: DisplayUpdate) { shown += 1 }
}
