// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
internal import SystemFiles

/// The SHA-256 of files, each of which is read again only when it has changed. Any thread may use
/// it.
final class FileDigests: Sendable {
  /// The most files in the table; if there are more, ``isComplete`` is false.
  private let countLimit: Int
  /// The most bytes of all paths in the table together.
  private static let pathLimit = 1 << 20
  /// The largest file that is hashed, in bytes; larger pictures and fonts are not read either.
  private static let byteLimit = 1 << 30

  private struct Entry {
    var identity: FileIdentity
    var digest: [UInt8]
  }

  private struct State {
    /// The keys are the bytes of paths, since strings with different bytes may be equal.
    var entries: [[UInt8]: Entry] = [:]
    var pathBytes = 0
    var isComplete = true
  }

  private let state = Mutex(State())

  /// Creates an empty table.
  init(countLimit: Int = 4096) { self.countLimit = countLimit }

  /// The files that were hashed, with their hashes.
  var files: [[UInt8]: [UInt8]] { state.withLock { $0.entries.mapValues(\.digest) } }

  /// Whether ``files`` has every file that was hashed.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The hash of a regular file; `nil` if the file cannot be read, or has more than 1 GiB.
  func digest(of name: String, in scope: FileScope = .unbounded) -> [UInt8]? {
    guard let file = try? scope.open(name) else { return nil }
    let identity = file.identity
    let key = Array(name.utf8)
    let known = state.withLock { $0.entries[key] }
    if let known, known.identity == identity { return known.digest }
    guard let digest = Self.digest(of: file) else { return nil }
    state.withLock { state in
      if known == nil {
        guard state.entries.count < countLimit, state.pathBytes + key.count <= Self.pathLimit
        else {
          state.isComplete = false
          return
        }
        state.pathBytes += key.count
      }
      state.entries[key] = Entry(identity: identity, digest: digest)
    }
    return digest
  }

  private static func digest(of file: borrowing InputFile) -> [UInt8]? {
    guard file.byteCount <= byteLimit else { return nil }
    var hash = SHA256()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try file.read(into: &bytes)
        if count == 0 { return hash.digest }
        hash.update(bytes.span.extracting(first: count))
      }
    } catch {
      return nil
    }
  }
}
