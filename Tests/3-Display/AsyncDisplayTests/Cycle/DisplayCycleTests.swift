// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

/// The end of cycles: nothing is left behind.
@Suite struct DisplayCycleTests {
  private let queue = ManualQueue()
  private let lanes = RenderLanes(count: 1) { _ in }

  private func coordinator(byteLimit: Int = 1 << 20) -> DisplayCoordinator {
    DisplayCoordinator(
      executor: queue, lanes: lanes, pool: BitmapPool(), uncommittedByteLimit: byteLimit)
  }

  /// The state of a cycle that is dropped on its commit queue.
  enum State: CaseIterable, Sendable {
    case atRest
    case displaying
    /// It shows a payload that must be freed on the release queue, and that its client holds as
    /// well.
    case holdingPayload
  }

  /// A cycle at rest leaves nothing for later; any other does.
  @Test(arguments: State.allCases) func aCycleAtRestEndsThereAndThen(state: State) {
    let coordinator = coordinator()
    let client = SteppedClient()
    client.payloadByteCount = state == .holdingPayload ? 10 : 0
    weak var cycle: DisplayCycle?
    do {
      let made = DisplayCycle(coordinator: coordinator, client: client)
      cycle = made
      queue.run {
        made.display()
        if state == .displaying { return }
        lanes.step()
        made.displayAndWait()
      }
      while queue.step() {}
      queue.run { made.drop() }
      #expect(queue.isEmpty == (state == .atRest))
    }
    #expect((cycle == nil) == (state == .atRest))
    while queue.step() {}
    #expect(cycle == nil)
    #expect(coordinator.inFlightCount == 0)
    #expect(coordinator.uncommittedByteCount == 0)
  }

  /// The ticket of a drawing that was cancelled by a drop holds its cycle until its reservation is
  /// back.
  @Test func aLaneMayBeTheLastToHoldACycle() {
    let coordinator = coordinator()
    let client = SteppedClient()
    weak var cycle: DisplayCycle?
    do {
      let made = DisplayCycle(coordinator: coordinator, client: client)
      cycle = made
      client.onDraw = { [unowned made] in
        queue.run { made.drop() }
        while queue.step() {}
      }
      queue.run { made.display() }
    }
    #expect(cycle != nil, "the lanes' queue holds it")
    lanes.step()
    queue.advance(by: 2 * CommitInbox.timerInterval)
    while queue.step() {}
    #expect(cycle == nil)
    #expect(client.shown == 0)
    #expect(coordinator.uncommittedByteCount == 0)
    #expect(coordinator.inFlightCount == 0)
  }

  /// The display pass holds its cycle to the end, also if user code drops the last reference.
  @Test func aPassHoldsItsCycle() {
    let coordinator = coordinator(byteLimit: 1 << 30)
    let others = (0..<200).map { _ in SteppedClient() }
    let otherCycles = others.map { DisplayCycle(coordinator: coordinator, client: $0) }
    let client = SteppedClient()
    client.showsPlaceholder = true
    var held: DisplayCycle? = DisplayCycle(coordinator: coordinator, client: client)
    weak let cycle = held
    var isHeld: Bool?
    client.onShow = {
      for other in otherCycles { other.display() }
      held?.cancel()
      held = nil
      lanes.step()
      isHeld = cycle != nil
    }
    queue.run { held?.setNeedsDisplay() }
    while queue.step() {}
    #expect(isHeld == true)
    lanes.step()
    while queue.step() {}
    #expect(cycle == nil)
    #expect(others.allSatisfy { $0.shown == 1 })
  }

