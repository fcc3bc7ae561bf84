// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Runs every example that the help prints, in a folder with the files that the examples name.
@Suite(.enabled(if: ToolBinary.path != nil), .timeLimit(.minutes(5)))
struct HelpExampleTests {
  /// A terminal recorder, for examples that need a terminal; part of util-linux.
  private static let terminalRecorder = "/usr/bin/script"

  @Test(arguments: CommandName.allCases)
  func examplesRun(_ command: CommandName) throws {
    let examples = Self.examples(in: HelpText.text(for: command))
    #expect(examples.isEmpty == (command == .versions))
    try ToolRun.withFolder { folder in
      try Self.makeFiles(in: folder)
      for example in examples { try run(example, in: folder) }
    }
  }

  @Test func examplesOfDocumentsRun() throws {
    let examples = Self.examples(in: DocumentPage.text)
    #expect(examples.count == 3)
    try ToolRun.withFolder { folder in
      try Self.makeFiles(in: folder)
      for example in examples { try run(example, in: folder) }
    }
  }

  @Test func examplesAreFound() {
    let page = "Usage: a\n\nExamples\n  a b\n  c \\\n    d\n\nText\n  --text\n"
    #expect(Self.examples(in: page) == ["a b", "c \\\n    d"])
    #expect(Self.examples(in: HelpText.text(for: .render)).count == 8)
  }

  /// The commands under "Examples" or "Start here", with their continuation lines.
  private static func examples(in page: String) -> [String] {
    var examples: [String] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "Examples" || line == "Start here" {
        isInside = true
      } else if line.isEmpty {
        isInside = false
      } else if isInside {
        if let last = examples.last, last.hasSuffix("\\") {
          examples[examples.count - 1] += "\n" + line
        } else {
          examples.append(String(line.dropFirst(2)))
        }
      }
    }
    return examples
  }

  private func run(_ example: String, in folder: String) throws {
    var script = example
    if example.hasPrefix("textrender stress") {
      // The examples are runs of minutes; the last value of an option counts.
      script += " --scenario storm --requests 300 --layers 20 --seconds 10"
    }
    try Array(script.utf8).write(to: folder + "/example.sh")
    var command = "cd '\(folder)' && bash -e -o pipefail example.sh"
    if example.contains("--preview") {
      guard FileManager.default.isExecutableFile(atPath: Self.terminalRecorder) else { return }
      command =
        "cd '\(folder)' && \(Self.terminalRecorder) -qefc 'bash -e -o pipefail example.sh' /dev/null"
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ended = try ToolProcess(
      "/bin/bash", ["-c", command],
      environment: ["PATH": "\(folder)/bin:\(path)", "HOME": folder, "TERM": "xterm-kitty"])
    let message = String(decoding: ended.errors.suffix(500), as: UTF8.self)
    #expect(ended.status == 0 && !ended.signalled, "\(example): \(message)")
    for name in Self.outputs(of: example) {
      #expect(FileManager.default.fileExists(atPath: folder + "/" + name), "\(example): \(name)")
    }
  }

  /// The files that an example writes.
  private static func outputs(of example: String) -> [String] {
    let words = example.split { $0 == " " || $0 == "\n" }
    return zip(words, words.dropFirst()).compactMap { option, name in
      guard option == "-o" else { return nil }
      return example.contains("--page-height") ? "page-001.png" : String(name)
    }
  }

  // MARK: Files

  private static func makeFiles(in folder: String) throws {
    let files = FileManager.default
    for name in ["bin", ".zfunc", ".config/fish/completions"] {
      try files.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    let tool = try #require(ToolBinary.path)
    try files.createSymbolicLink(atPath: "\(folder)/bin/textrender", withDestinationPath: tool)
    let fortune = "\(folder)/bin/fortune"
    try Array("#!/bin/sh\necho 'You will read a picture.'\n".utf8).write(to: fortune)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fortune)
    let text = String(repeating: "One line of many.\n", count: 100)
    for name in ["book.txt", "poem.txt", "LICENSE"] {
      try Array(text.utf8).write(to: "\(folder)/\(name)")
    }
    try Array(#"{"text":"red","spans":[{"start":0,"end":1,"style":{"weight":700}}]}"#.utf8)
      .write(to: folder + "/styled.json")
    try Array(#"{"id":1,"args":["segment","--kind","word","--text","a b"]}"#.utf8)
      .write(to: folder + "/requests.ndjson")
    let font = Array(try #require(files.contents(atPath: ToolRun.sans)))
    try font.write(to: folder + "/My.otf")
    try collection(of: font).write(to: folder + "/My.ttc")
  }

  /// A font collection whose three faces are the same font.
  private static func collection(of font: [UInt8]) -> [UInt8] {
    func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    let headerLength: UInt32 = 24
    let header =
      Array("ttcf".utf8) + bytes(0x0001_0000) + bytes(3)
      + Array(repeating: bytes(headerLength), count: 3).joined()
    var font = font
    // Table offsets count from the start of the file.
    let tableCount = Int(font[4]) << 8 | Int(font[5])
    for table in 0..<tableCount {
      let place = 12 + 16 * table + 8
      let offset = font[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      font.replaceSubrange(place..<place + 4, with: bytes(offset + headerLength))
    }
    return header + font
  }
}

extension [UInt8] {
  func write(to path: String) throws {
    try Data(self).write(to: URL(filePath: path))
  }
}
