// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFiles

/// The files of a cache folder. Files with other names than those of the cache are left alone.
/// Failures are ignored: the images are loaded again.
struct CacheFolder {
  private struct File {
    let name: String
    let byteCount: Int
    /// The time of the last use, in seconds and nanoseconds.
    let used: timespec
    let isTemporary: Bool
  }

  /// The age after which the temporary file of a process that was killed is removed, in seconds.
  private static let staleAge = 600

  private let path: String

  /// The size of a file rounded up to blocks of 4 KiB, so that the number of files is bounded as
  /// well.
  static func byteCountOnDisk(_ byteCount: Int) -> Int { (byteCount + 4095) & ~4095 }

  init(_ path: String) { self.path = path }

  // Each `unsafe` is one C call, with C strings and structures that live through it.

  /// Makes the folder, for this user alone.
  func make() { _ = unsafe mkdir(path, 0o700) }

  /// The bytes of a file; `nil` if there is none or it is over the limit.
  func contents(of name: String, limit: Int) -> [UInt8]? {
    do {
      return try InputFile(path: "\(path)/\(name)").contents(limit: limit)
    } catch {
      return nil
    }
  }

  /// Writes the file of a key as a whole.
  func write(_ head: [UInt8], _ bytes: [UInt8], to key: String) -> Bool {
    do {
      let file = try OutputFile(path: "\(path)/\(CacheRecord.fileName(of: key))")
      try file.write(head)
      try file.write(bytes)
      try file.commit()
      return true
    } catch {
      return false
    }
  }

  /// Sets the time of the last use, which some file systems do not record.
  func markAsUsed(_ name: String) {
    // UTIME_NOW and UTIME_OMIT, macros that Swift does not import.
    let (now, unchanged) = (0x3FFF_FFFF, 0x3FFF_FFFE)
    let times = [timespec(tv_sec: 0, tv_nsec: now), timespec(tv_sec: 0, tv_nsec: unchanged)]
    _ = unsafe utimensat(AT_FDCWD, "\(path)/\(name)", times, AT_SYMLINK_NOFOLLOW)
  }

  func remove(_ name: String) { _ = unsafe unlink("\(path)/\(name)") }

  /// Removes old temporary files.
  ///
  /// - Returns: The size of all other files, in bytes.
  func removeStale() -> Int {
    let now = time(nil)
    var byteCount = 0
    for file in files() {
      if file.isTemporary, file.used.tv_sec < now - Self.staleAge {
        remove(file.name)
      } else {
        byteCount += file.byteCount
      }
    }
    return byteCount
  }

  /// Removes the files that were not used for the longest time until the others have at most
  /// `limit` bytes.
  ///
  /// - Returns: The size of the other files, in bytes.
  /// - Complexity: O(n log n) for n files.
  func trim(to limit: Int) -> Int {
    var byteCount = removeStale()
    let oldestFirst = files().filter { !$0.isTemporary }.sorted {
      ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec)
    }
    for file in oldestFirst {
      if byteCount <= limit { break }
      remove(file.name)
      byteCount -= file.byteCount
    }
    return byteCount
  }

  private func files() -> [File] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var files: [File] = []
    while let entry = unsafe readdir(folder) {
      // The name is copied from the entry, which lives until the next one is read.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      let isTemporary = name.hasPrefix(".") && name.hasSuffix(".tmp")
      guard isTemporary || name.hasSuffix(CacheRecord.ending) else { continue }
      var status = stat()
      guard unsafe lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      files.append(
        File(
          name: name, byteCount: Self.byteCountOnDisk(Int(status.st_size)), used: status.st_atim,
          isTemporary: isTemporary))
    }
    return files
  }
}
