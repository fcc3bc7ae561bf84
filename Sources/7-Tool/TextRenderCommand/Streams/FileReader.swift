// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
import SystemFiles

/// Bounded reading of files and streams.
enum FileReader {
  private static let pieceLength = 1 << 16

  /// Reads the next bytes of a stream, waiting for them; empty at its end.
  ///
  /// - Throws: ``CommandError`` with `unreadable`.
  static func piece(of descriptor: Int32, name: String) throws(CommandError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pieceLength)
    let count = SystemCalls.read(descriptor, into: &bytes)
    guard count >= 0 else {
      let code = errno
      // Standard input that was closed before the start of the process is empty.
      if descriptor == 0 && code == EBADF { return [] }
      throw CommandError(.unreadable, name, "cannot be read: \(SystemCalls.message(for: code))")
    }
    bytes.removeLast(pieceLength - count)
    return bytes
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``CommandError`` with `unreadable`, or `tooLarge` if it has more than `limit` bytes.
  static func contents(of path: String, limit: Int) throws(CommandError) -> [UInt8] {
    let descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError(
        .unreadable, path, "cannot be opened: \(SystemCalls.message(for: errno))")
    }
    defer { close(descriptor) }
    var all: [UInt8] = []
    if let status = SystemCalls.status(of: descriptor) {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw CommandError(.unreadable, path, "is a folder")
      }
      guard Int(status.st_size) <= limit else {
        throw CommandError(
          .tooLarge, path, "has \(status.st_size) bytes; at most \(limit) are read")
      }
      all.reserveCapacity(Int(status.st_size) + 1)
    }
    // The size of a pipe or a device is not known in advance.
    while true {
      let more = try piece(of: descriptor, name: path)
      if more.isEmpty { return all }
      guard all.count + more.count <= limit else {
        throw CommandError(.tooLarge, path, "has more than \(limit) bytes, the most that is read")
      }
      all += more
    }
  }

  /// Opens a file of any size, which is read while its stream is.
  ///
  /// - Throws: ``CommandError`` with `unreadable`, as does the stream.
  static func stream(of path: String) throws(CommandError) -> ByteStream {
    let file = try OpenFile(path: path)
    return ByteStream { try piece(of: file.descriptor, name: path) }
  }

  /// A file that is closed when the object ends.
  private final class OpenFile {
    let descriptor: Int32

    init(path: String) throws(CommandError) {
      descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw CommandError(
          .unreadable, path, "cannot be opened: \(SystemCalls.message(for: errno))")
      }
      if let status = SystemCalls.status(of: descriptor), status.st_mode & S_IFMT == S_IFDIR {
        close(descriptor)
        throw CommandError(.unreadable, path, "is a folder")
      }
    }

    deinit { close(descriptor) }
  }
}
