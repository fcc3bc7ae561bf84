// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The sizes, seed and scenarios of one stress run.
package struct StressConfiguration: Sendable {
  /// The parts of a run: the storm, and measurements that each check one promise.
  package enum Scenario: String, CaseIterable, Sendable {
    case storm
    case empty
    case superseded
    case headOfLine = "head-of-line"
    case progressive
    case groups
    case cancel
    case polls
    case blocked
    case images
    case tiles
    case neighbours
  }

  /// The number of layers in the storm and among the images.
  package var layers = 500
  /// The number of display requests in the storm and among the images.
  package var requests = 20_000
  /// The number of lanes; `nil` selects one per core, at most 16.
  package var lanes: Int?
  /// The time limit of the storm; `nil` runs until all requests are made.
  package var seconds: Double?
  /// The seed of the request stream.
  package var seed: UInt64 = 1
  /// The weights of the storm's actions.
  package var mix = StressMix.standard
  /// The parts to run, in order.
  package var scenarios = Scenario.allCases

  /// Whether the measurements run at full size; below 100,000 requests they are scaled down.
  var isFullSize: Bool { requests >= 100_000 }

  /// Creates a configuration with the default sizes and all scenarios.
  package init() {}
}
