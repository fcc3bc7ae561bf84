// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing
import TextTestSupport

/// Runs the commands of README.md and of the articles about the tool as they stand there, and
/// compares what they print and draw with what the pages show. Of the commands that build or test
/// the package, the names of scripts and options are checked.
@Suite(.enabled(if: ToolBinary.path != nil, ToolBinary.missing), .timeLimit(.minutes(30)))
struct ReadmeCommandTests {
  private static let root = URL(filePath: Checkout.path)

  private static func text(of name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  private static let catalog = "Sources/4-Layers/TextLayers/TextLayers.docc"

  private struct Command {
    let line: String
    /// What the page says that the command prints: the `text` block right below it.
    var output: String?
  }

  /// The lines of the `sh` blocks.
  private static func commands(in page: String) -> [Command] {
    var commands: [Command] = []
    var language: Substring?
    // Whether nothing stands between the last command and the present line.
    var isBelow = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") {
        language = language == nil ? line.dropFirst(3) : nil
        if language == "text", isBelow { commands[commands.count - 1].output = "" }
      } else if language == "sh" {
        commands.append(Command(line: String(line)))
        isBelow = true
      } else if language == "text", isBelow {
        commands[commands.count - 1].output? += line + "\n"
      } else {
        isBelow = false
      }
    }
    return commands
  }

  @Test(
    arguments: [("README.md", commands: 3, outputs: 0), ("\(catalog)/CommandLineTool.md", 21, 4)])
  func theCommandsOfTheToolRun(_ page: String, count: Int, outputs: Int) throws {
    let text = try Self.text(of: page)
    let commands = Self.commands(in: text).filter { $0.line.contains("textrender") }
    #expect(commands.count == count && commands.count { $0.output != nil } == outputs)
    try ToolRun.withFolder { folder in
      try ExampleFolder.makeFiles(in: folder)
      // `Scripts/textrender` runs the tool when it is built.
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/Scripts", withDestinationPath: folder + "/bin")
      // `show` and `serve` run until they are told to end; `ShownFileTests`, Scripts/tests/browser
      // and Scripts/tests/service run them.
      let live = ["textrender show", "textrender serve"]
      for command in commands where !live.contains(where: command.line.contains) {
        if Self.lacksFile(command.line) {
          // `Scripts/test` lists it.
          print("SKIPPED: \(command.line): a file, a program or a trait of it is not here")
          continue
        }
        let output = try ExampleFolder.run(command.line, in: folder)
        if let expected = command.output {
          #expect(String(decoding: output, as: UTF8.self) == expected, "\(command.line)")
        }
        for name in ExampleFolder.outputs(of: command.line)
        where text.contains("](\(name))") || text.contains("/Resources/\(name))") {
          #expect(
            try Bitmap(pngFile: "\(folder)/\(name)")
              == Bitmap(pngFile: "\(Checkout.path)/\(Self.catalog)/Resources/\(name)"), "\(name)")
        }
      }
    }
  }

  /// Whether a command needs a file of Debian, a program or a trait that is not here.
  private static func lacksFile(_ command: String) -> Bool {
    #if !HTML
      if command.contains("textrender html") { return true }
    #endif
    let files = FileManager.default
    let licence = "/usr/share/common-licenses/GPL-3"
    if command.contains(licence) { return !files.fileExists(atPath: licence) }
    return command.contains("| jq") && !files.isExecutableFile(atPath: "/usr/bin/jq")
  }

  @Test(
    arguments: ["README.md", "CONTRIBUTING.md"]
      + ["Installing", "CommandLineTool"].map { "\(catalog)/\($0).md" })
  func theScriptsExistAndHaveTheOptions(_ page: String) throws {
    var scripts = 0
    let text = try Self.text(of: page)
    let spans = text.split(separator: "`").map(String.init)
    for line in Self.commands(in: text).map(\.line) + spans where line.hasPrefix("Scripts/") {
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
    #expect(scripts >= 2)
  }
}
