// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import AsyncDisplay

struct DisplayMetricsTests {
  /// Displays on stepped lanes whose clock is asked for nothing while metrics are off.
  @Test func offTheyRecordNothing() {
    let harness = Harness()
    let metrics = harness.coordinator.metrics
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(harness.shown == "a")
    #expect(metrics.current == DisplayMetrics.Counters())
    for histogram in DisplayMetrics.Stage.allCases.map({ metrics.histogram($0) }) {
      #expect(histogram.count == 0)
    }

    metrics.isEnabled = true
    harness.turn { $0.cycle.display() }
    harness.turn { $0.cycle.display() }
    harness.settle()
    #expect(metrics.current.requests == 2)
    #expect(metrics.current.commits == 1)
    #expect(metrics.current.superseded == 1)
    #expect(metrics.current.ended == 2)
    for measured in [DisplayMetrics.Stage.waiting, .drawing, .waitingForCommit, .total] {
      #expect(metrics.histogram(measured).count == 1)
    }
    metrics.reset()
    #expect(metrics.current == DisplayMetrics.Counters())
  }

  /// Each accepted display is counted once as a request and once by its outcome; a refused one,
  /// nowhere.
  @Test func whatWasAcceptedAddsUp() {
    let harness = Harness()
    let client = harness.client
    let metrics = harness.coordinator.metrics
    metrics.isEnabled = true
    let accepted = Atomic<Int>(0)
    harness.coordinator.setObserver { _, event in
      if case .accepted = event { accepted.wrappingAdd(1, ordering: .relaxed) }
    }
    func check() {
      let counters = metrics.current
      #expect(counters.requests == accepted.load(ordering: .relaxed))
      #expect(counters.requests == counters.ended + harness.coordinator.inFlightCount)
    }
    let meanwhile: [(DisplayCycle) -> Void] = [
      { $0.display() }, { $0.cancel() }, { $0.suspend() }, { $0.setNeedsDisplay() },
    ]
    for change in meanwhile {
      for drawsNothing in [false, true] {
        client.drawsNothing = drawsNothing
        client.onPrepare = { [unowned client] in
          client.onPrepare = nil
          change(client.cycle)
        }
        harness.turn { $0.cycle.display() }
        check()
        harness.settle()
        check()
        harness.turn { $0.cycle.resume() }
        harness.settle()
      }
    }
    client.drawsNothing = false
    client.size.width = -1
    harness.turn { $0.cycle.display() }
    check()
    #expect(metrics.current.failed == 1 && metrics.current.cancelled == 0)
  }
}
