// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

/// Runs the commands of README.md as they stand there. Of the commands that build or test the
/// package, the names of scripts and options are checked.
@Suite(.enabled(if: ToolBinary.path != nil, ToolBinary.missing), .timeLimit(.minutes(30)))
struct ReadmeCommandTests {
  private static let root = URL(filePath: Checkout.path)

  private static func text(of name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// The lines of the `sh` blocks.
  private static func commands(in page: String) -> [String] {
    var commands: [String] = []
    var isInside = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") {
        isInside = line == "```sh"
      } else if isInside {
        commands.append(String(line))
      }
    }
    return commands
  }

  @Test func theCommandsOfTheToolRun() throws {
    let commands = Self.commands(in: try Self.text(of: "README.md"))
    #expect(commands.filter { $0.contains("textrender") }.count == 15)
    try ToolRun.withFolder { folder in
      try ExampleFolder.makeFiles(in: folder)
      // `Scripts/textrender` runs the tool when it is built.
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/Scripts", withDestinationPath: folder + "/bin")
      // `show` and `serve` run until they are told to end; `ShownFileTests`, Scripts/tests/browser
      // and Scripts/tests/service run them.
      let live = ["textrender show", "textrender serve"]
      for command in commands
      where command.contains("textrender") && !live.contains(where: command.contains) {
        if Self.lacksFile(command) {
          // `Scripts/test` lists it.
          print("SKIPPED: \(command): a file or a program of it is not here")
          continue
        }
        try ExampleFolder.run(command, in: folder)
      }
    }
  }

  /// Whether a command reads a file of Debian or a program that this host does not have.
  private static func lacksFile(_ command: String) -> Bool {
    let files = FileManager.default
    let licence = "/usr/share/common-licenses/GPL-3"
    if command.contains(licence) { return !files.fileExists(atPath: licence) }
    return command.contains("| jq") && !files.isExecutableFile(atPath: "/usr/bin/jq")
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"])
  func theScriptsExistAndHaveTheOptions(_ page: String) throws {
    var scripts = 0
    let text = try Self.text(of: page)
    let spans = text.split(separator: "`").map(String.init)
    for line in Self.commands(in: text) + spans where line.hasPrefix("Scripts/") {
      let command = line.prefix { $0 != "#" && $0 != "\n" }
      let words = command.split(separator: " ").map(String.init)
      let path = Self.root.appending(path: words[0]).path
      var isFolder = false
      #expect(
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), "\(page): \(line)")
      scripts += 1
      if isFolder { continue }
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(page): \(line)")
      let script = try Self.text(of: words[0])
      // The options of the tool are checked where it runs.
      for option in words where option.hasPrefix("--") && words[0] != "Scripts/textrender" {
        #expect(script.contains(option), "\(page): \(line)")
      }
    }
    #expect(scripts >= 5)
  }
}
