// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemFiles

/// The standard streams of the process, unbuffered.
enum StandardStreams {
  /// Ignores signals that would end the process, and opens closed standard descriptors.
  ///
  /// A closed descriptor 1 would be given to the next file that is opened, such as a font, which
  /// would then be standard output. `/dev/null` takes its place, opened for the opposite direction,
  /// so that reading or writing it still fails.
  static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = SystemCalls.openDevice("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// The console of a command that stops at a signal, or when the reader has closed the output,
  /// even while the command waits for input.
  ///
  /// - Parameter output: The descriptor of the output that the reader may close; -1 for none.
  static func console(_ signals: StopSignals, repliesGoTo output: Int32) -> CommandConsole {
    var console = console()
    console.read = { () throws(CommandError) in
      let found = SystemCalls.wait(for: [0, signals.descriptor], output: output)
      if let error = signals.error { throw error }
      if signals.isOver { return [] }
      if found.readerIsGone { throw CommandError(.brokenPipe, "standard output", "") }
      return try FileReader.piece(of: 0, name: "standard input")
    }
    console.stopError = { signals.error }
    console.stopReading = { signals.end() }
    console.synchronize = { () throws(CommandError) in
      do throws(FileError) {
        try OutputFile.flush(1)
      } catch {
        throw CommandError(
          .notWritten, "standard output", "is not on the disk: \(error.message)")
      }
    }
    if !console.errorIsTerminal {
      // Messages wait at most 1 s: a full pipe without a reader must not keep the process alive.
      let report = console.report
      console.report = { if SystemCalls.canWrite(2, within: 1000) { report($0) } }
    }
    return console
  }

  /// The console of this process.
  static func console() -> CommandConsole {
    CommandConsole(
      read: { () throws(CommandError) in try FileReader.piece(of: 0, name: "standard input") },
      write: { (bytes) throws(CommandError) in
        try FileWriter.write(bytes, to: 1, name: "standard output")
      },
      report: { message in
        try? FileWriter.write(Array(message.utf8), to: 2, name: "standard error")
      },
      environment: SystemCalls.environmentVariable,
      input: inputKind(), outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1)
  }

  private static func inputKind() -> CommandConsole.InputKind {
    switch FileStatus(descriptor: 0)?.kind {
    case nil: .none
    case .pipe, .regular, .socket: .pipe
    default: isatty(0) == 1 ? .terminal : .none
    }
  }
}
