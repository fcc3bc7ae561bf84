// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A progress bar on standard error; nothing is written if standard error is no terminal.
struct ProgressBar {
  private static let width = 24

  private let console: CommandConsole
  private let count: Int
  private let unit: String
  /// The percentage that is shown.
  private var shown = -1

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - console: The console on whose standard error the bar is shown.
  ///   - count: The number of things to do.
  ///   - unit: The name of these things in the plural.
  init(_ console: CommandConsole, count: Int, unit: String) {
    (self.console, self.count, self.unit) = (console, count, unit)
  }

  /// Shows the number of finished items, each time it grows by one per cent of all.
  mutating func show(_ done: Int) {
    guard console.errorIsTerminal else { return }
    let percent = done * 100 / max(1, count)
    guard percent != shown else { return }
    shown = percent
    let filled = done * Self.width / max(1, count)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    console.report("\r\u{1B}[Ktextrender: [\(bar)] \(done)/\(count) \(unit), \(percent) %")
  }

  func end() {
    if shown >= 0 { console.report("\r\u{1B}[K") }
  }
}
