// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import Dispatch
internal import SystemConcurrency
internal import SystemLanes

internal import struct Synchronization.Atomic

/// Head-of-line blocking: the time that short jobs wait behind long ones.
extension StressRun {
  /// Measures render lanes, and for comparison serial queues that are used round-robin.
  ///
  /// Jobs sleep, so that scheduling is measured and not the load of the processors.
  func runHeadOfLine() {
    let lanes = RenderLanes(count: 4)
    let onLanes = shortJobWaits { job in lanes.run { job() } }
    let queues = (0..<4).map { index in
      DispatchQueue(label: "stress.lane.\(index)")
    }
    let next = Atomic<Int>(0)
    let roundRobin = shortJobWaits { job in
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      queues[index % 4].async(execute: job)
    }
    let ms = 1e-6
    addFigure("shortJobWaitP95", Double(onLanes.percentile(0.95)) * ms, "ms", atMost: 2)
    addFigure("shortJobWaitP99", Double(onLanes.percentile(0.99)) * ms, "ms")
    addFigure("shortJobWaitP95OfOldDesign", Double(roundRobin.percentile(0.95)) * ms, "ms")
  }

  /// Submits jobs of 0.2 ms, every fiftieth of 40 ms, and returns how long the short ones waited.
  private func shortJobWaits(
    _ submit: (@escaping @Sendable () -> Void) -> Void
  ) -> LatencyHistogram {
    let total = configuration.isFullSize ? 2000 : 500
    let waits = Mutex(LatencyHistogram())
    let group = DispatchGroup()
    var random = StressRandom(seed: configuration.seed)
    for index in 0..<total {
      let isLong = index % 50 == 25
      let submitted = ProcessGauge.now
      group.enter()
      submit {
        let waited = ProcessGauge.now - submitted
        if !isLong { waits.withLock { $0.record(waited) } }
        try? SimulatedWork.sleep(microseconds: isLong ? 40_000 : 200, .never)
        group.leave()
      }
      sampleThreadCount()
      SimulatedWork.pause(microseconds: 1000 + random.below(1000))
    }
    group.wait()
    return waits.withLock { $0 }
  }
}
