// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFiles
import Testing

/// Paths that the system would read otherwise than they are written.
@Suite struct FilePathTests {
  /// The system's functions see a path up to its first zero byte.
  @Test func aZeroByteNamesNoFile() throws {
    try OutputFileTests.inFolder { top in
      let path = "\(top)/a\0.png"
      #expect(throws: FileError.noName) { _ = try OutputFile(path: path) }
      #expect(throws: FileError.noName) { try Folder(path).make() }
      #expect(throws: FileError.noName) { _ = try InputFile(path: path).byteCount }
      #expect(OutputFileTests.names(top).isEmpty)
      try OutputFile.write([1], to: "\(top)/a")
      #expect(FileStatus(path: path) == nil && FilePath.real(path) == nil)
    }
  }

  /// A link to a name of other bytes than UTF-8 stays as it is written: repaired, it would name
  /// another file.
  @Test func namesOfOtherEncodingsAreNotRepaired() throws {
    try OutputFileTests.inFolder { top in
      var folder = Array("\(top)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
      #expect(mkdir(&folder, 0o700) == 0)
      defer { rmdir(&folder) }
      #expect(symlink(&folder, "\(top)/link") == 0)
      #expect(FilePath.real("\(top)/link") == nil)
      #expect(FilePath.real("\(top)/.") == FilePath.real(top))
    }
  }
}
