// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemCalls
internal import Glibc
internal import SystemConcurrency

/// The file systems that a program writes to, for making all of its files durable at once.
///
/// One `syncfs(2)` takes the place of an `fsync` of each file and each folder, which would cost
/// more than drawing. Any thread may use it.
package final class WrittenFilesystems: Sendable {
  private struct State {
    /// An open folder of each file system, by the number of its device.
    var folders: [dev_t: Int32] = [:]
    /// Whether some folder could not be opened.
    var isIncomplete = false
  }

  // Each `unsafe` is one system call, with a C string that lives through it.

  private let state = Mutex(State())

  package init() {}

  deinit {
    for descriptor in state.withLock({ Array($0.folders.values) }) { close(descriptor) }
  }

  /// Adds the file system of a file that is about to be written. The file's folder must be opened
  /// before the write: only then does `syncfs` report a write error to this process, even if
  /// another process has called it first.
  package func add(file path: String) {
    let kind = FileStatus(path: path)?.kind
    guard kind == nil || kind == .regular else { return }
    // A link counts as the file that it leads to.
    add(folder: FilePath.folder(of: FilePath.real(path) ?? path))
  }

  /// Adds the file system of a folder.
  private func add(folder: String) {
    add(opened: unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Adds the file system of an open folder.
  package func add(descriptor: Int32) {
    let isKnown = FileStatus(descriptor: descriptor).map { status in
      state.withLock { $0.folders[status.device] != nil }
    }
    // The folder is opened again, since `syncfs` takes no descriptor opened with `O_PATH`.
    if isKnown != true {
      add(opened: unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }
  }

  /// - Parameter descriptor: The open folder; closed with this object.
  private func add(opened descriptor: Int32) {
    // A missing folder has no files to be made durable.
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return }
    guard descriptor >= 0, let status = FileStatus(descriptor: descriptor) else {
      state.withLock { $0.isIncomplete = true }
      return
    }
    let isNew = state.withLock { state in
      if state.folders[status.device] != nil { return false }
      state.folders[status.device] = descriptor
      return true
    }
    if !isNew { close(descriptor) }
  }

  /// Waits until everything that was written is on disk.
  ///
  /// - Throws: The error of an earlier write, which the system reports once.
  package func synchronize() throws(FileError) {
    let (folders, isIncomplete) = state.withLock { (Array($0.folders.values), $0.isIncomplete) }
    // A folder may be writable but not readable: then all file systems are synchronized.
    if isIncomplete { sync() }
    for descriptor in folders {
      guard syncfs(descriptor) == 0 else { throw .last }
    }
  }
}
