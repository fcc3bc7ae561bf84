// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextModel
import TextRuntime

import struct Synchronization.Atomic

@testable import AsyncDisplay

#if canImport(Glibc)
  import Glibc
#endif

/// Lanes take several short jobs at once, and nobody waits for that.
@Suite struct LaneHandTests {
  private final class Log: Sendable {
    let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
  }

  /// Lanes that are stepped by hand and take several at once whenever more than so many wait for each.
  private func lanes(_ count: Int, crowd: Int = 0) -> RenderLanes {
    RenderLanes(count: count, crowd: crowd) { _ in }
  }

  private func submit(
    _ range: Range<Int>, to lanes: RenderLanes, _ log: Log,
    _ priority: DisplayPriority = .visible
  ) {
    for number in range {
      lanes.run(priority: priority) { log.numbers.withLock { $0.append(number) } }
    }
  }

  @Test(arguments: [0, 1, 8]) func aLaneRunsThemInOrder(crowd: Int) {
    let (lanes, log) = (lanes(1, crowd: crowd), Log())
    submit(0..<50, to: lanes, log)
    lanes.step()
    #expect(log.all == Array(0..<50))
    #expect(lanes.waitingCount == 0)
  }

  /// A lane whose job is long holds nobody behind it: the other takes what it has in its hand.
  @Test func anotherLaneTakesWhatABusyOneHolds() {
    let (lanes, log) = (lanes(2), Log())
    submit(0..<8, to: lanes, log)
    let long = lanes.next(forLane: 0)
    #expect(lanes.heldCount == 3 && lanes.waitingCount == 7)
    while let job = lanes.next(forLane: 1) { job.perform() }
    #expect(log.all == [4, 5, 6, 7, 1, 2, 3])
    long?.perform()
    #expect(lanes.next(forLane: 0) == nil)
    #expect(log.all.last == 0)
  }

  /// As long as others wait in the queue as well, a hand that lies still is not left for the end.
  @Test(arguments: 2...4) func aHandThatLiesStillIsEmptied(count: Int) {
    let (lanes, log) = (lanes(count), Log())
    submit(0..<1000, to: lanes, log)
    let long = lanes.next(forLane: 0)
    var isBusy = true
    while isBusy {
      isBusy = false
      for lane in 1..<count {
        guard let job = lanes.next(forLane: lane) else { continue }
        job.perform()
        isBusy = true
      }
    }
    for number in 1...3 {
      let place = log.all.firstIndex(of: number)
      #expect((place ?? 1000) < 40 * count, "job \(number) was run as number \(place ?? -1)")
    }
    #expect(log.all.sorted() == Array(1..<1000))
    long?.perform()
  }

  /// What becomes urgent goes before what is not: only visible ones are taken several at once.
  @Test(arguments: [DisplayPriority.near, .idle])
  func whatComesLaterAndIsUrgentGoesFirst(priority: DisplayPriority) {
    let (lanes, log) = (lanes(1), Log())
    submit(0..<8, to: lanes, log, priority)
    lanes.next(forLane: 0)?.perform()
    submit(100..<101, to: lanes, log)
    lanes.next(forLane: 0)?.perform()
    #expect(log.all == [0, 100])
    lanes.step()
    #expect(log.all.count == 9)
  }

  @Test func onlyVisibleOnesAreTakenAhead() {
    let (lanes, log) = (lanes(1), Log())
    submit(0..<3, to: lanes, log)
    submit(3..<13, to: lanes, log, .near)
    lanes.next(forLane: 0)?.perform()
    #expect(lanes.heldCount == 2)
    lanes.step()
    #expect(log.all == Array(0..<13))
  }

  @Test func aFewJobsAreTakenOneByOne() {
    let (lanes, log) = (lanes(2, crowd: 8), Log())
    submit(0..<17, to: lanes, log)
    let first = lanes.next(forLane: 0)
    let second = lanes.next(forLane: 1)
    #expect(lanes.heldCount == 0 && lanes.waitingCount == 15)
    for job in [first, second] { job?.perform() }
    lanes.step()
    #expect(log.all == Array(0..<17))
  }

  /// Not while a lane sleeps: it would not come for what lies in the other's hand.
  @Test func besideALaneThatSleepsNothingIsTakenAhead() {
    let (lanes, log) = (lanes(3), Log())
    submit(0..<2, to: lanes, log)
    let job = lanes.next(forLane: 0)
    #expect(lanes.heldCount == 0 && lanes.waitingCount == 1)
    job?.perform()
    lanes.step()
    #expect(log.all == [0, 1])
  }

