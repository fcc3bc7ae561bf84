// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemCalls
internal import Glibc
internal import SystemConcurrency

/// The file systems that a batch writes to, for making all of its files durable at once.
///
/// One `syncfs(2)` takes the place of an `fsync` of each file and each folder, which would cost
/// more than drawing. Any thread may use it.
final class WrittenFilesystems: Sendable {
  private struct State {
    /// An open folder of each file system, by the number of its device.
    var folders: [dev_t: Int32] = [:]
    /// Whether some folder could not be opened.
    var isIncomplete = false
  }

  private let state = Mutex(State())

  deinit {
    for descriptor in state.withLock({ Array($0.folders.values) }) { close(descriptor) }
  }

  /// Adds the file system of a file that is about to be written. Its folder must be open before:
  /// only then does the system report an error of writing here, even if another process asks first.
  func add(file path: String) {
    let kind = SystemCalls.kind(of: path)
    guard kind == nil || kind == S_IFREG else { return }
    // The folder of the file that a link leads to.
    add(folder: SystemCalls.folder(of: SystemCalls.realPath(path) ?? path))
  }

  /// Adds the file system of a folder.
  func add(folder: String) {
    add(opened: SystemCalls.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Adds the file system of an open folder.
  func add(descriptor: Int32) {
    let isKnown = SystemCalls.status(of: descriptor).map { status in
      state.withLock { $0.folders[status.st_dev] != nil }
    }
    // Opened again, since `syncfs` takes no descriptor that was opened with `O_PATH`.
    if isKnown != true { add(opened: SystemCalls.openFolder(descriptor)) }
  }

  /// - Parameter descriptor: Taken over.
  private func add(opened descriptor: Int32) {
    // A missing folder has no files to be made durable.
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return }
    guard descriptor >= 0, let status = SystemCalls.status(of: descriptor) else {
      state.withLock { $0.isIncomplete = true }
      return
    }
    let isNew = state.withLock { state in
      if state.folders[status.st_dev] != nil { return false }
      state.folders[status.st_dev] = descriptor
      return true
    }
    if !isNew { close(descriptor) }
  }

  /// Waits until everything that was written is on disk.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  func synchronize() throws(CommandError) {
    let (folders, isIncomplete) = state.withLock { (Array($0.folders.values), $0.isIncomplete) }
    // A folder that may be written to and not be read: all file systems.
    if isIncomplete { sync() }
    for descriptor in folders {
      guard syncfs(descriptor) == 0 else {
        throw CommandError(
          .notWritten, "the files", "are not on the disk: \(SystemCalls.message(for: errno))")
      }
    }
  }
}
