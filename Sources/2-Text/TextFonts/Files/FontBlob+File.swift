// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFiles
import TextModel

extension FontBlob {
  struct ReadFile {
    var blob: FontBlob
    /// Whether the file itself is mapped, rather than read into memory.
    var isMapped: Bool
  }

  /// The bytes of an open file.
  ///
  /// The file is read, so that later changes of it do not matter. It is mapped instead, which
  /// shares its pages with other processes, if all of this holds: `mayMap` is set, a package
  /// manager put the file there, it belongs to root, and only root may write it.
  ///
  /// - Parameters:
  ///   - file: The open file, which must be at its beginning.
  ///   - path: The path of the file.
  ///   - mayMap: Whether the host's font configuration names the file.
  /// - Throws: ``FontError`` with `unreadable`, `tooLarge` or `outOfMemory`.
  static func read(
    _ file: borrowing InputFile, _ path: String, mayMap: Bool
  ) throws(FontError) -> ReadFile {
    let size = file.byteCount
    guard size <= TextLimits.fontFileBytes else { throw FontError.tooLarge(path) }
    if mayMap, size > 0, isInstalled(path), file.isOwnedByRootAlone,
      let pages = MappedPages(size, PROT_READ, MAP_PRIVATE, file.descriptor)
    {
      return ReadFile(blob: pages.blob(count: size), isMapped: true)
    }
    // All pages are filled in at once: a fault for each takes longer than reading.
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
    guard let memory = MappedPages(max(size, 1), PROT_READ | PROT_WRITE, flags, -1) else {
      throw FontError(.outOfMemory, file: path, "not enough memory for the font")
    }
    let count: Int
    do throws(FileError) {
      count = try memory.read(size, from: file)
    } catch {
      throw FontError(.unreadable, file: path, "cannot be read: \(error.message)")
    }
    return ReadFile(blob: memory.blob(count: count), isMapped: false)
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
  /// - Returns: The number of bytes read.
  borrowing func read(_ size: Int, from file: borrowing InputFile) throws(FileError) -> Int {
    var done = 0
    while done < size {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done..<size])
      let count = try unsafe file.read(into: rest)
      if count == 0 { break }
      done += count
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
