// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// Room for bitmaps is for all: who waits for it is passed by others, but not for ever.
@Suite struct ByteBudgetTests {
  /// Two displays that overlap, again and again, leave no moment with room for a large one.
  @Test func aLargeOneIsNotPassedForEver() {
    let stage = crowdedStage()
    let large = stage.faces[2]
    var rounds = 0
    while large.shown == nil, rounds < 100 {
      goRound(stage, rounds % 2)
      rounds += 1
    }
    #expect(large.shown == "a" && rounds < 20, "\(rounds) rounds")
    // Nor are those kept out who come after it.
    let before = stage.draws
    for round in 0..<20 { goRound(stage, round % 2) }
    #expect(stage.draws >= before + 15)
    stage.settle()
    check(stage)
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  enum Change: CaseIterable {
    case drop
    case cancel
    case replace
    case grow
    case invalidate
    case suspend
    case leave
  }

  /// Whatever becomes of the one for whom others are kept waiting, before it has room or after, these come round.
  @Test(arguments: Change.allCases, 0..<12) func theOneThatIsWaitedForChanges(
    change: Change, steps: Int
  ) {
    let stage = crowdedStage()
    let large = stage.faces[2]
    for round in 0..<4 { goRound(stage, round % 2) }
    for step in 0..<steps where !stage.queue.step() {
      if stage.lanes.isReady(step % 2) { stage.lanes.step(step % 2) }
    }
    stage.queue.run {
      switch change {
      case .drop: large.owner.drop()
      case .cancel: large.owner.cancel()
      case .replace:
        large.size = Size(width: 4, height: 4)
        large.owner.display()
      case .grow:
        large.size = Size(width: 400, height: 700)
        large.owner.display()
      case .invalidate: large.owner.setNeedsDisplay()
      case .suspend: large.owner.suspend()
      case .leave: large.owner.displayAndWait()
      }
    }
    for round in 0..<10 { goRound(stage, round % 2) }
    stage.settle()
    check(stage)
    #expect(stage.faces[..<2].allSatisfy { $0.shown == "a" })
    switch change {
    case .drop, .cancel, .suspend: break
    case .replace, .grow, .invalidate, .leave: #expect(large.shown == "a")
    }
  }

  /// A shutdown does not wait for room that was kept for somebody.
  @Test(arguments: 0..<12)
  func aShutdownInBetween(steps: Int) async {
    let stage = crowdedStage()
    for round in 0..<4 { goRound(stage, round % 2) }
    for step in 0..<steps where !stage.queue.step() {
      if stage.lanes.isReady(step % 2) { stage.lanes.step(step % 2) }
    }
    let isOver = Mutex(false)
    Task {
      await stage.coordinator.shutdown()
      isOver.withLock { $0 = true }
    }
    // (Not by the clock: other tests may have all threads of tasks for a while.)
    var yields = 0
    while !isOver.withLock({ $0 }), yields < 100_000 {
      stage.settle()
      await Task.yield()
      yields += 1
    }
    #expect(isOver.withLock { $0 })
    check(stage)
  }

  /// While large ones alone keep one out, small ones go past.
  @Test func whatIsSmallGoesOnBesideLargeOnes() {
    let stage = Stage(lanes: 2, faces: 3, byteLimit: 1 << 20)
    for face in stage.faces[..<2] { face.size = Size(width: 400, height: 440) }
    stage.queue.run { stage.faces[0].owner.display() }
    stage.lanes.step(0)
    stage.queue.run { stage.faces[1].owner.display() }
    let small = stage.faces[2]
    small.size = Size(width: 200, height: 200)
    for _ in 0..<20 {
      stage.queue.run { small.owner.display() }
      for _ in 0..<20 where small.owner.isPending {
        if stage.lanes.isReady(1) { stage.lanes.step(1) }
        while stage.queue.step() {}
      }
      #expect(!small.owner.isPending)
    }
    #expect(stage.coordinator.budget.parkedCount == 1)
    stage.settle()
    check(stage)
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// Each lane draws a display of 400 kB, and a large one waits for all the room there is.
  private func crowdedStage() -> Stage {
    let stage = Stage(lanes: 2, faces: 3, byteLimit: 1 << 20)
    for face in stage.faces { face.size = Size(width: 400, height: 256) }
    stage.faces[2].size = Size(width: 400, height: 600)
    stage.queue.run { for face in stage.faces[..<2] { face.owner.display() } }
    for lane in 0..<2 { stage.lanes.step(lane) }
    stage.queue.run { stage.faces[2].owner.display() }
    return stage
  }

  /// One of the two is drawn to its end by its lane, and displayed again while the other is under way.
  private func goRound(_ stage: Stage, _ index: Int) {
    let owner = stage.faces[index].owner
    for _ in 0..<50 where owner.isPending {
      if stage.lanes.isReady(index) { stage.lanes.step(index) }
      while stage.queue.step() {}
    }
    stage.queue.run { owner.display() }
    for _ in 0..<5 where stage.lanes.busyCount < 2 && stage.lanes.isReady(index) {
      stage.lanes.step(index)
    }
  }

  private func check(_ stage: Stage) {
    #expect(stage.coordinator.budget.parkedCount == 0)
    #expect(stage.coordinator.uncommittedByteCount == 0)
    #expect(stage.lanes.lanes.waitingCount == 0)
  }
}
