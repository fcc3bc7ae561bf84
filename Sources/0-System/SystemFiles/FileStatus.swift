// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What the system says of a file at one moment.
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

  /// Looks at a path, and opens nothing; `nil` if nothing lies there.
  package init?(path: String, followsLink: Bool = true) {
    var status = stat()
    let result = unsafe followsLink ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    self.status = status
  }

  /// Looks at an open file; `nil` if the descriptor is closed.
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
  /// The number of names that the file has; of a folder, its folders and two.
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
