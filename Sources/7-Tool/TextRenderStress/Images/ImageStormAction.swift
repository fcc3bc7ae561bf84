// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An action of the image storm on one label, or on the store.
enum ImageStormAction: Int, CaseIterable {
  /// Replaces the text, as a reused cell does.
  case text
  case invalidate
  case resize
  case press
  case move
  case release
  case suspend
  case resume
  case wait
  /// Drops the layer and puts another in its place.
  case drop
  /// Requests failed pictures again.
  case reload
  /// Requests a picture from the store without a label.
  case prefetch
  /// Cancels the oldest request that was made without a label.
  case leave
  case purge
  /// Blocks the main queue for a few milliseconds.
  case stall

  private var weight: Int {
    switch self {
    case .text: 400
    case .invalidate, .resize, .press, .release: 100
    case .prefetch, .leave, .resume: 50
    case .drop, .reload, .move: 30
    case .suspend, .wait: 20
    case .purge, .stall: 2
    }
  }

  private static let totalWeight = allCases.reduce(0) { $0 + $1.weight }

  static func next(_ random: inout StressRandom) -> ImageStormAction {
    var rest = random.below(totalWeight)
    for action in allCases {
      if rest < action.weight { return action }
      rest -= action.weight
    }
    return .text
  }
}
