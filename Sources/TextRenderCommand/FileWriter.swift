// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import TextModel

/// Writing of results: all of it or an error.
enum FileWriter {
  /// Writes all bytes to an open descriptor.
  ///
  /// - Throws: ``CommandError`` with `brokenPipe` where the reader has gone, else `notWritten`.
  static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(CommandError) {
    var written = 0
    while written < bytes.count {
      let (count, code) = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        return (count, errno)
      }
      if count > 0 {
        written += count
      } else if code == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if code == EPIPE {
        throw CommandError(.brokenPipe, name, "its reader has gone")
      } else if code != EINTR {
        throw CommandError(.notWritten, name, "cannot be written: \(systemMessage(code))")
      }
    }
  }
}

/// A file that appears under its name only when it is complete.
///
/// It has no name until it is complete, so that a run that is killed leaves the old file or none, and nothing
/// else. Where the file system knows no such files it is written beside its place and renamed. What is no regular
/// file (a device, a pipe) is written directly.
final class OutputFile {
  private static let counter = Atomic<Int>(0)

  private let path: String
  /// The name that the file has before it is put in its place.
  private var temporary: String?
  /// Whether the file has not even that name yet.
  private var isNameless = false
  /// Whether another file has the place.
  private var replaces = false
  private var descriptor: Int32

  /// Opens a file for a result.
  init(path: String) throws(CommandError) {
    guard !path.isEmpty else { throw .usage("--output", "the file name is empty") }
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists && status.st_mode & S_IFMT == S_IFDIR {
      throw CommandError(.notWritten, path, "is a folder; name a file in it")
    }
    if exists && status.st_mode & S_IFMT != S_IFREG {
      self.path = path
      temporary = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    } else {
      // A link keeps pointing where it points: the file behind it is the one that is replaced.
      let target = exists ? Self.resolved(path) : path
      let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
      self.path = target
      let serial = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
      let name = "\(folder).textrender-\(getpid())-\(serial).tmp"
      temporary = name
      let mode = exists ? status.st_mode & 0o777 : 0o666
      replaces = exists
      descriptor = Self.openNameless(folder.isEmpty ? "." : folder, mode)
      if descriptor >= 0 {
        isNameless = true
      } else {
        descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
      }
    }
    guard descriptor >= 0 else {
      throw CommandError(.notWritten, path, "cannot be created: \(systemMessage(errno))")
    }
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    try FileWriter.write(bytes, to: descriptor, name: path)
  }

  /// Puts the file in its place.
  func commit() throws(CommandError) {
    if isNameless, let temporary {
      let source = "/proc/self/fd/\(descriptor)"
      func name(_ path: String) -> Bool {
        unsafe linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
      }
      if !replaces, name(path) {
        self.temporary = nil
      } else {
        // The place is taken: a file takes another's place only by being renamed.
        guard name(temporary) else {
          throw CommandError(.notWritten, path, "cannot be put in place: \(systemMessage(errno))")
        }
        isNameless = false
      }
    }
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else {
      throw CommandError(.notWritten, path, "cannot be written: \(systemMessage(errno))")
    }
    if let temporary {
      guard unsafe rename(temporary, path) == 0 else {
        throw CommandError(.notWritten, path, "cannot be put in place: \(systemMessage(errno))")
      }
      self.temporary = nil
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary, !isNameless { _ = unsafe unlink(temporary) }
  }

  /// Opens a file without a name in a folder.
  ///
  /// - Returns: -1 where the system or the file system cannot do that, or could not name it afterwards.
  private static func openNameless(_ folder: String, _ mode: mode_t) -> Int32 {
    guard unsafe access("/proc/self/fd", F_OK) == 0 else { return -1 }
    // O_TMPFILE, whose macro Swift does not see.
    return unsafe open(folder, O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, mode)
  }

  private static func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// An output file that a console's closures share; they run one after another.
  final class Shared: Sendable {
    private let file: Guarded<OutputFile>

    init(_ file: sending OutputFile) { self.file = Guarded(file) }

    func write(_ bytes: [UInt8]) throws(CommandError) {
      try file.withLock { (file) throws(CommandError) in try file.write(bytes) }
    }

    func commit() throws(CommandError) {
      try file.withLock { (file) throws(CommandError) in try file.commit() }
    }
  }

  /// Writes a whole file at once.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }
}
