// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextSystem
internal import Glibc
internal import TextRuntime

/// The file systems that a batch writes to, for making all of its files durable at once.
///
/// One `syncfs(2)` takes the place of an `fsync` of each file and each folder, which would cost
/// more than drawing. Any thread may use it.
final class WrittenFilesystems: Sendable {
  /// An open folder of each file system, by the number of its device.
  private let folders = Mutex<[dev_t: Int32]>([:])

  deinit {
    for descriptor in folders.withLock({ $0.values }) { close(descriptor) }
  }

  /// Adds the file system of a folder; one that cannot be opened is left out, for nothing can be
  /// written to it.
  func add(_ folder: String) {
    let descriptor = SystemCalls.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let isNew = SystemCalls.status(of: descriptor).map { status in
      folders.withLock { folders in
        if folders[status.st_dev] != nil { return false }
        folders[status.st_dev] = descriptor
        return true
      }
    }
    if isNew != true { close(descriptor) }
  }

  /// Waits until all that was written is on the disks.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  func synchronize() throws(CommandError) {
    for descriptor in folders.withLock({ Array($0.values) }) {
      guard syncfs(descriptor) == 0 else {
        throw CommandError(
          .notWritten, "the pictures", "are not on the disk: \(SystemCalls.message(for: errno))")
      }
    }
  }
}
