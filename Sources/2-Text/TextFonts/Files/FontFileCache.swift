// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemFiles

/// A cache of opened files by path, shared by all threads: a path is read again when the file has
/// changed. Each cache has at most 512 files and 256 MiB; the file used longest ago is evicted.
final class FontFileCache: Sendable {
  /// Files whose paths callers gave.
  static let shared = FontFileCache(ofHostFonts: false)
  /// Files that the host's font configuration names.
  static let host = FontFileCache(ofHostFonts: true)

  private struct Entry: Sendable {
    var file: FontFile
    var lastUse: UInt64
  }

  private struct State: ~Copyable, Sendable {
    var entries = HashTable<String, Entry>()
    var clock: UInt64 = 0
    var bytes = 0
  }

  private let state = Mutex(State())
  private let ofHostFonts: Bool
  private let byteLimit = 256 << 20
  private let entryLimit = 512

  private init(ofHostFonts: Bool) { self.ofHostFonts = ofHostFonts }

  /// The file at a path, from the cache if it has not changed.
  func file(atPath path: String) throws(FontError) -> FontFile {
    let identity = FileStatus(path: path)?.identity
    let known = state.withLock { state -> FontFile? in
      guard let identity, var entry = state.entries[path], entry.file.identity == identity else {
        return nil
      }
      state.clock += 1
      entry.lastUse = state.clock
      state.entries.set(entry, for: path)
      return entry.file
    }
    if let known { return known }
    let file = try FontFile(path: path, isHostFont: ofHostFonts)
    // The files that are evicted are freed after the lock is released.
    let dropped = state.withLock { state -> [FontFile] in
      var dropped: [FontFile] = []
      state.clock += 1
      if let old = state.entries.set(Entry(file: file, lastUse: state.clock), for: path) {
        state.bytes -= old.file.byteCount
        dropped.append(old.file)
      }
      state.bytes += file.byteCount
      while state.entries.count > 1,
        state.bytes > byteLimit || state.entries.count > entryLimit
      {
        var oldest = (path: path, use: UInt64.max)
        state.entries.visit { if $1.lastUse < oldest.use { oldest = ($0, $1.lastUse) } }
        guard let entry = state.entries.remove(oldest.path) else { break }
        state.bytes -= entry.file.byteCount
        dropped.append(entry.file)
      }
      return dropped
    }
    _ = dropped
    return file
  }
}

extension FontFile {
  /// The file at a path, shared by all callers, and read again when it has changed on disk.
  ///
  /// - Throws: ``FontError`` as ``init(path:)`` does.
  public static func shared(path: String) throws(FontError) -> FontFile {
    try FontFileCache.shared.file(atPath: path)
  }
}
