// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

struct ArgumentsTests {
  @Test func optionsTakeArgumentsWithDashes() throws {
    let arguments = try Arguments(["shape", "--text", "-x", "--font", "--text"])
    #expect(arguments.value(.text) == "-x")
    #expect(arguments.value(.font) == "--text")
  }

  @Test func valueMayBeAttached() throws {
    let arguments = try Arguments(["render", "--text=a=b", "-oout.png", "--scale="])
    #expect(arguments.value(.text) == "a=b")
    #expect(arguments.value(.output) == "out.png")
    #expect(arguments.value(.scale) == "")
  }

  @Test func faceIndexBelongsToTheFontBeforeIt() throws {
    let arguments = try Arguments([
      "render", "--font", "a", "--font", "b", "--face-index", "2", "--font", "c",
    ])
    #expect(
      try arguments.fonts() == [
        FontReference(file: "a", index: 0), FontReference(file: "b", index: 2),
        FontReference(file: "c", index: 0),
      ])
    #expect(throws: CommandError.self) {
      try Arguments(["render", "--face-index", "1", "--font", "a"]).fonts()
    }
  }

  @Test func bareTextNeedsADestination() throws {
    let bare = try Arguments(["Hello", "-o", "x.png"])
    #expect(bare.command == .render && bare.isBare && bare.words == ["Hello"])
    #expect(try Arguments(["-o", "x.png", "--", "-dash"]).words == ["-dash"])
    #expect(try Arguments(["Hello", "--preview"]).command == .render)
    #expect(throws: CommandError.self) { try Arguments(["Hello"]) }
    #expect(throws: CommandError.self) { try Arguments(["Hello", "--scale", "2"]) }
  }

  @Test func theLastOfRepeatedOptionsIsUsed() throws {
    #expect(try Arguments(["render", "--width", "1", "--width", "2"]).value(.width) == "2")
  }

  @Test(arguments: [
    [], ["draw"], ["render", "word"], ["shape", "--frobnicate"], ["shape", "--width", "3"],
    ["render", "--no-system-fonts=1"], ["shape", "--font"], ["a", "b", "-o", "x"], ["-z"],
    ["help", "a", "b"],
  ])
  func refused(_ arguments: [String]) {
    #expect {
      try Arguments(arguments)
    } throws: { error in
      (error as? CommandError)?.exitStatus == 2
    }
  }

  @Test func misspeltWordsGetSuggestions() {
    #expect(ToolRun("rendr").errors.contains("did you mean 'render'?"))
    #expect(ToolRun("shape", "--fnot", "x").errors.contains("did you mean --font?"))
    #expect(Spelling.nearest(to: "haiku", among: ["word", "line"]) == nil)
  }
}
