// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The input and output of a command.
///
/// The process has a console on its standard streams; `batch` and tests create others, so that
/// every command runs without a process of its own.
package struct CommandConsole: Sendable {
  /// The kind of standard input.
  package enum InputKind: Sendable {
    /// A terminal.
    case terminal
    /// A pipe, a socket or a file.
    case pipe
    /// Any other input, which is read only if an option names it.
    case none
  }

  /// Reads the next piece of standard input; empty at its end.
  package var read: @Sendable () throws(CommandError) -> [UInt8]
  /// Writes a piece of the result.
  package var write: @Sendable ([UInt8]) throws(CommandError) -> Void
  /// Writes a message to standard error; failures to do so are ignored.
  package var report: @Sendable (String) -> Void
  /// Returns the value of an environment variable.
  package var environment: @Sendable (String) -> String?
  /// Returns the error of a signal that ends the command before its input ends; `nil` if none came.
  var stopError: @Sendable () -> CommandError? = { nil }
  /// Makes all reads return the end of the input, waiting reads included.
  var stopReading: @Sendable () -> Void = {}
  /// Takes the path of each file that a command is about to write.
  var willWrite: @Sendable (String) -> Void = { _ in }
  /// Waits until the output is on the disk, if it is a file.
  var synchronize: @Sendable () throws(CommandError) -> Void = { () throws(CommandError) in }
  /// The kind of standard input.
  package var input: InputKind
  /// Whether standard output is a terminal.
  package var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  package var errorIsTerminal: Bool

  /// Creates a console from closures; without arguments its input is empty and output is discarded.
  package init(
    read: @escaping @Sendable () throws(CommandError) -> [UInt8] = { () throws(CommandError) in []
    },
    write: @escaping @Sendable ([UInt8]) throws(CommandError) -> Void = {
      (_) throws(CommandError) in
    },
    report: @escaping @Sendable (String) -> Void = { _ in },
    environment: @escaping @Sendable (String) -> String? = { _ in nil },
    input: InputKind = .none, outputIsTerminal: Bool = false, errorIsTerminal: Bool = false
  ) {
    self.read = read
    self.write = write
    self.report = report
    self.environment = environment
    self.input = input
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  /// Reports a note; the exit status stays 0.
  func note(_ message: String) {
    report("textrender: note: \(message)\n")
  }

  /// Writes a result to a file, atomically; without a path, to the output.
  ///
  /// - Throws: ``CommandError`` with `notWritten`, or of ``write``.
  func write(_ bytes: [UInt8], to path: String?) throws(CommandError) {
    guard let path else { return try write(bytes) }
    willWrite(path)
    try FileWriter.write(bytes, to: path)
  }

  /// Reads all of standard input.
  ///
  /// - Throws: ``CommandError`` with `tooLarge` as soon as there are more than `limit` bytes.
  func readAll(limit: Int) throws(CommandError) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = try read()
      if piece.isEmpty { return all }
      guard all.count + piece.count <= limit else {
        throw CommandError(
          .tooLarge, "standard input", "more than \(limit) bytes, the most that is read")
      }
      all += piece
    }
  }
}
