// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing

@testable import AsyncDisplay

/// User code that changes the content, displays or cancels inside callbacks.
@Suite struct ReentrancyTests {
  /// I24: of two displays in one turn, the callback of the first one suspends the cycle.
  @Test func whatIsSuspendedMeanwhileIsNotShown() {
    let harness = Harness()
    let client = harness.client
    client.onShow = {
      guard client.shown == "a" else { return }
      client.name = "b"
      client.isSynchronous = true
      client.cycle.display()
    }
    client.onEnd = { if $0 == "a" { client.cycle.suspend() } }
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(harness.shown == "a")
    #expect(!harness.log.contains("show b"))
    harness.turn { $0.cycle.resume() }
    harness.settle()
    #expect(harness.shown == "b")
  }

  /// A harness whose client is `progressive` and drawn, but not committed.
  private func drawnHarness() -> Harness {
    let harness = Harness()
    harness.turn {
      $0.cycle.setPolicy(.progressive)
      $0.cycle.display()
    }
    harness.settleLanes()
    return harness
  }

  /// I6: a client changes its content while it prepares a display.
  @Test func whatBecomesOutOfDateMeanwhileIsNotShown() {
    let harness = drawnHarness()
    let client = harness.client
    client.onPrepare = {
      guard client.name == "b" else { return }
      (client.name, client.identity) = ("c", 2)
      client.cycle.setNeedsDisplay()
    }
    harness.turn {
      $0.name = "b"
      $0.cycle.setNeedsDisplay()
    }
    harness.settle()
    #expect(harness.shown == "c")
    #expect(!harness.log.contains("show a"))
  }

  /// The reason why a member prepares a display, and the step by which it completes its group
  /// meanwhile.
  enum Asking: CaseIterable {
    /// The display pass, before the commit; another member leaves.
    case byPassAndLeft
    /// The same; another group takes the group in.
    case byPassAndTakenIn
    /// A display; the last one that has not finished leaves.
    case byDisplay
  }

  /// I6: a group that is complete while a member prepares a display waits for the request.
  @Test(arguments: Asking.allCases, [1, 2] as [UInt64])
  func aGroupWaitsWhileAMemberIsAsked(asking: Asking, identity: UInt64) {
    let harness = Harness(clients: 3)
    let (client, last) = (harness.client, harness.clients[2])
    harness.queue.run {
      for client in [client, last] { client.cycle.setPolicy(.progressive) }
      harness.coordinator.group { for client in harness.clients { client.cycle.display() } }
    }
    switch asking {
    case .byPassAndLeft, .byPassAndTakenIn: harness.settleLanes()
    case .byDisplay:
      for _ in 0..<100 where harness.draws < 2 || harness.lanes.busyCount > 0 {
        harness.lanes.step(0)
      }
      while harness.queue.step() {}
    }
    #expect(harness.turns.isEmpty)
    client.onPrepare = {
      client.onPrepare = nil
      switch asking {
      case .byPassAndTakenIn: harness.coordinator.group { last.cycle.display() }
      case .byPassAndLeft, .byDisplay: last.cycle.displayAndWait()
      }
      #expect(client.shown == nil)
    }
    var (shown, others): ([String?], [String?]) = ([], [])
    client.onShow = {
      shown.append(client.shown)
      others.append(harness.clients[1].shown)
    }
    harness.queue.run {
      (client.name, client.identity) = ("b", identity)
      if asking == .byDisplay { client.cycle.display() } else { client.cycle.setNeedsDisplay() }
    }
    harness.settle()
    #expect(client.onPrepare == nil)
    #expect(harness.clients.map(\.shown) == ["b", "a", "a"])
    #expect(shown == (identity == 1 ? ["a", "b"] : ["b"]))
    #expect(others.allSatisfy { $0 == "a" }, "a group is published in one turn")
    #expect(harness.coordinator.inFlightCount == 0)
  }

  /// A client that is out of date each time it is asked is shown all the same.
  @Test func aClientThatIsNeverUpToDateIsShown() {
    let harness = drawnHarness()
    let client = harness.client
    var asked = 0
    client.onPrepare = {
      asked += 1
      if asked < 1000 { client.cycle.setNeedsDisplay() }
    }
    harness.turn { $0.cycle.setNeedsDisplay() }
    #expect(harness.queue.step())
    #expect(harness.shown == "a" && asked < 10)
    harness.settle()
    #expect(asked >= 1000 && !client.isPending)
  }

  /// A harness that shows "a", and has "b" under way.
  private func busyHarness() -> Harness {
    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.turn {
      $0.name = "b"
      $0.cycle.display()
    }
    return harness
  }

  /// The call of a callback while a clear waits to be shown, and the outcome of that clear.
  enum Interruption: CaseIterable {
    case display, setNeedsDisplay, cancel, suspend

    var outcome: DisplayOutcome {
      switch self {
      case .display, .setNeedsDisplay: .superseded
      case .cancel: .cancelled(.requested)
      case .suspend: .cancelled(.suspended)
      }
    }
  }

