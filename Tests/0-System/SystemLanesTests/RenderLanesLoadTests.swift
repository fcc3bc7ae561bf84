// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import Dispatch
import SystemConcurrency
import Testing

@testable import CanvasGeometry
@testable import SystemLanes

#if canImport(Glibc)
  import Glibc
#endif

/// Waiting times and the number of threads under load.
struct RenderLanesLoadTests {
  /// D6 on a virtual clock: 4 lanes, each 0.6 ms a job of 0.2 ms, or of 50 ms in 2 % of the cases.
  @Test func shortJobsDoNotWaitBehindLongOnes() {
    let jobs = (0..<20_000).map { index -> (arrival: Int, length: Int) in
      (index * 600, (index &* 7919) % 50 == 0 ? 50_000 : 200)
    }
    // For comparison: serial queues taken in turn.
    var freeAt = [0, 0, 0, 0]
    var old: [Int] = []
    for (index, job) in jobs.enumerated() {
      let start = max(freeAt[index % 4], job.arrival)
      freeAt[index % 4] = start + job.length
      if job.length == 200 { old.append(start - job.arrival) }
    }
    #expect(Self.percentile95(old) > 20_000)

    let started = Mutex<Int?>(nil)
    let lanes = RenderLanes(count: 4) { _ in }
    var new: [Int] = []
    freeAt = [0, 0, 0, 0]
    var drivers: [LaneDriver?] = [nil, nil, nil, nil]
    var next = 0
    var done = 0
    while done < jobs.count {
      // The next event: an arrival, or a lane that becomes free.
      let working = (0..<4).filter { drivers[$0] != nil }.min { freeAt[$0] < freeAt[$1] }
      if let lane = working, next == jobs.count || freeAt[lane] <= jobs[next].arrival {
        guard drivers[lane]?.runJob() == true else {
          drivers[lane] = nil
          continue
        }
        if let index = started.withLock({ $0 }) {
          if jobs[index].length == 200 { new.append(freeAt[lane] - jobs[index].arrival) }
          freeAt[lane] += jobs[index].length
        }
        done += 1
      } else {
        let index = next
        lanes.run { started.withLock { $0 = index } }
        if let lane = drivers.firstIndex(where: { $0 == nil }) {
          drivers[lane] = LaneDriver(lanes, lane)
          freeAt[lane] = jobs[next].arrival
        }
        next += 1
      }
    }
    #expect(Self.percentile95(new) <= 2000)
  }

  private static func percentile95(_ values: [Int]) -> Int {
    values.sorted()[values.count * 95 / 100]
  }

  /// I11, in a process of its own: 10^5 requests, and no more threads than lanes and two.
  @Test func threadsAreFew() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "load")
      let lanes = 4
      let coordinator = DisplayCoordinator(
        commitQueue: queue, lanes: RenderLanes(count: lanes), pool: BitmapPool())
      let clients = (0..<500).map { _ in LoadClient() }
      let cycles = clients.map { DisplayCycle(coordinator: coordinator, client: $0) }
      let base = RenderLanesLoadTests.threadCount
      var peak = 0
      for _ in 0..<200 {
        queue.sync { for cycle in cycles { cycle.display() } }
        peak = max(peak, RenderLanesLoadTests.threadCount)
        await coordinator.drain()
      }
      let commits = queue.sync { clients.reduce(0) { $0 + $1.commits } }
      guard commits == 100_000 else { fatalError("\(commits) commits") }
      guard base > 0, peak <= base + lanes + 2 else { fatalError("\(base), then \(peak) threads") }
      exit(0)
    }
  }

  /// The threads of this process.
  static var threadCount: Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
    }
    return count
  }
}

// @unchecked Sendable: used on the commit queue of one test alone.
private final class LoadClient: DisplayClient, @unchecked Sendable {
  var commits = 0
  private let task = AnyDisplayTask(
    DisplayTask<Void>(display: { (_: inout GraphicsContext, _: Size, _) in }))

  func makeDisplayRequest() -> DisplayRequest {
    DisplayRequest(task: task, size: Size(width: 1, height: 1), scale: 1)
  }

  func show(_ update: DisplayUpdate) { commits += 1 }
}

extension LaneDriver {
  /// Runs one job to its end.
  ///
  /// - Returns: `false` if none was queued and the lane sleeps now.
  fileprivate mutating func runJob() -> Bool {
    while step() {}
    return !isAsleep
  }
}
