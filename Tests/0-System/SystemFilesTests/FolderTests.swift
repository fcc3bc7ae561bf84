// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemFiles
import Testing

@Suite struct FolderTests {
  @Test func foldersAreMadeUnlessSomethingElseIsThere() throws {
    try OutputFileTests.inFolder { top in
      let folder = Folder("\(top)/a")
      try folder.make(permissions: 0o700)
      defer { rmdir(folder.path) }
      #expect(OutputFileTests.status(folder.path).st_mode & 0o777 == 0o700)
      try folder.make()
      #expect(throws: FileError.system(number: ENOENT)) { try Folder("\(top)/b/c").make() }
      try OutputFile.write([1], to: "\(top)/file")
      #expect(throws: FileError.system(number: EEXIST)) { try Folder("\(top)/file").make() }
    }
  }

  @Test func regularFilesAreListedAndRemoved() throws {
    try OutputFileTests.inFolder { top in
      try OutputFile.write([1, 2, 3], to: "\(top)/three")
      try OutputFile.write([], to: "\(top)/none")
      symlink("three", "\(top)/link")
      mkfifo("\(top)/pipe", 0o600)
      let folder = Folder(top)
      let files = folder.files().sorted { $0.name < $1.name }
      #expect(files.map(\.name) == ["none", "three"])
      #expect(files.map(\.status.byteCount) == [0, 3])
      folder.remove("three")
      folder.remove("nothing")
      #expect(folder.files().map(\.name) == ["none"])
      #expect(Folder("\(top)/missing").files().isEmpty)
    }
  }

  @Test func theLastUseIsSet() throws {
    try OutputFileTests.inFolder { top in
      try OutputFile.write([1], to: "\(top)/a")
      // In the year 2001, with half a second.
      let old = timespec(tv_sec: 1_000_000_000, tv_nsec: 500_000_000)
      utimensat(AT_FDCWD, "\(top)/a", [old, old], 0)
      let before = try #require(FileStatus(path: "\(top)/a"))
      #expect(before.lastUse == .milliseconds(1_000_000_000_500))
      Folder(top).markAsUsed("a")
      let after = try #require(FileStatus(path: "\(top)/a"))
      #expect(after.lastUse > before.lastUse)
      // The contents are the same.
      #expect(after.identity == before.identity)
    }
  }

  @Test func pathsAreCutAndResolved() throws {
    #expect(FilePath.folder(of: "a") == "." && FilePath.folder(of: "/a") == "/")
    #expect(FilePath.folder(of: "a/b/c") == "a/b" && FilePath.folder(of: "a/") == "a")
    // The slash and the accent are one `Character`.
    #expect(FilePath.folder(of: "a/\u{301}b") == "a")
    try OutputFileTests.inFolder { top in
      try OutputFile.write([1], to: "\(top)/a")
      symlink("a", "\(top)/link")
      let real = try #require(FilePath.real(top))
      #expect(FilePath.real("\(top)/./link") == "\(real)/a")
      #expect(FilePath.real("\(top)/nothing") == nil)
    }
  }
}
