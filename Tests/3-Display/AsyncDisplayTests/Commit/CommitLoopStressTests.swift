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

/// Large numbers of displays on real lanes and a real commit queue.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct CommitLoopStressTests {
  @Test(arguments: [SupersedePolicy.latestOnly, .progressive])
  func aHundredThousandRequests(policy: SupersedePolicy) async throws {
    let queue = DispatchQueue(label: "storm")
    let pool = BitmapPool(capacity: 1 << 16)
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(queue), lanes: RenderLanes(count: 2),
      releaseQueue: ReleaseQueue(capacity: 1 << 16), pool: pool, uncommittedByteLimit: 8192)
    let ledger = Ledger()
    coordinator.setObserver { cycle, event in ledger.observe(cycle.id, event) }
    let requests = 200_000
    let blocks = 500
    var clients = (0..<64).map { _ in StressCycle(coordinator) }
    for client in clients { queue.sync { client.cycle.setPolicy(policy) } }
    var state: UInt64 = 42
    for _ in 0..<blocks {
      let turn = (0..<requests / blocks).map { _ -> (Int, Int) in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (Int(state >> 33) % clients.count, Int(state >> 40) % 40)
      }
      let replaced = Int(state >> 50) % clients.count
      clients[replaced] = StressCycle(coordinator)
      let present = clients
      queue.async {
        for (index, choice) in turn { present[index].act(choice) }
      }
    }
    for client in clients { queue.async { client.cycle.resume() } }
    // The requests take some seconds, and longer beside other work.
    try await completion(turns: 600_000) { done in queue.async { done.resume() } }
    await coordinator.drain()
    let left = queue.sync { ledger.summary }
    #expect(left.violations.isEmpty, "\(left.violations.prefix(5))")
    #expect(left.open == 0)
    #expect(left.accepted > requests / 4)
    #expect(coordinator.uncommittedByteCount == 0)
    clients = []
    await coordinator.shutdown()
    try await completion { done in queue.async { done.resume() } }
    coordinator.releaseQueue.drain()
    let account = pool.ledger
    #expect(account.live == 0)
    #expect(account.created == account.freed + account.pooled)
  }

  /// A stalled commit queue: memory stays under the bound, no lane is blocked, and nothing is lost.
  @Test func aStalledCommitQueue() async throws {
    let queue = DispatchQueue(label: "stalled")
    let bound = 64 << 10
    let lanes = RenderLanes(count: 2)
    let coordinator = DisplayCoordinator(
      commitQueue: queue, lanes: lanes, pool: BitmapPool(), uncommittedByteLimit: bound)
    let clients = (0..<200).map { _ in StressCycle(coordinator, side: 32) }
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    queue.async {
      for client in clients { client.cycle.display() }
      // The queue stalls until the lanes have nothing more that they may do.
      gate.wait()
    }
    // A job behind all displays: when it has run, all that were admitted are drawn.
    try await completion { done in lanes.run(priority: .visible) { done.resume() } }
    #expect(coordinator.uncommittedByteCount <= bound)
    gate.signal()
    await coordinator.drain()
    #expect(coordinator.peakUncommittedByteCount <= bound)
    let shown = queue.sync { clients.filter { $0.commits == 1 }.count }
    #expect(shown == clients.count)
  }

  /// Cycles that wait for admission while the commit queue stalls all end when they are cancelled,
  /// dropped or shut down.
  @Test(.timeLimit(.minutes(30)), arguments: Way.allCases)
  func ownersThatWaitForAdmissionAllEnd(way: Way) async throws {
    let queue = DispatchQueue(label: "waiting")
    let coordinator = DisplayCoordinator(
      commitQueue: queue, lanes: RenderLanes(count: 2), pool: BitmapPool(),
      uncommittedByteLimit: 64 << 10)
    let clients = (0..<200).map { _ in StressCycle(coordinator, side: 128) }
    let gate = DispatchSemaphore(value: 0)
    let areDisplayed = Mutex(false)
    queue.async {
      for client in clients { client.cycle.display() }
      areDisplayed.withLock { $0 = true }
      gate.wait()
    }
    try await until { areDisplayed.withLock { $0 } }
    switch way {
    case .shutdown:
      gate.signal()
      await coordinator.shutdown()
    case .cancel:
      queue.async { for client in clients { client.cycle.cancel() } }
      gate.signal()
      await coordinator.drain()
    case .drop:
      for client in clients { client.cycle.drop() }
      gate.signal()
      await coordinator.drain()
    }
    let left = queue.sync { clients.filter { $0.cycle.isPending }.count }
    #expect(left == 0)
    // A cancelled drawing may be unwinding on its lane.
    try await until { coordinator.uncommittedByteCount == 0 }
    #expect(queue.sync { coordinator.loop.admission.waitingCount } == 0)
  }

  enum Way: CaseIterable, Sendable {
    case shutdown
    case cancel
    case drop
  }

  /// User code that displays again while it prepares a display: the older display ends as well,
  /// also if a lane takes it meanwhile.
  @Test(.timeLimit(.minutes(30))) func displaysWithinDisplaysAllEnd() async {
    let queue = DispatchQueue(label: "within")
    let coordinator = DisplayCoordinator(
      commitQueue: queue, lanes: RenderLanes(count: 2), pool: BitmapPool())
    let client = StressCycle(coordinator)
    for _ in 0..<200 {
      queue.async {
        for _ in 0..<50 {
          client.displaysWithin = true
          client.cycle.display()
          client.displaysWithin = false
        }
      }
      await coordinator.drain()
    }
    let isPending = queue.sync { client.cycle.isPending }
    #expect(!isPending)
    let commits = queue.sync { client.commits }
    queue.sync { client.cycle.display() }
    await coordinator.drain()
    #expect(queue.sync { client.commits } == commits + 1, "lanes still come for it")
  }

  /// Layers that come and go while the lanes stand still leave nothing in the queue (I12).
  @Test func droppedCyclesLeaveNoPlaces() async throws {
    let queue = DispatchQueue(label: "dropped")
    let lanes = RenderLanes(count: 1) { _ in }
    let coordinator = DisplayCoordinator(commitQueue: queue, lanes: lanes, pool: BitmapPool())
    weak var last: DisplayCycle?
    queue.sync {
      for _ in 0..<100 {
        let client = StressCycle(coordinator)
        client.cycle.display()
        #expect(lanes.waitingCount == 1)
        last = client.cycle
      }
    }
    #expect(lanes.waitingCount == 0)
    // The end of the last one is told in a turn of its own.
    try await until {
      queue.sync {}
      return last == nil
    }
  }
}

