// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file that grows under one name, and gets another one when it is whole.
///
/// In contrast to an ``OutputFile`` it stays when the process ends, so that a later process can go
/// on at a length up to which the file is known to be right. Only one process at a time has it open
/// (`flock`).
///
/// One thread at a time uses it.
package final class GrowingFile: Sendable {
  private let path: String
  private let descriptor: Int32

  // Each `unsafe` is one system call, with C strings that live through it.

  /// Makes a file, which must not exist.
  package convenience init(newAt path: String) throws(FileError) {
    try self.init(path, O_CREAT | O_EXCL)
  }

  /// Opens a file that exists, and cuts off all after a length.
  ///
  /// - Throws: ``FileError/tooShort`` if the file has fewer bytes.
  package convenience init(at path: String, keeping length: Int) throws(FileError) {
    try self.init(path, O_NOFOLLOW)
    guard let status = FileStatus(descriptor: descriptor), status.kind == .regular else {
      throw .notRegular
    }
    guard status.byteCount >= length else { throw .tooShort }
    guard ftruncate(descriptor, length) == 0, lseek(descriptor, length, SEEK_SET) == length else {
      throw .last
    }
  }

  private init(_ path: String, _ flags: Int32) throws(FileError) {
    try FilePath.check(path)
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | flags, 0o666)
    guard descriptor >= 0 else { throw .last }
    // A file system that knows no locks is used without one.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .inUse }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    let number = OutputFile.write(bytes, to: descriptor)
    if number != 0 { throw .system(number: number) }
  }

  /// Gives the file its other name, and replaces what has it. Nothing may be written afterwards.
  package func rename(to other: String) throws(FileError) {
    // Errors that only `close` reports must be known before, so a duplicate of the descriptor is
    // closed.
    let second = dup(descriptor)
    guard second >= 0, close(second) == 0 || errno == EINTR else { throw .last }
    guard unsafe Glibc.rename(path, other) == 0 else { throw .last }
  }

  /// Removes the file.
  package func remove() { _ = unsafe unlink(path) }
}