  /// Jobs that are not short are taken one by one.
  @Test func afterLongJobsNothingIsTakenAhead() {
    let time = Mutex<UInt64>(1)
    let lanes = RenderLanes(
      count: 1, crowd: 0, clock: { time.withLock { $0 } }, wake: { _ in })
    let log = Log()
    submit(0..<20, to: lanes, log)
    for _ in 0..<4 { lanes.next(forLane: 0)?.perform() }
    #expect(lanes.heldCount == 0)
    // Four took a tenth of a millisecond.
    time.withLock { $0 += 100_000 }
    lanes.next(forLane: 0)?.perform()
    #expect(lanes.heldCount == 0)
    // That one took a little more than a short one may.
    time.withLock { $0 += 13_000 }
    lanes.next(forLane: 0)?.perform()
    #expect(lanes.heldCount == 0)
    time.withLock { $0 += 11_000 }
    lanes.next(forLane: 0)?.perform()
    #expect(lanes.heldCount == 3, "that one was short")
    lanes.step()
    #expect(log.all == Array(0..<20))
  }

  /// As soon as a hand should be empty, others take from it first.
  @Test func aHandThatIsLateIsEmptiedFirst() {
    let time = Mutex<UInt64>(1)
    let lanes = RenderLanes(
      count: 2, crowd: 0, clock: { time.withLock { $0 } }, wake: { _ in })
    let log = Log()
    submit(0..<100, to: lanes, log)
    let long = lanes.next(forLane: 0)
    time.withLock { $0 += 100_000 }
    for _ in 0..<3 { lanes.next(forLane: 1)?.perform() }
    #expect(log.all == [1, 2, 3])
    long?.perform()
  }

  /// What is visible and lies in a hand goes before what waits in the queue and is not.
  @Test func whatIsHeldGoesBeforeWhatIsLessUrgent() {
    let (lanes, log) = (lanes(2), Log())
    submit(0..<4, to: lanes, log)
    submit(100..<120, to: lanes, log, .idle)
    let long = lanes.next(forLane: 0)
    for _ in 0..<4 { lanes.next(forLane: 1)?.perform() }
    #expect(log.all == [1, 2, 3, 100])
    long?.perform()
    lanes.step()
    #expect(log.all.count == 24)
  }

  /// A lane does not rest while another, busy with something long, holds jobs that need no room.
  @Test func aLaneDoesNotRestBesideAFullHand() {
    let stage = Stage(lanes: 2, crowd: 0, faces: 11, byteLimit: 640)
    let (lanes, log) = (stage.lanes.lanes, Log())
    stage.queue.run { for face in stage.faces[..<10] { face.owner.display() } }
    stage.settleLanes()
    #expect(stage.draws == 10)
    submit(0..<4, to: lanes, log)
    let long = lanes.next(forLane: 0)
    #expect(lanes.heldCount == 3)
    stage.queue.run { stage.faces[10].owner.display() }
    #expect(lanes.next(forLane: 1) === stage.faces[10].owner)
    let running = stage.faces[10].owner.take()
    if running != nil { Issue.record("there is room") }
    #expect(!lanes.rests(lane: 1, stage.coordinator))
    for _ in 0..<3 { lanes.next(forLane: 1)?.perform() }
    #expect(log.all == [1, 2, 3])
    long?.perform()
    stage.settle()
    #expect(stage.faces[10].shown == "a")
  }

  /// A lane that rests, for there is no room, keeps nothing in its hand.
  @Test func aLaneThatRestsKeepsNothing() {
    let stage = Stage(lanes: 1, crowd: 0, faces: 40, byteLimit: 640)
    for (index, face) in stage.faces.enumerated() { face.name = "\(index)" }
    stage.queue.run { for face in stage.faces { face.owner.display() } }
    while stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(stage.draws == 10 && stage.coordinator.budget.parkedCount == 1)
    #expect(stage.lanes.lanes.waitingCount == 29 && stage.lanes.lanes.heldCount == 0)
    stage.settle()
    #expect(stage.log.filter { $0.hasPrefix("did") } == stage.faces.map { "did \($0.name) true" })
    #expect(stage.coordinator.uncommittedByteCount == 0)
  }

