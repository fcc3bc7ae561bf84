// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Dispatch
import SystemConcurrency

/// The encoded bytes of images, in the files of one folder.
///
/// A file gets its name only when it is complete, so a process that is killed leaves the old file
/// or none. A file that is damaged by a power failure is detected by its checksum and removed.
/// Several processes may share a folder.
///
/// The folder is bounded in bytes: over the bound, the files that were not read for the longest
/// time are removed until a tenth is free. Entries do not expire. The key is the request alone, so
/// each loader needs a folder of its own.
final class ImageDiskCache: Sendable {
  private struct Usage {
    /// The size of all files in bytes, as far as known; `nil` before the folder is first listed.
    var byteCount: Int?
    /// The bytes of images that wait to be written.
    var pendingByteCount = 0
  }

  /// The most bytes of images that wait to be written; further ones are not cached.
  private static let maximumPendingByteCount = 64 << 20

  private let folder: String
  private let capacity: Int
  /// Writes block, so they run here, and reads on ``FileQueues``.
  private let writes = DispatchQueue(label: "ImageLoading.disk-cache.writes", qos: .utility)
  private let usage = Mutex(Usage())

  /// Creates a cache. The folder is made when it is first needed; the folder around it must exist.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder; files of other names in it are left alone.
  ///   - capacity: The most bytes of all files.
  init(folder: String, capacity: Int) {
    self.folder = folder
    self.capacity = max(0, capacity)
  }

  /// The key of a request: everything that the result of a loader may depend on.
  static func key(of request: ImageRequest) -> String {
    let size = request.maximumSize.map { "\($0.width)×\($0.height)" } ?? "whole"
    return "\(request.scale) \(size) \(request.name)"
  }

  /// The bytes of an image; `nil` if they are not cached.
  func bytes(for key: String) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      FileQueues.shared.async { continuation.resume(returning: self.read(key)) }
    }
  }

  /// Writes the bytes of an image later. Failures are ignored: the image is loaded again then.
  func store(_ bytes: [UInt8], for key: String) {
    let isAccepted = usage.withLock { usage in
      guard bytes.count <= Self.maximumPendingByteCount - usage.pendingByteCount else {
        return false
      }
      usage.pendingByteCount += bytes.count
      return true
    }
    guard isAccepted else { return }
    writes.async {
      self.write(bytes, for: key)
      self.usage.withLock { $0.pendingByteCount -= bytes.count }
    }
  }

  /// Removes an image that cannot be decoded.
  func remove(_ key: String) {
    writes.async { CacheFolder(self.folder).remove(CacheRecord.fileName(of: key)) }
  }

  /// Returns when everything that was stored before is written.
  func flush() async {
    await withCheckedContinuation { continuation in writes.async { continuation.resume() } }
  }

  // MARK: On the queues

  private func read(_ key: String) -> [UInt8]? {
    let (files, name) = (CacheFolder(folder), CacheRecord.fileName(of: key))
    guard let file = files.contents(of: name, limit: capacity) else { return nil }
    guard let image = CacheRecord.image(in: file, key: key) else {
      files.remove(name)
      return nil
    }
    files.markAsUsed(name)
    return image
  }

  private func write(_ bytes: [UInt8], for key: String) {
    let byteCount = CacheFolder.byteCountOnDisk(CacheRecord.overhead(of: key) + bytes.count)
    guard byteCount <= capacity else { return }
    let files = CacheFolder(folder)
    files.make()
    let known = usage.withLock { $0.byteCount } ?? files.removeStale()
    guard files.write(CacheRecord.head(key: key, image: bytes), bytes, to: key) else { return }
    // A file that replaces an older one counts in addition to it until the folder is listed again,
    // so the total may be too high.
    var total = known + byteCount
    if total > capacity { total = files.trim(to: capacity - capacity / 10) }
    usage.withLock { [total] in $0.byteCount = total }
  }
}
