// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import TextRenderCommand

struct ResultFolderTests {
  private static let name = "ab" + String(repeating: "c", count: 62)

  @Test func paths() throws {
    for (root, into, path) in [
      (nil, "a/b", "a/b/"), (nil, nil, ""), (nil, "./", ""), ("out", nil, "out/"),
      ("out/", "x//y/.", "out/x/y/"), ("/", "x", "/x/"),
    ] as [(String?, String?, String)] {
      let folder = ResultFolder(root, WrittenFilesystems())
      let expected = "\(path)ab/\(String(repeating: "c", count: 62)).png"
      #expect(try folder.path(of: Self.name, into: into) == expected)
    }
  }

  @Test func linksThatLeadOut() throws {
    try ToolRun.withFolder { folder throws in
      let files = FileManager.default
      let root = folder + "/root"
      for name in ["root/inside/real", "outside"] {
        try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      try files.createSymbolicLink(atPath: root + "/out", withDestinationPath: folder + "/outside")
      try files.createSymbolicLink(atPath: root + "/in", withDestinationPath: "inside/real")
      try files.createSymbolicLink(
        atPath: root + "/inside/ab", withDestinationPath: folder + "/outside")
      try files.createSymbolicLink(atPath: root + "/self", withDestinationPath: "self")
      let results = ResultFolder(root, WrittenFilesystems())
      for into in ["out", "out/deeper", "inside", "self"] {
        let path = try results.path(of: Self.name, into: into)
        #expect(throws: CommandError.self, "\(into)") { try results.write([1], to: path) }
      }
      #expect(try files.contentsOfDirectory(atPath: folder + "/outside").isEmpty)
      let path = try results.path(of: Self.name, into: "in")
      try results.write([1], to: path)
      #expect(files.fileExists(atPath: root + "/inside/real/ab"))
    }
  }

  /// A folder that is removed while a batch runs is made again.
  @Test func removedFolders() throws {
    try ToolRun.withFolder { folder throws in
      let results = ResultFolder(folder + "/new/root", WrittenFilesystems())
      let path = try results.path(of: Self.name, into: "a")
      for byte in UInt8(1)...3 {
        try results.write([byte], to: path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data([byte]))
        try FileManager.default.removeItem(atPath: folder + (byte == 1 ? "/new" : "/new/root/a"))
      }
    }
  }

  @Test func noFolder() throws {
    let results = ResultFolder("/dev/null/x", WrittenFilesystems())
    #expect {
      try results.write([1], to: try results.path(of: Self.name, into: nil))
    } throws: { ($0 as? CommandError)?.code == .notWritten }
  }
}
