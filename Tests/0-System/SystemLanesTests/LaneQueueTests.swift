// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import SystemLanes

/// The entries of the lanes' queue and the states of the lanes, on the value alone.
struct LaneQueueTests {
  private final class Work: LaneWork {
    let name: Int

    init(_ name: Int) { self.name = name }

    func step() -> Bool { false }
  }

  /// Takes what is queued, and sleeps.
  private func takeAll(_ queue: inout LaneQueue, lane: Int = 0) -> [Int] {
    var names: [Int] = []
    while case .work(let work) = queue.next(for: lane, maySpin: false) {
      names.append((work as? Work)?.name ?? -1)
    }
    return names
  }

  // MARK: Entries

  @Test func anEntryKeepsItsPlaceWhenItsWorkIsReplaced() {
    var queue = LaneQueue(laneCount: 1)
    let jobs = (0..<4).map { _ in LaneJob(priority: .visible) }
    for (name, job) in jobs.enumerated() { _ = queue.submit(Work(name), as: job) }
    #expect((queue.takeBack(jobs[1]) as? Work)?.name == 1)
    #expect(queue.takeBack(jobs[1]) == nil)
    #expect(queue.submit(Work(10), as: jobs[1]) == nil, "it is queued, so a lane comes anyway")
    // Also without having been taken back.
    _ = queue.submit(Work(20), as: jobs[2])
    #expect(queue.count == 4)
    #expect(takeAll(&queue) == [0, 10, 20, 3])
  }

  @Test func anEntryWithoutWorkIsSkipped() {
    var queue = LaneQueue(laneCount: 1)
    let jobs = (0..<3).map { _ in LaneJob(priority: .visible) }
    for (name, job) in jobs.enumerated() { _ = queue.submit(Work(name), as: job) }
    for job in jobs[..<2] { _ = queue.takeBack(job) }
    #expect(takeAll(&queue) == [2])
    #expect(queue.count == 0)
    #expect(jobs.allSatisfy { $0.slot == nil })
    // It is queued again like a new one.
    #expect(queue.submit(Work(5), as: jobs[0]) == 0)
    #expect(takeAll(&queue) == [5])
  }

  @Test func workThatALaneHasTakenIsNotTakenBack() {
    var queue = LaneQueue(laneCount: 1)
    let job = LaneJob(priority: .visible)
    _ = queue.submit(Work(1), as: job)
    #expect(takeAll(&queue) == [1])
    #expect(queue.takeBack(job) == nil)
    #expect(job.work == nil && job.slot == nil)
  }

