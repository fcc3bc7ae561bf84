// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextGraphics
import TextRuntime

@testable import AsyncDisplay
@testable import TextModel

/// What a display holds, and for how long.
struct DisplayTicketTests {
  private final class Snapshot: Sendable {}

  /// User code that keeps the switch of a display that has ended is told of no other.
  @Test func aKeptCancellationIsNobodyElses() {
    let stage = Stage()
    var kept: Cancellation?
    stage.work = { kept = $0 }
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.work = nil
    stage.turn { $0.owner.display() }
    stage.turn { $0.owner.cancel() }
    stage.settle()
    #expect(stage.log.last == "did a false")
    #expect(kept?.isCancelled == false)
  }

  /// A switch that was thrown is not thrown for the next display.
  @Test func whatWasCalledOffInTheQueueIsForgotten() {
    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.turn { $0.owner.cancel() }
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.shown == "a")
  }

  /// A lane that still draws for what was called off has its ticket for itself, and leaves nothing behind.
  @Test func aLaneKeepsWhatWasCalledOff() {
    let stage = Stage(lanes: 2)
    var cancellations: [Cancellation] = []
    stage.work = { cancellation in
      cancellations.append(cancellation)
      if cancellations.count > 1 { return }
      stage.turn { $0.owner.cancel() }
      for _ in 0..<3 {
        stage.turn { $0.owner.display() }
        while stage.queue.step() {}
        stage.lanes.step(1)
        while stage.lanes.isReady(1) { stage.lanes.step(1) }
        while stage.queue.step() {}
        #expect(cancellation.isCancelled)
      }
    }
    stage.turn { $0.owner.display() }
    while stage.lanes.busyCount == 0 { stage.lanes.step(0) }
    stage.settle()
    #expect(cancellations.map(\.isCancelled) == [true, false, false, false])
    #expect(stage.shown == "a")
    #expect(stage.coordinator.uncommittedByteCount == 0)
    weak let flag: AnyObject? = cancellations.first?.flag
    cancellations = []
    #expect(flag == nil)
  }

  /// What a display held goes when it has ended, not when its ticket serves again.
  @Test(arguments: [false, true]) func whatADisplayHeldGoesWithIt(isReplaced: Bool) {
    let queue = ManualCommitQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    let pool = BitmapPool()
    let coordinator = DisplayCoordinator(executor: queue, lanes: lanes, pool: pool)
    let face = GivingFace()
    let owner = DisplayOwner(coordinator: coordinator, client: face)
    weak var snapshot: Snapshot?
    do {
      let made = Snapshot()
      snapshot = made
      face.task = AnyDisplayTask(
        DisplayTask<Void>(display: { _, _, _ in withExtendedLifetime(made) {} }))
    }
    queue.run { owner.display() }
    #expect(snapshot != nil)
    if isReplaced {
      face.task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
      queue.run { owner.display() }
    } else {
      lanes.step()
      while queue.step() {}
    }
    coordinator.releaseQueue.drain()
    #expect(snapshot == nil)
  }

  /// A task that is its own payload is shown, and goes with what it showed; one that fails goes as well.
  @Test(arguments: [false, true]) func aTaskMayBeItsOwnPayload(fails: Bool) {
    let queue = ManualCommitQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    // A release queue that does nothing until it is drained: what one of its own turns has taken may not be free yet.
    let target = DispatchQueue(label: "DisplayTicketTests")
    target.suspend()
    defer { target.resume() }
    let coordinator = DisplayCoordinator(
      executor: queue, lanes: lanes, releaseQueue: ReleaseQueue(target: target),
      pool: BitmapPool())
    let face = GivingFace()
    let owner = DisplayOwner(coordinator: coordinator, client: face)
    weak var seen: OwnPayload?
    do {
      let task = OwnPayload(fails: fails)
      seen = task
      face.task = AnyDisplayTask(task, isTrivial: false)
    }
    queue.run { owner.display() }
    lanes.step()
    while queue.step() {}
    coordinator.releaseQueue.drain()
    #expect((seen != nil) == !fails)
    #expect(face.payload?.object === seen)
    #expect(face.payload?.byteCount == (fails ? nil : 77))
    face.payload = nil
    face.task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
    queue.run { owner.display() }
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

  func willDisplay(_ owner: AnyObject?) {}

  func didDisplay(_ owner: AnyObject?, _ outcome: DisplayOutcome) {}

  func choosePixelFormat(_ cancellation: Cancellation) -> PixelFormat { .alpha8 }

  func draw(
    _ context: inout GraphicsContext, _ size: Size, _ cancellation: Cancellation
  ) throws -> DrawnPayload {
    if fails { throw CancellationError() }
    return .task(byteCount: 77)
  }
}

// @unchecked Sendable: used on one thread.
private final class GivingFace: DisplayClient, @unchecked Sendable {
  var task: AnyDisplayTask?
  var payload: DrawnPayload?

  func prepareDisplay() -> DisplayRequest {
    defer { task = nil }
    return DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    if case .contents(let contents) = update { payload = contents.drawnPayload }
  }
}