  /// Pictures that were shown in a pass hold no reservation.
  @Test func shownPicturesTakeNoRoomInTheirPass() {
    let coordinator = coordinator(byteLimit: 64 << 10)
    let clients = (0..<100).map { _ in SteppedClient(isSynchronous: true) }
    let cycles = clients.map { DisplayCycle(coordinator: coordinator, client: $0) }
    queue.run { for cycle in cycles { cycle.setNeedsDisplay() } }
    while queue.step() {}
    #expect(clients.allSatisfy { $0.shown == 1 })
    // One picture takes 4 KiB.
    #expect(coordinator.peakUncommittedByteCount <= 8 << 10)
    #expect(coordinator.uncommittedByteCount == 0)
  }

  /// A dropped cycle leaves the queue of the lanes at once, before the commit queue comes to it
  /// (I12).
  @Test func aDroppedCycleLeavesTheQueueOfTheLanes() {
    let harness = Harness(clients: 3)
    harness.queue.run { for client in harness.clients { client.cycle.display() } }
    #expect(harness.lanes.lanes.waitingCount == 3)
    harness.clients[1].cycle.drop()
    #expect(harness.lanes.lanes.waitingCount == 2)
    harness.settle()
    #expect(harness.draws == 2 && harness.coordinator.inFlightCount == 0)
  }

  /// A cycle at rest keeps the place of a display that was called off, until it is dropped (I12).
  @Test func aCycleDroppedAtRestLeavesTheQueueOfTheLanes() {
    let harness = Harness(clients: 1)
    let cycle = harness.clients[0].cycle
    harness.queue.run {
      cycle.display()
      cycle.cancel()
    }
    while harness.queue.step() {}
    #expect(harness.lanes.lanes.waitingCount == 1)
    harness.queue.run { cycle.drop() }
    #expect(harness.lanes.lanes.waitingCount == 0)
    harness.settle()
    #expect(harness.draws == 0 && harness.coordinator.inFlightCount == 0)
  }

  /// The callbacks of a dropped cycle come without its client, also if the client lives on.
  @Test(arguments: [false, true]) func aDroppedClientIsNotCalled(isDropped: Bool) {
    let coordinator = coordinator()
    let client = OwnedClient()
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    queue.run { cycle.display() }
    if isDropped { cycle.drop() }
    lanes.step()
    while queue.step() {}
    #expect(client.received == [!isDropped])
    #expect(client.shown == (isDropped ? 0 : 1))
    queue.run { cycle.drop() }
    while queue.step() {}
  }
}

/// A client whose callbacks come with it.
// @unchecked Sendable: used on one thread.
private final class OwnedClient: DisplayClient, @unchecked Sendable {
  /// Whether each `didDisplay` came with the client.
  private(set) var received: [Bool] = []
  private(set) var shown = 0

  func makeDisplayRequest() -> DisplayRequest {
    var task = DisplayTask<Void>(display: { _, _, _ in })
    task.didDisplay = { [unowned self] client, _ in received.append(client != nil) }
    return DisplayRequest(task: AnyDisplayTask(task), size: Size(width: 4, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) { shown += 1 }
}

// @unchecked Sendable: used on one thread.
private final class SteppedClient: DisplayClient, @unchecked Sendable {
  private let isSynchronous: Bool
  /// Runs while something is drawn.
  var onDraw: () -> Void = {}
  /// Runs when something is shown, the placeholder first if there is one.
  var onShow: () -> Void = {}
  var showsPlaceholder = false
  var payloadByteCount = 0
  private(set) var shown = 0

  init(isSynchronous: Bool = false) { self.isSynchronous = isSynchronous }

  func makeDisplayRequest() -> DisplayRequest {
    let byteCount = payloadByteCount
    var task = DisplayTask<Int>(display: { [unowned self] (_: inout GraphicsContext, _, _) in
      onDraw()
      return 1
    })
    task.payloadByteCount = { _ in byteCount }
    var request = DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 32, height: 32), scale: 1)
    request.isSynchronous = isSynchronous
    if showsPlaceholder { request.contentsPolicy = .placeholder }
    return request
  }

  func show(_ update: DisplayUpdate) {
    shown += 1
    onShow()
  }
}
