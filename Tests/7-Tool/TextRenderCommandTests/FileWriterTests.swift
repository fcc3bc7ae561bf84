// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import SystemConcurrency
import SystemFiles
import Testing

@testable import TextRenderCommand

struct FileWriterTests {
  private func contents(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func appearsOnlyWhenComplete() throws {
    try ToolRun.withFolder { folder in
      let path = folder + "/out"
      try FileWriter.write(Array("old".utf8), to: path)
      do {
        let file = try ResultFile(path: path, of: CommandConsole())
        try file.write(Array("new".utf8))
        #expect(contents(path) == "old")
      }
      // The new file was dropped before its commit.
      #expect(contents(path) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
      try FileWriter.write(Array("new".utf8), to: path)
      #expect(contents(path) == "new")
    }
  }

  /// A process that is killed must leave no temporary file.
  @Test func noTemporaryFileIsVisible() throws {
    try ToolRun.withFolder { folder in
      let probe = open(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY, 0o600)
      // The file system has no unnamed files (O_TMPFILE).
      if probe < 0 { return }
      close(probe)
      for before in [[], ["out"]] {
        let file = try ResultFile(path: folder + "/out", of: CommandConsole())
        try file.write(Array("new".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
        try file.commit()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
        #expect(contents(folder + "/out") == "new")
      }
    }
  }

  @Test func linksKeepPointing() throws {
    try ToolRun.withFolder { folder in
      let (target, link) = (folder + "/target", folder + "/link")
      try FileWriter.write([], to: target)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
      try FileWriter.write(Array("x".utf8), to: link)
      #expect(contents(target) == "x")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
    }
  }

  @Test func devicesAreWrittenDirectly() throws {
    try FileWriter.write(Array("x".utf8), to: "/dev/null")
    #expect(throws: CommandError.self) { try FileWriter.write(Array("x".utf8), to: "/dev/full") }
  }

  @Test func pathsThatCannotBeWritten() throws {
    try ToolRun.withFolder { folder in
      for path in [folder, folder + "/no/such", ""] {
        #expect(throws: CommandError.self) { try FileWriter.write([], to: path) }
      }
      let run = ToolRun("versions", "--output", folder + "/no/such")
      #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("no such file"))
      #expect(ToolRun("versions", "-o", folder + "/v").status == 0)
      #expect(contents(folder + "/v")?.contains("harfbuzz") == true)
      // A command that fails leaves no file.
      #expect(ToolRun("shape", "--font", "x", "--text", "a", "-o", folder + "/s").status == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names == ["v"])
    }
  }

  /// The checkpoint of a batch waits for the files that it is told of.
  @Test func everyFileOfACommandIsTold() throws {
    let scene = """
      {"size": [8, 8], "layers": [{"frame": [0, 0, 4, 4], "backgroundColor": "#F00"}]}
      """
    let commands = [
      ["render", "--text", "A", "--output", "r.png"],
      ["render", "--text", "A", "--output", "r.svg"],
      ["render", "--text", "A\nB\nC", "--page-height", "40", "--output", "page-%d.png"],
      ["layout", "--text", "A", "--output", "layout.json"],
      ["scene", "scene.json", "--output", "s.png"],
      ["animate", "scene.json", "--frame", "0", "--output", "frame.png"],
      ["animate", "scene.json", "--to", "1", "--fps", "2", "--output", "film.apng"],
      ["animate", "scene.json", "--to", "1", "--fps", "2", "--output", "film.gif"],
      ["animate", "scene.json", "--to", "1", "--fps", "2", "--output", "film-%d.png"],
      ["tiles", "s.png", "--format", "png", "--layout", "deepzoom", "--manifest", "tiles.json"],
      ["scene", "scene.json", "--compare", "frame.png", "--output", "same.png"],
      ["gallery", "."],
    ]
    try ToolRun.withFolder { folder in
      try FileWriter.write(Array(scene.utf8), to: folder + "/scene.json")
      var known = try files(below: folder)
      for command in commands {
        let told = Mutex<Set<String>>([])
        var console = CommandConsole(report: { errors in Issue.record("\(command): \(errors)") })
        console.willWrite = { path in told.withLock { _ = $0.insert(path) } }
        let paths = command.map { word in
          word == "." ? folder : word.contains(/\.[a-z]+$/) ? folder + "/" + word : word
        }
        #expect(TextRenderTool().run(paths, on: console) == 0)
        let found = try files(below: folder)
        #expect(!found.subtracting(known).isEmpty)
        #expect(told.withLock { $0 } == found.subtracting(known), "\(command)")
        known = found
      }
    }
  }

  private func files(below folder: String) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).map {
      folder + "/" + $0
    }
    return Set(paths.filter { FileStatus(path: $0)?.kind == .regular })
  }
}
