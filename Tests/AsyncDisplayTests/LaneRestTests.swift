// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextRuntime

@testable import AsyncDisplay

/// Lanes do not take jobs that there is no room for, and nobody is forgotten for that.
@Suite struct LaneRestTests {
  /// Room for ten of them.
  private func stage(faces: Int = 40, lanes: Int = 1) -> Stage {
    let stage = Stage(lanes: lanes, faces: faces, byteLimit: 640)
    for (index, face) in stage.faces.enumerated() { face.name = "\(index)" }
    return stage
  }

  private func runLanes(_ stage: Stage) {
    while let lane = (0..<stage.lanes.count).first(where: { stage.lanes.isReady($0) }) {
      stage.lanes.step(lane)
    }
  }

  @Test(arguments: 1...3) func aLaneTriesOneAndLeavesTheOthers(lanes: Int) {
    let stage = stage(lanes: lanes)
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    runLanes(stage)
    #expect(stage.draws == 10)
    #expect((1...lanes).contains(stage.coordinator.budget.parkedCount))
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == $0.name })
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// Who was put aside goes before those who came later.
  @Test func allAreDrawnInTheirOrder() {
    let stage = stage()
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    stage.settle()
    let ends = stage.log.filter { $0.hasPrefix("did") }
    #expect(ends == stage.faces.map { "did \($0.name) true" })
  }

  /// A lane sleeps while displays wait; others' work wakes it, and is done.
  @Test func whoNeedsNoRoomIsNotKeptWaiting() {
    let stage = stage()
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    runLanes(stage)
    let hasRun = Mutex(false)
    stage.lanes.lanes.run(priority: .idle) { hasRun.withLock { $0 = true } }
    runLanes(stage)
    #expect(hasRun.withLock { $0 })
    #expect(stage.coordinator.budget.parkedCount == 30, "with others' work about, each is tried")
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == $0.name })
  }

  /// One that is too large alone keeps nobody waiting.
  @Test func whoIsSmallGoesPastWhoIsTooLarge() {
    let stage = Stage(faces: 3, byteLimit: 64 << 20)
    stage.faces[0].size = Size(width: 2200, height: 2200)
    stage.faces[1].size = Size(width: 3600, height: 3600)
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    runLanes(stage)
    #expect(stage.draws == 2)
    #expect(stage.coordinator.budget.parkedCount == 1)
    stage.settle()
    #expect(stage.draws == 3 && stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// Small ones that rest come round when there is room for them, though a large one is drawn and another waits.
  @Test func smallOnesComeRoundBesideLargeOnes() {
    let stage = Stage(lanes: 2, faces: 84, byteLimit: 64 << 20)
    stage.faces[0].size = Size(width: 3000, height: 3000)
    stage.faces[1].size = Size(width: 3600, height: 3600)
    for face in stage.faces[2...] { face.size = Size(width: 256, height: 256) }
    stage.queue.run { stage.faces[0].owner.display() }
    // The first lane has begun with a large one, and does not go on.
    stage.lanes.step(0)
    stage.queue.run { for face in stage.faces[1...] { face.owner.display() } }
    while stage.lanes.isReady(1) { stage.lanes.step(1) }
    let drawn = stage.draws
    #expect(drawn < 84 && stage.coordinator.budget.parkedCount == 2)
    while stage.queue.step() || stage.lanes.isReady(1) {
      if stage.lanes.isReady(1) { stage.lanes.step(1) }
    }
    // (The one that was put aside has its place behind the large one.)
    #expect(stage.faces[2...].filter { $0.shown == "a" }.count == 81)
    #expect(stage.faces[..<2].allSatisfy { $0.shown == nil })
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// The one for whose return the lanes wait is gone.
  @Test(arguments: [false, true]) func theOneThatWasPutAsideGoes(areAllDrawnCommitted: Bool) {
    let stage = stage()
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    runLanes(stage)
    #expect(stage.coordinator.budget.parkedCount == 1)
    stage.faces[10].owner.drop()
    if areAllDrawnCommitted { while stage.queue.step() {} }
    stage.settle()
    let others = stage.faces.filter { $0 !== stage.faces[10] }
    #expect(others.allSatisfy { $0.shown == $0.name })
    #expect(stage.faces[10].shown == nil)
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// While a lane finds no room, one who was put aside comes back: nothing else would wake the lane.
  @Test func oneHasComeBackMeanwhile() {
    let stage = Stage(faces: 3, byteLimit: 640)
    let (lanes, owners) = (stage.lanes.lanes, stage.faces.map(\.owner))
    stage.faces[0].size = Size(width: 16, height: 10)
    for face in stage.faces[1...] { face.size = Size(width: 10, height: 10) }
    stage.queue.run { for owner in owners { owner.display() } }
    while stage.draws == 0 || stage.lanes.busyCount > 0 { stage.lanes.step(0) }
    // The lane comes to the others, and there is room for neither.
    for owner in owners[1...] {
      #expect(lanes.next(forLane: 0) === owner)
      let running = owner.take()
      if running != nil { Issue.record("there is room") }
    }
    while stage.queue.step() {}
    #expect(stage.coordinator.budget.parkedCount == 1 && lanes.waitingCount == 1)
    // Somebody takes the room at once, so there is none again.
    stage.coordinator.budget.force(600)
    #expect(stage.coordinator.isFull)
    #expect(!lanes.rests(lane: 0, stage.coordinator))
    stage.coordinator.budget.release(600)
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// What is called off while lanes rest leaves no lane asleep beside work.
  @Test func allButTheLastAreCalledOff() {
    let stage = stage(lanes: 2)
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    runLanes(stage)
    stage.queue.run { for face in stage.faces.dropLast() { face.owner.cancel() } }
    stage.settle()
    #expect(stage.faces.last?.shown == "39")
    #expect(stage.faces.dropLast().allSatisfy { $0.shown == nil })
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// The members of a group wait for each other: a lane that finds no room for another goes on to find them all.
  @Test func theRestOfAGroupIsFound() {
    let stage = Stage(faces: 3, byteLimit: 640)
    for face in stage.faces { (face.size, face.name) = (Size(width: 10, height: 10), "a") }
    stage.faces[2].owner.priority = .near
    stage.queue.run {
      stage.coordinator.group { for index in [0, 2] { stage.faces[index].owner.display() } }
      stage.faces[1].owner.display()
    }
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == $0.name })
    #expect(stage.coordinator.budget.parkedCount == 0)
  }

  /// Who waits for room waits for that of the picture that is to be drawn now, not of one that it has replaced, with a
  /// turn of the commit queue between the two or without.
  @Test(arguments: [false, true]) func whoIsParkedAndBecomesSmallIsLetIn(isInvalidated: Bool) {
    let stage = largeOneIsParked()
    let large = stage.faces[1]
    large.size = Size(width: 4, height: 4)
    stage.queue.run {
      if isInvalidated { large.owner.setNeedsDisplay() } else { large.owner.display() }
    }
    stepAllBut(0, of: stage)
    #expect(large.shown == "a" && stage.faces[0].shown == nil)
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// One that was put aside, and is called off, keeps nobody waiting for its room.
  @Test func whoIsParkedAndCalledOffKeepsNobodyWaiting() {
    let stage = largeOneIsParked(faces: 3)
    let behind = stage.faces[2]
    behind.size = Size(width: 400, height: 240)
    // Not before the room that it takes is gone does it wait behind the large one.
    stage.coordinator.budget.force(300 << 10)
    stage.queue.run { behind.owner.display() }
    stepAllBut(0, of: stage)
    #expect(stage.coordinator.budget.parkedCount == 2)
    stage.coordinator.budget.release(300 << 10)
    stage.queue.run { stage.faces[1].owner.cancel() }
    stepAllBut(0, of: stage)
    #expect(behind.shown == "a" && stage.faces[0].shown == nil)
    stage.settle()
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// Of two lanes the first draws a display, beside which there is no room for a larger one.
  private func largeOneIsParked(faces: Int = 2) -> Stage {
    let stage = Stage(lanes: 2, faces: faces, byteLimit: 1 << 20)
    stage.faces[0].size = Size(width: 400, height: 300)
    stage.faces[1].size = Size(width: 400, height: 600)
    stage.queue.run { stage.faces[0].owner.display() }
    while stage.lanes.busyCount == 0 { stage.lanes.step(0) }
    stage.queue.run { stage.faces[1].owner.display() }
    stepAllBut(0, of: stage)
    #expect(stage.coordinator.budget.parkedCount == 1)
    return stage
  }

  /// Runs all that can be run while a lane stands still.
  private func stepAllBut(_ lane: Int, of stage: Stage) {
    while true {
      if stage.queue.step() { continue }
      guard
        let other = (0..<stage.lanes.count).first(where: { $0 != lane && stage.lanes.isReady($0) })
      else { return }
      stage.lanes.step(other)
    }
  }
}