  /// I4, I24: a clear that was replaced or cancelled before it was shown is not shown; a cancelled
  /// one is still needed.
  @Test(arguments: Interruption.allCases)
  func aClearThatIsCancelledMeanwhileIsNotShown(interruption: Interruption) {
    let harness = busyHarness()
    let client = harness.client
    var clears = 0
    client.onClear = { clears += 1 }
    let outcomes = Mutex<[UInt64: DisplayOutcome]>([:])
    harness.coordinator.setObserver { _, event in
      if case .ended(let generation, let outcome) = event {
        outcomes.withLock { $0[generation] = outcome }
      }
    }
    var isNeeded: Bool?
    client.onEnd = { name in
      guard name == "b" else { return }
      (client.drawsNothing, client.name) = (false, "d")
      switch interruption {
      case .display: client.cycle.display()
      case .setNeedsDisplay: client.cycle.setNeedsDisplay()
      case .cancel: client.cycle.cancel()
      case .suspend: client.cycle.suspend()
      }
      isNeeded = client.needsDisplay
    }
    var cleared: UInt64 = 0
    harness.turn {
      (cleared, $0.drawsNothing, $0.name) = ($0.generation + 1, true, "c")
      $0.cycle.display()
    }
    #expect(outcomes.withLock { $0[cleared] } == interruption.outcome)
    #expect(harness.log.contains("did c false"))
    #expect(isNeeded == (interruption != .display))
    harness.settle()
    #expect(clears == 0)
    switch interruption {
    case .display, .setNeedsDisplay: #expect(harness.shown == "d")
    case .cancel, .suspend:
      #expect(harness.shown == "a" && client.needsDisplay)
      harness.turn {
        $0.cycle.resume()
        $0.cycle.displayIfNeeded()
      }
      harness.settle()
      #expect(harness.shown == "d")
    }
    #expect(!client.isPending && harness.coordinator.inFlightCount == 0)
  }

  /// I29: a member whose clear was replaced takes part in its group with the newer display.
  @Test func aGroupKeepsAMemberWhoseClearWasReplaced() {
    let harness = Harness(clients: 2)
    let client = harness.client
    harness.turn { $0.cycle.display() }
    client.onEnd = { name in
      guard name == "a" else { return }
      (client.drawsNothing, client.name) = (false, "c")
      client.cycle.display()
    }
    harness.queue.run {
      harness.coordinator.group {
        (client.drawsNothing, client.name) = (true, "b")
        client.cycle.display()
        harness.clients[1].cycle.display()
      }
    }
    harness.settle()
    #expect(harness.clients.map(\.shown) == ["c", "a"])
    #expect(Set(harness.turns).count == 1 && harness.turns.count == 2)
  }

  /// I26: `displayAndWait` shows a clear that waits to be shown.
  @Test func aClearThatWaitsIsShownByDisplayAndWait() {
    let harness = busyHarness()
    let client = harness.client
    var shown = ""
    client.onEnd = { name in
      guard name == "b" else { return }
      client.cycle.displayAndWait()
      shown = client.shown ?? "nothing"
    }
    harness.turn {
      ($0.drawsNothing, $0.name) = (true, "c")
      $0.cycle.display()
    }
    #expect(shown == "nothing")
  }

  /// The cancellation of a display that is being prepared.
  enum Cancelling: CaseIterable {
    case cancel, suspend, suspendAndResume
  }

  /// I23, I24: a display that is cancelled while it is prepared is refused and stays needed: the
  /// next request displays it.
  @Test(arguments: Cancelling.allCases, [false, true])
  func aDisplayIsCancelledWhileItIsPrepared(cancelling: Cancelling, inWillDisplay: Bool) {
    let harness = Harness()
    let client = harness.client
    var isNeeded: Bool?
    let cancelOnce = { [unowned client] in
      (client.onPrepare, client.onWill) = (nil, nil)
      switch cancelling {
      case .cancel: client.cycle.cancel()
      case .suspend: client.cycle.suspend()
      case .suspendAndResume:
        client.cycle.suspend()
        client.cycle.resume()
      }
      isNeeded = client.needsDisplay
    }
    if inWillDisplay { client.onWill = cancelOnce } else { client.onPrepare = cancelOnce }
    harness.turn { $0.cycle.setNeedsDisplay() }
    #expect(harness.queue.step())
    #expect(isNeeded == true)
    #expect(harness.log.prefix(2) == ["will a", "did a false"])
    harness.settle()
    #expect(harness.draws == (cancelling == .suspendAndResume ? 1 : 0))
    harness.turn {
      $0.cycle.resume()
      $0.cycle.displayIfNeeded()
    }
    harness.settle()
    #expect(harness.shown == "a" && !client.needsDisplay)
    #expect(harness.draws == 1 && harness.log.count == 5)
  }

  /// A display that was cancelled while it was prepared does not refuse the one after it.
  @Test func aDisplayAfterTheCancelIsNotCancelled() {
    let harness = Harness()
    let client = harness.client
    client.onPrepare = {
      client.onPrepare = nil
      client.cycle.cancel()
      client.name = "b"
      client.cycle.display()
    }
    harness.turn { $0.cycle.setNeedsDisplay() }
    harness.settle()
    #expect(harness.shown == "b" && !client.needsDisplay && harness.draws == 1)
  }

  /// I29: a member that is cancelled while it is prepared ends its group.
  @Test func aMemberThatIsCancelledWhileItIsPreparedEndsItsGroup() {
    let harness = Harness(clients: 2)
    harness.client.onPrepare = { [unowned harness] in
      harness.client.onPrepare = nil
      harness.client.cycle.cancel()
    }
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients { client.cycle.setNeedsDisplay() } }
    }
    harness.settle()
    #expect(harness.turns.isEmpty && harness.clients.allSatisfy { $0.needsDisplay })
    #expect(harness.coordinator.inFlightCount == 0)
  }
}
