// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AsyncDisplay

struct DisplayMetricsTests {
  /// Displays on stepped lanes whose clock is asked for nothing while metrics are off.
  @Test func offTheyRecordNothing() {
    let stage = Stage()
    let metrics = stage.coordinator.metrics
    stage.turn { $0.owner.display() }
    stage.settle()
    #expect(stage.shown == "a")
    #expect(metrics.current == DisplayMetrics.Counters())
    for histogram in DisplayMetrics.Stage.allCases.map({ metrics.histogram($0) }) {
      #expect(histogram.count == 0)
    }

    metrics.isEnabled = true
    stage.turn { $0.owner.display() }
    stage.turn { $0.owner.display() }
    stage.settle()
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
}
