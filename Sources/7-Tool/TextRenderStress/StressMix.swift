// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An action of the storm on one layer, on a group of layers, or on the environment.
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

  /// The weight in ``StressMix/standard``.
  fileprivate var standardWeight: Int {
    switch self {
    case .invalidate: 3000
    case .display: 2000
    case .text: 1500
    case .resize: 1200
    case .cancel, .resume: 600
    case .prioritise: 400
    case .suspend: 200
    case .drop: 150
    case .wait, .group, .slow, .policy: 100
    case .fail: 20
    case .stall: 10
    case .long: 2
    }
  }

  /// Whether the action asks for a display and so counts as a request.
  package var isRequest: Bool {
    switch self {
    case .invalidate, .display, .text, .resize, .wait, .group, .slow, .long, .drop: true
    case .cancel, .suspend, .resume, .prioritise, .policy, .stall, .fail: false
    }
  }
}

/// A weighted choice of storm actions.
package struct StressMix: Sendable {
  /// One action with its weight.
  package typealias Entry = (action: StressAction, weight: Int)

  /// The actions in the order in which they were given.
  package let entries: [Entry]
  private let total: Int

  /// All actions with their standard weights.
  package static let standard = StressMix(
    unchecked: StressAction.allCases.map { ($0, $0.standardWeight) })

  /// Creates a mix; an action that is not listed is never chosen.
  ///
  /// - Parameter entries: Actions with weights of at least 0.
  /// - Returns: `nil` if no action with a weight above 0 asks for a display.
  package init?(_ entries: [Entry]) {
    guard entries.contains(where: { $0.action.isRequest && $0.weight > 0 }) else { return nil }
    self.init(unchecked: entries)
  }

  private init(unchecked entries: [Entry]) {
    self.entries = entries
    total = entries.reduce(0) { $0 + $1.weight }
  }

  func next(_ random: inout StressRandom) -> StressAction {
    var rest = random.below(total)
    for (action, weight) in entries {
      if rest < weight { return action }
      rest -= weight
    }
    return entries[0].action
  }
}
