// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemLanes
import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// Defects of the earlier cycle in drawing and freeing; see `CycleDefectTests`.
struct DrawingDefectTests {
  @Test func d9DrawingStopsAtTheNextPoll() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    var units = 0
    old.task.meanwhile = {
      for unit in 0..<10 {
        units += 1
        if unit == 2 { old.setNeedsDisplay() }
      }
    }
    old.display()
    queues.run()
    #expect(units == 10)

    let harness = Harness()
    units = 0
    harness.work = { cancellation in
      for unit in 0..<10 {
        try cancellation.check()
        units += 1
        if unit == 2 { harness.turn { $0.cycle.cancel() } }
      }
    }
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(units == 3)
    #expect(harness.log.last == "did a false")
  }

  @Test func d13ContentsAndTheirSizeChangeTogether() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.display()
    queues.run()
    old.width = 8
    old.display()
    // What was drawn 4 wide is shown 8 wide, and nothing says so.
    #expect(old.contents == "a")
    #expect(old.contentsWidth != old.width)

    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.turn {
      $0.name = "b"
      $0.size.width = 8
      $0.cycle.display()
    }
    #expect(harness.shown == "a")
    #expect(harness.client.shownSize?.width == 4)
    harness.settle()
    #expect(harness.shown == "b")
    #expect(harness.client.shownSize?.width == 8)
  }

  @Test func d15ALaneDrawsTheSnapshot() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.readsLiveText = true
    old.display()
    old.task.name = "b"
    queues.run()
    #expect(old.contents == "b")
    #expect(old.log == ["will a", "did a true"])

    let harness = Harness()
    harness.turn {
      $0.cycle.display()
      $0.name = "b"
    }
    harness.settle()
    #expect(harness.log == ["will a", "show a", "did a true"])
  }

  @Test func d16NothingComesBetweenTheLastCheckAndTheCommit() async {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    // As another thread may.
    old.betweenCheckAndSet = { old.setNeedsDisplay() }
    old.display()
    queues.run()
    #expect(old.contents == "a")
    #expect(old.log.last == "did a true")

    // Here only the commit queue may ask; anything else is a mistake that is seen at once.
    await #expect(processExitsWith: .failure) {
      let harness = Harness()
      harness.client.cycle.setNeedsDisplay()
    }
    await #expect(processExitsWith: .success) {
      let harness = Harness()
      harness.turn { $0.cycle.setNeedsDisplay() }
    }
  }

  /// I17: what waits to be freed is bounded, also if the release queue never runs.
  @Test func d20AStarvedReleaseQueueHoldsNoMoreThanItsBound() {
    // A global queue of low priority holds all objects until it runs.
    let starved = DispatchQueue(label: "starved")
    starved.suspend()
    var weakOld: [WeakToken] = []
    for _ in 0..<100 {
      let token = Token()
      weakOld.append(WeakToken(token))
      starved.async { _ = token }
    }
    #expect(weakOld.filter { $0.token != nil }.count == 100)

    let queue = ReleaseQueue(capacity: 1000, on: DispatchedQueue(starved))
    var tokens: [WeakToken] = []
    for _ in 0..<100 {
      let token = Token()
      tokens.append(WeakToken(token))
      queue.release(token, byteCount: 100)
      #expect(queue.pendingByteCount <= 1000)
    }
    #expect(tokens.filter { $0.token != nil }.count == 10)
    #expect(queue.inlineReleaseCount == 90)
    queue.drain()
    #expect(queue.pendingByteCount == 0)
    #expect(tokens.allSatisfy { $0.token == nil })
    starved.resume()
    starved.sync {}
  }

  /// I6: endless invalidation every 5 ms, 20 ms of drawing, on a clock that is set by hand.
  @Test func progressiveCommitsAtLeastEverySixtyMilliseconds() {
    let harness = Harness()
    var (last, widest, commits): (UInt64, UInt64, Int) = (harness.queue.now, 0, 0)
    harness.client.onShow = {
      let now = harness.queue.now
      widest = max(widest, now - last)
      last = now
      commits += 1
    }
    harness.meanwhile = { harness in
      for _ in 0..<4 where harness.queue.now < 2_000_000_000 {
        harness.queue.advance(by: 5_000_000)
        harness.turn { $0.cycle.setNeedsDisplay() }
      }
    }
    harness.turn {
      $0.cycle.setPolicy(.progressive)
      $0.cycle.setNeedsDisplay()
    }
    harness.settle()
    #expect(harness.queue.now >= 2_000_000_000)
    #expect(commits > 30)
    #expect(widest <= 60_000_000)
  }

  /// I27: user code that displays again inside a commit.
  @Test(arguments: [false, true])
  func theEndOfADisplayComesBeforeANewerCommit(isCleared: Bool) {
    let harness = Harness()
    harness.client.onShow = {
      harness.client.onShow = nil
      harness.client.name = "b"
      harness.client.drawsNothing = isCleared
      harness.client.isSynchronous = true
      harness.client.cycle.display()
    }
    harness.turn { $0.cycle.display() }
    harness.settle()
    let expected =
      isCleared
      ? ["will a", "show a", "will b", "did a true", "did b true"]
      : ["will a", "show a", "will b", "did a true", "show b", "did b true"]
    #expect(harness.log == expected)
    #expect(harness.shown == (isCleared ? nil : "b"))
  }

  @Test func aDrawingThatThrowsFailsAndKeepsTheContents() {
    struct Unwilling: Error {}
    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.work = { _ in throw Unwilling() }
    harness.turn {
      $0.name = "b"
      $0.cycle.display()
    }
    harness.settle()
    #expect(harness.shown == "a")
    #expect(harness.log.last == "did b false")
    #expect(harness.coordinator.uncommittedByteCount == 0)
    harness.work = nil
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(harness.shown == "b")
  }

  @Test(arguments: [
    (Size(width: 0, height: 0), 1), (Size(width: 0, height: .nan), 1),
    (Size(width: -1, height: 4), 1), (Size(width: 4, height: -.infinity), 1),
    (Size(width: 4, height: 4), 0), (Size(width: 4, height: 4), .nan),
    (Size(width: 4, height: 4), -2), (Size(width: 4, height: 4), .infinity),
    (Size(width: 1e300, height: 1e300), 1e300), (Size(width: 60_000, height: 60_000), 1),
  ])
  func aSizeThatCannotBeDrawnHasADefinedOutcome(size: Size, scale: Double) {
    for isSynchronous in [false, true] {
      let harness = Harness()
      harness.turn {
        $0.size = size
        $0.scale = scale
        $0.isSynchronous = isSynchronous
        $0.cycle.display()
      }
      harness.settle()
      #expect(harness.draws == 0)
      #expect(harness.pool.ledger.created == 0)
      #expect(harness.log.filter { $0.hasPrefix("did") }.count == 1)
      harness.turn {
        $0.size = Size(width: 4, height: 4)
        $0.scale = 1
        $0.cycle.display()
      }
      harness.settle()
      #expect(harness.shown == "a")
    }
  }
}