/// The account of observed events; used on the commit queue alone.
// @unchecked Sendable: used on the commit queue of one test alone.
private final class Ledger: @unchecked Sendable {
  private var open: [UInt64: Set<UInt64>] = [:]
  private var published: [UInt64: UInt64] = [:]
  private var violations: [String] = []
  private var accepted = 0

  func observe(_ cycle: UInt64, _ event: DisplayEvent) {
    switch event {
    case .accepted(let generation):
      accepted += 1
      open[cycle, default: []].insert(generation)
    case .published(let generation):
      if generation <= published[cycle, default: 0] { violations.append("I3: \(cycle)") }
      published[cycle] = generation
    case .ended(let generation, let outcome):
      if open[cycle, default: []].remove(generation) == nil { violations.append("I1: \(cycle)") }
      if generation < published[cycle, default: 0] { violations.append("I27: \(cycle) \(outcome)") }
    }
  }

  var summary: (open: Int, accepted: Int, violations: [String]) {
    (open.values.reduce(0) { $0 + $1.count }, accepted, violations)
  }
}

// @unchecked Sendable: used on the commit queue of one test alone; its end may be anywhere.
private final class StressCycle: @unchecked Sendable {
  let cycle: DisplayCycle
  private let client: StressClient
  var commits: Int { client.commits }

  init(_ coordinator: DisplayCoordinator, side: Double = 4) {
    client = StressClient(side)
    cycle = DisplayCycle(coordinator: coordinator, client: client)
  }

  deinit { cycle.drop() }

  /// Whether another display begins while one is prepared.
  var displaysWithin: Bool {
    get { client.within != nil }
    set { client.within = newValue ? cycle : nil }
  }

  func act(_ choice: Int) {
    switch choice {
    case 0..<10: cycle.setNeedsDisplay()
    case 10..<24: cycle.display()
    case 24: cycle.displayAndWait()
    case 25: cycle.cancel()
    case 26: cycle.suspend()
    case 27, 28, 32..<40: cycle.resume()
    case 29: cycle.priority = LanePriority.allCases[commits % 3]
    case 30: client.side = [0, 4, .nan, 8, -1, 1e9][commits % 6]
    default: client.side = 4
    }
  }
}

// @unchecked Sendable: used on the commit queue of one test alone.
private final class StressClient: DisplayClient, @unchecked Sendable {
  var side: Double
  var commits = 0

  /// A cycle that is displayed, once, while a display is prepared.
  weak var within: DisplayCycle?

  init(_ side: Double) { self.side = side }

  func makeDisplayRequest() -> DisplayRequest {
    if let cycle = within {
      within = nil
      cycle.display()
    }
    let task = DisplayTask<Int>(
      contentIdentity: ContentIdentity(1),
      display: { (_: inout GraphicsContext, _: Size, cancellation) in
        for _ in 0..<10 { try cancellation.check() }
        return 1
      })
    return DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: side, height: 4), scale: 1)
  }

  func show(_ update: DisplayUpdate) { commits += 1 }
}
