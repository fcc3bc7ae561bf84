// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import SystemLanes

#if canImport(Glibc)
  import Glibc
#endif

/// The threads of lanes, and what the rest of a program has of them.
@Suite(.timeLimit(.minutes(30)))
struct LaneThreadsTests {
  /// I31: with every lane held up, tasks and global queues of all classes run. On a queue that
  /// lanes share with them, none would before the lanes are let go.
  @Test func otherWorkRunsWhileAllLanesAreBusy() async throws {
    let lanes = RenderLanes(count: 16)
    let release = DispatchSemaphore(value: 0)
    defer { for _ in 0..<lanes.count { release.signal() } }
    try await withThrowingTaskGroup { group in
      for _ in 0..<lanes.count {
        group.addTask {
          try await completion { held in
            lanes.run {
              held.resume()
              release.wait()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await Task.detached {}.value
    try? await Task.sleep(for: .milliseconds(1))
    for quality in [DispatchQoS.QoSClass.utility, .default, .userInitiated, .userInteractive] {
      try await completion { ran in
        DispatchQueue.global(qos: quality).async { ran.resume() }
      }
    }
    await MainActor.run {}
  }

  /// I11: a lane that is woken again and again stays on its thread, unless it is idle for seconds.
  @Test func aLaneStaysOnItsThread() async throws {
    let lanes = RenderLanes(count: 1)
    // From a thread that nothing else keeps waiting.
    let (threads, pauses) = try await completion { result in
      DispatchQueue(label: "test").async {
        let done = DispatchSemaphore(value: 0)
        let thread = Mutex(UInt(0))
        var (threads, pauses, last) = (Set<UInt>(), 0, DispatchTime.now())
        for round in 0..<500 {
          lanes.run {
            thread.withLock { $0 = UInt(pthread_self()) }
            done.signal()
          }
          done.wait()
          threads.insert(thread.withLock { $0 })
          if DispatchTime.now() > last + .seconds(4) { pauses += 1 }
          last = .now()
          // Sometimes the lane still spins, sometimes it sleeps.
          if round.isMultiple(of: 10) { usleep(500) }
        }
        result.resume(returning: (threads.count, pauses))
      }
    }
    #expect(threads <= 1 + pauses)
  }

  /// More lanes, one after another, than a process may have threads of a class.
  @Test func lanesThatEndGiveTheirThreadsBack() async throws {
    for _ in 0..<600 {
      let lanes = RenderLanes(count: 1)
      try await completion { done in lanes.run { done.resume() } }
    }
  }

  @Test func whatIsQueuedRunsAlthoughTheLanesAreDropped() async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await completion { done in
            let lanes = RenderLanes(count: 2)
            for _ in 0..<10 { lanes.run {} }
            lanes.run { done.resume() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func theQualityOfServiceIsAnOption() async throws {
    #expect(RenderLanes.shared.qualityOfService == .userInitiated)
    let lanes = RenderLanes(count: 1, qualityOfService: .background)
    #expect(lanes.qualityOfService == .background)
    try await completion { done in lanes.run { done.resume() } }
  }

  /// Row S-001: from 1 to 16 lanes, whatever is asked for.
  @Test(arguments: [(0, 1), (-3, 1), (1, 1), (7, 7), (64, 16)])
  func theNumberOfLanesIsClamped(asked: Int, count: Int) {
    #expect(RenderLanes(count: asked).count == count)
  }
}

/// Parts of frames among displays.
final class LaneFrameTests: Sendable {
  private let lanes = RenderLanes(count: 1) { _ in }
  private let order = Mutex<[String]>([])

  private func note(_ name: String) -> @Sendable () -> Void {
    { self.order.withLock { $0.append(name) } }
  }

  @Test func aFrameGoesBeforeDisplaysThatWait() {
    for index in 0..<400 { lanes.run(note("display \(index)")) }
    lanes.runFrame(note("frame"))
    lanes.step()
    let order = order.withLock { $0 }
    #expect(order.first == "frame" && order.count == 401)
    #expect(Array(order.dropFirst()) == (0..<400).map { "display \($0)" })
  }

  /// Each frame asks for the next one, without end: displays go on, one after eight of them.
  @Test func displaysGoOnUnderEndlessMotion() {
    @Sendable func frame(_ count: Int) {
      order.withLock { $0.append("frame") }
      if count > 1 { lanes.runFrame { frame(count - 1) } }
    }
    for index in 0..<3 { lanes.run(note("\(index)")) }
    lanes.runFrame { frame(100) }
    lanes.step()
    let names = order.withLock { $0 }
    #expect(names.count == 103)
    #expect(names.firstIndex(of: "0") == 8)
    #expect(names.firstIndex(of: "1") == 17)
    #expect(names.firstIndex(of: "2") == 26)
  }

  /// Displays that were called off leave entries without work, which are no turn of displays.
  @Test func calledOffDisplaysAreNoTurn() {
    for _ in 0..<50 {
      let job = LaneJob(priority: .visible)
      lanes.submit(ClosureWork(note("called off")), as: job)
      _ = lanes.takeBack(job)
    }
    lanes.run(note("display"))
    for _ in 0..<100 { lanes.runFrame(note("frame")) }
    lanes.step()
    let names = order.withLock { $0 }
    #expect(names.firstIndex(of: "display") == 8 && names.count == 101)
  }

  @Test func aFrameWithoutDisplaysCountsForNone() {
    for _ in 0..<20 { lanes.runFrame(note("frame")) }
    lanes.step()
    lanes.run(note("display"))
    lanes.runFrame(note("frame"))
    lanes.step()
    #expect(order.withLock { $0.suffix(2) } == ["frame", "display"])
  }
}
