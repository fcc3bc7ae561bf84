// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The bar that shows on a terminal how far a film is; nothing is written elsewhere.
struct FilmProgress {
  private static let width = 24

  private let console: CommandConsole
  private let count: Int
  /// The percentage that is shown.
  private var shown = -1

  init(_ console: CommandConsole, count: Int) {
    (self.console, self.count) = (console, count)
  }

  /// Shows the number of frames that are done, each time another per cent is.
  mutating func show(_ done: Int) {
    guard console.errorIsTerminal else { return }
    let percent = done * 100 / max(1, count)
    guard percent != shown else { return }
    shown = percent
    let filled = done * Self.width / max(1, count)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    console.report("\r\u{1B}[Ktextrender: [\(bar)] \(done)/\(count) frames, \(percent) %")
  }

  /// Clears the line.
  func end() {
    if shown >= 0 { console.report("\r\u{1B}[K") }
  }
}
