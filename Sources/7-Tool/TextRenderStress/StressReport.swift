// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay

/// The results of a stress run.
package struct StressReport: Sendable {
  /// The number of displays by outcome.
  package struct Outcomes: Sendable {
    package var accepted = 0
    package var committed = 0
    package var cleared = 0
    package var superseded = 0
    package var cancelled = 0
    package var failed = 0

    /// The number of displays that have ended.
    package var ended: Int { committed + cleared + superseded + cancelled + failed }

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
  package struct Figure: Sendable {
    package let name: String
    package let value: Double
    package let unit: String
    /// The promised upper limit, or lower limit if ``isFloor``.
    package var limit: Double?
    /// Whether ``limit`` is a lower limit.
    package var isFloor = false

    package init(
      name: String, value: Double, unit: String, limit: Double? = nil, isFloor: Bool = false
    ) {
      self.name = name
      self.value = value
      self.unit = unit
      self.limit = limit
      self.isFloor = isFloor
    }

    /// Whether the value is within its limit; `nil` without a limit.
    package var isMet: Bool? {
      guard let limit else { return nil }
      return isFloor ? value >= limit : value <= limit
    }
  }

  /// The durations of one stage of a display, in nanoseconds.
  package struct Stage: Sendable {
    package let name: String
    package let histogram: LatencyHistogram
  }

  package var seed: UInt64 = 0
  /// A hash of the request stream: equal for equal options, independent of timing.
  package var stream: UInt64 = 0
  package var layers = 0
  package var lanes = 0
  package var requests = 0
  package var outcomes = Outcomes()
  package var violations: [StressInvariant: Int] = [:]
  /// The first violations, as text.
  package var examples: [String] = []
  package var stages: [Stage] = []
  /// The number of threads before the first scenario.
  package var baseThreads = 0
  package var peakThreads = 0
  /// The largest resident size of the process, in bytes.
  package var peakMemory = 0
  /// The largest number of bytes that were drawn and not yet committed.
  package var peakUncommitted = 0
  package var uncommittedLimit = 0
  /// Bitmap buffers of the storm's pool, by fate.
  package var created = 0
  package var freed = 0
  package var pooled = 0
  package var live = 0
  package var reused = 0
  /// The duration of the storm; without a storm, of the whole run.
  package var seconds = 0.0
  package var figures: [Figure] = []

  package init() {}

  /// The number of all violations.
  package var violationCount: Int { violations.values.reduce(0, +) }

  /// The violated invariants with their counts, in the order of their numbers.
  package var sortedViolations: [(invariant: StressInvariant, count: Int)] {
    StressInvariant.allCases.compactMap { invariant in
      violations[invariant].map { (invariant, $0) }
    }
  }
}
