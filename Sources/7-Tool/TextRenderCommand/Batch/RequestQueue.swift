// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The requests of a batch, numbered in the order of their lines; any thread may take the next.
final class RequestQueue: Sendable {
  struct Request {
    let index: Int
    let line: LineReader.Line
    /// The place in the input after the request; `nil` if its line has no line feed.
    let end: InputPosition?
  }

  /// The longest line, in bytes: several are read at a time, each several times as large in memory.
  static let lineLimit = 64 << 20

  private struct State {
    var lines: LineReader
    var count = 0
    var error: CommandError?
    var hasEnded = false
  }

  private let console: CommandConsole
  private let state: Mutex<State>
  /// Whether ``end()`` was called. The flag has its own lock, since a thread that waits for input
  /// holds the lock of the state.
  private let isOver = Mutex(false)

  init(_ console: CommandConsole, hashesInput: Bool) {
    self.console = console
    state = Mutex(
      State(lines: LineReader(console, limit: Self.lineLimit, hashesInput: hashesInput)))
  }

  /// The error of reading, or of a signal, that ended the queue before the end of the input.
  var error: CommandError? { state.withLock { $0.error } }

  /// Whether all requests of the input were returned.
  var hasReachedEnd: Bool {
    !isOver.withLock { $0 } && state.withLock { $0.hasEnded && $0.error == nil }
  }

  /// Ends the queue: no further request is returned, and a thread that waits for input stops
  /// waiting.
  func end() {
    isOver.withLock { $0 = true }
    console.stopReading()
  }

  /// Skips the part of the input that was answered before.
  ///
  /// - Returns: The place after the skipped part, or `nil` if the input is shorter.
  func skip(_ count: Int) throws(CommandError) -> InputPosition? {
    try state.withLock { state throws(CommandError) in try state.lines.skip(count) }
  }

  /// Returns the next request, or `nil` at the end of the input; blocks until there is one. Empty
  /// lines are skipped.
  func next() -> Request? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      do throws(CommandError) {
        if let error = console.stopError() { throw error }
        while !isOver.withLock({ $0 }), let line = try state.lines.nextLine(),
          !isOver.withLock({ $0 })
        {
          if case .text(let bytes) = line, bytes.isEmpty { continue }
          defer { state.count += 1 }
          return Request(
            index: state.count, line: line,
            end: state.lines.isAtLineStart ? state.lines.position : nil)
        }
      } catch {
        state.error = error
      }
      state.hasEnded = true
      return nil
    }
  }
}
