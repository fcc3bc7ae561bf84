// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import TextTestSupport

@testable import SystemLanes

/// Real lanes: jobs all run, and a lane sees what was written before its job was queued.
@Suite(.serialized) struct RenderLanesTests {
  /// Head of line: short jobs do not wait behind a long one while another lane is free (D6).
  @Test(.timeLimit(.minutes(30))) func aLongJobKeepsNoOtherWaiting() async throws {
    let lanes = RenderLanes(count: 2)
    let release = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    defer { release.signal() }
    lanes.run {
      started.signal()
      release.wait()
    }
    try await until { started.wait(timeout: .now()) == .success }
    for _ in 0..<100 { try await completion { done in lanes.run { done.resume() } } }
  }

  @Test func aRemovedJobIsNotQueuedAgain() {
    let lanes = RenderLanes(count: 1) { _ in }
    weak var removed: LaneJob?
    do {
      let job = RenderLanes.job(priority: .visible) {}
      removed = job
      lanes.submit(job)
      lanes.remove(job)
      #expect(lanes.waitingCount == 0)
      lanes.submit(job)
      #expect(lanes.waitingCount == 0)
    }
    #expect(removed == nil)
  }

  /// Jobs that come while the lanes spin, fall asleep, or are being woken: none is left behind.
  @Test(.timeLimit(.minutes(30)), arguments: [1, 2]) func everyJobRuns(laneCount: Int) async throws
  {
    let lanes = RenderLanes(count: laneCount)
    let rounds = 5000
    let done = DispatchSemaphore(value: 0)
    try await completion(turns: 600_000) { (ended: Completion<Void>) in
      DispatchQueue(label: "RenderLanesTests").async {
        for round in 0..<rounds {
          for _ in 0...(round % 3) { lanes.run { done.signal() } }
          for _ in 0...(round % 3) { done.wait() }
          // From no pause to one in which a lane falls asleep.
          for _ in 0..<(round % 64) * 40 { spinHint() }
        }
        ended.resume()
      }
    }
    #expect(lanes.waitingCount == 0)
  }

  /// Work that is written anew each time, replaced and taken back, is read by a lane only under the
  /// lock of the lanes: the thread sanitizer sees an access beside it.
  @Test(.timeLimit(.minutes(30))) func aLaneSeesTheWorkAsItWasWritten() async throws {
    let lanes = RenderLanes(count: 2)
    let rounds = 20_000
    let counts = Counts()
    try await completion(turns: 600_000) { (ended: Completion<Void>) in
      DispatchQueue(label: "RenderLanesTests").async {
        let jobs = (0..<8).map { _ in LaneJob(priority: .visible) }
        for round in 1...rounds {
          let job = jobs[round % jobs.count]
          if lanes.takeBack(job) { counts.takenBack.wrappingAdd(1, ordering: .relaxed) }
          lanes.submit(WrittenWork(round, counts), as: job)
        }
        for job in jobs {
          if lanes.takeBack(job) { counts.takenBack.wrappingAdd(1, ordering: .relaxed) }
        }
        ended.resume()
      }
    }
    try await until { counts.sum >= rounds }
    #expect(counts.sum == rounds, "each was run once, or taken back")
    #expect(counts.torn.load(ordering: .relaxed) == 0)
  }

  private final class Counts: Sendable {
    let run = Atomic<Int>(0)
    let takenBack = Atomic<Int>(0)
    let torn = Atomic<Int>(0)

    var sum: Int { run.load(ordering: .acquiring) + takenBack.load(ordering: .acquiring) }
  }

  /// Work with plain variables.
  // @unchecked Sendable: written before it is submitted, then by the lane that runs it.
  private final class WrittenWork: LaneWork, @unchecked Sendable {
    private var number: Int
    private var steps = 0
    private var copy: [Int]
    private let counts: Counts

    init(_ number: Int, _ counts: Counts) {
      self.number = number
      copy = [number]
      self.counts = counts
    }

    func step() -> Bool {
      steps += 1
      if steps < 3 { return true }
      if copy != [number] { counts.torn.wrappingAdd(1, ordering: .relaxed) }
      number = 0
      copy = []
      counts.run.wrappingAdd(1, ordering: .releasing)
      return false
    }
  }
}

@inline(never) private func spinHint() {}
