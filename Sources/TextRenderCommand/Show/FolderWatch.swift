// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// Tells which files of a folder have changed: were written, replaced, removed.
///
/// Editors replace a file by another one, so the folder is watched and not the file (inotify(7)).
/// Changes that come within some milliseconds are told together.
@MainActor
final class FolderWatch {
  private let source: any DispatchSourceRead
  private let descriptor: Int32
  private let action: (Set<String>) -> Void
  private var names: Set<String> = []
  private var isScheduled = false

  /// The time within which changes are told together.
  private static let pause = DispatchTimeInterval.milliseconds(15)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folder: The folder; empty for the current one.
  ///   - action: Called with the names of the files.
  /// - Returns: `nil` if the folder cannot be watched.
  init?(_ folder: String, _ action: @escaping (Set<String>) -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    // C call; the path is copied.
    guard unsafe inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, events) >= 0 else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.action) = (descriptor, action)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.take() } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit { source.cancel() }

  private func take() {
    read()
    if isScheduled || names.isEmpty { return }
    isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      MainActor.assumeIsolated { self?.tell() }
    }
  }

  private func tell() {
    isScheduled = false
    read()
    let changed = names
    names = []
    action(changed)
  }

  /// Reads the names of all events that have come.
  private func read() {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      // C call; it writes at most the given count of bytes.
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count <= 0 { return }
      // An event is a watch, a mask, a cookie, the length of the name, each of 32 bits, and the name.
      var at = 0
      while at + 16 <= count {
        let length = (0..<4).reduce(0) { $0 | Int(buffer[at + 12 + $1]) << (8 * $1) }
        guard at + 16 + length <= count else { break }
        let name = buffer[at + 16..<at + 16 + length].prefix { $0 != 0 }
        names.insert(String(decoding: name, as: UTF8.self))
        at += 16 + length
      }
    }
  }
}
