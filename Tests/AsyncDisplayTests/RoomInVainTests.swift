// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextGraphics
import TextModel
import TextRuntime

@testable import AsyncDisplay

#if canImport(Glibc)
  import Glibc
#endif

/// Interleavings of a lane that has taken room and has not taken the ticket yet.
@Suite struct RoomInVainTests {
  // @unchecked Sendable: used on one thread at a time.
  final class Hook: @unchecked Sendable { var body: (() -> Void)? }

  // @unchecked Sendable: used on one thread at a time.
  final class Client: DisplayClient, @unchecked Sendable {
    var size: Size
    var shown = false
    init(_ side: Double) { size = Size(width: side, height: side) }
    func prepareDisplay() -> DisplayRequest {
      DisplayRequest(
        task: AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in })), size: size, scale: 1)
    }
    func show(_ update: DisplayUpdate) { shown = true }
  }

  final class Flag: Sendable {
    let value = Mutex(false)
    func withLock<R>(_ body: (inout Bool) -> R) -> R { value.withLock { body(&$0) } }
  }

  @Test func aShutdownWhileALaneHasRoomInVain() async {
    let queue = ManualCommitQueue()
    let hook = Hook()
    let lanes = RenderLanes(count: 2, crowd: 8) { _ in hook.body?() }
    let coordinator = DisplayCoordinator(
      executor: queue, lanes: lanes, releaseQueue: ReleaseQueue(capacity: 0),
      pool: BitmapPool(capacity: 0),
      uncommittedByteLimit: 200)
    let clients = [Client(4), Client(10), Client(4), Client(4)]
    let owners = clients.map { DisplayOwner(coordinator: coordinator, client: $0) }
    func draw(_ owner: DisplayOwner) {
      guard var running = owner.take() else { return }
      while running.advance() {}
    }
    func drawNext(_ lane: Int) -> Bool {
      guard let job = lanes.next(forLane: lane) else { return false }
      if let owner = job as? DisplayOwner { draw(owner) }
      return true
    }
    // One is drawn and not committed, and the large one is parked.
    queue.run { for owner in owners[..<2] { owner.display() } }
    while drawNext(0) {}
    #expect(coordinator.budget.parkedCount == 1)
    // Both lanes sleep, then lane 0 comes to the first member of a group.
    _ = lanes.next(forLane: 1)
    queue.run { coordinator.group { for owner in owners[2...] { owner.display() } } }
    _ = lanes.next(forLane: 1)  // (B, for later)
    #expect(lanes.waitingCount == 1)
    let isOver = Flag()
    func settle() {
      while true {
        if !queue.step(), !drawNext(1), !queue.step() { return }
      }
    }
    _ = lanes.next(forLane: 1)
    _ = lanes.next(forLane: 1)  // lane 1 sleeps
    var isHooked = false
    hook.body = {
      hook.body = nil
      isHooked = true
      queue.run { for owner in owners[2...] { owner.cancel() } }
      Task {
        await coordinator.shutdown()
        isOver.withLock { $0 = true }
      }
      while !coordinator.isClosed { usleep(1000) }
      settle()
    }
    // (Not on a thread of tasks: the shutdown needs one.)
    let drawing = Hook()
    drawing.body = { draw(owners[2]) }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        drawing.body?()
        done.resume()
      }
    }
    #expect(isHooked)
    var yields = 0
    while !isOver.withLock({ $0 }), yields < 200_000 {
      settle()
      await Task.yield()
      yields += 1
    }
    #expect(isOver.withLock { $0 })
    withExtendedLifetime(clients) {}
  }

  /// A lane has room for a member whose group is taken over by another before the lane says so.
  @Test func aGroupIsTakenOverWhileALaneHasRoom() {
    let queue = ManualCommitQueue()
    let hook = Hook()
    let lanes = RenderLanes(count: 4, crowd: 8) { _ in hook.body?() }
    let coordinator = DisplayCoordinator(
      executor: queue, lanes: lanes, releaseQueue: ReleaseQueue(capacity: 0),
      pool: BitmapPool(capacity: 0),
      uncommittedByteLimit: 200)
    // Q is drawn and not committed; Z and P are parked; A, B, C.
    let clients = [4, 10, 10, 4, 10, 10, 4].map { Client($0) }
    let owners = clients.map { DisplayOwner(coordinator: coordinator, client: $0) }
    let (q, z, p, a, b, c, passing) = (
      owners[0], owners[1], owners[2], owners[3], owners[4], owners[5], owners[6]
    )
    func draw(_ owner: DisplayOwner) {
      guard var running = owner.take() else { return }
      while running.advance() {}
    }
    func drawNext() -> Bool {
      guard let job = lanes.next(forLane: 0) else { return false }
      if let owner = job as? DisplayOwner { draw(owner) }
      return true
    }
    queue.run { for owner in [q, z, p] { owner.display() } }
    while drawNext() {}
    #expect(coordinator.budget.parkedCount == 2)
    // Others pass, but not so many that the door is closed.
    for _ in 0..<3 {
      queue.run { passing.display() }
      while drawNext() {}
      queue.run { passing.displayAndWait() }
    }
    for lane in 1..<4 { _ = lanes.next(forLane: lane) }
    queue.run { coordinator.group { for owner in [a, b] { owner.display() } } }
    #expect(lanes.next(forLane: 0) === a)
    var isHooked = false
    hook.body = {
      hook.body = nil
      isHooked = true
      queue.run { coordinator.group { for owner in [b, c] { owner.display() } } }
    }
    z.drop()
    draw(a)
    #expect(isHooked)
    while true {
      if !queue.step(), !drawNext(), !queue.step() { break }
    }
    #expect(coordinator.inFlightCount == 0)
    withExtendedLifetime(clients) {}
  }
}
