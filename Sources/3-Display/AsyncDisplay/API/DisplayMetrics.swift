// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import SystemConcurrency

import struct Synchronization.Atomic

/// Counters of one coordinator's displays, and histograms of the durations of their stages.
///
/// Off until ``isEnabled`` is set; while off, nothing is counted and no clock is read. Any thread
/// may read or reset it.
public final class DisplayMetrics: Sendable {
  /// A measured part of a display.
  package enum Stage: Int, Sendable, CaseIterable {
    /// From the request to the start on a lane.
    case waiting
    /// Shaping of text, where the display has text.
    case shaping
    /// Layout of text, where the display has text.
    case layout
    /// The whole drawing, on its lane.
    case drawing
    /// From the end of drawing to the start of its commit.
    case waitingForCommit
    /// From the request to the publication.
    case total
    /// From the cancellation of a display that is being drawn to the moment its lane is free.
    case cancelling
  }

  /// The counters at one moment.
  ///
  /// Each accepted display counts as a request, and when it ends as one of the outcomes; the
  /// difference is the number in flight. A display that was replaced or cancelled while the client
  /// prepared it was never accepted.
  package struct Counters: Sendable, Hashable {
    /// Creates counters that are all zero.
    package init() {}

    /// Displays that were accepted.
    package var requests = 0
    /// Displays whose contents were published.
    package var commits = 0
    /// Displays that cleared the contents.
    package var cleared = 0
    /// Displays that were replaced by a newer one.
    package var superseded = 0
    /// Displays that were cancelled.
    package var cancelled = 0
    /// Displays that failed.
    package var failed = 0

    /// All displays that have ended.
    package var ended: Int { commits + cleared + superseded + cancelled + failed }
  }

  private let enabled = Atomic<Bool>(false)
  private let counters = Mutex(Counters())
  private let histograms = Mutex(
    Array(repeating: LatencyHistogram(), count: Stage.allCases.count))

  /// Creates metrics that are off.
  package init() {}

  /// Whether displays are counted and timed.
  public var isEnabled: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// The counters.
  package var current: Counters { counters.withLock { $0 } }

  /// The durations of one stage.
  package func histogram(_ stage: Stage) -> LatencyHistogram {
    histograms.withLock { $0[stage.rawValue] }
  }

  /// Sets everything back to zero.
  package func reset() {
    counters.withLock { $0 = Counters() }
    histograms.withLock { $0 = Array(repeating: LatencyHistogram(), count: Stage.allCases.count) }
  }

  /// Adds a duration of a stage, if enabled.
  package func record(_ stage: Stage, nanoseconds: UInt64) {
    guard isEnabled else { return }
    histograms.withLock { $0[stage.rawValue].record(nanoseconds) }
  }

  /// Runs a part of a display and adds its duration to a stage, if enabled.
  package func measure<R, E: Error>(_ stage: Stage, _ body: () throws(E) -> R) throws(E) -> R {
    guard isEnabled else { return try body() }
    let start = DispatchTime.now().uptimeNanoseconds
    defer { record(stage, nanoseconds: DispatchTime.now().uptimeNanoseconds &- start) }
    return try body()
  }

  func countRequest() {
    guard isEnabled else { return }
    counters.withLock { $0.requests += 1 }
  }

  func count(_ outcome: DisplayOutcome) {
    guard isEnabled else { return }
    counters.withLock { counters in
      switch outcome {
      case .committed: counters.commits += 1
      case .cleared: counters.cleared += 1
      case .superseded: counters.superseded += 1
      case .cancelled: counters.cancelled += 1
      case .failed: counters.failed += 1
      }
    }
  }
}
