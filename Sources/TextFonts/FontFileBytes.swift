// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TextModel

/// The bytes of a file in memory, which are given back when nobody holds them any more.
///
/// They are read, so that nothing that happens to the file later matters. Only a file that the host's font configuration
/// names, that a package manager put there, that belongs to root and that nobody else may write is mapped, as the
/// program's own libraries are: the fonts of a host have tens of megabytes, of which a text needs little.
@safe final class FontFileBytes: Sendable {
  @unsafe nonisolated(unsafe) let base: UnsafeMutableRawPointer
  let count: Int
  /// What was mapped or allocated, whole pages.
  private let length: Int
  let isMapped: Bool

  private init(
    _ base: UnsafeMutableRawPointer, count: Int, length: Int, isMapped: Bool = false
  ) {
    unsafe self.base = base
    self.count = count
    self.length = length
    self.isMapped = isMapped
  }

  deinit { unsafe munmap(base, length) }

  /// Opens a file.
  ///
  /// - Parameter mayMap: Whether the host's configuration names the file.
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge` or `outOfMemory`.
  static func open(
    _ path: String, mayMap: Bool
  ) throws(FontError) -> (FontFileBytes, FontFile.Identity) {
    func failed(_ what: String) -> FontError {
      FontError(
        .unreadable, file: path, reason: "\(what): \(unsafe String(cString: strerror(errno)))")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FontError(.unreadable, file: path, reason: "not a path")
    }
    // > O_NONBLOCK: a FIFO must not keep us waiting for a writer.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failed("cannot be opened") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failed("cannot be examined") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let folder = status.st_mode & S_IFMT == S_IFDIR
      throw FontError(
        .unreadable, file: path,
        reason: folder ? "is a folder, not a font" : "is not a regular file")
    }
    let size = Int(status.st_size)
    guard size <= TextLimits.fontFileBytes else { throw FontFile.tooLarge(path) }
    let identity = FontFile.Identity(status)
    let length = max(size, 1)
    if mayMap, size > 0, isInstalled(path), status.st_uid == 0,
      status.st_mode & (S_IWGRP | S_IWOTH) == 0,
      let base = unsafe mapped(length, MAP_PRIVATE, descriptor)
    {
      return unsafe (FontFileBytes(base, count: size, length: length, isMapped: true), identity)
    }
    // With its pages filled in at once: a fault for each would take longer than reading does.
    guard
      let base = unsafe mapped(length, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1)
    else {
      throw FontError(.outOfMemory, file: path, reason: "not enough memory for the font")
    }
    var done = 0
    while done < size {
      let got = unsafe Glibc.read(descriptor, base + done, size - done)
      if got < 0 {
        if errno == EINTR { continue }
        let error = failed("cannot be read")
        unsafe munmap(base, length)
        throw error
      }
      if got == 0 { break }
      done += got
    }
    return unsafe (FontFileBytes(base, count: done, length: length), identity)
  }

  /// Whether a path lies where package managers put files: they replace them, and never write into one that is there.
  ///
  /// A folder of root's own, as `~/.fonts` is in a container, is none of those.
  private static func isInstalled(_ path: String) -> Bool {
    ["/usr/share/", "/usr/lib/", "/nix/store/", "/gnu/store/"].contains { path.hasPrefix($0) }
      && !climbs(path)
  }

  /// Whether a path has a step `..` before its last.
  ///
  /// `String.contains` would do; the type metadata that it needs cost a new process more than the search.
  private static func climbs(_ path: String) -> Bool {
    var matched = 0
    for byte in path.utf8 {
      if byte == UInt8(ascii: "/") {
        if matched == 3 { return true }
        matched = 1
      } else {
        matched = byte == UInt8(ascii: ".") && (1...2).contains(matched) ? matched + 1 : 0
      }
    }
    return false
  }

  private static func mapped(
    _ length: Int, _ flags: Int32, _ descriptor: Int32
  ) -> UnsafeMutableRawPointer? {
    let protection = descriptor < 0 ? PROT_READ | PROT_WRITE : PROT_READ
    let base = unsafe mmap(nil, length, protection, flags, descriptor, 0)
    return unsafe base == MAP_FAILED ? nil : base
  }
}
