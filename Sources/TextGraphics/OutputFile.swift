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

/// Writes and reads whole files, without ever leaving a torn one.
package enum OutputFile {
  private static let counter = Atomic<UInt32>(0)
  /// The largest file that is read.
  private static let readLimit = 1 << 30

  /// Writes bytes to a file.
  ///
  /// A regular file is written without a name, or where the system cannot do that under a temporary name beside
  /// it, and named when it is whole, so a run that is killed leaves no torn file (it is not flushed to the disk: a
  /// power failure may). It keeps the permissions of the file that it replaces. A symbolic link is followed. What
  /// is not a regular file (a pipe, a device) is written to directly.
  ///
  /// - Throws: `writeFailed` with the system's error number; the file is then as it was.
  package static func write(_ bytes: [UInt8], to path: String) throws(GraphicsError) {
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw failure(path, errno) }
      try finish(file, bytes, path: path)
      return
    }
    let final = exists ? resolved(path) ?? path : path
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    let temporary = "\(final).\(getpid()).\(number).tmp"
    let permissions = exists ? status.st_mode & 0o777 : nil
    #if os(Linux)
      if try writeNameless(bytes, to: final, by: temporary, permissions) { return }
    #endif
    let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path, errno) }
    if let permissions { _ = fchmod(file, permissions) }
    do throws(GraphicsError) {
      try finish(file, bytes, path: path)
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    guard unsafe rename(temporary, final) == 0 else {
      let number = errno
      unsafe unlink(temporary)
      throw failure(path, number)
    }
  }

  #if os(Linux)
    /// Writes a file that has no name until it is whole: nothing is left of it by a run that is killed.
    ///
    /// - Parameter temporary: The name that it has for a moment before it takes the place of another file.
    /// - Returns: Whether it was written; otherwise the system or the file system does not know such files.
    private static func writeNameless(
      _ bytes: [UInt8], to path: String, by temporary: String, _ permissions: mode_t?
    ) throws(GraphicsError) -> Bool {
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
      // O_TMPFILE, whose macro Swift does not see.
      let nameless = 0o20_000_000 | O_DIRECTORY
      let file = unsafe open(folder, O_WRONLY | O_CLOEXEC | nameless, 0o666)
      guard file >= 0 else { return false }
      defer { close(file) }
      if let permissions { _ = fchmod(file, permissions) }
      let problem = fill(file, bytes)
      if problem != 0 { throw failure(path, problem) }
      let source = "/proc/self/fd/\(file)"
      if permissions == nil,
        unsafe linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
      {
        return true
      }
      // The name is taken, or there is no /proc.
      guard unsafe linkat(AT_FDCWD, source, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
        return false
      }
      guard unsafe rename(temporary, path) == 0 else {
        let number = errno
        unsafe unlink(temporary)
        throw failure(path, number)
      }
      return true
    }
  #endif

  /// Reads a whole file.
  ///
  /// - Throws: `readFailed` with the system's error number; `tooLarge` over 1 GiB.
  package static func read(_ path: String) throws(GraphicsError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw readFailure(path, errno) }
    defer { close(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = unsafe chunk.withUnsafeMutableBytes { unsafe Self.readSome(file, $0) }
      if n == 0 { return result }
      guard n > 0 else { throw readFailure(path, errno) }
      guard result.count + n <= readLimit else {
        throw GraphicsError(.tooLarge, "The file is over \(readLimit) bytes.", path: path)
      }
      result.append(contentsOf: chunk[..<n])
    }
  }

  private static func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let n = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let n = unsafe Musl.read(file, buffer.baseAddress, buffer.count)
      #else
        let n = unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
      #endif
      if n >= 0 || errno != EINTR { return n }
    }
  }

  private static func writeSome(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Writes and closes; what goes wrong in any of these is an error.
  private static func finish(
    _ file: Int32, _ bytes: [UInt8], path: String
  ) throws(GraphicsError) {
    var problem = fill(file, bytes)
    if close(file) != 0, problem == 0, errno != EINTR { problem = errno }
    if problem != 0 { throw failure(path, problem) }
  }

  /// Writes all bytes.
  ///
  /// - Returns: The system's error number, or 0.
  private static func fill(_ file: Int32, _ bytes: [UInt8]) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes -> Int32 in
      var position = 0
      while position < bytes.count {
        let n = unsafe writeSome(file, UnsafeRawBufferPointer(rebasing: bytes[position...]))
        if n < 0 {
          if errno == EINTR { continue }
          return errno
        }
        position += n
      }
      return 0
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func failure(_ path: String, _ number: Int32) -> GraphicsError {
    GraphicsError(
      .writeFailed, "The file cannot be written: \(text(number)).", path: path, errno: number)
  }

  private static func readFailure(_ path: String, _ number: Int32) -> GraphicsError {
    GraphicsError(
      .readFailed, "The file cannot be read: \(text(number)).", path: path, errno: number)
  }

  private static func text(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}
