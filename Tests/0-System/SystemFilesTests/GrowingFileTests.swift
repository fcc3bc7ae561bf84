// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct GrowingFileTests {
  /// The contents of a file, by its path.
  private func contents(_ path: String) throws -> [UInt8] { try OutputFileTests.contents(path) }

  @Test func aFileGrowsAndGetsItsName() throws {
    try OutputFileTests.inFolder { folder in
      let (part, path) = ("\(folder)/a.part", "\(folder)/a")
      let file = try GrowingFile(newAt: part)
      try file.write([1, 2])
      #expect(try contents(part) == [1, 2])
      try file.write([3])
      #expect(OutputFileTests.names(folder) == ["a.part"])
      try file.rename(to: path)
      #expect(OutputFileTests.names(folder) == ["a"])
      #expect(try contents(path) == [1, 2, 3])
    }
  }

  @Test func aLaterProcessGoesOnAtALength() throws {
    try OutputFileTests.inFolder { folder in
      let part = "\(folder)/a.part"
      try OutputFile.write([1, 2, 3, 4], to: part)
      do {
        let file = try GrowingFile(at: part, keeping: 2)
        #expect(try contents(part) == [1, 2])
        try file.write([9, 9])
      }
      #expect(try contents(part) == [1, 2, 9, 9])
      #expect(throws: FileError.tooShort) { try GrowingFile(at: part, keeping: 5) }
      #expect(try contents(part) == [1, 2, 9, 9])
      #expect(throws: FileError.self) { try GrowingFile(at: "\(folder)/none", keeping: 0) }
      try GrowingFile(at: part, keeping: 0).remove()
      #expect(OutputFileTests.names(folder).isEmpty)
    }
  }

  @Test func onlyOneHasItOpen() throws {
    try OutputFileTests.inFolder { folder in
      let part = "\(folder)/a.part"
      let first = try GrowingFile(newAt: part)
      try first.write([1])
      #expect(throws: FileError.system(number: 17)) { try GrowingFile(newAt: part) }  // EEXIST
      #expect(throws: FileError.inUse) { try GrowingFile(at: part, keeping: 0) }
      try first.write([2])
      #expect(try contents(part) == [1, 2], "the second has cut nothing off")
    }
  }

  /// A link or a folder in its place is no file that grows.
  @Test func otherKinds() throws {
    try OutputFileTests.inFolder { folder in
      try OutputFile.write([1], to: "\(folder)/target")
      #expect(symlink("target", "\(folder)/link") == 0)
      #expect(throws: FileError.self) { try GrowingFile(at: "\(folder)/link", keeping: 0) }
      #expect(throws: FileError.self) { try GrowingFile(newAt: "\(folder)/link") }
      #expect(throws: FileError.self) { try GrowingFile(at: folder, keeping: 0) }
      #expect(throws: FileError.self) { try GrowingFile(at: "/dev/null", keeping: 0) }
      #expect(throws: FileError.noName) { try GrowingFile(newAt: "") }
      #expect(try contents("\(folder)/target") == [1])
    }
  }
}
