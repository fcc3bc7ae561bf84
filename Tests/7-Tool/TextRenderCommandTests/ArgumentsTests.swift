// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StyledDocuments
@testable import TextRenderCommand

struct ArgumentsTests {
  @Test func optionsTakeArgumentsWithDashes() throws {
    let arguments = try Arguments(["shape", "--text", "-x", "--font", "--text.ttf"])
    #expect(arguments.value(.text) == "-x" && arguments.notes.isEmpty)
    #expect(arguments.value(.font) == "--text.ttf")
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
    [], ["draw"], ["render", "two", "words"], ["versions", "word"], ["shape", "--frobnicate"],
    ["shape", "--width", "3"],
    ["render", "--no-system-fonts=1"], ["shape", "--font"], ["a", "b", "-o", "x"], ["-z"],
    ["help", "a", "b"], ["shape", "--font", "--text", "a"], ["render", "--width", "-o", "x.png"],
  ])
  func refused(_ arguments: [String]) {
    #expect {
      try Arguments(arguments)
    } throws: { error in
      (error as? CommandError)?.exitStatus == 2
    }
  }

  /// A text may look like an option; that it does is noted.
  @Test func textThatLooksLikeAnOption() throws {
    let arguments = try Arguments(["render", "--text", "--width", "-o", "x.png"])
    #expect(arguments.value(.text) == "--width" && arguments.value(.output) == "x.png")
    #expect(arguments.notes.count == 1 && arguments.notes[0].contains("'--width'"))
    #expect(try Arguments(["render", "--text=--width"]).notes.isEmpty)
  }

  @Test func missingValuesNameTheirOption() {
    let missing = ToolRun("layout", "a", "--width", "--scale", "2")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("textrender: --width: its value is missing"))
    #expect(ToolRun("layout", "--text").errors == "textrender: --text: its value is missing\n")
  }

  @Test func anOptionGivenTwiceIsNoted() throws {
    let run = ToolRun("layout", "--no-system-fonts", "--text", "a", "--text", "b")
    #expect(run.status == 0)
    #expect(run.errors == "textrender: note: --text: given more than once; the last one counts\n")
    #expect(
      try Arguments(["layout", "--font", "a", "--font", "b", "--width=5", "--width=5"]).notes
        .isEmpty)
  }

  /// `echo x | textrender > p.png`
  @Test func aPipeNeedsNoCommand() throws {
    let piped = try Arguments([], isPiped: true)
    #expect(piped.command == .render && piped.isBare)
    let run = ToolRun([], input: Array("Hello\n".utf8))
    #expect(run.status == 0 && run.output == ToolRun("render", "Hello").output)
    #expect(ToolRun([]).status == 2)
  }

  @Test func misspeltWordsGetSuggestions() {
    #expect(ToolRun("rendr").errors.contains("did you mean 'render'?"))
    #expect(ToolRun("shape", "--fnot", "x").errors.contains("did you mean --font?"))
    let meant = [
      "--size": "--font-size", "--font-weight": "--weight", "--text-align": "--align",
      "--bold": "--weight", "--italic": "--slant", "--bg": "--background", "--file": "--text-file",
      "--letterSpacing": "--letter-spacing", "--lang": "--language", "--dpi": "--scale",
    ]
    for (word, option) in meant {
      #expect(ToolRun("render", word, "x").errors.contains("did you mean \(option)?"), "\(word)")
    }
    #expect(ToolRun("layout", "a", "--font", "Noto Sans").errors.contains("--font-family"))
    #expect(Spelling.nearest(to: "haiku", among: ["word", "line"]) == nil)
  }

  @Test func rangedFeaturesOfAnOption() throws {
    let arguments = try Arguments([
      "layout", "--text", "😀fifi", "--features", "liga=0,kern[1:3]=0",
    ])
    let text = try arguments.document(CommandConsole()).attributedText()
    #expect(text.shaping.value(at: 0).features.count == 1)
    #expect(text.shaping.value(at: 2).features.map(\.tag.description) == ["liga", "kern"])
  }
}
