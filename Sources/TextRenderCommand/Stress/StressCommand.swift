// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// `stress`: a seeded storm of displays on real text, lanes and main queue, and what the promises cost.
enum StressCommand {
  /// Runs it; the main queue must be served by another thread than the caller's.
  ///
  /// - Throws: ``CommandError`` with `failed` if a promise was broken; the result is written all the same.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let options = try StressOptions(arguments)
    guard !MainQueue.isHere else {
      throw CommandError(
        .failed, "stress", "needs the main queue; call it from another thread that may wait")
    }
    let report = StressRun(options, console).run()
    try console.write(options.isJSON ? report.json : Array(report.table.utf8))
    if report.violationCount > 0 {
      throw CommandError(
        .failed, "stress",
        "\(report.violationCount) violations; --seed \(options.seed) makes the same requests again")
    }
  }
}
