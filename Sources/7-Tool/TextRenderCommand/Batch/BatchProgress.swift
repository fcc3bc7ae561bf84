// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// The line on a terminal that shows how far a batch is. Nothing is written if standard error is no
/// terminal, or if the replies go to a terminal.
struct BatchProgress: Sendable {
  private static let interval = Duration.milliseconds(100)

  private let console: CommandConsole
  private let start = ContinuousClock.now
  private var shown = ContinuousClock.now
  private var isShown = false

  init(_ console: CommandConsole) { self.console = console }

  /// Shows the counts, ten times a second at most.
  mutating func show(_ tally: BatchTally) {
    guard console.errorIsTerminal, !console.outputIsTerminal else { return }
    let now = ContinuousClock.now
    guard now - shown >= Self.interval else { return }
    (shown, isShown) = (now, true)
    let rate = Double(tally.answered) / ((now - start) / .seconds(1))
    var parts = ["\(tally.done) done"]
    if tally.reused > 0 { parts.append("\(tally.reused) of them reused") }
    if tally.failedCount > 0 { parts.append("\(tally.failedCount) failed") }
    parts.append("\(DecimalNumber.text(rate.rounded())) texts/s")
    console.report("\r\u{1B}[Ktextrender: \(parts.joined(separator: ", "))")
  }

  func end() {
    if isShown { console.report("\r\u{1B}[K") }
  }
}
