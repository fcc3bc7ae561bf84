// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemConcurrency

/// A regular file that is open for reading; closed with the value.
///
/// The kind of a file is checked after it was opened, so that its name cannot be given to another
/// file in between. Pipes, devices and folders are refused without waiting for them.
package struct InputFile: ~Copyable, Sendable {
  /// Flags for opening what may be a file: opening a FIFO does not wait for a writer, opening a
  /// terminal does not make it that of the process.
  static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  /// The number of the open file, valid as long as the value.
  package let descriptor: Int32
  private let status: stat

  // Each `unsafe` is one system call, with C strings and buffers that live through it.

  /// Opens a file; links are followed.
  package init(path: String) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .noName }
    let descriptor = unsafe open(path, Self.flags)
    guard descriptor >= 0 else { throw .last }
    try self.init(descriptor: descriptor)
  }

  /// Takes ownership of an open file, and closes it if it is not regular.
  init(descriptor: Int32) throws(FileError) {
    var status = stat()
    let failure: FileError? =
      if unsafe fstat(descriptor, &status) != 0 {
        .last
      } else {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: .folder
        default: .notRegular
        }
      }
    if let failure {
      _ = close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.status = status
  }

  deinit { _ = close(descriptor) }

  /// The size when the file was opened, in bytes.
  package var byteCount: Int { Int(status.st_size) }

  /// The version of the file when it was opened.
  package var identity: FileIdentity { FileIdentity(status) }

  /// Whether root owns the file and no one else may write it.
  package var isOwnedByRootAlone: Bool {
    status.st_uid == 0 && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Reads the next bytes, as many as the buffer has room for or fewer.
  ///
  /// - Returns: Their number; 0 at the end.
  package borrowing func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// The bytes from where the file stands to its end.
  ///
  /// - Parameters:
  ///   - limit: The most bytes; the file may grow while it is read.
  ///   - cancellation: Polled every 64 KiB.
  /// - Returns: `nil` only if cancelled.
  package borrowing func contents(
    limit: Int, _ cancellation: Cancellation = .never
  ) throws(FileError) -> [UInt8]? {
    guard byteCount <= limit else { throw .tooLarge(limit: limit) }
    var result: [UInt8] = []
    result.reserveCapacity(byteCount)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if cancellation.isCancelled { return nil }
      let count = try read(into: &chunk)
      if count == 0 { return result }
      guard result.count + count <= limit else { throw .tooLarge(limit: limit) }
      result.append(contentsOf: chunk[..<count])
    }
  }
}

/// The version of a file, by which a changed file is noticed.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }

  /// The version of what lies at a path now; `nil` if there is nothing. Opens nothing.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }  // system call
    self.init(status)
  }
}
