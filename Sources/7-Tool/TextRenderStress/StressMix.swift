// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextRenderCommand

extension StressAction {
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

  /// Whether the action requests a display, so that it counts towards the number of requests.
  var isRequest: Bool {
    switch self {
    case .invalidate, .display, .text, .resize, .wait, .group, .slow, .long, .drop: true
    case .cancel, .suspend, .resume, .prioritise, .policy, .stall, .fail: false
    }
  }
}

/// A weighted choice of storm actions.
struct StressMix: Sendable {
  /// One action with its weight.
  typealias Entry = (action: StressAction, weight: Int)

  /// The actions in the order in which they were given.
  let entries: [Entry]
  private let total: Int

  /// All actions with their standard weights.
  static let standard = StressMix(
    unchecked: StressAction.allCases.map { ($0, $0.standardWeight) })

  /// Creates a mix; an action that is not listed is never chosen.
  ///
  /// - Parameter entries: Actions with weights of at least 0.
  /// - Returns: `nil` if no action with a weight above 0 requests a display.
  init?(_ entries: [Entry]) {
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
