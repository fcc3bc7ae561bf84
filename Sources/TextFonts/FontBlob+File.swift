// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import TextModel

extension FontBlob {
  /// A file's bytes, and the version of the file that they were taken from.
  struct OpenedFile {
    var blob: FontBlob
    var identity: FontFile.Identity
    /// Whether the file itself is mapped, rather than read into memory.
    var isMapped: Bool
  }

  /// Opens a file.
  ///
  /// The file is read, so that later changes of it do not matter. It is mapped instead, which
  /// shares its pages with other processes, if `mayMap` is set, a package manager put it there, it
  /// belongs to root and only root may write it.
  ///
  /// - Parameter mayMap: Whether the host's font configuration names the file.
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge` or `outOfMemory`.
  static func open(_ path: String, mayMap: Bool) throws(FontError) -> OpenedFile {
    func failed(_ what: String) -> FontError {
      FontError(
        .unreadable, file: path, "\(what): \(unsafe String(cString: strerror(errno)))")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FontError(.unreadable, file: path, "not a path")
    }
    // O_NONBLOCK: opening a FIFO does not wait for a writer.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failed("cannot be opened") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failed("cannot be examined") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let folder = status.st_mode & S_IFMT == S_IFDIR
      throw FontError(
        .unreadable, file: path,
        folder ? "is a folder, not a font" : "is not a regular file")
    }
    let size = Int(status.st_size)
    guard size <= TextLimits.fontFileBytes else { throw FontFile.tooLarge(path) }
    let identity = FontFile.Identity(status)
    if mayMap, size > 0, isInstalled(path), status.st_uid == 0,
      status.st_mode & (S_IWGRP | S_IWOTH) == 0,
      let file = MappedPages(size, PROT_READ, MAP_PRIVATE, descriptor)
    {
      return OpenedFile(blob: file.blob(count: size), identity: identity, isMapped: true)
    }
    // All pages are filled in at once: a fault for each takes longer than reading.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
    guard let memory = MappedPages(max(size, 1), PROT_READ | PROT_WRITE, flags, -1) else {
      throw FontError(.outOfMemory, file: path, "not enough memory for the font")
    }
    guard let count = memory.read(size, from: descriptor) else { throw failed("cannot be read") }
    return OpenedFile(blob: memory.blob(count: count), identity: identity, isMapped: false)
  }

  /// Whether a path lies in a folder of package managers, which replace files and never write into
  /// one. Root's own folders, such as `~/.fonts` in a container, are not among them.
  private static func isInstalled(_ path: String) -> Bool {
    ["/usr/share/", "/usr/lib/", "/nix/store/", "/gnu/store/"].contains { path.hasPrefix($0) }
      && !climbs(path)
  }

  /// Whether a path has a step `..` before its last.
  ///
  /// `String.contains` needs type metadata that costs a new process more than the search.
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
}

/// Pages of a file or of fresh memory, which are unmapped with the value.
@safe private struct MappedPages: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  /// Maps pages; `nil` where the system refuses.
  init?(_ length: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32) {
    let base = unsafe mmap(nil, length, protection, flags, descriptor, 0)
    guard unsafe base != MAP_FAILED else { return nil }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: base, count: length)
  }

  deinit { unsafe munmap(bytes.baseAddress, bytes.count) }

  /// Reads up to `size` bytes of a file into the pages, which must have room for them.
  ///
  /// - Returns: The number of bytes read; `nil` where reading fails, with the reason in `errno`.
  borrowing func read(_ size: Int, from descriptor: Int32) -> Int? {
    var done = 0
    while done < size {
      let got = unsafe Glibc.read(
        descriptor, bytes.baseAddress.unsafelyUnwrapped + done, size - done)
      if got < 0, errno == EINTR { continue }
      if got < 0 { return nil }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// A blob of the first `count` bytes, with whose last reference the pages are unmapped.
  consuming func blob(count: Int) -> FontBlob {
    let memory = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count])
    let pages = UnsafeMutablePointer<MappedPages>.allocate(capacity: 1)
    unsafe pages.initialize(to: self)
    // HarfBuzz calls the function once, also where it cannot make the blob.
    return unsafe FontBlob(memory: memory, context: pages) {
      let pages = unsafe $0?.assumingMemoryBound(to: MappedPages.self)
      unsafe pages?.deinitialize(count: 1)
      unsafe pages?.deallocate()
    }
  }
}
