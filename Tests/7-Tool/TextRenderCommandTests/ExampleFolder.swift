// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ImageCodecs
import Testing
import TextTestSupport

/// A folder with the files that the examples of the help, the README and the articles name, and the running of
/// an example there.
enum ExampleFolder {
  /// A terminal recorder, for examples that need a terminal; part of util-linux.
  private static let terminalRecorder = "/usr/bin/script"

  /// Runs an example, and expects status 0 and each file that it names as its output.
  ///
  /// - Returns: What it wrote to standard output, then what it wrote to standard error.
  @discardableResult
  static func run(_ example: String, in folder: String) throws -> [UInt8] {
    var script = example
    if example.hasPrefix("textrender stress") {
      // The examples are runs of minutes; the last value of an option counts.
      script += " --requests 300 --layers 20 --seconds 10"
      if !example.contains("--images"), !example.contains("--tiles") {
        script += " --scenario storm"
      }
    }
    // It runs until it is told to end; a tool without the traits says so.
    let isLive = ["textrender show", "textrender serve"].contains { example.hasPrefix($0) }
    // Another program may have the port.
    if isLive {
      script = "timeout --preserve-status 5 " + script.replacing("--port 8080", with: "--port 0")
    }
    try Array(script.utf8).write(to: folder + "/example.sh")
    var command = "cd '\(folder)' && bash -e -o pipefail example.sh"
    if example.contains("--preview") {
      guard FileManager.default.isExecutableFile(atPath: terminalRecorder) else {
        // `Scripts/test` lists it.
        print("SKIPPED: \(example): no \(terminalRecorder)")
        return []
      }
      command =
        "cd '\(folder)' && \(terminalRecorder) -qefc 'bash -e -o pipefail example.sh' /dev/null"
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let ended = try ToolProcess(
      "/bin/bash", ["-c", command],
      environment: [
        "PATH": "\(folder)/bin:\(path)", "HOME": folder, "TERM": "xterm-kitty",
        "SDL_VIDEODRIVER": "dummy",
      ])
    let message = String(decoding: ended.errors.suffix(500), as: UTF8.self)
    let said = String(decoding: ended.output.prefix(500), as: UTF8.self)
    let needsTrait = isLive || ["textrender html", ".md"].contains(where: example.contains)
    let isLacking = needsTrait && ended.status == 1 && message.contains("package trait")
    #expect(!ended.signalled && (ended.status == 0 || isLacking), "\(example): \(message)\n\(said)")
    for name in isLacking ? [] : outputs(of: example) {
      #expect(FileManager.default.fileExists(atPath: folder + "/" + name), "\(example): \(name)")
    }
    return ended.output + ended.errors
  }

  /// The files that an example writes.
  static func outputs(of example: String) -> [String] {
    let words = example.split { $0 == " " || $0 == "\n" }
    return zip(words, words.dropFirst()).compactMap { option, name -> String? in
      guard option == "-o" || option == ">" else { return nil }
      if name.hasPrefix("~/") { return String(name.dropFirst(2)) }
      if example.contains("--page-height") { return "page-001.png" }
      return String(name).replacing("%04d", with: "0000")
    }
  }

  // MARK: Files

  /// Makes the files, among them the tool in `bin`.
  static func makeFiles(in folder: String) throws {
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
    try Array(#"{"size":[40,30],"layers":[{"frame":[5,5,9,9],"backgroundColor":"red"}]}"#.utf8)
      .write(to: folder + "/card.json")
    for name in ["card.html", "page.html"] {
      try Array("<!DOCTYPE html><h1 id=title>A page</h1>".utf8).write(to: "\(folder)/\(name)")
    }
    try Array("# A page\n\n- [x] of Markdown\n".utf8).write(to: folder + "/README.md")
    try Array("h1 { color: teal }".utf8).write(to: folder + "/mine.css")
    try TiledPicture(width: 300, height: 200).png().write(to: folder + "/map.png")
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
