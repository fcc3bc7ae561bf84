// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Synchronization
import TextTestSupport

@testable import AsyncDisplay

#if canImport(Glibc)
  import Glibc
#endif

/// One random schedule: cycles, lanes and a commit queue whose steps are chosen by numbers.
///
/// User code runs inside a step, and may take steps of other lanes or call the cycle again: so all
/// interleavings of calls and drawings occur, on one thread.
// @unchecked Sendable: a schedule is used on one thread.
final class Schedule: @unchecked Sendable {
  struct Failure: Sendable {
    var seed = 0
    var violation: String
    var log: [String]
    var choices: [UInt32]

    var report: String {
      "seed \(seed): \(violation)\nminimal schedule \(choices):\n" + log.joined(separator: "\n")
    }
  }

  /// Runs a schedule to its end, then until nothing moves.
  static func run(_ choices: Choices) -> Failure? {
    weak var coordinator: DisplayCoordinator?
    var failure: Failure?
    do {
      let schedule = Schedule(choices)
      schedule.run()
      schedule.settle()
      coordinator = schedule.coordinator
      failure = schedule.violation.map {
        Failure(violation: $0, log: schedule.log, choices: choices.numbers)
      }
    }
    if failure == nil, coordinator != nil {
      failure = Failure(
        violation: "I18: a coordinator outlives its schedule", log: [], choices: choices.numbers)
    }
    return failure
  }

  var choices: Choices
  let harness: Harness
  /// Runs the tasks that shut the coordinator down.
  let executor = ManualTaskExecutor()
  var clients: [ScheduleClient] = []
  private(set) var groups: [ScheduleGroup] = []
  private var openGroup: ScheduleGroup?
  var log: [String] = []
  var violation: String?
  var depth = 0
  /// How often user code has called the cycle again.
  var reentries = 0
  private(set) var tokens: [WeakToken] = []
  /// Whether a shutdown has begun, and whether it has returned.
  private(set) var (isShuttingDown, isShutDown) = (false, false)
  static let byteLimit = 192

  var queue: ManualQueue { harness.queue }
  var lanes: ManualLanes { harness.lanes }
  var allocator: FailingBitmapAllocator { harness.allocator }
  var pool: BitmapPool { harness.pool }
  var coordinator: DisplayCoordinator { harness.coordinator }

  private init(_ choices: Choices) {
    self.choices = choices
    var choices = choices
    harness = Harness(
      lanes: 1 + choices.next(3), clients: 0, byteLimit: Self.byteLimit,
      poolCapacity: choices.next(2) == 0 ? 0 : 1 << 16)
    let cycles = 1 + choices.next(3)
    self.choices = choices
    for index in 0..<cycles { clients.append(ScheduleClient(index, self)) }
    coordinator.setObserver { [unowned self] cycle, event in
      clients.first { $0.cycleID == cycle.id }?.observe(event)
    }
  }

  func fail(_ text: String) { if violation == nil { violation = text } }
  func note(_ text: @autoclosure () -> String) {
    if log.count < 400 { log.append(String(repeating: "  ", count: depth) + text()) }
  }

  /// Forms a group; a group that user code forms meanwhile is part of it.
  func group(_ body: (ScheduleGroup) -> Void) {
    let outer = openGroup
    let group = outer ?? ScheduleGroup()
    if outer == nil { groups.append(group) }
    openGroup = group
    coordinator.group { body(group) }
    openGroup = outer
  }

  /// Ends the checks of a cycle's groups, and of those that share a member with them: the cycle
  /// leaves, or is displayed in a way that cancels or divides them.
  func breakUpGroups(of cycle: UInt64) {
    var cycles: Set<UInt64> = [cycle]
    var left = groups
    while let index = left.firstIndex(where: { $0.holds(anyOf: cycles) }) {
      let group = left.remove(at: index)
      group.breakUp()
      cycles.formUnion(group.cycles)
    }
  }

  /// The other members of the groups of a cycle, if these are formed, none of them was published,
  /// and all their members are checked.
  func groupMates(of cycle: UInt64) -> [ScheduleClient] {
    guard openGroup == nil else { return [] }
    let own = groups.filter { $0.holds(anyOf: [cycle]) && $0.isWaiting }
    let cycles = own.reduce(into: Set<UInt64>()) { $0.formUnion($1.cycles) }
    return clients.filter { $0.cycleID != cycle && cycles.contains($0.cycleID) }
  }

  /// Begins to shut the coordinator down.
  func shutDown() {
    if isShuttingDown { return }
    isShuttingDown = true
    note("shutdown")
    Task(executorPreference: executor) { [coordinator, unowned self] in
      await coordinator.shutdown()
      shutdownReturned()
    }
  }

