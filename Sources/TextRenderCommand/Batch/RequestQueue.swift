// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextModel
internal import TextRuntime

/// The requests of a batch, numbered in the order of their lines; any thread may take the next.
final class RequestQueue: Sendable {
  private struct State {
    var lines: LineReader
    var count = 0
    var error: CommandError?
    var hasEnded = false
  }

  private let state: Mutex<State>

  init(_ console: CommandConsole) {
    state = Mutex(State(lines: LineReader(console, limit: JSONLimits.bytes)))
  }

  /// The error of reading that ended the queue, if any.
  var error: CommandError? { state.withLock { $0.error } }

  /// Takes the next request, waiting for it; `nil` at the end of the input.
  func next() -> (Int, LineReader.Line)? {
    state.withLock { state in
      guard !state.hasEnded else { return nil }
      do throws(CommandError) {
        if let line = try state.lines.nextLine() {
          defer { state.count += 1 }
          return (state.count, line)
        }
      } catch {
        state.error = error
      }
      state.hasEnded = true
      return nil
    }
  }
}
