// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TextFonts

struct MappedFilesTests {
  @Test(
    arguments: [
      ("7f00-7f10 r--p 00000000 fe:00 123    /var/cache/fonts/a b", 0x7F00, 0x10),
      (
        "ffffffffff600000-ffffffffff601000 r--s 0 0:0 1 /var/cache/fonts/x", 0xFFFF_FFFF_FF60_0000,
        0x1000
      ),
      ("7f00-7f10 rw-p 00000000 fe:00 123    /var/cache/fonts/a", 0, 0),
      ("7f00-7f10 r-xp 00000000 fe:00 123    /var/cache/fonts/a", 0, 0),
      ("7f00-7f10 r--p 00000000 fe:00 123    /var/cache/fontsa", 0, 0),
      ("7f00-7f10 r--p 00000000 fe:00 123    /usr/lib/var/cache/fonts/a", 0, 0),
      ("7f00-7f10 r--p 00000000 00:00 0      [heap]", 0, 0),
      ("7f10-7f10 r--p 00000000 fe:00 123    /var/cache/fonts/a", 0, 0),
      ("7g00-7f10 r--p 00000000 fe:00 123    /var/cache/fonts/a", 0, 0),
      ("11111111122222222-1 r--p 0 0 0       /var/cache/fonts/a", 0, 0),
      ("/var/cache/fonts/a", 0, 0), ("", 0, 0),
    ] as [(String, UInt, Int)])
  func lines(line: String, start: UInt, count: Int) {
    let found = MappedFiles.range(
      of: Array(line.utf8)[...], in: [Array("/etc/".utf8), Array("/var/cache/fonts/".utf8)])
    #expect(found?.start ?? 0 == start)
    #expect(found?.count ?? 0 == count)
  }

  /// Pages of a file in the folder go, pages beside it stay, and what is read afterwards is what was there.
  @Test func pagesAreGivenUpAndComeBack() throws {
    var template = Array("/tmp/MappedFilesTests-XXXXXX".utf8CString)
    let folder = try String(cString: #require(unsafe mkdtemp(&template)))
    let path = folder + "/file"
    defer {
      unlink(path)
      rmdir(folder)
    }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let bytes = (0..<16 * page).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    let read = unsafe mmap(nil, bytes.count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    let written = unsafe mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
    try #require(unsafe read != MAP_FAILED && written != MAP_FAILED)
    defer {
      unsafe munmap(read, bytes.count)
      unsafe munmap(written, bytes.count)
    }
    let own = try unsafe #require(unsafe written)
    unsafe own.storeBytes(of: 77, as: UInt8.self)
    func content() throws -> [UInt8] {
      try unsafe Array(UnsafeRawBufferPointer(start: #require(unsafe read), count: bytes.count))
    }
    #expect(try content() == bytes)
    #expect(try resident(#require(unsafe read)) == bytes.count >> 10)
    #expect(MappedFiles.giveUpPages(ofFilesIn: [folder + "-other", folder + "/"]) == bytes.count)
    #expect(try resident(#require(unsafe read)) == 0)
    #expect(try content() == bytes)
    #expect(unsafe own.load(as: UInt8.self) == 77)
    #expect(MappedFiles.giveUpPages(ofFilesIn: []) == 0)
    #expect(MappedFiles.giveUpPages(ofFilesIn: [folder + "-other"]) == 0)
  }

  /// The kilobytes of a mapping that are resident, as `smaps` tells them.
  private func resident(_ base: UnsafeMutableRawPointer) throws -> Int {
    let list = try unsafe #require(unsafe fopen("/proc/self/smaps", "r"))
    defer { unsafe fclose(list) }
    let address = String(UInt(bitPattern: base), radix: 16)
    var line = [CChar](repeating: 0, count: 4096)
    var isThere = false
    while unsafe fgets(&line, Int32(line.count), list) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix(address + "-") { isThere = true }
      if isThere, text.hasPrefix("Rss:") {
        return Int(text.split(separator: " ")[1]) ?? -1
      }
    }
    return -1
  }
}