  /// I23: what a shutdown promises when it returns.
  private func shutdownReturned() {
    isShutDown = true
    note("shut down")
    if coordinator.inFlightCount != 0 { fail("shutdown: \(coordinator.inFlightCount) in flight") }
    if coordinator.uncommittedByteCount != 0 {
      fail("shutdown: \(coordinator.uncommittedByteCount) bytes are reserved")
    }
    if harness.waitingCount != 0 { fail("shutdown: \(harness.waitingCount) wait for admission") }
    if lanes.busyCount != 0 { fail("shutdown: \(lanes.busyCount) lanes draw") }
    queue.peek { for client in clients { client.checkShutDown() } }
  }

  /// Waits for the release queue, which is a real one, after all else has come to rest.
  private func awaitShutdown() {
    var waits = 0
    while isShuttingDown, !isShutDown {
      if executor.step() || queue.step() { continue }
      waits += 1
      if waits > 10_000_000 { return fail("I1: the shutdown does not return") }
      sched_yield()
    }
  }

  func makeToken() -> Token {
    let token = Token()
    tokens.append(WeakToken(token))
    return token
  }

  private func run() {
    while !choices.isEmpty, violation == nil { move() }
  }

  /// One step of the commit queue, of a lane, of a program or of a shutdown.
  func move() {
    switch choices.next(8) {
    case 0, 1: if queue.step() { note("commit queue") } else { _ = executor.step() }
    case 2, 3, 4: stepLane()
    case 5:
      if choices.next(4) == 0 {
        queue.advance(by: 1000)
      } else {
        queue.run { act() }
      }
    default: queue.run { act() }
    }
    checkGauges()
  }

  func stepLane() {
    let ready = (0..<lanes.count).filter { lanes.isReady($0) }
    if ready.isEmpty { return }
    let lane = ready[choices.next(ready.count)]
    note("lane \(lane)")
    lanes.step(lane)
  }

  /// One call of a program, on the commit queue.
  func act() {
    let client = clients[choices.next(clients.count)]
    client.act(choices.next(22), other: clients[choices.next(clients.count)])
  }

  /// Lets all that is under way come to its end.
  private func settle() {
    depth = 0
    allocator.remainingSuccesses = nil
    var rounds = 0
    while rounds < 10_000 {
      rounds += 1
      if queue.step() || executor.step() { continue }
      guard let lane = (0..<lanes.count).first(where: { lanes.isReady($0) }) else { break }
      lanes.step(lane)
    }
    if rounds == 10_000 { fail("it does not come to rest") }
    awaitShutdown()
    queue.run { for client in clients { client.checkAtRest() } }
    for group in groups {
      if let complaint = group.complaint {
        fail(complaint + " \(clients.map { ($0.index, $0.cycleID) })")
      }
    }
    if coordinator.inFlightCount != 0 { fail("I1: \(coordinator.inFlightCount) in flight at rest") }
    if coordinator.uncommittedByteCount != 0 {
      fail("I16: \(coordinator.uncommittedByteCount) bytes at rest")
    }
    queue.run {
      if coordinator.loop.admission.waitingCount != 0 { fail("I12: waiting at rest") }
    }
    let shown = clients.filter { $0.shown != nil }.count
    let ledger = pool.ledger
    if ledger.live != shown || ledger.created != ledger.freed + ledger.pooled + ledger.live {
      fail("I16: \(ledger) with \(shown) shown")
    }
    coordinator.setObserver(nil)
    let cycles = clients.map { WeakCycle($0.cycle) }
    for client in clients { client.end() }
    while queue.step() {}
    // The timer of a deferred wake-up holds the commit loop.
    queue.advance(by: 2 * CommitInbox.timerInterval)
    while queue.step() {}
    if pool.ledger.live != 0 { fail("I16: \(pool.ledger.live) bitmaps outlive their cycles") }
    clients = []
    if cycles.contains(where: { $0.cycle != nil }) { fail("I18: a cycle outlives its client") }
    if tokens.contains(where: { $0.token != nil }) { fail("I15: a snapshot outlives its display") }
  }

  private func checkGauges() {
    if lanes.busyCount > lanes.count { fail("I11") }
    let queued = lanes.lanes.waitingCount
    if queued > clients.count { fail("I12: \(queued) queued") }
    for client in clients { client.checkSnapshots() }
  }
}

/// An object that a snapshot holds, to observe when it is freed.
final class Token: Sendable {}

struct WeakToken {
  weak var token: Token?
  init(_ token: Token) { self.token = token }
}

struct WeakCycle {
  weak var cycle: DisplayCycle?
  init(_ cycle: DisplayCycle?) { self.cycle = cycle }
}
