// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency
import SystemFiles
import Testing

@Suite struct StreamedFileTests {
  /// All pieces up to the end.
  private func bytes(of file: StreamedFile) throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let piece = try file.piece()
      if piece.isEmpty { return all }
      all += piece
    }
  }

  @Test func aFileIsReadInPieces() throws {
    try OutputFileTests.inFolder { top in
      let content = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
      try OutputFile.write(content, to: "\(top)/a")
      symlink("a", "\(top)/link")
      let file = try StreamedFile(path: "\(top)/link")
      #expect(file.byteCount == 150_000)
      #expect(try bytes(of: file) == content)
      #expect(try file.piece().isEmpty)
    }
  }

  @Test("A pipe is waited for and read, unlike by InputFile")
  func aPipeIsReadToItsEnd() throws {
    try OutputFileTests.inFolder { top in
      let path = "\(top)/pipe"
      mkfifo(path, 0o600)
      let writer = BlockingThread.start {
        // Waits for the reader.
        let pipe = open(path, O_WRONLY)
        _ = OutputFile.write([5, 6, 7], to: pipe)
        close(pipe)
      }
      let thread = try #require(writer)
      let file = try StreamedFile(path: path)
      #expect(file.byteCount == 0)
      #expect(try bytes(of: file) == [5, 6, 7])
      pthread_join(thread, nil)
      #expect(throws: FileError.notRegular) { _ = try InputFile(path: path) }
    }
  }

  @Test func whatCannotBeReadIsTold() throws {
    #expect(throws: FileError.folder) { _ = try StreamedFile(path: "/tmp") }
    for path in ["", "/dev/null\0a"] {
      #expect(throws: FileError.noName) { _ = try StreamedFile(path: path) }
    }
    #expect(throws: FileError.system(number: ENOENT)) {
      _ = try StreamedFile(path: "/tmp/nothing/here")
    }
    #expect(try StreamedFile(path: "/dev/null").piece().isEmpty)
    #expect(throws: FileError.system(number: EBADF)) { _ = try StreamedFile.piece(of: -1) }
  }

  @Test func kindsAreTold() throws {
    try OutputFileTests.inFolder { top in
      try OutputFile.write([1, 2], to: "\(top)/a")
      symlink("a", "\(top)/link")
      mkfifo("\(top)/pipe", 0o600)
      func kind(_ name: String, followsLink: Bool = true) -> FileStatus.Kind? {
        FileStatus(path: "\(top)/\(name)", followsLink: followsLink)?.kind
      }
      #expect(kind("a") == .regular && kind("") == .folder && kind("pipe") == .pipe)
      #expect(kind("link") == .regular && kind("link", followsLink: false) == .other)
      #expect(kind("nothing") == nil && FileStatus(path: "/dev/null")?.kind == .other)
      var pair: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
      #expect(FileStatus(descriptor: pair[0])?.kind == .socket)
      for end in pair { close(end) }
      #expect(FileStatus(descriptor: -1) == nil)
      // A second name of the file.
      link("\(top)/a", "\(top)/b")
      #expect(FileStatus(path: "\(top)/b")?.linkCount == 2)
    }
  }
}
