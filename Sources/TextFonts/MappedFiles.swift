// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files that this process has mapped, as the system lists them.
enum MappedFiles {
  /// Gives up the pages of files in some folders that are mapped and can only be read: fontconfig maps its caches
  /// whole and never lets go of them. The system still has the pages, and maps them again where they are read.
  ///
  /// - Returns: The bytes of address space that were given up; 0 where the system has no such list.
  @discardableResult
  static func giveUpPages(ofFilesIn folders: [String]) -> Int {
    guard !folders.isEmpty else { return 0 }
    let list = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard list >= 0 else { return 0 }
    defer { close(list) }
    let prefixes = folders.map { Array(($0.hasSuffix("/") ? $0 : $0 + "/").utf8) }
    var given = 0
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var kept = 0
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(list, bytes.baseAddress.unsafelyUnwrapped + kept, bytes.count - kept)
      }
      if got <= 0 { return given }
      let end = kept + got
      var start = 0
      while let newline = buffer[start..<end].firstIndex(of: 10) {
        if let range = range(of: buffer[start..<newline], in: prefixes) {
          unsafe madvise(
            UnsafeMutableRawPointer(bitPattern: range.start), range.count, MADV_DONTNEED)
          given += range.count
        }
        start = newline + 1
      }
      // A line of no file that matters may be longer than the buffer.
      if start == 0, end == buffer.count { return given }
      buffer.replaceSubrange(0..<(end - start), with: Array(buffer[start..<end]))
      kept = end - start
    }
  }

  /// The addresses of a line such as `7f00-7f10 r--p 00000000 fe:00 123   /var/cache/…`.
  static func range(
    of line: ArraySlice<UInt8>, in prefixes: [[UInt8]]
  ) -> (start: UInt, count: Int)? {
    guard let slash = line.firstIndex(of: UInt8(ascii: "/")),
      prefixes.contains(where: { line[slash...].starts(with: $0) })
    else { return nil }
    var at = line.startIndex
    func hexadecimal(until end: UInt8) -> UInt? {
      var value: UInt = 0
      while at < line.endIndex, line[at] != end {
        guard let digit = Character(Unicode.Scalar(line[at])).hexDigitValue, value >> 60 == 0 else {
          return nil
        }
        value = value << 4 | UInt(digit)
        at += 1
      }
      at += 1
      return value
    }
    guard let start = hexadecimal(until: UInt8(ascii: "-")),
      let end = hexadecimal(until: UInt8(ascii: " ")), end > start,
      line[at...].starts(with: "r--".utf8)
    else { return nil }
    return (start, Int(end - start))
  }
}
