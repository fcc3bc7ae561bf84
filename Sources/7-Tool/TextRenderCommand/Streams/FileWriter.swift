// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemConcurrency
internal import SystemFiles

/// Complete writing of results, to descriptors and to files.
enum FileWriter {
  /// Writes all bytes to an open descriptor.
  ///
  /// - Throws: ``CommandError`` with `brokenPipe` if the reading end is closed, else `notWritten`.
  static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(CommandError) {
    let number = OutputFile.write(bytes, to: descriptor)
    if number != 0 { throw failure(number, name) }
  }

  /// Writes a file atomically.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try convertingErrors(of: path) { () throws(FileError) in try OutputFile.write(bytes, to: path) }
  }

  /// Writes a file atomically into an open folder; a link, a pipe or a device of this name is
  /// replaced.
  ///
  /// - Parameter path: The path of the file, of which only the last component is used.
  /// - Throws: ``CommandError`` with `notWritten`.
  static func place(
    _ bytes: [UInt8], at path: String, in folder: Int32
  ) throws(CommandError) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    do throws(FileError) {
      let file = try OutputFile(path: name, in: folder, replacesOthers: true)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw failure(error.number, path)
    }
  }

  /// Writes a file atomically, and waits until its bytes and its name are on the disk.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  static func writeThrough(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try convertingErrors(of: path) { () throws(FileError) in
      let file = try OutputFile(path: path)
      try file.write(bytes)
      try file.commit(writesThrough: true)
    }
  }

  /// Makes a folder unless the folder exists.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  static func makeFolder(_ path: String) throws(CommandError) {
    do throws(FileError) {
      try Folder(path).make()
    } catch {
      throw CommandError(.notWritten, path, "the folder cannot be made: \(error.message)")
    }
  }

  fileprivate static func convertingErrors<R: ~Copyable>(
    of path: String, _ body: () throws(FileError) -> R
  ) throws(CommandError) -> R {
    do {
      return try body()
    } catch {
      throw failure(error.number, path)
    }
  }

  private static func failure(_ number: Int32, _ name: String) -> CommandError {
    switch number {
    case EPIPE: CommandError(.brokenPipe, name, "its reader has gone")
    case EISDIR: CommandError(.notWritten, name, "is a folder; name a file in it")
    default:
      CommandError(.notWritten, name, "cannot be written: \(SystemMessage.clause(for: number))")
    }
  }
}

/// A result file that is written in pieces and becomes visible when it is committed.
final class ResultFile: Sendable {
  private let path: String
  private let file: Mutex<OutputFile>

  /// Creates the file under a temporary name.
  ///
  /// - Throws: ``CommandError`` with `notWritten`, or `usage` if the path is empty.
  init(path: String, of console: CommandConsole) throws(CommandError) {
    guard !path.isEmpty else { throw .usage("--output", "the file name is empty") }
    console.willWrite(path)
    self.path = path
    file = Mutex(
      try FileWriter.convertingErrors(of: path) { () throws(FileError) in
        try OutputFile(path: path)
      })
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    try FileWriter.convertingErrors(of: path) { () throws(FileError) in
      try file.withLock { (file) throws(FileError) in try file.write(bytes) }
    }
  }

  /// Moves the file to its path.
  func commit() throws(CommandError) {
    try FileWriter.convertingErrors(of: path) { () throws(FileError) in
      try file.withLock { (file) throws(FileError) in try file.commit() }
    }
  }
}
