// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import AsyncDisplay
@testable import CanvasGeometry
@testable import SystemLanes

/// The decision when the commit queue is woken for results.
@Suite struct CommitInboxTests {
  /// After a long turn, which may have kept a lane from its processor, the next result waits for a
  /// batch.
  @Test(arguments: [20, 4]) func aResultAfterALongTurnIsDeferred(inTurn count: Int) {
    let queue = ManualQueue()
    let lanes = RenderLanes(count: 1) { _ in }
    let coordinator = DisplayCoordinator(executor: queue, lanes: lanes, pool: BitmapPool())
    let clients = (0..<count + 20).map { _ in SlowClient(queue, takes: 80_000 / UInt64(count)) }
    let cycles = clients.map { DisplayCycle(coordinator: coordinator, client: $0) }
    queue.run { for cycle in cycles { cycle.display() } }
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

  // MARK: The inbox alone

  /// An inbox, its clock, and a ticket to be posted; a turn was run at the start.
  private final class Setting {
    let inbox: CommitInbox
    let queue: ManualQueue
    let harness = Harness()
    let ticket: DisplayTicket

    init() {
      let queue = ManualQueue()
      self.queue = queue
      inbox = CommitInbox(for: queue)
      let task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
      let request = DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
      ticket = DisplayTicket(
        request, task: task, pixels: PixelSize(width: 1, height: 1), cycle: harness.client.cycle,
        accepted: nil)
      #expect(post() == "now", "the first result is not dense")
      runTurn()
    }

    func post(byteCount: Int = 4) -> String {
      name(inbox.post(ticket, byteCount: byteCount))
    }

    func postAction() -> String { name(inbox.post {}) }
    func requestTurn() -> String { name(inbox.requestTurn()) }
    func flush() -> String { name(inbox.flushDeferred()) }
    func fireTimer() -> String { name(inbox.timerFired()) }

    private func name(_ wakeup: CommitInbox.Wakeup) -> String {
      switch wakeup {
      case .none: "none"
      case .now: "now"
      case .deferred(let setsTimer): setsTimer ? "deferred with timer" : "deferred"
      }
    }

    /// Takes everything, and returns the number of results and of actions.
    func takenCounts() -> [Int] {
      let contents = inbox.take()
      return [contents.results.count, contents.actions.count]
    }

    func endTurn() -> Bool { inbox.endTurn(at: nil) }

    func runTurn() {
      _ = inbox.take()
      #expect(endTurn())
      queue.advance(by: 1000)
    }
  }

  @Test func denseResultsAreDeferredWithOneTimer() {
    let setting = Setting()
    #expect(setting.post() == "deferred with timer")
    #expect(setting.post() == "none", "a wake-up is deferred already")
    #expect(setting.flush() == "now")
    #expect(setting.post() == "none", "a turn is scheduled")
    setting.runTurn()
    #expect(setting.flush() == "none")
    #expect(setting.post() == "deferred", "the timer is still pending")
    #expect(setting.fireTimer() == "now")
    setting.runTurn()
    #expect(setting.post() == "deferred with timer", "the timer has fired")
    setting.runTurn()
    #expect(setting.fireTimer() == "none", "the turn has come meanwhile")
  }

  /// Waiters for the end of all displays resume after posted actions, too.
  @Test func waitersComeAfterActions() async {
    let setting = Setting()
    await withCheckedContinuation { waiter in
      setting.inbox.addWaiter(waiter)
      _ = setting.postAction()
      #expect(setting.inbox.takeWaitersIfEmpty().isEmpty)
      #expect(setting.takenCounts() == [0, 1])
      let waiters = setting.inbox.takeWaitersIfEmpty()
      #expect(waiters.count == 1)
      for waiter in waiters { waiter.resume() }
    }
  }

  /// A batch is complete by number, by bytes, and by time.
  @Test func aBatchIsBounded() {
    let byNumber = Setting()
    let answers = (0..<128).map { _ in byNumber.post() }
    #expect(answers.last == "now" && answers.dropLast().dropFirst().allSatisfy { $0 == "none" })
    let byBytes = Setting()
    #expect(byBytes.post(byteCount: 3 << 18) == "deferred with timer")
    #expect(byBytes.post(byteCount: 3 << 18) == "now")
    byBytes.runTurn()
    #expect(byBytes.post(byteCount: 3 << 18) == "deferred", "the bytes were taken")
    let byTime = Setting()
    #expect(byTime.post() == "deferred with timer")
    for _ in 0..<9 {
      byTime.queue.advance(by: 40_000)
      #expect(byTime.post() == "none")
    }
    byTime.queue.advance(by: 40_000)
    #expect(byTime.post() == "now")
  }

  @Test func resultsThatAreFarApartAreNotDeferred() {
    let setting = Setting()
    setting.queue.advance(by: 49_000)
    #expect(setting.post() == "now")
  }

  @Test func aTurnDoesNotEndWhileSomethingIsInTheInbox() {
    let setting = Setting()
    _ = setting.inbox.take()
    #expect(setting.post() == "none")
    let hasResults = setting.inbox.hasResults
    #expect(hasResults)
    #expect(!setting.endTurn())
    #expect(setting.takenCounts() == [1, 0])
    #expect(setting.postAction() == "none")
    #expect(!setting.endTurn())
    #expect(setting.takenCounts() == [0, 1])
    #expect(setting.endTurn())
    #expect(setting.requestTurn() == "now")
  }
}

/// A client whose `show` takes time.
private final class SlowClient: DisplayClient, @unchecked Sendable {
  private let queue: ManualQueue
  private let time: UInt64
  private(set) var isShown = false

  init(_ queue: ManualQueue, takes time: UInt64) {
    self.queue = queue
    self.time = time
  }

  func makeDisplayRequest() -> DisplayRequest {
    let task = DisplayTask<Void>(display: { _, _, _ in })
    return DisplayRequest(
      task: AnyDisplayTask(task), size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) {
    isShown = true
    queue.advance(by: time)
  }
}
