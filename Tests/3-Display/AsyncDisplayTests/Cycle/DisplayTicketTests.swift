// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

/// What a display holds, and for how long. No test can tell in which order memory is seen: that
/// argument stands beside `DisplayTicket.Fate`.
struct DisplayTicketTests {
  private final class Snapshot: Sendable {}

  /// User code that keeps the switch of a display that has ended is told of no other.
  @Test func aKeptCancellationStaysThatOfItsDisplay() {
    let harness = Harness()
    var kept: Cancellation?
    harness.work = { kept = $0 }
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.work = nil
    harness.turn { $0.cycle.display() }
    harness.turn { $0.cycle.cancel() }
    harness.settle()
    #expect(harness.log.last == "did a false")
    #expect(kept?.isCancelled == false)
  }

  /// A switch that was thrown is not thrown for the next display.
  @Test func aDisplayCancelledInTheQueueIsFreed() {
    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.turn { $0.cycle.cancel() }
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(harness.shown == "a")
  }

  /// A cancelled drawing that goes on has its ticket for itself, and leaves nothing behind.
  @Test func aCancelledDrawingKeepsItsTicket() {
    let harness = Harness(lanes: 2)
    var cancellations: [Cancellation] = []
    harness.work = { cancellation in
      cancellations.append(cancellation)
      if cancellations.count > 1 { return }
      harness.turn { $0.cycle.cancel() }
      for _ in 0..<3 {
        harness.turn { $0.cycle.display() }
        while harness.queue.step() {}
        harness.lanes.step(1)
        while harness.lanes.isReady(1) { harness.lanes.step(1) }
        while harness.queue.step() {}
        #expect(cancellation.isCancelled)
      }
    }
    harness.turn { $0.cycle.display() }
    while harness.lanes.busyCount == 0 { harness.lanes.step(0) }
    harness.settle()
    #expect(cancellations.map(\.isCancelled) == [true, false, false, false])
    #expect(harness.shown == "a")
    #expect(harness.coordinator.uncommittedByteCount == 0)
    weak let flag: AnyObject? = cancellations.first?.flag
    cancellations = []
    #expect(flag == nil)
  }

  /// The snapshot of a display is freed when the display has ended.
  @Test(arguments: [false, true]) func theSnapshotIsFreedWithTheDisplay(isReplaced: Bool) {
    let queue = ManualQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    let pool = BitmapPool()
    let coordinator = DisplayCoordinator(executor: queue, lanes: lanes, pool: pool)
    let client = GivingClient()
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    weak var snapshot: Snapshot?
    do {
      let made = Snapshot()
      snapshot = made
      client.task = AnyDisplayTask(
        DisplayTask<Void>(display: { _, _, _ in withExtendedLifetime(made) {} }))
    }
    queue.run { cycle.display() }
    #expect(snapshot != nil)
    if isReplaced {
      client.task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
      queue.run { cycle.display() }
    } else {
      lanes.step()
      while queue.step() {}
    }
    coordinator.releaseQueue.drain()
    #expect(snapshot == nil)
  }

  /// A task that is its own payload lives as long as its contents; one that fails is freed at once.
  @Test(arguments: [false, true]) func aTaskMayBeItsOwnPayload(fails: Bool) {
    let queue = ManualQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    // A release queue that does nothing until it is drained, so that nothing is being freed
    // meanwhile.
    let target = DispatchQueue(label: "DisplayTicketTests")
    target.suspend()
    defer { target.resume() }
    let coordinator = DisplayCoordinator(
      executor: queue, lanes: lanes, releaseQueue: ReleaseQueue(on: DispatchedQueue(target)),
      pool: BitmapPool())
    let client = GivingClient()
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    weak var seen: OwnPayload?
    do {
      let task = OwnPayload(fails: fails)
      seen = task
      client.task = AnyDisplayTask(task, isTrivial: false)
    }
    queue.run { cycle.display() }
    lanes.step()
    while queue.step() {}
    coordinator.releaseQueue.drain()
    #expect((seen != nil) == !fails)
    #expect(client.payload?.object === seen)
    #expect(client.payload?.byteCount == (fails ? nil : 77))
    client.payload = nil
    client.task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
    queue.run { cycle.display() }
    lanes.step()
    while queue.step() {}
    coordinator.releaseQueue.drain()
    #expect(seen == nil)
  }
}

/// A task that is its own payload.
private final class OwnPayload: DisplayTaskBody {
  private let fails: Bool

  init(fails: Bool) { self.fails = fails }

  var contentIdentity: ContentIdentity? { nil }

  func willDisplay(_ cycle: AnyObject?) {}

  func didDisplay(_ cycle: AnyObject?, _ outcome: DisplayOutcome) {}

  func choosePixelFormat(_ cancellation: Cancellation) -> PixelFormat { .alpha8 }

  func display(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    if fails { throw CancellationError() }
    return DrawnPayload(object: self, byteCount: 77)
  }
}

// @unchecked Sendable: used on one thread.
private final class GivingClient: DisplayClient, @unchecked Sendable {
  var task: AnyDisplayTask?
  var payload: DrawnPayload?

  func makeDisplayRequest() -> DisplayRequest {
    defer { task = nil }
    return DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    if case .contents(let contents) = update { payload = contents.drawnPayload }
  }
}
