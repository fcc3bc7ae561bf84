// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SystemFiles
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

  /// A slash and a combining mark are one `Character`, and two steps of a path.
  @Test(arguments: ["../\u{301}esc", "/\u{301}x", "x/../\u{200D}y", "link/\u{301}x"])
  func combiningMarks(_ into: String) throws {
    try ToolRun.withFolder { folder throws in
      let files = FileManager.default
      for name in ["root", "outside"] {
        try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      try files.createSymbolicLink(
        atPath: folder + "/root/link", withDestinationPath: folder + "/outside")
      let results = ResultFolder(folder + "/root", WrittenFilesystems())
      #expect(throws: CommandError.self) {
        try results.write([1], to: try results.path(of: Self.name, into: into))
      }
      #expect(try files.contentsOfDirectory(atPath: folder).sorted() == ["outside", "root"])
      #expect(try files.contentsOfDirectory(atPath: folder + "/outside").isEmpty)
    }
  }

  @Test func longPaths() throws {
    let folder = ResultFolder(nil, WrittenFilesystems())
    let long = String(repeating: "x/", count: 512)
    #expect(try folder.path(of: Self.name, into: long).hasPrefix("x/x/"))
    #expect(throws: CommandError.self) { try folder.path(of: Self.name, into: long + "x") }
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
      try files.createSymbolicLink(
        atPath: root + "/nothing", withDestinationPath: folder + "/outside/new")
      try files.createSymbolicLink(atPath: root + "/inside/up", withDestinationPath: "..")
      let results = ResultFolder(root, WrittenFilesystems())
      for into in ["out", "out/deeper", "inside", "self", "nothing"] {
        let path = try results.path(of: Self.name, into: into)
        #expect("\(into)") {
          try results.write([1], to: path)
        } throws: {
          ($0 as? CommandError)?.code == .usage
        }
      }
      try results.write([1], to: try results.path(of: Self.name, into: "inside/up/again"))
      #expect(files.fileExists(atPath: root + "/again/ab"))
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