  @Test func aRemovedEntryIsNotQueuedAgain() {
    var queue = LaneQueue(laneCount: 2)
    let jobs = (0..<3).map { _ in LaneJob(priority: .near) }
    for (name, job) in jobs.enumerated() { _ = queue.submit(Work(name), as: job) }
    queue.remove(jobs[1])
    queue.remove(jobs[1])
    #expect(queue.count == 2)
    #expect((queue.takeBack(jobs[1]) as? Work)?.name == 1)
    #expect(queue.submit(Work(10), as: jobs[1]) == nil)
    #expect(queue.count == 2)
    #expect(
      (queue.takeBack(jobs[1]) as? Work)?.name == 10, "the display takes it back when it ends")
    #expect(takeAll(&queue) == [0, 2])
  }

  @Test func anEntryMovesToAnotherBand() {
    var queue = LaneQueue(laneCount: 1)
    let jobs = (0..<4).map { _ in LaneJob(priority: .near) }
    queue.move(jobs[3], to: .visible)
    for (name, job) in jobs.enumerated() { _ = queue.submit(Work(name), as: job) }
    queue.move(jobs[0], to: .idle)
    queue.move(jobs[2], to: .visible)
    #expect(takeAll(&queue) == [3, 2, 1, 0])
    // Its new band is also that of the next submission.
    _ = queue.submit(Work(0), as: jobs[0])
    _ = queue.submit(Work(1), as: jobs[1])
    #expect(takeAll(&queue) == [1, 0])
  }

  // MARK: Lanes

  @Test func eachJobWakesALaneWhileOneSleeps() {
    var queue = LaneQueue(laneCount: 3)
    let woken = (0..<5).map { queue.submit(Work($0), as: LaneJob(priority: .visible)) }
    #expect(woken == [0, 1, 2, nil, nil])
    #expect(takeAll(&queue, lane: 1) == [0, 1, 2, 3, 4])
    #expect(queue.submit(Work(5), as: LaneJob(priority: .visible)) == 1)
  }

  @Test func aSpinningLaneTakesTheFirstJobUnwoken() {
    var queue = LaneQueue(laneCount: 2)
    #expect(queue.submit(Work(0), as: LaneJob(priority: .visible)) == 0)
    guard case .work = queue.next(for: 0, maySpin: true) else { return #expect(Bool(false)) }
    guard case .spin = queue.next(for: 0, maySpin: true) else { return #expect(Bool(false)) }
    #expect(queue.submit(Work(1), as: LaneJob(priority: .visible)) == nil)
    #expect(queue.submit(Work(2), as: LaneJob(priority: .visible)) == 1, "it takes one only")
    #expect(takeAll(&queue) == [1, 2])
    // It spins no longer, and sleeps: the next job wakes it.
    #expect(queue.submit(Work(3), as: LaneJob(priority: .visible)) == 0)
  }

  @Test func oneLaneSpinsAtATime() {
    var queue = LaneQueue(laneCount: 2)
    guard case .spin = queue.next(for: 0, maySpin: true) else { return #expect(Bool(false)) }
    guard case .sleep = queue.next(for: 1, maySpin: true) else { return #expect(Bool(false)) }
    guard case .sleep = queue.next(for: 0, maySpin: false) else { return #expect(Bool(false)) }
    guard case .spin = queue.next(for: 1, maySpin: true) else { return #expect(Bool(false)) }
  }

  /// Random steps of lanes and of threads that submit: each queued entry has a lane that is awake,
  /// or all lanes are.
  @Test func noWakeupIsLost() {
    var choices = Choices(seed: 7, count: 400_000)
    for laneCount in 1...4 {
      var queue = LaneQueue(laneCount: laneCount)
      let jobs = (0..<6).map { _ in LaneJob(priority: .visible) }
      // An awake lane has spun or not.
      var awake: [Int: Bool] = [:]
      for _ in 0..<20_000 {
        let job = jobs[choices.next(jobs.count)]
        switch choices.next(8) {
        case 0, 1, 2:
          if let lane = queue.submit(Work(0), as: job) {
            #expect(awake[lane] == nil, "a lane that is awake is woken")
            awake[lane] = false
          }
        case 3: _ = queue.takeBack(job)
        case 4: queue.move(job, to: LanePriority.allCases[choices.next(3)])
        default:
          let lane = choices.next(laneCount)
          guard let hasSpun = awake[lane] else { break }
          switch queue.next(for: lane, maySpin: !hasSpun) {
          case .work: awake[lane] = false
          case .spin: awake[lane] = true
          case .sleep:
            awake[lane] = nil
            #expect(queue.count == 0, "a lane sleeps beside a queued job")
          }
        }
        #expect(queue.count <= awake.count || awake.count == laneCount)
      }
    }
  }

  // MARK: Idle observers

  private final class Observer: LaneIdleObserver {
    let log: Log

    init(_ log: Log) { self.log = log }

    func laneBecameIdle() { log.add("idle") }
  }

  private final class LoggingWork: LaneWork {
    let log: Log

    init(_ log: Log) { self.log = log }

    func step() -> Bool {
      log.add("work")
      return false
    }
  }

  @Test func anObserverIsToldOnceWhenALaneRunsOutOfWork() {
    let log = Log()
    let lanes = RenderLanes(count: 1) { _ in }
    #expect(!lanes.addIdleObserver(Observer(log)), "nothing is queued")
    for _ in 0..<2 { lanes.submit(LoggingWork(log), as: LaneJob(priority: .visible)) }
    #expect(lanes.addIdleObserver(Observer(log)))
    #expect(lanes.addIdleObserver(Observer(log)))
    lanes.step()
    #expect(log.all == ["work", "work", "idle", "idle"])
    lanes.step()
    #expect(log.all.count == 4)
  }
}
