// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

#if Metrics
  public import AsyncDisplay
  public import CoreMetrics
  import TextModel

  /// Forwards what a coordinator has counted and timed to a backend of swift-metrics.
  ///
  /// Only in packages that ask for the trait `Metrics`. Nothing is forwarded by itself: the client calls
  /// ``export()``, say every ten seconds. For the label `async_display`, what is forwarded is
  ///
  /// | name | kind | dimensions |
  /// |---|---|---|
  /// | `async_display_requests` | counter | |
  /// | `async_display_displays` | counter | `outcome`: committed, cleared, superseded, cancelled, failed |
  /// | `async_display_stage_seconds` | gauge | `stage`, `quantile`: 0.5, 0.95, 0.99, 1 |
  /// | `async_display_stage_count` | counter | `stage` |
  ///
  /// The quantiles are of all durations since the metrics were created or reset. A reset is noticed when a
  /// count is lower than it was; clients that export need none.
  public final class DisplayMetricsExporter: Sendable {
    private struct State {
      var counters = DisplayMetrics.Counters()
      var stageCounts = Array(repeating: UInt64(0), count: DisplayMetrics.Stage.allCases.count)
    }

    private struct StageGauges: Sendable {
      let count: Counter
      let quantiles: [(share: Double, gauge: Gauge)]
    }

    private let metrics: DisplayMetrics
    private let requests: Counter
    private let outcomes: [Counter]
    private let stages: [StageGauges]
    private let state = Mutex(State())

    /// Creates an exporter; it also enables the metrics.
    ///
    /// - Parameters:
    ///   - metrics: What is forwarded.
    ///   - label: What the names begin with.
    ///   - factory: The backend.
    public init(
      _ metrics: DisplayMetrics, label: String = "async_display",
      factory: any MetricsFactory = MetricsSystem.factory
    ) {
      self.metrics = metrics
      metrics.isEnabled = true
      requests = Counter(label: "\(label)_requests", dimensions: [], factory: factory)
      outcomes = ["committed", "cleared", "superseded", "cancelled", "failed"].map {
        Counter(label: "\(label)_displays", dimensions: [("outcome", $0)], factory: factory)
      }
      stages = DisplayMetrics.Stage.allCases.map { stage in
        StageGauges(
          count: Counter(
            label: "\(label)_stage_count", dimensions: [("stage", "\(stage)")], factory: factory),
          quantiles: [(0.5, "0.5"), (0.95, "0.95"), (0.99, "0.99"), (1, "1")].map { share, name in
            (
              share,
              Gauge(
                label: "\(label)_stage_seconds",
                dimensions: [("stage", "\(stage)"), ("quantile", name)], factory: factory)
            )
          })
      }
    }

    /// Forwards what was counted since the last call, and the durations as they are now. Any thread may
    /// call it; no display waits for it.
    public func export() {
      let now = metrics.current
      let histograms = DisplayMetrics.Stage.allCases.map { metrics.histogram($0) }
      // The lock is held while forwarding, so that two callers do not forward the same twice.
      state.withLock { state in
        let old = state.counters
        // After a reset the counts start again.
        func increase(_ count: KeyPath<DisplayMetrics.Counters, Int>) -> Int {
          now[keyPath: count] >= old[keyPath: count]
            ? now[keyPath: count] - old[keyPath: count] : now[keyPath: count]
        }
        requests.increment(by: increase(\.requests))
        let increases = [
          increase(\.commits), increase(\.cleared), increase(\.superseded), increase(\.cancelled),
          increase(\.failed),
        ]
        for (counter, n) in zip(outcomes, increases) { counter.increment(by: n) }
        state.counters = now
        for (index, (stage, histogram)) in zip(stages, histograms).enumerated() {
          let seen = state.stageCounts[index]
          stage.count.increment(
            by: Int(histogram.count >= seen ? histogram.count - seen : histogram.count))
          state.stageCounts[index] = histogram.count
          if histogram.count == 0 { continue }
          for (share, gauge) in stage.quantiles {
            gauge.record(Double(histogram.percentile(share)) * 1e-9)
          }
        }
      }
    }
  }
#endif
