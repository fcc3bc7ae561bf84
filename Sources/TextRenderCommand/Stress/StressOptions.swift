// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What `stress` was asked to do.
struct StressOptions: Sendable {
  /// The parts of a run besides the storm, each of which measures one promise.
  enum Scenario: String, CaseIterable, Sendable {
    case storm
    case empty
    case superseded
    case headOfLine = "head-of-line"
    case progressive
    case groups
    case cancel
    case polls
    case blocked
  }

  var layers = 500
  var requests = 20_000
  /// The number of lanes; `nil` for one to a core.
  var lanes: Int?
  /// How long the storm may take; `nil` for as long as its requests need.
  var seconds: Double?
  var seed: UInt64 = 1
  var mix = StressMix.usual
  var scenarios = Scenario.allCases
  var isJSON = false
  /// Whether this process runs nothing else, so that its threads can be counted.
  var countsThreads = true

  /// Whether the scenarios run at the sizes that are promised; otherwise at small ones.
  var isFull: Bool { requests >= 100_000 }

  init() {}

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments) throws(CommandError) {
    layers = try arguments.integer(.layers, 1...1_000_000) ?? layers
    requests = try arguments.integer(.requests, 1...1_000_000_000) ?? requests
    lanes = try arguments.integer(.lanes, 1...16)
    seconds = try arguments.number(.seconds, over: 0, to: 1e6)
    if seconds != nil, arguments.value(.requests) == nil { requests = 1_000_000_000 }
    if let text = arguments.value(.seed) {
      guard let seed = UInt64(text) else {
        throw .usage(CommandOption.seed.typed, "'\(text)' is not a whole number of at most 64 bits")
      }
      self.seed = seed
    }
    if let text = arguments.value(.mix) { mix = try StressMix(text) }
    if let text = arguments.value(.scenario) {
      scenarios = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let scenario = Scenario(rawValue: String(name)) else {
          let names = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
          throw .usage(CommandOption.scenario.typed, "'\(name)' is none of \(names)")
        }
        scenarios.append(scenario)
      }
    }
    isJSON = arguments.contains(.json)
  }
}
