// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextRenderCommand

/// The `stress` command: runs the stress harness and prints its report.
package enum StressCommand {
  /// Runs the command; the main queue must be served by another thread than the caller's.
  ///
  /// - Throws: ``CommandError`` with `failed` if an invariant was violated; the report is written
  ///   before.
  package static func run(
    _ arguments: Arguments, _ console: CommandConsole
  ) throws(CommandError) {
    let configuration = try arguments.stressConfiguration()
    guard !MainQueue.wouldDeadlock else {
      throw CommandError(
        .failed, "stress", "needs the main queue; call it from another thread that may wait")
    }
    let clearLine = "\r\u{1B}[K"
    let report: StressReport
    if console.errorIsTerminal {
      let run = StressRun(configuration) {
        console.report("\(clearLine)stress: \($0)")
      }
      report = run.run()
      console.report(clearLine)
    } else {
      report = StressRun(configuration, showProgress: nil).run()
    }
    try console.write(arguments.contains(.json) ? report.json : Array(report.table.utf8))
    if report.violationCount > 0 {
      throw CommandError(
        .failed, "stress",
        "\(report.violationCount) violations; --seed \(configuration.seed) makes the same requests "
          + "again")
    }
  }
}

extension Arguments {
  /// The configuration of `stress`.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  func stressConfiguration() throws(CommandError) -> StressConfiguration {
    var configuration = StressConfiguration()
    for (option, scenario, layers) in [
      (CommandOption.images, StressScenario.images, 10_000), (.tiles, .tiles, 100),
    ] where contains(option) {
      if value(.scenario) != nil || contains(.images) && contains(.tiles) {
        throw .usage(option.typed, "is a scenario itself; leave others out")
      }
      configuration.scenarios = [scenario]
      (configuration.layers, configuration.requests) = (layers, 100_000)
    }
    configuration.layers = try integer(.layers, 1...1_000_000) ?? configuration.layers
    configuration.requests = try integer(.requests, 1...1_000_000_000) ?? configuration.requests
    configuration.lanes = try integer(.lanes, 1...16)
    configuration.seconds = try number(.seconds, over: 0, to: 1e6)
    // If only a time limit is given, the number of requests is practically unlimited.
    if configuration.seconds != nil, value(.requests) == nil {
      configuration.requests = 1_000_000_000
    }
    if let text = value(.seed) {
      guard let seed = UInt64(text) else {
        throw .usage(CommandOption.seed.typed, "'\(text)' is not a whole number of at most 64 bits")
      }
      configuration.seed = seed
    }
    if let text = value(.mix) { configuration.mix = try StressMix(option: text) }
    if let text = value(.scenario) {
      configuration.scenarios = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let scenario = StressScenario(rawValue: String(name)) else {
          let names = StressScenario.allCases.map(\.rawValue).joined(separator: ", ")
          throw .usage(CommandOption.scenario.typed, "'\(name)' is none of \(names)")
        }
        configuration.scenarios.append(scenario)
      }
    }
    return configuration
  }
}

extension StressMix {
  /// Reads `display:3,cancel`; an action without a number has weight 1.
  ///
  /// - Throws: ``CommandError`` with `usage`, also if no action requests a display.
  init(option text: String) throws(CommandError) {
    let option = CommandOption.mix.typed
    var entries: [Entry] = []
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
      entries.append((action, weight))
    }
    guard let mix = StressMix(entries) else {
      throw .usage(option, "nothing in it asks for a display; add display, invalidate or text")
    }
    self = mix
  }
}
