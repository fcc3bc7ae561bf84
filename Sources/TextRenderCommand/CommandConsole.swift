// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What surrounds a command: where it reads, writes and reports.
///
/// The process has one on its standard streams; `batch` and tests make others, so that every command
/// runs without a process of its own.
public struct CommandConsole: Sendable {
  /// What standard input is.
  public enum InputKind: Sendable {
    /// A person types there.
    case terminal
    /// A pipe or a file: something was put there on purpose.
    case pipe
    /// Nothing that could hold a text.
    case none
  }

  /// Reads the next piece of standard input; empty at its end.
  public var read: @Sendable () throws(CommandError) -> [UInt8]
  /// Writes a piece of the result.
  public var write: @Sendable ([UInt8]) throws(CommandError) -> Void
  /// Writes a message to standard error; failures there are ignored.
  public var report: @Sendable (String) -> Void
  /// The value of an environment variable.
  public var environment: @Sendable (String) -> String?
  /// What standard input is.
  public var input: InputKind
  /// Whether standard output is a terminal.
  public var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  public var errorIsTerminal: Bool

  /// Creates a console from closures; without arguments it is empty and discards everything.
  public init(
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

  /// Prints a note, which changes nothing about the exit status.
  func note(_ message: String) {
    report("textrender: note: \(message)\n")
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
