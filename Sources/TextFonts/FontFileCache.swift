// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The files that were opened lately, so that the same path is read once while it does not change.
final class FontFileCache: Sendable {
  /// Files that somebody named.
  static let shared = FontFileCache(ofHostFonts: false)
  /// Files that the host's font configuration named.
  static let host = FontFileCache(ofHostFonts: true)

  private struct Entry: Sendable {
    var file: FontFile
    var lastUse: UInt64
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var clock: UInt64 = 0
    var bytes = 0
  }

  private let state = Guarded(State())
  private let ofHostFonts: Bool
  private let byteLimit = 256 << 20
  private let entryLimit = 512

  private init(ofHostFonts: Bool) { self.ofHostFonts = ofHostFonts }

  func file(atPath path: String) throws(FontError) -> FontFile {
    let identity = FontFile.identity(ofPath: path)
    let known = state.withLock { state -> FontFile? in
      guard let identity, let entry = state.entries[path], entry.file.identity == identity else {
        return nil
      }
      state.clock += 1
      state.entries[path]?.lastUse = state.clock
      return entry.file
    }
    if let known { return known }
    let file = try FontFile(path: path, isHostFont: ofHostFonts)
    // Whatever falls out is released after the lock.
    let dropped = state.withLock { state -> [FontFile] in
      var dropped: [FontFile] = []
      state.clock += 1
      if let old = state.entries.updateValue(Entry(file: file, lastUse: state.clock), forKey: path)
      {
        state.bytes -= old.file.byteCount
        dropped.append(old.file)
      }
      state.bytes += file.byteCount
      while state.entries.count > 1,
        state.bytes > byteLimit || state.entries.count > entryLimit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.bytes -= oldest.value.file.byteCount
        dropped.append(oldest.value.file)
      }
      return dropped
    }
    _ = dropped
    return file
  }
}

extension FontFile {
  /// The file at a path, read once for all who ask, and again when it has changed on disk.
  ///
  /// - Throws: ``FontError`` as ``init(path:)`` does.
  public static func shared(path: String) throws(FontError) -> FontFile {
    try FontFileCache.shared.file(atPath: path)
  }
}
