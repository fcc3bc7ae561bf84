// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct OutputFileTests {
  /// Runs `body` in a folder of its own, which is removed afterwards.
  static func inFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/textgraphics-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    try #require(made)
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for name in names(folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try body(folder)
  }

  static func names(_ folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
  }

  static func contents(_ path: String) throws -> [UInt8] {
    try InputFile(path: path).contents(limit: 1 << 20) ?? []
  }

  static func status(_ path: String) -> stat {
    var result = stat()
    lstat(path, &result)
    return result
  }

  @Test func filesAreReplacedWholeAndNothingElseIsLeft() throws {
    try Self.inFolder { folder in
      let path = "\(folder)/a.bin"
      try OutputFile.write([1, 2, 3], to: path)
      let first = Self.status(path).st_ino
      try OutputFile.write(Array(repeating: 7, count: 100_000), to: path)
      #expect(try Self.contents(path).count == 100_000)
      // Another file has the name; the old one is still read whole through an open descriptor.
      #expect(Self.status(path).st_ino != first)
      #expect(Self.names(folder) == ["a.bin"])
    }
  }

  @Test(arguments: [true, false])
  func permissionsOfTheReplacedFileStay(nameless: Bool) throws {
    try Self.inFolder { folder in
      let path = "\(folder)/a.bin"
      try OutputFile.write([1], to: path)
      chmod(path, 0o640)
      let file = try OutputFile(path: path, nameless: nameless)
      try file.write([2])
      try file.commit()
      #expect(Self.status(path).st_mode & 0o777 == 0o640)
      #expect(try Self.contents(path) == [2])
    }
  }

  /// As where the file system knows no files without a name.
  @Test(arguments: [[], ["a.bin"]])
  func aNamedFileIsSeenOnlyWhenItIsWhole(before: [String]) throws {
    try Self.inFolder { folder in
      let path = "\(folder)/a.bin"
      for _ in before { try OutputFile.write([1], to: path) }
      do {
        let dropped = try OutputFile(path: path, nameless: false)
        try dropped.write([2])
        #expect(Self.names(folder).count == before.count + 1)
      }
      #expect(Self.names(folder) == before)
      let file = try OutputFile(path: path, nameless: false)
      try file.write([2])
      try file.write([3])
      try file.commit()
      #expect(Self.names(folder) == ["a.bin"])
      #expect(try Self.contents(path) == [2, 3])
    }
  }

  /// The name that a file has meanwhile is no longer than what the file system takes.
  @Test(arguments: [true, false])
  func theLongestNameCanBeReplaced(nameless: Bool) throws {
    try Self.inFolder { folder in
      let path = "\(folder)/\(String(repeating: "a", count: 255))"
      for byte in 1...2 as ClosedRange<UInt8> {
        let file = try OutputFile(path: path, nameless: nameless)
        try file.write([byte])
        try file.commit()
        #expect(try Self.contents(path) == [byte])
      }
    }
  }

  @Test func aFullDeviceIsAnError() {
    do throws(FileError) {
      try OutputFile.write([1], to: "/dev/full")
      Issue.record("written")
    } catch {
      #expect(error.number == ENOSPC)
    }
  }

  @Test func linksAreFollowed() throws {
    try Self.inFolder { folder in
      try OutputFile.write([1], to: "\(folder)/real.bin")
      symlink("real.bin", "\(folder)/link.bin")
      try OutputFile.write([2, 3], to: "\(folder)/link.bin")
      #expect(try Self.contents("\(folder)/real.bin") == [2, 3])
      #expect(Self.status("\(folder)/link.bin").st_mode & S_IFMT == S_IFLNK)
      #expect(Self.names(folder) == ["link.bin", "real.bin"])
    }
  }

  @Test func pipesAreWrittenToDirectly() throws {
    try Self.inFolder { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      try OutputFile.write([4, 5, 6], to: path)
      var bytes = [UInt8](repeating: 0, count: 8)
      let n = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, $0.count) }
      #expect(n == 3 && bytes[..<3] == [4, 5, 6])
    }
  }

  @Test func whatCannotBeWrittenLeavesTheFolderAsItWas() throws {
    try Self.inFolder { folder in
      func number(_ path: String) -> Int32? {
        do throws(FileError) {
          try OutputFile.write([1], to: path)
          return nil
        } catch {
          return error.number
        }
      }
      #expect(number("\(folder)/missing/a.bin") == ENOENT)
      #expect(number(folder) == EISDIR)
      #expect(number("") == ENOENT)
      #expect(Self.names(folder).isEmpty)
    }
  }

  /// Where others are replaced, a link and a pipe at the path give way; what a link names stays.
  @Test func othersAreReplaced() throws {
    try Self.inFolder { folder in
      let (path, target) = ("\(folder)/a.bin", "\(folder)/target.bin")
      try OutputFile.write([1], to: target)
      func place(_ bytes: [UInt8], nameless: Bool) throws {
        let file = try OutputFile(path: path, nameless: nameless, replacesOthers: true)
        try file.write(bytes)
        try file.commit()
      }
      for nameless in [true, false] {
        symlink(target, path)
        try place([2, 3], nameless: nameless)
        #expect(Self.status(path).st_mode & S_IFMT == S_IFREG)
        #expect(try Self.contents(path) == [2, 3])
        #expect(try Self.contents(target) == [1])
        unlink(path)
        symlink("/nowhere/at/all", path)
        try place([4], nameless: nameless)
        #expect(try Self.contents(path) == [4])
        unlink(path)
        mkfifo(path, 0o600)
        try place([5], nameless: nameless)
        #expect(try Self.contents(path) == [5])
      }
      unlink(path)
      mkdir(path, 0o700)
      #expect(throws: FileError.self) { try place([6], nameless: true) }
      rmdir(path)
      #expect(Self.names(folder) == ["target.bin"])
    }
  }

  /// A name in an open folder stays in it, also where another folder takes its place meanwhile.
  @Test(arguments: [true, false]) func openFolders(nameless: Bool) throws {
    try Self.inFolder { folder in
      for name in ["first", "second"] { mkdir("\(folder)/\(name)", 0o700) }
      let descriptor = open("\(folder)/first", O_RDONLY | O_DIRECTORY)
      defer { close(descriptor) }
      for byte in UInt8(1)...2 {
        let file = try OutputFile(
          path: "a.bin", in: descriptor, nameless: nameless, replacesOthers: true)
        try file.write([byte])
        if byte == 1 {
          rename("\(folder)/first", "\(folder)/moved")
          rename("\(folder)/second", "\(folder)/first")
        }
        try file.commit(writesThrough: true)
        #expect(try Self.contents("\(folder)/moved/a.bin") == [byte])
      }
      do {
        let abandoned = try OutputFile(path: "b.bin", in: descriptor, nameless: nameless)
        try abandoned.write([3])
      }
      #expect(Self.names("\(folder)/moved") == ["a.bin"])
      #expect(Self.names("\(folder)/first").isEmpty)
      unlink("\(folder)/moved/a.bin")
      rmdir("\(folder)/moved")
      rmdir("\(folder)/first")
    }
  }

  @Test func filesAreWrittenThrough() throws {
    try Self.inFolder { folder in
      let path = "\(folder)/a.bin"
      for bytes in [[1], [2, 3]] as [[UInt8]] {
        let file = try OutputFile(path: path)
        try file.write(bytes)
        try file.commit(writesThrough: true)
        #expect(try Self.contents(path) == bytes)
      }
      #expect(Self.names(folder) == ["a.bin"])
    }
    let device = try OutputFile(path: "/dev/null")
    try device.write([1])
    try device.commit(writesThrough: true)
  }

  @Test func writtenBytesAreReplaced() throws {
    try Self.inFolder { top in
      let file = try OutputFile(path: "\(top)/a")
      try file.write([1, 2, 3, 4])
      #expect(try file.bytes(at: 1, count: 2) == [2, 3])
      #expect(try file.bytes(at: 3, count: 9) == [4])
      #expect(try file.bytes(at: 4, count: 1) == [])
      try file.replace(at: 1, with: [8, 9])
      // Written behind the others, as if nothing had been replaced.
      try file.write([5])
      try file.commit()
      #expect(try Self.contents("\(top)/a") == [1, 8, 9, 4, 5])
    }
    // Of a device nothing has to be on a disk.
    let null = open("/dev/null", O_WRONLY)
    try OutputFile.flush(null)
    close(null)
    #expect(throws: FileError.system(number: EBADF)) { try OutputFile.flush(-1) }
  }
}
