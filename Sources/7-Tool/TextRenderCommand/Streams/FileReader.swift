// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
import SystemFiles

/// Bounded reading of files and streams that the user names.
enum FileReader {
  /// Reads the next bytes of a stream, waiting for them; empty at its end.
  ///
  /// - Throws: ``CommandError`` with `unreadable`.
  static func piece(of descriptor: Int32, name: String) throws(CommandError) -> [UInt8] {
    try converting(name) { () throws(FileError) in
      do throws(FileError) {
        return try StreamedFile.piece(of: descriptor)
      } catch {
        // Standard input that is closed from the start of the process counts as empty.
        if descriptor == 0, error == .system(number: EBADF) { return [] }
        throw error
      }
    }
  }

  /// Reads a whole file, pipe or device.
  ///
  /// - Throws: ``CommandError`` with `unreadable`, or `tooLarge` if it has more than `limit` bytes.
  static func contents(of path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let file = try open(path)
    guard file.byteCount <= limit else {
      throw CommandError(.tooLarge, path, "has \(file.byteCount) bytes; at most \(limit) are read")
    }
    var all: [UInt8] = []
    all.reserveCapacity(file.byteCount + 1)
    // The file is read until its end, since a pipe or a device does not tell its size.
    while true {
      let more = try converting(path, file.piece)
      if more.isEmpty { return all }
      guard all.count + more.count <= limit else {
        throw CommandError(.tooLarge, path, "has more than \(limit) bytes, the most that is read")
      }
      all += more
    }
  }

  /// Opens a file of any size as a stream, which reads the file piece by piece.
  ///
  /// - Throws: ``CommandError`` with `unreadable`, as does the stream.
  static func stream(of path: String) throws(CommandError) -> ByteStream {
    let file = try open(path)
    return ByteStream { try converting(path, file.piece) }
  }

  private static func open(_ path: String) throws(CommandError) -> StreamedFile {
    do throws(FileError) {
      return try StreamedFile(path: path)
    } catch {
      let reason = SystemMessage.clause(for: error.number)
      throw CommandError(
        .unreadable, path, error == .folder ? "is a folder" : "cannot be opened: \(reason)")
    }
  }

  private static func converting(
    _ name: String, _ read: () throws(FileError) -> [UInt8]
  ) throws(CommandError) -> [UInt8] {
    do {
      return try read()
    } catch {
      throw CommandError(.unreadable, name, "cannot be read: \(error.message)")
    }
  }
}
