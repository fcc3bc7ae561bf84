// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The kind, size and times of a file at one moment (POSIX `stat`).
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case regular
    case folder
    case pipe
    case socket
    /// A device, or a link that was not followed.
    case other
  }

  private let status: stat

  // Each `unsafe` is one system call, with a C string and a structure that live through it.

  /// Reads the status of the file at a path, which is not opened; `nil` if there is none, or if the
  /// system does not let this process see it.
  package init?(path: String, followsLink: Bool = true) {
    if path.utf8.contains(0) { return nil }
    var status = stat()
    let result = unsafe followsLink ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    self.status = status
  }

  /// Reads the status of an open file; `nil` if the descriptor is closed.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  package var kind: Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    default: .other
    }
  }

  /// The size of a regular file, in bytes.
  package var byteCount: Int { Int(status.st_size) }
  /// The number of names that the file has. On most file systems, also on `/proc`, a folder has two
  /// and one for each folder in it.
  package var linkCount: Int { Int(status.st_nlink) }
  /// The time of the last use, since 1970.
  package var lastUse: Duration {
    .seconds(status.st_atim.tv_sec) + .nanoseconds(status.st_atim.tv_nsec)
  }

  /// The number of the file system.
  var device: dev_t { status.st_dev }

  /// Whether root owns the file and no one else may write it.
  var isOwnedByRootAlone: Bool {
    status.st_uid == 0 && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// The version of the file.
  package var identity: FileIdentity {
    FileIdentity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
  }
}

/// The version of a file, by which a changed file is noticed.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64
  fileprivate let inode: UInt64
  fileprivate let size: Int64
  fileprivate let seconds: Int64
  fileprivate let nanoseconds: Int64
}