  /// What a lane has in its hand may come from elsewhere, and need no room.
  @Test func othersInTheHandAreRun() {
    let stage = Stage(lanes: 1, crowd: 0, faces: 13, byteLimit: 640)
    let (lanes, log) = (stage.lanes.lanes, Log())
    stage.queue.run { for face in stage.faces[..<10] { face.owner.display() } }
    while stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(stage.draws == 10)
    stage.queue.run { stage.faces[10].owner.display() }
    submit(0..<1, to: lanes, log)
    #expect(lanes.next(forLane: 0) === stage.faces[10].owner)
    #expect(lanes.heldCount == 1 && lanes.waitingCount == 1)
    stage.queue.run { for face in stage.faces[11...] { face.owner.display() } }
    let running = stage.faces[10].owner.take()
    if running != nil { Issue.record("there is room") }
    #expect(!lanes.rests(lane: 0, stage.coordinator))
    while stage.lanes.isReady(0) { stage.lanes.step(0) }
    #expect(log.all == [0])
    stage.settle()
    #expect(stage.faces.allSatisfy { $0.shown == "a" })
  }

  /// Whoever goes while a lane that rests holds it does not come back.
  @Test func whoIsGoneDoesNotComeBack() {
    let stage = Stage(lanes: 1, crowd: 0, faces: 14, byteLimit: 640)
    let lanes = stage.lanes.lanes
    stage.queue.run { for face in stage.faces[..<10] { face.owner.display() } }
    while stage.lanes.isReady(0) { stage.lanes.step(0) }
    stage.queue.run { for face in stage.faces[10...] { face.owner.display() } }
    #expect(lanes.next(forLane: 0) === stage.faces[10].owner)
    #expect(lanes.heldCount == 3)
    stage.faces[12].owner.drop()
    let running = stage.faces[10].owner.take()
    if running != nil { Issue.record("there is room") }
    #expect(lanes.rests(lane: 0, stage.coordinator))
    #expect(lanes.waitingCount == 2)
    stage.settle()
    #expect(stage.faces.filter { $0.shown == "a" }.count == 13)
    #expect(stage.faces[12].shown == nil)
  }

  @Test func lanesThatGoAwayLetGoWhatTheyHold() {
    weak var held: Log?
    do {
      let (lanes, log) = (lanes(1), Log())
      held = log
      submit(0..<8, to: lanes, log)
      _ = lanes.next(forLane: 0)
      #expect(lanes.heldCount == 3)
    }
    #expect(held == nil)
  }

  /// Several take from one hand: each job is run once.
  @Test func severalTakeFromOneHand() {
    final class Job: LaneJob, @unchecked Sendable {
      let runs = Atomic<Int>(0)
    }
    final class Holder: Sendable { let hand = LaneHand() }
    let holder = Holder()
    let (takers, rounds) = (2, 20_000)
    let isOver = Atomic<Bool>(false)
    let taken = Atomic<Int>(0)
    let group = DispatchGroup()
    @Sendable func note(_ reference: HandedReference<LaneJob>) {
      (reference.take() as? Job)?.runs.wrappingAdd(1, ordering: .relaxed)
      taken.wrappingAdd(1, ordering: .relaxed)
    }
    for taker in 0..<takers {
      DispatchQueue.global().async(group: group) {
        while !isOver.load(ordering: .acquiring) {
          if let job = taker == 0 ? holder.hand.take() : holder.hand.takeLast() {
            note(job)
          } else {
            sched_yield()
          }
        }
      }
    }
    let jobs = (0..<rounds * LaneHand.size).map { _ in Job(priority: .visible) }
    for round in 0..<rounds {
      for index in 0..<LaneHand.size {
        holder.hand.put(HandedReference(jobs[round * LaneHand.size + index]))
      }
      while let job = holder.hand.take() { note(job) }
    }
    isOver.store(true, ordering: .releasing)
    group.wait()
    #expect(taken.load(ordering: .relaxed) == jobs.count)
    #expect(jobs.allSatisfy { $0.runs.load(ordering: .relaxed) == 1 })
  }

  /// Real lanes, many short jobs and a few long ones: all are run, each once.
  @Test func realLanesRunEachJobOnce() {
    let lanes = RenderLanes(count: 4)
    let count = 40_000
    let runs = (0..<count).map { _ in Counter() }
    let group = DispatchGroup()
    for sender in 0..<2 {
      DispatchQueue.global().async(group: group) {
        for index in stride(from: sender, to: count, by: 2) {
          let counter = runs[index]
          group.enter()
          lanes.run(priority: index % 7 == 0 ? .near : .visible) {
            if index % 1000 == 0 { usleep(2000) }
            counter.count.wrappingAdd(1, ordering: .relaxed)
            group.leave()
          }
        }
      }
    }
    #expect(group.wait(timeout: .now() + 120) == .success)
    #expect(runs.allSatisfy { $0.count.load(ordering: .relaxed) == 1 })
  }

  private final class Counter: Sendable { let count = Atomic<Int>(0) }
}
