// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
internal import SystemFiles

/// In-memory streams for one request of a batch.
final class CapturedStreams: Sendable {
  /// The most bytes of output in one reply; a larger result needs `--output`.
  private static let outputLimit = 256 << 20

  private struct State {
    var input: [UInt8]
    var output: [UInt8] = []
    var errors = ""
  }

  private let state: Mutex<State>
  private let hasInput: Bool
  private let filesystems: WrittenFilesystems?

  /// Creates streams.
  ///
  /// - Parameters:
  ///   - input: The standard input of the command; `nil` for none.
  ///   - filesystems: Collects the file systems to which the command writes, so that a checkpoint
  ///     can synchronize them; `nil` without a checkpoint.
  init(input: [UInt8]?, _ filesystems: WrittenFilesystems?) {
    state = Mutex(State(input: input ?? []))
    hasInput = input != nil
    self.filesystems = filesystems
  }

  var captured: (output: [UInt8], errors: String) {
    state.withLock { ($0.output, $0.errors) }
  }

  /// A console on these streams.
  var console: CommandConsole {
    var console = CommandConsole(
      read: { [self] () throws(CommandError) in
        state.withLock { state in
          defer { state.input = [] }
          return state.input
        }
      },
      write: { [self] (bytes) throws(CommandError) in
        let fits = state.withLock { state in
          guard state.output.count + bytes.count <= Self.outputLimit else { return false }
          state.output += bytes
          return true
        }
        guard fits else {
          throw CommandError(
            .tooLarge, "standard output",
            "over \(Self.outputLimit >> 20) MiB in one reply; use --output FILE")
        }
      },
      report: { [self] message in state.withLock { $0.errors += message } },
      environment: SystemCalls.environmentVariable,
      input: hasInput ? .pipe : .none)
    if let filesystems { console.willWrite = { filesystems.add(file: $0) } }
    return console
  }
}
