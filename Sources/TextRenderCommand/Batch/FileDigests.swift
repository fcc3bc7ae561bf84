// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextFonts
internal import TextGraphics
internal import TextRuntime

/// The SHA-256 of files, each of which is read again only when it has changed. Any thread may use
/// it.
final class FileDigests: Sendable {
  /// The most files that are remembered; beyond them ``isComplete`` is false.
  private let countLimit: Int
  /// The most bytes of their paths.
  private static let pathLimit = 1 << 20
  /// The largest file that is hashed, in bytes: the largest that pictures and fonts are read from.
  private static let byteLimit: Int64 = 1 << 30

  private struct Entry {
    var identity: FontFile.Identity
    var digest: [UInt8]
  }

  private struct State {
    /// By the bytes of the path: strings are equal also where their bytes are not.
    var entries: [[UInt8]: Entry] = [:]
    var pathBytes = 0
    var isComplete = true
  }

  private let state = Mutex(State())

  /// Creates a memory without files.
  init(countLimit: Int = 4096) { self.countLimit = countLimit }

  /// The files that were hashed, with their hashes.
  var files: [[UInt8]: [UInt8]] { state.withLock { $0.entries.mapValues(\.digest) } }

  /// Whether these are all.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// The hash of a file; `nil` if it cannot be read, or is larger than those that are hashed.
  func digest(of path: String) -> [UInt8]? {
    guard let identity = FontFile.identity(ofPath: path) else { return nil }
    let key = Array(path.utf8)
    let known = state.withLock { $0.entries[key] }
    if let known, known.identity == identity { return known.digest }
    guard let digest = Self.read(path) else { return nil }
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

  /// Hashes a regular file; `nil` for any other, which may not end.
  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = SystemCalls.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= byteLimit
    else { return nil }
    var hash = SHA256()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemCalls.read(descriptor, into: &bytes)
      if count == 0 { return hash.digest }
      guard count > 0 else { return nil }
      hash.update(bytes.span.extracting(first: count))
    }
  }
}
