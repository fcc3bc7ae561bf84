// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a storm may do, and how often.
enum StressAction: String, CaseIterable, Sendable {
  case invalidate
  case display
  case text
  case resize
  case wait
  case group
  case slow
  /// A paragraph of a megabyte.
  case long
  case cancel
  case suspend
  case resume
  case drop
  case prioritise
  case policy
  case stall
  case fail

  /// Out of how many actions it is one, where no mix is given.
  fileprivate var usualWeight: Int {
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

  /// Whether it asks for a display, and so counts as a request.
  var isRequest: Bool {
    switch self {
    case .invalidate, .display, .text, .resize, .wait, .group, .slow, .long, .drop: true
    case .cancel, .suspend, .resume, .prioritise, .policy, .stall, .fail: false
    }
  }
}

/// The weights of the actions of a storm.
struct StressMix: Sendable {
  /// What is written for ``init(_:)``, in full.
  var description: String {
    actions.map { "\($0.action.rawValue):\($0.weight)" }.joined(separator: ",")
  }

  private let actions: [(action: StressAction, weight: Int)]
  private let total: Int

  /// All actions with their usual weights.
  static let usual = StressMix(StressAction.allCases.map { ($0, $0.usualWeight) })

  private init(_ actions: [(action: StressAction, weight: Int)]) {
    self.actions = actions
    total = actions.reduce(0) { $0 + $1.weight }
  }

  /// Reads `display:3,cancel`; an action that is not named does not happen, one without a number has weight 1.
  ///
  /// - Throws: ``CommandError`` with `usage`; at least one action must ask for a display.
  init(_ text: String) throws(CommandError) {
    let option = CommandOption.mix.typed
    var actions: [(action: StressAction, weight: Int)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard let action = StressAction(rawValue: pieces[0]) else {
        let names = StressAction.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage(option, "'\(pieces[0])' is none of \(names)")
      }
      let weight = pieces.count == 1 ? 1 : Int(pieces[1])
      guard pieces.count <= 2, let weight, (0...1_000_000).contains(weight) else {
        throw .usage(option, "'\(part)' is not of the form display:40")
      }
      actions.append((action, weight))
    }
    guard actions.contains(where: { $0.action.isRequest && $0.weight > 0 }) else {
      throw .usage(option, "nothing in it asks for a display; add display, invalidate or text")
    }
    self.init(actions)
  }

  /// The next action of a stream.
  func next(_ random: inout StressRandom) -> StressAction {
    var rest = random.below(total)
    for (action, weight) in actions {
      if rest < weight { return action }
      rest -= weight
    }
    return actions[0].action
  }
}

/// Numbers that a seed determines (SplitMix64).
struct StressRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to one below the bound, which is above 0.
  mutating func below(_ bound: Int) -> Int { Int(next() >> 1) % bound }
}
