// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import CanvasDrawing
internal import Dispatch
internal import Synchronization
internal import SystemLanes

extension StressRun {
  /// Runs the storm, and checks that nothing is left of it.
  func runStorm() {
    let allocator = FailingBitmapAllocator()
    let pool = BitmapPool(capacity: 4 << 20, allocator: allocator)
    let releaseQueue = ReleaseQueue(capacity: 1 << 20)
    let limit = 1 << 20
    let coordinator = DisplayCoordinator(
      executor: DispatchedQueue(.main), lanes: RenderLanes(count: laneCount),
      releaseQueue: releaseQueue, pool: pool, uncommittedByteLimit: limit)
    coordinator.metrics.isEnabled = true
    peakThreads = 0
    let storm = Storm(configuration, findings, coordinator: coordinator, allocator: allocator)
    let start = ProcessGauge.now
    MainQueue.run { storm.begin() }
    makeRequests(of: storm, start: start)
    let requests = storm.issuedCount
    MainQueue.run { storm.settle() }
    waitUntilIdle(coordinator)
    MainQueue.run { storm.checkSettled() }
    checkPictures(MainQueue.run { storm.pictures }, pool)
    MainQueue.run { storm.end() }
    waitUntilIdle(coordinator)
    MainQueue.run { storm.checkEnd() }
    releaseQueue.drain()
    checkMemory(coordinator, storm.counters, limit: limit)
    // Two more threads are allowed: the release queue runs on a global queue, which may keep a
    // second thread.
    let allowed = baseThreads + laneCount + 2
    findings.expect(peakThreads <= allowed, .boundedThreads, "\(peakThreads) threads")
    report.requests = requests
    report.stream = MainQueue.run { storm.digest }
    report.outcomes = MainQueue.run { storm.outcomes }
    findings.expect(
      report.outcomes.accepted == report.outcomes.ended, .oneOutcome,
      "\(report.outcomes.accepted) accepted, \(report.outcomes.ended) ended")
    report.seconds = Double(ProcessGauge.now - start) * 1e-9
    report.peakThreads = peakThreads
    report.peakUncommitted = coordinator.peakUncommittedByteCount
    report.uncommittedLimit = limit
    let account = pool.ledger
    (report.created, report.freed) = (account.created, account.freed)
    (report.pooled, report.live, report.reused) = (account.pooled, account.live, account.reused)
    report.stages = DisplayMetrics.Stage.allCases.map {
      StressReport.Stage(name: "\($0)", histogram: coordinator.metrics.histogram($0))
    }
    report.stages.append(
      StressReport.Stage(name: "releaseLag", histogram: releaseQueue.lagHistogram))
  }

  /// Makes the requests in bursts, each followed by a pause in which the lanes catch up.
  private func makeRequests(of storm: Storm, start: UInt64) {
    let coordinator = storm.coordinator
    let end = configuration.seconds.map { start + UInt64($0 * 1e9) } ?? .max
    var lastProgress = start
    var hasMore = true
    while hasMore, ProcessGauge.now < end {
      // Between the 16 turns of a burst, the main queue has time for commits alone.
      for _ in 0..<16 where hasMore { hasMore = MainQueue.run { storm.step() } }
      sampleThreadCount()
      var pauses = 0
      while coordinator.inFlightCount > 0, pauses < 1000 {
        SimulatedWork.pause(milliseconds: 1)
        sampleThreadCount()
        pauses += 1
      }
      if ProcessGauge.now - lastProgress > 100_000_000 {
        lastProgress = ProcessGauge.now
        showProgress(requests: storm.issuedCount)
      }
    }
  }

  /// Checks that snapshots and bitmaps are freed, and that uncommitted bytes stayed in bounds.
  private func checkMemory(
    _ coordinator: DisplayCoordinator, _ counters: TaskCounters, limit: Int
  ) {
    let pool = coordinator.pool
    let releaseQueue = coordinator.releaseQueue
    // Lanes and the release queue may still be freeing the last snapshots and bitmaps.
    wait {
      counters.snapshots.load(ordering: .relaxed) == 0 && pool.ledger.live == 0
        && releaseQueue.pendingByteCount == 0
    }
    let snapshots = counters.snapshots.load(ordering: .relaxed)
    findings.expect(snapshots == 0, .noLeak, "\(snapshots) snapshots are left")
    findings.expect(
      releaseQueue.pendingByteCount == 0, .boundedRelease, "bytes are left after a drain")
    let account = pool.ledger
    findings.expect(
      account.live == 0 && account.created == account.freed + account.pooled, .balancedBuffers,
      "\(account)")
    findings.expect(
      coordinator.uncommittedByteCount == 0, .boundedQueues,
      "\(coordinator.uncommittedByteCount) uncommitted bytes at rest")
    // Synchronous displays and members of an admitted group may exceed the limit.
    let slack = 4 * 240 * 80 * 4
    findings.expect(
      coordinator.peakUncommittedByteCount <= limit + slack, .boundedQueues,
      "\(coordinator.peakUncommittedByteCount) uncommitted bytes")
  }

  /// Compares the committed pictures with ones drawn on this thread.
  private func checkPictures(_ pictures: [StressPicture: UInt64], _ pool: BitmapPool) {
    for (picture, digest) in pictures {
      let reference = try? picture.reference(pool)
      findings.expect(reference == digest, .samePixels, "\(picture) differs from its reference")
    }
  }
}
