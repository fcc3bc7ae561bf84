// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Metrics
  import SystemConcurrency
  public import AsyncDisplay
  public import CoreMetrics

  /// Exports the counters and durations of a coordinator to a backend of swift-metrics.
  ///
  /// Available with the package trait `Metrics`. Values are exported when the client calls
  /// ``export()``, for example every ten seconds. With the label `async_display` they are:
  ///
  /// | name | kind | dimensions |
  /// |---|---|---|
  /// | `async_display_requests` | counter | |
  /// | `async_display_displays` | counter | `outcome` |
  /// | `async_display_stage_seconds` | gauge | `stage`, `quantile`: 0.5, 0.95, 0.99, 1 |
  /// | `async_display_stage_count` | counter | `stage` |
  ///
  /// Outcomes are `committed`, `cleared`, `superseded`, `cancelled` and `failed`. Quantiles are
  /// over all durations since the metrics were created or reset. A counter that is lower than at
  /// the last export is taken for one that was reset.
  public final class DisplayMetricsExporter: Sendable {
    /// The values at the last export.
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

    /// Creates an exporter and enables the metrics.
    ///
    /// - Parameters:
    ///   - metrics: The metrics to export.
    ///   - label: The prefix of all names.
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

    /// Exports the increase of all counters since the last call, and the current quantiles.
    ///
    /// Any thread may call it; displays are not blocked meanwhile.
    public func export() {
      let now = metrics.current
      let histograms = DisplayMetrics.Stage.allCases.map { metrics.histogram($0) }
      // The lock is held while exporting, so that concurrent calls do not export an increase twice.
      state.withLock { state in
        let previous = state.counters
        // A count below the previous one means a reset: the increase then starts from zero.
        func increase(_ count: KeyPath<DisplayMetrics.Counters, Int>) -> Int {
          now[keyPath: count] >= previous[keyPath: count]
            ? now[keyPath: count] - previous[keyPath: count] : now[keyPath: count]
        }
        requests.increment(by: increase(\.requests))
        let increases = [
          increase(\.commits), increase(\.cleared), increase(\.superseded), increase(\.cancelled),
          increase(\.failed),
        ]
        for (counter, n) in zip(outcomes, increases) { counter.increment(by: n) }
        state.counters = now
        for (index, (stage, histogram)) in zip(stages, histograms).enumerated() {
          let previous = state.stageCounts[index]
          stage.count.increment(
            by: Int(histogram.count >= previous ? histogram.count - previous : histogram.count))
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
