// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A file that is written as a whole: it appears under its name only when it is complete.
///
/// Until then it has no name (`O_TMPFILE`). Where the system does not support that, it has a
/// temporary name in the same folder, and is renamed at the end. A process that is killed leaves
/// the old file or none. The file is not flushed to the disk, so a power failure may tear it,
/// unless it is committed with `writesThrough`.
///
/// It keeps the permissions of a file that it replaces. A symbolic link to a file is followed; one
/// that leads nowhere is replaced. A path of another kind (a pipe, a device) is written to
/// directly. With `replacesOthers` such a path is replaced, and so is a symbolic link.
///
/// Where a call throws, the file at the path is unchanged, unless it is written to directly, or the
/// folder alone could not be flushed.
package final class OutputFile {
  private static let counter = Atomic<UInt32>(0)
  /// A part of temporary names that differs between processes, also between those of several hosts.
  private static let token = String(UInt64.random(in: 0 ... .max), radix: 36)

  /// The path with links resolved, relative to `folder`.
  private let place: String
  /// The open folder that the path begins at.
  private let folder: Int32
  /// The name before the rename; `nil` for a path that is written directly.
  private var temporary: String?
  /// Whether the file has no name yet.
  private var isNameless = false
  /// Whether there is a file at the path already.
  private var replaces = false
  /// The open file; -1 when closed.
  private var descriptor: Int32 = -1

  // Each `unsafe` is one system call, with C strings and buffers that live through it.

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path at which the file appears.
  ///   - folder: The open folder that a relative path begins at, which stays open as long as the
  ///     object is there; `nil` for the current one.
  ///   - nameless: Whether to use a file without a name where the system supports it.
  ///   - replacesOthers: Whether a link, a pipe or a device at the path is replaced, not followed
  ///     or written to.
  package init(
    path: String, in folder: Int32? = nil, nameless: Bool = true, replacesOthers: Bool = false
  ) throws(FileError) {
    let folder = folder ?? AT_FDCWD
    self.folder = folder
    try FilePath.check(path)
    var status = stat()
    let linkFlag = replacesOthers ? AT_SYMLINK_NOFOLLOW : 0
    let exists = unsafe fstatat(folder, path, &status, linkFlag) == 0
    let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
    place = isRegular && !replacesOthers ? Self.resolved(path, folder) ?? path : path
    if exists, !isRegular, !replacesOthers {
      descriptor = unsafe openat(folder, path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .system(number: errno) }
      return
    }
    replaces = exists
    let end = place.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = end.map { String(place[...$0]) } ?? "./"
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    // The temporary name does not contain the file's name, which may have the greatest length.
    let temporary = "\(start).\(Self.token)-\(getpid())-\(number).tmp"
    if nameless { descriptor = Self.openNameless(start, folder) }
    isNameless = descriptor >= 0
    if !isNameless {
      descriptor = unsafe openat(folder, temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .system(number: errno) }
    }
    self.temporary = temporary
    if isRegular { _ = fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit {
    if descriptor >= 0 { _ = closeDescriptor(descriptor) }
    if let temporary, !isNameless { _ = unsafe unlinkat(folder, temporary, 0) }
  }

  /// The open file, for writers that seek in it; -1 once it is committed.
  package var fileDescriptor: Int32 { descriptor }

  /// Whether the output is a file, which appears when it is committed; no pipe or device.
  package var isRegular: Bool { temporary != nil }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    let number = Self.write(bytes, to: descriptor)
    if number != 0 { throw .system(number: number) }
  }

  /// Reads bytes that were written; fewer than `count` if the file ends before.
  package func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let length = unsafe pread(descriptor, &bytes, count, offset)
      if length >= 0 { return Array(bytes.prefix(length)) }
      if errno != EINTR { throw .last }
    }
  }

  /// Replaces bytes that were written.
  package func replace(at offset: Int, with bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let rest = Array(bytes[done...])
      let length = unsafe pwrite(descriptor, rest, rest.count, offset + done)
      if length > 0 { done += length } else if errno != EINTR { throw .last }
    }
  }

  /// Gives the file its name. Nothing may be written afterwards.
  ///
  /// - Parameter writesThrough: Whether the bytes are flushed to the disk before the file gets its
  ///   name, and then the name.
  package func commit(writesThrough: Bool = false) throws(FileError) {
    if writesThrough, isRegular, fsync(descriptor) != 0 { throw .last }
    if isNameless { try giveName() }
    let number = closeDescriptor(descriptor)
    descriptor = -1
    guard number == 0 else { throw .system(number: number) }
    if let temporary {
      guard unsafe renameat(folder, temporary, folder, place) == 0 else {
        throw .system(number: errno)
      }
      self.temporary = nil
    }
    if writesThrough { try flushFolder() }
  }

  /// Flushes the folder of the file to the disk.
  private func flushFolder() throws(FileError) {
    let end = place.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = end.map { String(place[...$0]) } ?? "./"
    let opened = unsafe openat(folder, start, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .system(number: errno) }
    defer { _ = closeDescriptor(opened) }
    // Some file systems cannot flush folders and report EINVAL.
    if fsync(opened) != 0, errno != EINVAL { throw .last }
  }

  /// Links a file without a name at its path, or at the temporary name if the path is taken.
  private func giveName() throws(FileError) {
    // Errors that only `close` reports must be known before the file is visible, so a duplicate of
    // the descriptor is closed.
    let second = dup(descriptor)
    let number = second < 0 ? errno : closeDescriptor(second)
    guard number == 0, let temporary else { throw .system(number: number) }
    // `linkat` replaces no file: if there is one, the temporary name is linked, and renamed later.
    if !replaces, link(to: place) {
      self.temporary = nil
    } else {
      guard link(to: temporary) else { throw .system(number: errno) }
    }
    isNameless = false
  }

  private func link(to name: String) -> Bool {
    unsafe linkat(
      AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, name, AT_SYMLINK_FOLLOW) == 0
  }

  /// Opens a file without a name in a folder.
  ///
  /// - Returns: -1 if the system or the file system does not support it, or could not link it
  ///   afterwards.
  private static func openNameless(_ path: String, _ folder: Int32) -> Int32 {
    guard unsafe access("/proc/self/fd", F_OK) == 0 else { return -1 }
    // O_TMPFILE, a macro that Swift does not import.
    return unsafe openat(folder, path, O_RDWR | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o666)
  }

  /// The path without links; `nil` for a path relative to an open folder, whose own path is not
  /// available.
  private static func resolved(_ path: String, _ folder: Int32) -> String? {
    guard folder == AT_FDCWD || path.utf8.first == UInt8(ascii: "/") else { return nil }
    return FilePath.real(path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Waits until what was written to an open descriptor is on the disk.
  ///
  /// Pipes, terminals and sockets have no disk: the system reports EINVAL or EROFS, which is
  /// ignored.
  package static func flush(_ descriptor: Int32) throws(FileError) {
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw .last }
  }

  /// Writes all bytes to an open descriptor; blocks while it accepts none.
  ///
  /// - Returns: The system's error number, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeSome(descriptor, rest)
      let number = errno
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if number == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if number != EINTR {
        return number
      }
    }
    return 0
  }
}

// These functions lie at file scope, where no method hides the system's function of the same name.

private func writeSome(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}

/// Closes a descriptor, which is closed even if an error is returned.
///
/// - Returns: The system's error number, or 0.
private func closeDescriptor(_ descriptor: Int32) -> Int32 {
  close(descriptor) == 0 || errno == EINTR ? 0 : errno
}
