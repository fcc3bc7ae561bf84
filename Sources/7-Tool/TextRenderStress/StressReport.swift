// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay

/// The results of a stress run.
struct StressReport: Sendable {
  /// The number of displays by outcome.
  struct Outcomes: Sendable {
    var accepted = 0
    var committed = 0
    var cleared = 0
    var superseded = 0
    var cancelled = 0
    var failed = 0

    /// The number of displays that have ended.
    var ended: Int { committed + cleared + superseded + cancelled + failed }

    /// Counts the end of a display.
    mutating func count(_ outcome: DisplayOutcome) {
      switch outcome {
      case .committed: committed += 1
      case .cleared: cleared += 1
      case .superseded: superseded += 1
      case .cancelled: cancelled += 1
      case .failed: failed += 1
      }
    }
  }

  /// A measured number, with its limit where one is promised.
  struct Figure: Sendable {
    let name: String
    let value: Double
    let unit: String
    /// The promised upper limit, or lower limit if ``isFloor``.
    var limit: Double?
    /// Whether ``limit`` is a lower limit.
    var isFloor = false

    /// Whether the value is within its limit; `nil` without a limit.
    var isMet: Bool? {
      guard let limit else { return nil }
      return isFloor ? value >= limit : value <= limit
    }
  }

  /// The durations of one stage of a display, in nanoseconds.
  struct Stage: Sendable {
    let name: String
    let histogram: LatencyHistogram
  }

  var seed: UInt64 = 0
  /// A hash of the request stream: equal for equal options, independent of timing.
  var stream: UInt64 = 0
  var layers = 0
  var lanes = 0
  var requests = 0
  var outcomes = Outcomes()
  var violations: [StressInvariant: Int] = [:]
  /// The first violations, as text.
  var examples: [String] = []
  var stages: [Stage] = []
  /// The number of threads before the first scenario.
  var baseThreads = 0
  var peakThreads = 0
  /// The largest resident size of the process, in bytes.
  var peakMemory = 0
  /// The largest number of bytes that were drawn and not yet committed.
  var peakUncommitted = 0
  var uncommittedLimit = 0
  /// Bitmap buffers of the storm's pool, by fate.
  var created = 0
  var freed = 0
  var pooled = 0
  var live = 0
  var reused = 0
  /// The duration of the storm; without a storm, of the whole run.
  var seconds = 0.0
  var figures: [Figure] = []

  /// The number of all violations.
  var violationCount: Int { violations.values.reduce(0, +) }

  /// The violated invariants with their counts, in the order of their numbers.
  var sortedViolations: [(invariant: StressInvariant, count: Int)] {
    StressInvariant.allCases.compactMap { invariant in
      violations[invariant].map { (invariant, $0) }
    }
  }
}
