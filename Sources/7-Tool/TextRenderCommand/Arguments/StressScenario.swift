// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A value of `stress --scenario`: one of the storms, or a measurement that is checked against a
/// limit.
package enum StressScenario: String, CaseIterable, Sendable {
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

/// A name in `stress --mix`: an action of the storm on one layer, on a group of layers, or on state
/// that all layers share, such as the main queue.
package enum StressAction: String, CaseIterable, Sendable {
  case invalidate
  case display
  case text
  case resize
  case wait
  case group
  /// Shows the longest of the texts that are not `long`; if the layer is no text layer, its drawing
  /// is normal, slow, fails or cancels itself.
  case slow
  /// Shows a paragraph of one megabyte (8 KiB in a run below full size).
  case long
  case cancel
  case suspend
  case resume
  case drop
  case prioritise
  case policy
  /// Blocks the main queue for a few milliseconds.
  case stall
  /// Makes bitmap allocations fail for the next 32 requests.
  case fail
}
