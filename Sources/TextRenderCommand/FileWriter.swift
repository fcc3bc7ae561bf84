// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextGraphics
internal import TextModel
internal import TextRuntime

/// Writing of results: all of it or an error.
enum FileWriter {
  /// Writes all bytes to an open descriptor.
  ///
  /// - Throws: ``CommandError`` with `brokenPipe` where the reader has gone, else `notWritten`.
  static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(CommandError) {
    let number = OutputFile.write(bytes, to: descriptor)
    if number != 0 { throw failure(number, name) }
  }

  /// Writes a whole file at once; it appears only when it is complete.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try reporting { () throws(GraphicsError) in try OutputFile.write(bytes, to: path) }
  }

  fileprivate static func reporting<R: ~Copyable>(
    _ body: () throws(GraphicsError) -> R
  ) throws(CommandError) -> R {
    do {
      return try body()
    } catch {
      throw failure(error.errno, error.path ?? "")
    }
  }

  private static func failure(_ number: Int32, _ name: String) -> CommandError {
    switch number {
    case EPIPE: CommandError(.brokenPipe, name, "its reader has gone")
    case EISDIR: CommandError(.notWritten, name, "is a folder; name a file in it")
    default: CommandError(.notWritten, name, "cannot be written: \(systemMessage(number))")
    }
  }
}

/// A file for a result that is written bit by bit; the closures of a console share it, one after another.
final class ResultFile: Sendable {
  private let file: Mutex<OutputFile>

  /// - Throws: ``CommandError`` with `notWritten`, or `usage` where there is no name.
  init(path: String) throws(CommandError) {
    guard !path.isEmpty else { throw .usage("--output", "the file name is empty") }
    file = Mutex(
      try FileWriter.reporting { () throws(GraphicsError) in
        try OutputFile(path: path)
      })
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    try FileWriter.reporting { () throws(GraphicsError) in
      try file.withLock { (file) throws(GraphicsError) in try file.write(bytes) }
    }
  }

  /// Puts the file in its place.
  func commit() throws(CommandError) {
    try FileWriter.reporting { () throws(GraphicsError) in
      try file.withLock { (file) throws(GraphicsError) in try file.commit() }
    }
  }
}
