// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextFonts
internal import TextGraphics
internal import TextRuntime

/// The SHA-256 of files, each of which is read again only when it has changed. Any thread may use
/// it.
final class FileDigests: Sendable {
  /// The most files that are remembered; then all are forgotten.
  private static let limit = 4096

  private struct Entry {
    var identity: FontFile.Identity
    var digest: [UInt8]
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var fonts: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The font files that were asked for, with their hashes in hexadecimal; the first 4096.
  var fonts: [String: String] { state.withLock { $0.fonts } }

  /// The hash of a file; empty if it cannot be read.
  func digest(of path: String) -> [UInt8] {
    guard let identity = FontFile.identity(ofPath: path) else { return [] }
    let known = state.withLock { $0.entries[path] }
    if let known, known.identity == identity { return known.digest }
    guard let digest = Self.read(path) else { return [] }
    state.withLock { state in
      if state.entries.count >= Self.limit { state.entries = [:] }
      state.entries[path] = Entry(identity: identity, digest: digest)
    }
    return digest
  }

  /// The hash of a font file, which is remembered as one.
  func digest(ofFont path: String) -> [UInt8] {
    let digest = digest(of: path)
    state.withLock { state in
      if state.fonts[path] == nil, state.fonts.count < Self.limit {
        state.fonts[path] = SHA256.hexadecimal(digest)
      }
    }
    return digest
  }

  /// Hashes a regular file; `nil` for any other, which may not end.
  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = SystemCalls.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
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
