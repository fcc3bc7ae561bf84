// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name only when it is whole.
///
/// It has no name until then, so that a run that is killed leaves the old file or none, and nothing else. Where the
/// system or the file system knows no such files it is written under a temporary name beside its place and renamed.
/// It is not flushed to the disk: a power failure may tear it. It keeps the permissions of the file that it
/// replaces, and a symbolic link is followed. What is no regular file (a pipe, a device) is written to directly.
///
/// An error is `writeFailed` with the system's error number; the file is then as it was.
package final class OutputFile {
  private static let counter = Atomic<UInt32>(0)

  /// The name as it was given.
  private let path: String
  /// The file behind it, where that is a link.
  private let place: String
  /// The name that the file has before it is put in its place; `nil` for what is written directly.
  private var temporary: String?
  /// Whether the file has not even that name yet.
  private var isNameless = false
  /// Whether another file has the place.
  private var replaces = false
  /// -1 when closed.
  private var descriptor: Int32 = -1

  /// Opens a file for a result.
  ///
  /// - Parameter nameless: Whether it may be without a name meanwhile, where that is possible.
  package init(path: String, nameless: Bool = true) throws(GraphicsError) {
    self.path = path
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
    place = isRegular ? Self.resolved(path) ?? path : path
    if exists, !isRegular {
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(errno) }
      return
    }
    replaces = exists
    let end = place.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = end.map { String(place[...$0]) } ?? "./"
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    // A short name of its own: one that is made longer may be too long.
    let temporary = "\(folder).\(getpid())-\(number).tmp"
    if nameless { descriptor = Self.openNameless(folder) }
    isNameless = descriptor >= 0
    if !isNameless {
      descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw failure(errno) }
    }
    self.temporary = temporary
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit {
    if descriptor >= 0 { _ = Self.close(descriptor) }
    if let temporary, !isNameless { _ = unsafe unlink(temporary) }
  }

  /// Adds bytes.
  package func write(_ bytes: [UInt8]) throws(GraphicsError) {
    let number = Self.write(bytes, to: descriptor)
    if number != 0 { throw failure(number) }
  }

  /// Puts the file in its place; nothing may be written afterwards.
  package func commit() throws(GraphicsError) {
    if isNameless { try giveName() }
    let number = Self.close(descriptor)
    descriptor = -1
    guard number == 0 else { throw failure(number) }
    if let temporary {
      guard unsafe rename(temporary, place) == 0 else { throw failure(errno) }
      self.temporary = nil
    }
  }

  /// Gives a file without a name its own, or where another file has that, the temporary one.
  private func giveName() throws(GraphicsError) {
    // What only closing tells must be known before the file is seen: a second descriptor is closed.
    let second = dup(descriptor)
    let number = second < 0 ? errno : Self.close(second)
    guard number == 0, let temporary else { throw failure(number) }
    // A file takes another's place only by being renamed.
    if !replaces, link(to: place) {
      self.temporary = nil
    } else {
      guard link(to: temporary) else { throw failure(errno) }
    }
    isNameless = false
  }

  private func link(to name: String) -> Bool {
    unsafe linkat(
      AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private func failure(_ number: Int32) -> GraphicsError {
    GraphicsError(
      .writeFailed, "The file cannot be written: \(SystemMessage.text(number)).", path: path,
      errno: number)
  }

  /// Opens a file without a name in a folder.
  ///
  /// - Returns: -1 where the system or the file system cannot do that, or could not name it afterwards.
  private static func openNameless(_ folder: String) -> Int32 {
    #if os(Linux)
      guard unsafe access("/proc/self/fd", F_OK) == 0 else { return -1 }
      // O_TMPFILE, whose macro Swift does not see.
      return unsafe open(folder, O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o666)
    #else
      return -1
    #endif
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Writes a whole file at once.
  package static func write(_ bytes: [UInt8], to path: String) throws(GraphicsError) {
    let file = try OutputFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Writes all bytes to an open descriptor, and waits where it takes no more for now.
  ///
  /// - Returns: The system's error number, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let (count, number) = unsafe bytes.withUnsafeBytes { all in
        let count = unsafe writeSome(
          descriptor, UnsafeRawBufferPointer(rebasing: all[written...]))
        return (count, errno)
      }
      if count > 0 {
        written += count
      } else if number == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if number != EINTR {
        return number
      }
    }
    return 0
  }

  private static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Closes a descriptor, which is gone afterwards whatever is returned.
  ///
  /// - Returns: The system's error number, or 0.
  private static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let result = Glibc.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Darwin.close(descriptor)
    #endif
    return result == 0 || errno == EINTR ? 0 : errno
  }
}
