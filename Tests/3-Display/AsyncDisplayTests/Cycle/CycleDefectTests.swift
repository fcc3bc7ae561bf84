// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import AsyncDisplay
@testable import CanvasGeometry

/// The defects of the earlier cycle: each occurs in its model, and not in this cycle.
struct CycleDefectTests {
  @Test func d1EveryWillHasItsDid() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.display()
    old.setNeedsDisplay()
    queues.run()
    #expect(old.log == ["will a"])

    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.turn { $0.cycle.setNeedsDisplay() }
    harness.settle()
    #expect(harness.log.filter { $0.hasPrefix("will") }.count == 2)
    #expect(harness.log.filter { $0.hasPrefix("did") }.count == 2)
  }

  @Test func d2TheSlowerOlderDisplayDoesNotWin() {
    let queues = EarlierCycle.Queues(2)
    let old = EarlierCycle(queues)
    let slow = old.display() ?? 0
    old.task.name = "b"
    let fast = old.display() ?? 0
    queues.step(fast)
    queues.step(slow)
    queues.run()
    #expect(old.contents == "a")

    let harness = Harness(lanes: 2)
    harness.turn { $0.cycle.display() }
    harness.lanes.step(0)
    harness.lanes.step(0)
    harness.turn {
      $0.name = "b"
      $0.cycle.display()
    }
    harness.lanes.step(1)
    harness.settle()
    #expect(harness.shown == "b")
    #expect(harness.log.filter { $0.hasPrefix("show") } == ["show b"])
  }

  @Test func d3WhatIsClearedStaysCleared() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.display()
    old.task.drawsNothing = true
    old.display()
    queues.run()
    #expect(old.contents == "a")

    for collapses in [false, true] {
      let harness = Harness()
      harness.turn { $0.cycle.display() }
      harness.lanes.step(0)
      harness.turn {
        if collapses { $0.size.width = 0 } else { $0.drawsNothing = true }
        $0.cycle.display()
      }
      harness.settle()
      #expect(harness.shown == nil)
    }
  }

  @Test func d4EndlessInvalidationStillShowsProgress() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.task.meanwhile = { old.setNeedsDisplay() }
    for _ in 0..<100 {
      old.display()
      queues.run()
    }
    #expect(old.contents == nil)

    let harness = Harness()
    harness.turn { $0.cycle.setPolicy(.progressive) }
    harness.meanwhile = { harness in
      if harness.draws < 100 { harness.turn { $0.cycle.setNeedsDisplay() } }
    }
    harness.turn { $0.cycle.setNeedsDisplay() }
    harness.settle()
    #expect(harness.log.filter { $0.hasPrefix("show") }.count >= 50)
  }

  @Test func d5EndsComeInTheOrderOfGenerations() {
    let queues = EarlierCycle.Queues(2)
    let old = EarlierCycle(queues)
    old.task.meanwhile = {
      old.setNeedsDisplay()
      old.task = EarlierCycle.Task(name: "b")
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

    let harness = Harness(lanes: 2)
    harness.meanwhile = { harness in
      harness.meanwhile = nil
      harness.turn {
        $0.name = "b"
        $0.cycle.display()
      }
      for _ in 0..<10 { harness.lanes.step(1) }
      while harness.queue.step() {}
    }
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(harness.log.suffix(2) == ["show b", "did b true"])
    #expect(harness.log.contains("did a false"))
  }

  @Test func d6AShortDisplayDoesNotWaitBehindALongOne() {
    let queues = EarlierCycle.Queues(2)
    let olds = (0..<3).map { _ in EarlierCycle(queues) }
    let lanes = olds.map { $0.display() ?? -1 }
    // The third waits behind the first, although the other lane falls idle.
    queues.step(lanes[1])
    #expect(lanes[2] == lanes[0])
    #expect(queues.lanes[lanes[1]].isEmpty)

    let harness = Harness(lanes: 2, clients: 3)
    harness.queue.run { for client in harness.clients { client.cycle.display() } }
    harness.lanes.step(0)
    for _ in 0..<8 { harness.lanes.step(1) }
    while harness.queue.step() {}
    #expect(harness.clients[1].shown != nil)
    #expect(harness.clients[2].shown != nil)
  }

  @Test func d7ASupersededRequestKeepsNoPlaceInTheQueue() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    for _ in 0..<10 {
      old.setNeedsDisplay()
      old.display()
    }
    #expect(queues.lanes[0].count == 10)

    let harness = Harness()
    harness.turn { client in for _ in 0..<10 { client.cycle.display() } }
    #expect(harness.lanes.lanes.waitingCount == 1)
    #expect(harness.log.filter { $0 == "did a false" }.count == 9)
  }

  @Test func d8AQueuedDisplayDoesNotKeepItsCycleAlive() {
    let queues = EarlierCycle.Queues(1)
    weak var weakOld: EarlierCycle?
    do {
      let old = EarlierCycle(queues)
      weakOld = old
      old.display()
    }
    #expect(weakOld != nil)

    let harness = Harness()
    weak var weakClient: TestClient?
    do {
      let client = TestClient(harness)
      weakClient = client
      harness.queue.run { client.cycle.display() }
    }
    #expect(weakClient == nil)
    harness.settle()
  }

  @Test(arguments: [-1, .nan, .infinity, 1e9])
  func d10d11SizesAreCheckedBeforeAnythingIsDrawn(width: Double) {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.isAsynchronous = false
    old.width = 1e9
    old.display()
    #expect(old.largestBitmap == 1e9)

    for isSynchronous in [false, true] {
      let harness = Harness()
      harness.turn { $0.cycle.displayAndWait() }
      harness.turn {
        $0.isSynchronous = isSynchronous
        $0.size.width = width
        $0.cycle.display()
      }
      harness.settle()
      #expect(harness.draws == 0)
      #expect(harness.log.last == "did a false")
    }
  }

  @Test func d12AFailedAllocationKeepsTheContents() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.display()
    queues.run()
    old.task.allocationFails = true
    old.display()
    queues.run()
    #expect(old.contents == nil)
    #expect(old.log.last == "did a true")

    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.allocator.remainingSuccesses = 0
    harness.pool.drain()
    harness.turn {
      $0.size = Size(width: 300, height: 300)
      $0.cycle.display()
    }
    harness.settle()
    #expect(harness.shown == "a")
    #expect(harness.log.last == "did a false")
    #expect(harness.draws == 1)
  }

  @Test func d14ACancelledDisplayIsStillNeeded() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.setNeedsDisplay()
    old.display()
    old.signal &+= 1
    queues.run()
    #expect(old.contents == nil)
    #expect(!old.needsDisplay)

    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.turn { $0.cycle.cancel() }
    harness.settle()
    #expect(harness.client.needsDisplay)
    harness.turn { $0.cycle.displayIfNeeded() }
    harness.settle()
    #expect(harness.shown == "a")
  }

  @Test func d17GenerationsDoNotWrap() {
    let old = EarlierCycle(EarlierCycle.Queues(1))
    old.signal = .max
    old.setNeedsDisplay()
    #expect(old.signal < 0)
    let generation: UInt64 = DisplayStateMachine<Int>().generation
    #expect(generation == 0)
  }

  @Test func d18TheThresholdIsADevicePixel() {
    let old = EarlierCycle(EarlierCycle.Queues(1))
    old.width = 0.6
    #expect(old.display() == nil)

    let harness = Harness()
    harness.turn {
      $0.size = Size(width: 0.6, height: 0.6)
      $0.scale = 2
      $0.cycle.display()
    }
    harness.settle()
    #expect(harness.shown == "a")
  }

  @Test func d19BitmapsDoNotPileUpWhileTheCommitQueueIsBlocked() {
    let queues = EarlierCycle.Queues(1)
    let olds = (0..<50).map { _ in EarlierCycle(queues) }
    for old in olds { old.display() }
    for _ in olds { queues.step(0) }
    #expect(queues.main.count == 50)

    let harness = Harness(clients: 50, byteLimit: 640)
    harness.queue.run { for client in harness.clients { client.cycle.display() } }
    for _ in 0..<1000 where harness.lanes.isReady(0) { harness.lanes.step(0) }
    #expect(harness.coordinator.uncommittedByteCount <= 640)
    #expect(!harness.lanes.isReady(0))
    harness.settle()
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
  }

  /// What could be drawn at once is drawn in its turn where the bound is reached.
  @Test func d19ATrivialDisplayKeepsToTheBound() {
    let harness = Harness(clients: 11, byteLimit: 640)
    harness.queue.run { for client in harness.clients.dropLast() { client.cycle.display() } }
    for _ in 0..<100 where harness.lanes.isReady(0) { harness.lanes.step(0) }
    #expect(harness.coordinator.uncommittedByteCount == 640)
    let last = harness.clients[10]
    last.isTrivial = true
    harness.queue.run { last.cycle.display() }
    #expect(last.shown == nil)
    #expect(harness.coordinator.peakUncommittedByteCount == 640)
    harness.settle()
    #expect(last.shown == "a")
    #expect(harness.coordinator.uncommittedByteCount == 0)
    harness.queue.run { last.cycle.display() }
    #expect(harness.draws == 12)
    #expect(harness.coordinator.uncommittedByteCount == 0)
  }

  /// Members of a group that were parked are let in with the first of them: it waits for them.
  @Test func d19AParkedGroupIsLetInAsAWhole() {
    let harness = Harness(clients: 80, byteLimit: 640)
    harness.queue.run { for client in harness.clients[..<10] { client.cycle.display() } }
    for _ in 0..<100 where harness.lanes.isReady(0) { harness.lanes.step(0) }
    harness.queue.run {
      harness.coordinator.group { for client in harness.clients[10...] { client.cycle.display() } }
    }
    for _ in 0..<100 where harness.lanes.isReady(0) { harness.lanes.step(0) }
    #expect(harness.waitingCount == 70)
    harness.settle()
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
    #expect(harness.waitingCount == 0)
    #expect(harness.coordinator.uncommittedByteCount == 0)
  }

  /// A small bitmap is drawn beside a large one.
  @Test func d19SmallBitmapsDoNotWaitForLargeOnes() {
    let harness = Harness(clients: 2, byteLimit: 64 << 20)
    harness.clients[0].size = Size(width: 2200, height: 2200)
    for client in harness.clients {
      harness.queue.run { client.cycle.display() }
      for _ in 0..<100 where harness.lanes.isReady(0) { harness.lanes.step(0) }
    }
    #expect(harness.coordinator.uncommittedByteCount > 16 << 20)
    #expect(harness.waitingCount == 0)
    #expect(harness.draws == 2)
    harness.settle()
    #expect(harness.clients.allSatisfy { $0.shown == "a" })
    #expect(harness.coordinator.uncommittedByteCount == 0)
  }

  @Test func d21ASynchronousDisplaySupersedes() {
    let queues = EarlierCycle.Queues(1)
    let old = EarlierCycle(queues)
    old.bumpsWhenSynchronous = false
    old.display()
    old.task.name = "b"
    old.isAsynchronous = false
    old.display()
    #expect(old.contents == "b")
    queues.run()
    #expect(old.contents == "a")

    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.lanes.step(0)
    harness.turn {
      $0.name = "b"
      $0.isSynchronous = true
      $0.cycle.display()
    }
    #expect(harness.shown == "b")
    harness.settle()
    #expect(harness.shown == "b")
    #expect(harness.log.filter { $0.hasPrefix("show") } == ["show b"])
  }

  @Test func d22WaitingDoesNotWaitForTheBacklog() {
    let queues = EarlierCycle.Queues(1)
    let olds = (0..<50).map { _ in EarlierCycle(queues) }
    for old in olds { old.display() }
    #expect(queues.lanes[0].count == 50)

    let harness = Harness(clients: 50)
    harness.queue.run {
      for client in harness.clients { client.cycle.display() }
      harness.clients[49].cycle.displayAndWait()
    }
    #expect(harness.clients[49].shown == "a")
    #expect(harness.draws == 1)
  }

  @Test func suspendedCyclesDisplayOnceWhenResumed() {
    let harness = Harness()
    harness.turn { $0.cycle.suspend() }
    for _ in 0..<5 { harness.turn { $0.cycle.setNeedsDisplay() } }
    harness.settle()
    #expect(harness.log.isEmpty)
    harness.turn { $0.cycle.resume() }
    harness.settle()
    #expect(harness.draws == 1)
  }

  @Test func aDeadlineFailsTheDisplayAndKeepsTheContents() {
    let harness = Harness()
    harness.turn { $0.cycle.display() }
    harness.settle()
    harness.turn {
      $0.name = "b"
      $0.deadline = .milliseconds(5)
      $0.cycle.display()
    }
    harness.queue.advance(by: 5_000_000)
    while harness.queue.step() {}
    harness.settle()
    #expect(harness.shown == "a")
    #expect(harness.log.last == "did b false")
  }

  @Test func aDeadlineMayBeAsFarAsADurationGoes() {
    let harness = Harness()
    harness.turn {
      $0.deadline = .seconds(Int64.max)
      $0.cycle.display()
    }
    harness.settle()
    #expect(harness.shown == "a")
  }
}
