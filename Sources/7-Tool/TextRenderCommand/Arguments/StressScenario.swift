// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A word of `stress --scenario`: the storm, or a measurement that checks one promise.
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

/// A word of `stress --mix`: an action of the storm on one layer, on a group of layers, or on what
/// they share.
package enum StressAction: String, CaseIterable, Sendable {
  case invalidate
  case display
  case text
  case resize
  case wait
  case group
  /// Shows the longest short text, with a drawing that may be slow, fail or cancel itself.
  case slow
  /// Shows a paragraph of a megabyte (8 KiB in a small run).
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
