// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Dispatch
import Synchronization
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

/// The end of a shutdown: no display is under way.
@Suite struct ShutdownTests {
  /// A cancelled drawing goes on until its next poll: the shutdown waits for it.
  @Test(.timeLimit(.minutes(30))) func aShutdownWaitsForACancelledDrawing() async throws {
    let commits = DispatchQueue(label: "commits")
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(commits), lanes: RenderLanes(count: 1),
      releaseQueue: ReleaseQueue(),
      pool: BitmapPool())
    let drawing = Step()
    let client = DeafClient { drawing.stop() }
    let cycle = DisplayCycle(coordinator: coordinator, client: client)
    commits.sync { cycle.display() }
    try await drawing.begins()
    commits.sync { cycle.cancel() }
    try await expectShutdown(of: coordinator, committingOn: commits, waitsFor: drawing)
    #expect(coordinator.uncommittedByteCount == 0)
    withExtendedLifetime(client) {}
  }

  /// Shuts a coordinator down while a step waits, and lets the step go on.
  private func expectShutdown(
    of coordinator: DisplayCoordinator, committingOn commits: DispatchQueue, waitsFor step: Step
  ) async throws {
    let isShutDown = Step()
    let shutdown = Task {
      await coordinator.shutdown()
      isShutDown.end()
    }
    try await coordinator.isClosedAndQuiet(commits)
    #expect(!isShutDown.hasEnded)
    step.goOn()
    await shutdown.value
    #expect(step.hasEnded)
  }

  enum Display: CaseIterable {
    case setNeedsDisplay, display, displayAndWait
  }

  /// I23: a display after the shutdown is not drawn, and stays needed.
  @Test(.timeLimit(.minutes(30)), arguments: Display.allCases)
  func aDisplayAfterAShutdownIsStillNeeded(display: Display) async throws {
    let harness = Harness()
    let coordinator = harness.coordinator
    let isShutDown = Step()
    Task {
      await coordinator.shutdown()
      isShutDown.end()
    }
    try await until {
      harness.settle()
      return isShutDown.hasEnded
    }
    harness.turn {
      switch display {
      case .setNeedsDisplay: $0.cycle.setNeedsDisplay()
      case .display: $0.cycle.display()
      case .displayAndWait:
        $0.cycle.setNeedsDisplay()
        $0.cycle.displayAndWait()
      }
    }
    harness.settle()
    #expect(harness.client.needsDisplay && !harness.client.isPending)
    #expect(harness.log.isEmpty)
  }

  /// The shutdown waits for an object that the release queue is freeing.
  @Test(.timeLimit(.minutes(30))) func aShutdownWaitsForObjectsThatAreBeingFreed() async throws {
    let commits = DispatchQueue(label: "commits")
    let releaseQueue = ReleaseQueue()
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(commits), lanes: RenderLanes(count: 1),
      releaseQueue: releaseQueue,
      pool: BitmapPool())
    let freeing = Step()
    releaseQueue.release(SlowlyFreed(freeing), byteCount: 1)
    try await freeing.begins()
    try await expectShutdown(of: coordinator, committingOn: commits, waitsFor: freeing)
  }

  /// I29: at the shutdown one member is being drawn, and another one waits for its display pass.
  @Test(.timeLimit(.minutes(30))) func aShutdownPublishesNoHalfOfAGroup() async throws {
    let harness = Harness(clients: 2)
    let coordinator = harness.coordinator
    harness.queue.run {
      coordinator.group {
        harness.clients[0].cycle.display()
        harness.clients[1].cycle.setNeedsDisplay()
      }
    }
    harness.lanes.step(0)
    let isShutDown = Step()
    Task {
      await coordinator.shutdown()
      isShutDown.end()
    }
    try await until { coordinator.loop.isClosed }
    try await until {
      harness.settle()
      return isShutDown.hasEnded
    }
    #expect(harness.turns.isEmpty)
    #expect(harness.clients[0].needsDisplay)
  }

  private func shutDown(_ harness: Harness) async -> Bool {
    let isShutDown = Step()
    let coordinator = harness.coordinator
    Task {
      await coordinator.shutdown()
      isShutDown.end()
    }
    var yields = 0
    while !isShutDown.hasEnded, yields < 200_000 {
      harness.settle()
      await Task.yield()
      yields += 1
    }
    return isShutDown.hasEnded
  }

  private func close(_ harness: Harness) async throws {
    let coordinator = harness.coordinator
    Task { await coordinator.shutdown() }
    try await until { coordinator.loop.isClosed }
  }

  /// At the shutdown a member of a group has finished, and waits for its display pass.
  @Test func aShutdownWithAProgressiveMemberThatWaits() async throws {
    let harness = Harness(lanes: 2, clients: 2)
    harness.queue.run {
      harness.client.cycle.setPolicy(.progressive)
      harness.coordinator.group { for client in harness.clients { client.cycle.display() } }
    }
    for _ in 0..<100 where harness.draws == 0 || harness.lanes.busyCount > 0 {
      harness.lanes.step(0)
    }
    while harness.queue.step() {}
    harness.queue.run { harness.client.cycle.setNeedsDisplay() }
    try await close(harness)
    #expect(await shutDown(harness))
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A lane takes a member after the shutdown, and before its result comes the member is
  /// invalidated.
  @Test func aShutdownWithAMemberThatIsInvalidated() async throws {
    let harness = Harness(lanes: 2, clients: 2)
    harness.queue.run {
      harness.coordinator.group {
        for client in harness.clients.reversed() { client.cycle.display() }
      }
    }
    // One is being drawn.
    harness.lanes.step(0)
    while harness.draws == 0 { harness.lanes.step(0) }
    try await close(harness)
    // Lane 1 takes the other one.
    while harness.lanes.isReady(1) { harness.lanes.step(1) }
    if harness.lanes.lanes.waitingCount > 0 { Issue.record("lane 1 was not awake") }
    harness.queue.run { harness.client.cycle.setNeedsDisplay() }
    #expect(await shutDown(harness))
    #expect(harness.coordinator.inFlightCount == 0)
  }
}

extension DisplayCoordinator {
  /// Returns some time after a shutdown has begun, when nothing waits for the commit queue.
  fileprivate func isClosedAndQuiet(_ commits: DispatchQueue) async throws {
    try await until { loop.isClosed }
    for _ in 0..<20 {
      commits.sync {}
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// A step of a test on another thread: begins, waits until it may go on, and ends.
private final class Step: Sendable {
  private let hasBegun = Atomic<Bool>(false)
  private let isDone = Atomic<Bool>(false)
  private let gate = DispatchSemaphore(value: 0)

  var hasEnded: Bool { isDone.load(ordering: .acquiring) }

  func end() { isDone.store(true, ordering: .releasing) }

  func goOn() { gate.signal() }

  func stop() {
    hasBegun.store(true, ordering: .releasing)
    gate.wait()
    end()
  }

  func begins() async throws {
    try await until { hasBegun.load(ordering: .acquiring) }
  }
}

private final class SlowlyFreed: Sendable {
  private let freeing: Step

  init(_ freeing: Step) { self.freeing = freeing }

  deinit { freeing.stop() }
}

/// A client whose drawing does not poll.
private final class DeafClient: DisplayClient, Sendable {
  private let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  func makeDisplayRequest() -> DisplayRequest {
    let work = work
    let task = DisplayTask<Void>(display: { _, _, _ in work() })
    return DisplayRequest(task: AnyDisplayTask(task), size: Size(width: 4, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) {}
}
