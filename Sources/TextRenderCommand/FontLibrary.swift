// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextDefaultFonts
internal import TextFonts
internal import TextModel
internal import TextRuntime

/// The fonts that commands have opened: all requests of a batch share them.
///
/// A file that changed on disk is read again. What was not used for longest goes first when more
/// than ``mostBytes`` or ``mostFiles`` are held.
final class FontLibrary: Sendable {
  /// The one of this process.
  static let shared = FontLibrary()

  private static let mostBytes = 512 << 20
  private static let mostFiles = 256
  private static let mostCollections = 256

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
    var files = HashTable<String, Entry>()
    var collections = HashTable<CollectionKey, FontCollection>()
    var bytes = 0
    var clock = 0

    /// Drops the collections that have faces of a file.
    mutating func noteDropped(_ file: FontFile) {
      bytes -= file.byteCount
      var keys: [CollectionKey] = []
      collections.visit { key, _ in
        if key.sources.contains(where: { $0.file === file }) { keys.append(key) }
      }
      for key in keys { collections.remove(key) }
    }
  }

  private let state = Mutex(State())

  /// A face of a file.
  ///
  /// - Throws: ``CommandError`` with `unusableFont`.
  func source(_ reference: FontReference) throws(CommandError) -> FontSource {
    do {
      return try FontSource(try file(reference.file), index: reference.index)
    } catch {
      throw CommandError(.unusableFont, error.file, error.message)
    }
  }

  /// The collection of given faces and of what stands behind them.
  ///
  /// - Parameters:
  ///   - system: Whether the host's fonts are asked last.
  ///   - defaults: Whether the built-in fonts come after the given ones.
  func collection(
    _ references: [FontReference], system: Bool, defaults: Bool
  ) throws(CommandError) -> FontCollection {
    var sources: [FontSource] = []
    for reference in references { sources.append(try source(reference)) }
    let key = CollectionKey(sources: sources, system: system, defaults: defaults)
    if let known = state.withLock({ $0.collections[key] }) { return known }
    let made = FontCollection(
      given: sources, defaultFonts: defaults ? DefaultFonts.all : [], includesSystemFonts: system)
    return state.withLock { state in
      if let first = state.collections[key] { return first }
      if state.collections.count >= Self.mostCollections { _ = state.collections.removeAll() }
      state.collections.set(made, for: key)
      return made
    }
  }

  /// The collection that a document asks for.
  ///
  /// Without any file the built-in fonts take part, so that there is always a font.
  func collection(for document: StyledDocument) throws(CommandError) -> FontCollection {
    try collection(
      document.fonts, system: document.usesSystemFonts,
      defaults: document.usesSystemFonts || document.addsDefaultFonts || document.fonts.isEmpty)
  }

  private func file(_ path: String) throws(FontError) -> FontFile {
    let identity = FontFile.identity(ofPath: path)
    let known = state.withLock { state -> FontFile? in
      guard var entry = state.files[path], identity != nil, entry.file.identity == identity else {
        return nil
      }
      state.clock += 1
      entry.lastUse = state.clock
      state.files.set(entry, for: path)
      return entry.file
    }
    if let known { return known }
    let read = try FontFile(path: path)
    state.withLock { state in
      state.clock += 1
      if let old = state.files.set(Entry(file: read, lastUse: state.clock), for: path) {
        state.noteDropped(old.file)
      }
      state.bytes += read.byteCount
      while state.files.count > 1,
        state.files.count > Self.mostFiles || state.bytes > Self.mostBytes
      {
        var oldest = (path: path, use: Int.max)
        state.files.visit { if $1.lastUse < oldest.use { oldest = ($0, $1.lastUse) } }
        guard let entry = state.files.remove(oldest.path) else { break }
        state.noteDropped(entry.file)
      }
    }
    return read
  }
}
