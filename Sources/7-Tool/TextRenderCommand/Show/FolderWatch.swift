// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SystemFiles

/// Reports the files of a folder that were written, replaced or removed.
///
/// The folder is watched (inotify(7)) and not the file, since editors replace a file by a new one.
/// Changes that come within some milliseconds are reported together.
@MainActor
final class FolderWatch {
  private let source: any DispatchSourceRead
  private let descriptor: Int32
  private let folder: String
  private let action: (Change) -> Void
  private var names: Set<String> = []
  private var isLost = false
  private var isIncomplete = false
  private var isScheduled = false

  enum Change {
    /// Files with these names.
    case names(Set<String>)
    /// Possibly all files: there were too many changes, or the folder was replaced by another one.
    case anything
    /// The folder is gone; no further change is reported.
    case lost
  }

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF)
  /// The interval within which changes are reported together.
  private static let pause = DispatchTimeInterval.milliseconds(15)

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - folder: The folder; empty for the current one.
  ///   - action: Called with each change.
  /// - Returns: `nil` if the folder cannot be watched.
  init?(_ folder: String, _ action: @escaping (Change) -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    // The C call is safe: it copies the path.
    guard unsafe inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, Self.events) >= 0
    else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.folder, self.action) = (descriptor, folder, action)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.take() } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  isolated deinit { source.cancel() }

  private func take() {
    read()
    if isScheduled || names.isEmpty && !isIncomplete { return }
    isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      MainActor.assumeIsolated { self?.tell() }
    }
  }

  private func tell() {
    isScheduled = false
    read()
    let change: Change = isLost ? .lost : isIncomplete ? .anything : .names(names)
    (names, isIncomplete) = ([], false)
    action(change)
  }

  /// Reads the names of all events that have come.
  private func read() {
    // Reads do not block, so the loop ends when no event is left.
    while let buffer = try? StreamedFile.piece(of: descriptor), !buffer.isEmpty {
      let count = buffer.count
      // Layout of an event: watch, mask, cookie, length of the name (32 bits each), and the name.
      var at = 0
      while at + 16 <= count {
        let mask = (0..<4).reduce(UInt32(0)) { $0 | UInt32(buffer[at + 4 + $1]) << (8 * $1) }
        let length = (0..<4).reduce(0) { $0 | Int(buffer[at + 12 + $1]) << (8 * $1) }
        guard at + 16 + length <= count else { break }
        let name = buffer[at + 16..<at + 16 + length].prefix { $0 != 0 }
        if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
        note(mask)
        at += 16 + length
      }
    }
  }

  /// Takes an event that is about the watch itself.
  private func note(_ mask: UInt32) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 { isIncomplete = true }
    guard mask & UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_IGNORED) != 0 else { return }
    isIncomplete = true
    // The path is watched anew, since a new folder may have taken it. The C call copies the path.
    isLost = unsafe inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, Self.events) < 0
  }
}
