// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TextGraphics
import TextModel

@testable import AsyncDisplay

/// The defects of the old cycle: each happens in its model, and does not happen here.
struct DefectTests {
  @Test func d1EveryWillHasItsDid() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.display()
    old.setNeedsDisplay()
    queues.run()
    #expect(old.log == ["will a"])

    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.turn { $0.owner.setNeedsDisplay() }
    stage.settle()
    #expect(stage.log.filter { $0.hasPrefix("will") }.count == 2)
    #expect(stage.log.filter { $0.hasPrefix("did") }.count == 2)
  }

  @Test func d2TheSlowerOlderDisplayDoesNotWin() {
    let queues = OldCycle.Queues(2)
    let old = OldCycle(queues)
    let slow = old.display() ?? 0
    old.task.name = "b"
    let fast = old.display() ?? 0
    queues.step(fast)
    queues.step(slow)
    queues.run()
    #expect(old.contents == "a")

    let stage = Stage(lanes: 2)
    stage.turn { $0.owner.display() }
    stage.lanes.step(0)
    stage.lanes.step(0)
    stage.turn {
      $0.name = "b"
      $0.owner.display()
    }
    stage.lanes.step(1)
    stage.settle()
    #expect(stage.shown == "b")
    #expect(stage.log.filter { $0.hasPrefix("show") } == ["show b"])
  }

  @Test func d3WhatIsClearedStaysCleared() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.display()
    old.task.drawsNothing = true
    old.display()
    queues.run()
    #expect(old.contents == "a")

    for collapses in [false, true] {
      let stage = Stage()
      stage.turn { $0.owner.display() }
      stage.lanes.step(0)
      stage.turn {
        if collapses { $0.size.width = 0 } else { $0.drawsNothing = true }
        $0.owner.display()
      }
      stage.settle()
      #expect(stage.shown == nil)
    }
  }

  @Test func d4EndlessInvalidationStillShowsProgress() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.task.meanwhile = { old.setNeedsDisplay() }
    for _ in 0..<100 {
      old.display()
      queues.run()
    }
    #expect(old.contents == nil)

    let stage = Stage()
    stage.turn { $0.owner.setPolicy(.progressive) }
    stage.meanwhile = { stage in
      if stage.draws < 100 { stage.turn { $0.owner.setNeedsDisplay() } }
    }
    stage.turn { $0.owner.setNeedsDisplay() }
    stage.settle()
    #expect(stage.log.filter { $0.hasPrefix("show") }.count >= 50)
  }

  @Test func d5EndsComeInTheOrderOfGenerations() {
    let queues = OldCycle.Queues(2)
    let old = OldCycle(queues)
    old.task.meanwhile = {
      old.setNeedsDisplay()
      old.task = OldCycle.Task(name: "b")
      // The newer display is drawn and committed while the older one still draws.
      if let lane = old.display() {
        queues.step(lane)
        queues.stepMain()
      }
    }
    let first = old.display() ?? 0
    queues.step(first)
    queues.run()
    #expect(old.log.suffix(2) == ["did b true", "did a false"])

    let stage = Stage(lanes: 2)
    stage.meanwhile = { stage in
      stage.meanwhile = nil
      stage.turn {
        $0.name = "b"
        $0.owner.display()
      }
      for _ in 0..<10 { stage.lanes.step(1) }
      while stage.queue.step() {}
    }
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.log.suffix(2) == ["show b", "did b true"])
    #expect(stage.log.contains("did a false"))
  }

  @Test func d6AShortDisplayDoesNotWaitBehindALongOne() {
    let queues = OldCycle.Queues(2)
    let olds = (0..<3).map { _ in OldCycle(queues) }
    let lanes = olds.map { $0.display() ?? -1 }
    // The third waits behind the first, although the other lane falls idle.
    queues.step(lanes[1])
    #expect(lanes[2] == lanes[0])
    #expect(queues.lanes[lanes[1]].isEmpty)

    let stage = Stage(lanes: 2, faces: 3)
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    stage.lanes.step(0)
    for _ in 0..<8 { stage.lanes.step(1) }
    while stage.queue.step() {}
    #expect(stage.faces[1].shown != nil)
    #expect(stage.faces[2].shown != nil)
  }

  @Test func d7ASupersededRequestKeepsNoPlaceInTheQueue() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    for _ in 0..<10 {
      old.setNeedsDisplay()
      old.display()
    }
    #expect(queues.lanes[0].count == 10)

    let stage = Stage()
    stage.turn { face in for _ in 0..<10 { face.owner.display() } }
    #expect(stage.lanes.lanes.waitingCount == 1)
    #expect(stage.log.filter { $0 == "did a false" }.count == 9)
  }

  @Test func d8AQueuedDisplayDoesNotKeepItsOwnerAlive() {
    let queues = OldCycle.Queues(1)
    weak var weakOld: OldCycle?
    do {
      let old = OldCycle(queues)
      weakOld = old
      old.display()
    }
    #expect(weakOld != nil)

    let stage = Stage()
    weak var weakFace: StageFace?
    do {
      let face = StageFace(stage)
      weakFace = face
      stage.queue.run { face.owner.display() }
    }
    #expect(weakFace == nil)
    stage.settle()
  }

  @Test(arguments: [-1, .nan, .infinity, 1e9])
  func d10d11SizesAreCheckedBeforeAnythingIsDrawn(width: Double) {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.isAsynchronous = false
    old.width = 1e9
    old.display()
    #expect(old.largestBitmap == 1e9)

    for isSynchronous in [false, true] {
      let stage = Stage()
      stage.turn { $0.owner.displayAndWait() }
      stage.turn {
        $0.isSynchronous = isSynchronous
        $0.size.width = width
        $0.owner.display()
      }
      stage.settle()
      #expect(stage.draws == 0)
      #expect(stage.log.last == "did a false")
    }
  }

  @Test func d12AFailedAllocationKeepsTheContents() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.display()
    queues.run()
    old.task.allocationFails = true
    old.display()
    queues.run()
    #expect(old.contents == nil)
    #expect(old.log.last == "did a true")

    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.allocator.remainingSuccesses = 0
    stage.pool.drain()
    stage.turn {
      $0.size = Size(width: 300, height: 300)
      $0.owner.display()
    }
    stage.settle()
    #expect(stage.shown == "a")
    #expect(stage.log.last == "did a false")
    #expect(stage.draws == 1)
  }

  @Test func d14ACancelledDisplayIsStillNeeded() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.setNeedsDisplay()
    old.display()
    old.signal &+= 1
    queues.run()
    #expect(old.contents == nil)
    #expect(!old.needsDisplay)

    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.turn { $0.owner.cancel() }
    stage.settle()
    #expect(stage.face.needsDisplay)
    stage.turn { $0.owner.displayIfNeeded() }
    stage.settle()
    #expect(stage.shown == "a")
  }

  @Test func d17GenerationsDoNotWrap() {
    let old = OldCycle(OldCycle.Queues(1))
    old.signal = .max
    old.setNeedsDisplay()
    #expect(old.signal < 0)
    let generation: UInt64 = DisplayStateMachine().generation
    #expect(generation == 0)
  }

  @Test func d18TheThresholdIsADevicePixel() {
    let old = OldCycle(OldCycle.Queues(1))
    old.width = 0.6
    #expect(old.display() == nil)

    let stage = Stage()
    stage.turn {
      $0.size = Size(width: 0.6, height: 0.6)
      $0.scale = 2
      $0.owner.display()
    }
    stage.settle()
    #expect(stage.shown == "a")
  }

  @Test func d19BitmapsDoNotPileUpWhileTheCommitQueueIsBlocked() {
    let queues = OldCycle.Queues(1)
    let olds = (0..<50).map { _ in OldCycle(queues) }
    for old in olds { old.display() }
    for _ in olds { queues.step(0) }
    #expect(queues.main.count == 50)

    let stage = Stage(faces: 50, byteLimit: 640)
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    for _ in 0..<1000 where stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(stage.coordinator.uncommittedByteCount <= 640)
    #expect(!stage.lanes.isReady(0))
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// What could be drawn at once is drawn in its turn where the bound is reached.
  @Test func d19ATrivialDisplayKeepsToTheBound() {
    let stage = Stage(faces: 11, byteLimit: 640)
    stage.queue.run { for face in stage.faces.dropLast() { face.owner.display() } }
    for _ in 0..<100 where stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(stage.coordinator.uncommittedByteCount == 640)
    let last = stage.faces[10]
    last.isTrivial = true
    stage.queue.run { last.owner.display() }
    #expect(last.shown == nil)
    #expect(stage.coordinator.peakUncommittedByteCount == 640)
    stage.settle()
    #expect(last.shown == "a")
    #expect(stage.coordinator.uncommittedByteCount == 0)
    stage.queue.run { last.owner.display() }
    #expect(stage.draws == 12)
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// Members of a group that were parked are let in with the first of them: it waits for them.
  @Test func d19AParkedGroupIsLetInAsAWhole() {
    let stage = Stage(faces: 80, byteLimit: 640)
    stage.queue.run { for face in stage.faces[..<10] { face.owner.display() } }
    for _ in 0..<100 where stage.lanes.isReady(0) { stage.lanes.step(0) }
    stage.queue.run {
      stage.coordinator.group { for face in stage.faces[10...] { face.owner.display() } }
    }
    for _ in 0..<100 where stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(stage.waitingCount == 70)
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
    #expect(stage.waitingCount == 0)
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// A small bitmap is drawn beside a large one.
  @Test func d19SmallBitmapsDoNotWaitForLargeOnes() {
    let stage = Stage(faces: 2, byteLimit: 64 << 20)
    stage.faces[0].size = Size(width: 2200, height: 2200)
    for face in stage.faces {
      stage.queue.run { face.owner.display() }
      for _ in 0..<100 where stage.lanes.isReady(0) { stage.lanes.step(0) }
    }
    #expect(stage.coordinator.uncommittedByteCount > 16 << 20)
    #expect(stage.waitingCount == 0)
    #expect(stage.draws == 2)
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  @Test func d21ASynchronousDisplaySupersedes() {
    let queues = OldCycle.Queues(1)
    let old = OldCycle(queues)
    old.bumpsWhenSynchronous = false
    old.display()
    old.task.name = "b"
    old.isAsynchronous = false
    old.display()
    #expect(old.contents == "b")
    queues.run()
    #expect(old.contents == "a")

    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.lanes.step(0)
    stage.turn {
      $0.name = "b"
      $0.isSynchronous = true
      $0.owner.display()
    }
    #expect(stage.shown == "b")
    stage.settle()
    #expect(stage.shown == "b")
    #expect(stage.log.filter { $0.hasPrefix("show") } == ["show b"])
  }

  @Test func d22WaitingDoesNotWaitForTheBacklog() {
    let queues = OldCycle.Queues(1)
    let olds = (0..<50).map { _ in OldCycle(queues) }
    for old in olds { old.display() }
    #expect(queues.lanes[0].count == 50)

    let stage = Stage(faces: 50)
    stage.queue.run {
      for face in stage.faces { face.owner.display() }
      stage.faces[49].owner.displayAndWait()
    }
    #expect(stage.faces[49].shown == "a")
    #expect(stage.draws == 1)
  }

  @Test func suspendedOwnersDisplayOnceWhenResumed() {
    let stage = Stage()
    stage.turn { $0.owner.suspend() }
    for _ in 0..<5 { stage.turn { $0.owner.setNeedsDisplay() } }
    stage.settle()
    #expect(stage.log.isEmpty)
    stage.turn { $0.owner.resume() }
    stage.settle()
    #expect(stage.draws == 1)
  }

  @Test func aDeadlineFailsTheDisplayAndKeepsTheContents() {
    let stage = Stage()
    stage.turn { $0.owner.display() }
    stage.settle()
    stage.turn {
      $0.name = "b"
      $0.deadline = .milliseconds(5)
      $0.owner.display()
    }
    stage.queue.advance(by: 5_000_000)
    while stage.queue.step() {}
    stage.settle()
    #expect(stage.shown == "a")
    #expect(stage.log.last == "did b false")
  }

  @Test func aDeadlineMayBeAsFarAsADurationGoes() {
    let stage = Stage()
    stage.turn {
      $0.deadline = .seconds(Int64.max)
      $0.owner.display()
    }
    stage.settle()
    #expect(stage.shown == "a")
  }
}
