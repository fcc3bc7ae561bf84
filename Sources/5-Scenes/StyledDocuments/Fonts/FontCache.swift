// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
internal import SystemFiles
package import TextFonts

/// An LRU cache of font files and font collections, shared by all requests of a batch.
///
/// A file that changed on disk is read again. The least recently used file is dropped when the
/// files exceed ``byteLimit`` or ``fileLimit``; all collections are dropped when their number
/// reaches ``collectionLimit``. Any thread may use the cache.
package final class FontCache: Sendable {
  /// The cache of the process.
  package static let shared = FontCache()

  private static let byteLimit = 512 << 20
  private static let fileLimit = 256
  private static let collectionLimit = 256

  private struct Entry {
    var file: FontFile
    var lastUse: Int
  }

  private struct CollectionKey: Hashable {
    var sources: [FontSource]
    var system: Bool
    var defaults: Bool
  }

  private struct State: ~Copyable {
    var files = HashTable<ScopedFile, Entry>()
    var collections = HashTable<CollectionKey, FontCollection>()
    var bytes = 0
    /// A counter that every use of a file advances; the lowest ``Entry/lastUse`` is the oldest.
    var clock = 0

    /// Subtracts the bytes of a file that was dropped, and drops the collections with its faces.
    mutating func didDrop(_ file: FontFile) {
      bytes -= file.byteCount
      var keys: [CollectionKey] = []
      collections.visit { key, _ in
        if key.sources.contains(where: { $0.file === file }) { keys.append(key) }
      }
      for key in keys { collections.remove(key) }
    }
  }

  private let state = Mutex(State())

  /// Returns a face of a file.
  ///
  /// - Throws: `FontError`.
  package func face(_ reference: FontReference) throws(FontError) -> FontSource {
    // (The operator `??` throws errors of any type.)
    if let embedded = reference.embedded {
      return try FontSource(embedded.file, index: reference.index)
    }
    return try FontSource(try file(reference.file), index: reference.index)
  }

  /// Returns the collection of the given faces and their fallback fonts.
  ///
  /// - Parameters:
  ///   - system: Whether the host's fonts are searched last.
  ///   - defaults: Whether the built-in fonts are searched after the given faces.
  package func collection(
    of sources: [FontSource], system: Bool, defaults: Bool
  ) -> FontCollection {
    func make() -> FontCollection {
      FontCollection(
        given: sources, defaultFonts: defaults ? DefaultFont.linked : [],
        includesSystemFonts: system)
    }
    // Fonts from memory are those of one document.
    if sources.contains(where: { $0.file.path == nil }) { return make() }
    let key = CollectionKey(sources: sources, system: system, defaults: defaults)
    if let known = state.withLock({ $0.collections[key] }) { return known }
    let made = make()
    return state.withLock { state in
      if let first = state.collections[key] { return first }
      if state.collections.count >= Self.collectionLimit { _ = state.collections.removeAll() }
      state.collections.set(made, for: key)
      return made
    }
  }

  /// Returns the collection for a document.
  ///
  /// A document without font files gets the built-in fonts, so that there is always a font.
  ///
  /// - Throws: `FontError`.
  package func fonts(of document: StyledDocument) throws(FontError) -> FontCollection {
    var sources: [FontSource] = []
    for reference in document.fonts { sources.append(try face(reference)) }
    return collection(
      of: sources, system: document.usesSystemFonts,
      defaults: document.usesSystemFonts || document.addsDefaultFonts || document.fonts.isEmpty)
  }

  private func file(_ path: ScopedFile) throws(FontError) -> FontFile {
    let opened = try FontFile.open(path)
    let identity = opened.identity
    let known = state.withLock { state -> FontFile? in
      guard var entry = state.files[path], entry.file.identity == identity else {
        return nil
      }
      state.clock += 1
      entry.lastUse = state.clock
      state.files.set(entry, for: path)
      return entry.file
    }
    if let known { return known }
    let read = try FontFile(opened, path: path.name)
    state.withLock { state in
      state.clock += 1
      if let old = state.files.set(Entry(file: read, lastUse: state.clock), for: path) {
        state.didDrop(old.file)
      }
      state.bytes += read.byteCount
      while state.files.count > 1,
        state.files.count > Self.fileLimit || state.bytes > Self.byteLimit
      {
        var oldest = (path: path, use: Int.max)
        state.files.visit { if $1.lastUse < oldest.use { oldest = ($0, $1.lastUse) } }
        guard let entry = state.files.remove(oldest.path) else { break }
        state.didDrop(entry.file)
      }
    }
    return read
  }
}
