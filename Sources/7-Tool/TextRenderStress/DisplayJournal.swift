// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import LayerModel

/// The displays of one layer by their generations, checked for the order that is promised.
@MainActor
struct DisplayJournal<Snapshot> {
  private let index: Int
  private let findings: StressFindings
  /// The accepted displays that have not ended, by generation.
  private(set) var open: [UInt64: Snapshot] = [:]
  /// The oldest generation that may still be published (`latestOnly`).
  private var oldestPublishable: UInt64 = 0
  private(set) var lastPublished: UInt64 = 0
  private(set) var lastAccepted: UInt64 = 0

  /// Creates an empty journal.
  ///
  /// - Parameter index: The number of the layer in reports.
  init(_ index: Int, _ findings: StressFindings) {
    self.index = index
    self.findings = findings
  }

  /// Notes a request: older displays may no longer be published.
  mutating func requested(of layer: AsyncLayer?) {
    if let layer { oldestPublishable = max(oldestPublishable, layer.displayGeneration) }
  }

  /// Checks and records that a display was accepted.
  mutating func accept(_ generation: UInt64, _ snapshot: Snapshot, of layer: AsyncLayer?) {
    findings.expect(layer != nil, .dropped, "a display of a dropped layer")
    findings.expect(open[generation] == nil, .oneOutcome, "\(generation) was accepted twice")
    lastAccepted = generation
    open[generation] = snapshot
  }

  /// Checks and records that a generation was published.
  mutating func publish(
    _ generation: UInt64, of layer: AsyncLayer?, isSuspended: Bool, isProgressive: Bool = false
  ) {
    findings.expect(
      generation > lastPublished, .risingGenerations, "\(generation) after \(lastPublished)")
    findings.expect(layer != nil, .dropped, "a dropped layer publishes")
    findings.expect(!isSuspended, .suspended, "layer \(index) publishes while suspended")
    if !isProgressive {
      findings.expect(
        generation >= oldestPublishable, .latestOnly,
        "layer \(index) publishes \(generation), asked \(oldestPublishable)")
    }
    lastPublished = generation
  }

  /// Checks and records that a display ended.
  ///
  /// - Returns: The snapshot of the display; `nil` if the display was not under way, which is
  ///   reported.
  mutating func end(_ generation: UInt64, _ outcome: DisplayOutcome) -> Snapshot? {
    findings.expect(
      generation >= lastPublished, .orderedEnds,
      "\(generation) ends as \(outcome) after the commit of \(lastPublished)")
    guard let snapshot = open.removeValue(forKey: generation) else {
      findings.report(.oneOutcome, "\(generation) ends as \(outcome), not being open")
      return nil
    }
    if outcome == .committed {
      findings.expect(generation == lastPublished, .oneOutcome, "committed, not published")
    }
    return snapshot
  }
}
