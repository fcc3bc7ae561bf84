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
    /// The time of the last use, since 1970.
    let lastUse: Duration
    let isTemporary: Bool
  }

  /// The age after which the temporary file of a process that was killed is removed.
  private static let staleAge = Duration.seconds(600)

  private let folder: Folder

  /// The size of a file rounded up to blocks of 4 KiB, so that the number of files is bounded as
  /// well.
  static func byteCountOnDisk(_ byteCount: Int) -> Int { (byteCount + 4095) & ~4095 }

  init(_ path: String) { folder = Folder(path) }

  /// Makes the folder, for this user alone.
  func make() { try? folder.make(permissions: 0o700) }

  /// The bytes of a file; `nil` if there is none or it is over the limit.
  func contents(of name: String, limit: Int) -> [UInt8]? {
    do {
      return try InputFile(path: "\(folder.path)/\(name)").contents(limit: limit)
    } catch {
      return nil
    }
  }

  /// Writes the file of a key as a whole.
  func write(_ head: [UInt8], _ bytes: [UInt8], to key: String) -> Bool {
    do {
      let file = try OutputFile(path: "\(folder.path)/\(CacheRecord.fileName(of: key))")
      try file.write(head)
      try file.write(bytes)
      try file.commit()
      return true
    } catch {
      return false
    }
  }

  /// Sets the time of the last use, which some file systems do not record.
  func markAsUsed(_ name: String) { folder.markAsUsed(name) }

  /// Removes a file.
  func remove(_ name: String) { folder.remove(name) }

  /// Removes old temporary files.
  ///
  /// - Returns: The size of all other files, in bytes.
  func removeStale() -> Int {
    let now = Duration.seconds(time(nil))
    var byteCount = 0
    for file in files() {
      if file.isTemporary, file.lastUse < now - Self.staleAge {
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
    let oldestFirst = files().filter { !$0.isTemporary }.sorted { $0.lastUse < $1.lastUse }
    for file in oldestFirst {
      if byteCount <= limit { break }
      remove(file.name)
      byteCount -= file.byteCount
    }
    return byteCount
  }

  private func files() -> [File] {
    let files = folder.files { Self.isTemporary($0) || $0.hasSuffix(CacheRecord.ending) }
    return files.map { name, status in
      File(
        name: name, byteCount: Self.byteCountOnDisk(status.byteCount), lastUse: status.lastUse,
        isTemporary: Self.isTemporary(name))
    }
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".tmp")
  }
}
