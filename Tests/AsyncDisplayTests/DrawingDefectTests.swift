// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextGraphics
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// The defects of the old cycle that concern what is drawn, and what is freed; see `DefectTests`.
struct DrawingDefectTests {
  @Test func d9DrawingStopsAtTheNextPoll() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
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

    let stage = Stage()
    units = 0
    stage.work = { cancellation in
      for unit in 0..<10 {
        try cancellation.check()
        units += 1
        if unit == 2 { stage.turn { $0.owner.cancel() } }
      }
    }
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(units == 3)
    #expect(stage.log.last == "did a false")
  }

  @Test func d13ContentsAndTheirSizeChangeTogether() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.display()
    queues.run()
    old.width = 8
    old.display()
    // What was drawn 4 wide is shown 8 wide, and nothing says so.
    #expect(old.contents == "a")
    #expect(old.contentsWidth != old.width)

    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.turn {
      $0.name = "b"
      $0.size.width = 8
      $0.owner.display()
    }
    #expect(stage.shown == "a")
    #expect(stage.face.shownSize?.width == 4)
    stage.settle()
    #expect(stage.shown == "b")
    #expect(stage.face.shownSize?.width == 8)
  }

  @Test func d15ALaneDrawsTheSnapshot() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.readsLiveText = true
    old.display()
    old.task.name = "b"
    queues.run()
    #expect(old.contents == "b")
    #expect(old.log == ["will a", "did a true"])

    let stage = Stage()
    stage.turn {
      $0.owner.display()
      $0.name = "b"
    }
    stage.settle()
    #expect(stage.log == ["will a", "show a", "did a true"])
  }

  @Test func d16NothingComesBetweenTheLastCheckAndTheCommit() async {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    // As another thread may.
    old.betweenCheckAndSet = { old.setNeedsDisplay() }
    old.display()
    queues.run()
    #expect(old.contents == "a")
    #expect(old.log.last == "did a true")

    // Here only the commit queue may ask; anything else is a mistake that is seen at once.
    await #expect(processExitsWith: .failure) {
      let stage = Stage()
      stage.face.owner.setNeedsDisplay()
    }
    await #expect(processExitsWith: .success) {
      let stage = Stage()
      stage.turn { $0.owner.setNeedsDisplay() }
    }
  }

  /// I17: what waits to be freed is bounded, also if the release queue never runs.
  @Test func d20AStarvedReleaseQueueHoldsNoMoreThanItsBound() {
    // The old one, a global queue of low priority, holds whatever it was given until it runs.
    let starved = DispatchQueue(label: "starved")
    starved.suspend()
    var weakOld: [WeakToken] = []
    for _ in 0..<100 {
      let token = Token()
      weakOld.append(WeakToken(token))
      starved.async { _ = token }
    }
    #expect(weakOld.filter { $0.token != nil }.count == 100)

    let queue = ReleaseQueue(capacity: 1000, target: starved)
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
    let stage = Stage()
    var (last, widest, commits): (UInt64, UInt64, Int) = (stage.queue.now, 0, 0)
    stage.face.onShow = {
      let now = stage.queue.now
      widest = max(widest, now - last)
      last = now
      commits += 1
    }
    stage.meanwhile = { stage in
      for _ in 0..<4 where stage.queue.now < 2_000_000_000 {
        stage.queue.advance(by: 5_000_000)
        stage.turn { $0.owner.setNeedsDisplay() }
      }
    }
    stage.turn {
      $0.owner.setPolicy(.progressive)
      $0.owner.setNeedsDisplay()
    }
    stage.settle()
    #expect(stage.queue.now >= 2_000_000_000)
    #expect(commits > 30)
    #expect(widest <= 60_000_000)
  }

  /// I27: user code that displays again inside a commit.
  @Test(arguments: [false, true])
  func theEndOfADisplayComesBeforeANewerCommit(isCleared: Bool) {
    let stage = Stage()
    stage.face.onShow = {
      stage.face.onShow = nil
      stage.face.name = "b"
      stage.face.drawsNothing = isCleared
      stage.face.isSynchronous = true
      stage.face.owner.display()
    }
    stage.turn { $0.owner.display() }
    stage.settle()
    let expected =
      isCleared
      ? ["will a", "show a", "will b", "did a true", "did b true"]
      : ["will a", "show a", "will b", "did a true", "show b", "did b true"]
    #expect(stage.log == expected)
    #expect(stage.shown == (isCleared ? nil : "b"))
  }

  @Test func aDrawingThatThrowsFailsAndKeepsTheContents() {
    struct Unwilling: Error {}
    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.work = { _ in throw Unwilling() }
    stage.turn {
      $0.name = "b"
      $0.owner.display()
    }
    stage.settle()
    #expect(stage.shown == "a")
    #expect(stage.log.last == "did b false")
    #expect(stage.coordinator.uncommittedByteCount == 0)
    stage.work = nil
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.shown == "b")
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
      let stage = Stage()
      stage.turn {
        $0.size = size
        $0.scale = scale
        $0.isSynchronous = isSynchronous
        $0.owner.display()
      }
      stage.settle()
      #expect(stage.draws == 0)
      #expect(stage.pool.ledger.created == 0)
      #expect(stage.log.filter { $0.hasPrefix("did") }.count == 1)
      stage.turn {
        $0.size = Size(width: 4, height: 4)
        $0.scale = 1
        $0.owner.display()
      }
      stage.settle()
      #expect(stage.shown == "a")
    }
  }
}
