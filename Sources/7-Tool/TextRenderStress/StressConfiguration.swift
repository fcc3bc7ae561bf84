// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextRenderCommand

/// The sizes, seed and scenarios of one stress run.
struct StressConfiguration: Sendable {
  /// The number of layers in the storm and among the images.
  var layers = 500
  /// The number of display requests in the storm and among the images.
  var requests = 20_000
  /// The number of lanes; `nil` selects one per core, at most 16.
  var lanes: Int?
  /// The time limit of the storm; `nil` runs until all requests are made.
  var seconds: Double?
  /// The seed of the request stream.
  var seed: UInt64 = 1
  /// The weights of the storm's actions.
  var mix = StressMix.standard
  /// The parts to run, in order.
  var scenarios = StressScenario.allCases

  /// Whether the measurements run at full size; below 100,000 requests they are scaled down.
  var isFullSize: Bool { requests >= 100_000 }
}
