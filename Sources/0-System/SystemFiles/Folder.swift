// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder by its path, and the files in it by their names.
///
/// For folders of the program's own; names from documents are walked by ``FolderWalk``.
package struct Folder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  // Each `unsafe` is one system call, with C strings and structures that live through it.

  /// Makes the folder unless it exists. The folder around it must exist.
  ///
  /// - Parameter permissions: The mode of `mkdir(2)`, of which the process's mask takes bits away.
  package func make(permissions: UInt32 = 0o777) throws(FileError) {
    try FilePath.check(path)
    if unsafe mkdir(path, permissions) == 0 { return }
    let failure = FileError.last
    guard FileStatus(path: path)?.kind == .folder else { throw failure }
  }

  /// The regular files with certain names, in no order; links are left out. Empty if the folder
  /// cannot be read.
  package func files(
    where isWanted: (_ name: String) -> Bool = { _ in true }
  ) -> [(name: String, status: FileStatus)] {
    (names() ?? []).filter(isWanted).compactMap { name in
      let status = FileStatus(path: "\(path)/\(name)", followsLink: false)
      return status.flatMap { $0.kind == .regular ? (name, $0) : nil }
    }
  }

  /// The names of all that is in the folder, in no order; `nil` if it cannot be read.
  package func names() -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // The name is copied from the entry, which lives until the next one is read.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a file, if there is one.
  package func remove(_ name: String) { _ = unsafe unlink("\(path)/\(name)") }

  /// Sets the time of a file's last use to now, also where the file system does not by itself.
  package func markAsUsed(_ name: String) {
    // UTIME_NOW and UTIME_OMIT, macros that Swift does not import.
    let (now, unchanged) = (0x3FFF_FFFF, 0x3FFF_FFFE)
    let times = [timespec(tv_sec: 0, tv_nsec: now), timespec(tv_sec: 0, tv_nsec: unchanged)]
    _ = unsafe utimensat(AT_FDCWD, "\(path)/\(name)", times, AT_SYMLINK_NOFOLLOW)
  }
}
