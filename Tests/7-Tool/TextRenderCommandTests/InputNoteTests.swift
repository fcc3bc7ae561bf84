// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

/// Notes about input that may not be meant as it was read.
struct InputNoteTests {
  private func layout(_ document: String) -> ToolRun {
    ToolRun("layout", "--no-system-fonts", "--document", "-", input: document)
  }

  @Test(arguments: ["layout", "render", "shape"]) func aDashIsStandardInput(command: String) {
    let options = command == "shape" ? ["--font", ToolRun.sans] : ["--no-system-fonts"]
    let dash = ToolRun([command, "-"] + options, input: Array("poem\n".utf8))
    let word = ToolRun([command, "poem"] + options)
    #expect(dash.status == 0 && dash.output == word.output && dash.errors == word.errors)
    // The text "-" has an option of its own.
    let literal = ToolRun([command, "--text", "-"] + options, input: Array("poem\n".utf8))
    #expect(literal.status == 0 && literal.output != word.output)
  }

  @Test func aDashWithoutACommand() {
    let dash = ToolRun("-", "--no-system-fonts", input: "poem")
    #expect(dash.status == 0)
    #expect(dash.output == ToolRun("render", "poem", "--no-system-fonts").output)
  }

  @Test func repeatedNames() {
    let run = layout(
      #"{"text":"a","text":"bc","style":{"size":9,"weight":400,"size":20},"spans":[]}"#)
    #expect(run.status == 0)
    #expect(
      run.errors == """
        textrender: note: --document: 'text' is there twice, again at byte 19; the last one counts
        textrender: note: --document: 'size' is there twice, again at byte 62; the last one counts

        """)
    let spans = layout(
      #"{"text":"ab","spans":[{"start":0,"end":9}],"spans":[{"start":0,"end":1}]}"#)
    #expect(!spans.errors.contains("beyond"), "\(spans.errors)")
    let batch = ToolRun("batch", input: #"{"args":["versions"],"id":1,"id":2}"# + "\n")
    #expect(batch.text.contains(#""id":2"#) && batch.text.contains("'id' is there twice"))
  }

  @Test func halvesOfSurrogatePairs() {
    let run = layout(#"{"text":"a\ud800b\udc00"}"#)
    #expect(
      run.errors
        == "textrender: note: --document: 2 halves of surrogate pairs were read as U+FFFD, the first "
        + "at byte 10\n")
    #expect(layout(#"{"text":"\ud83d\ude00"}"#).errors.isEmpty)
  }

  @Test func utf32() {
    let scalars: [UInt32] = [0xFEFF, 0x61, 0x1F600, 0xE9]
    for isLittle in [true, false] {
      let bytes = scalars.flatMap { value in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
        return isLittle ? bytes : bytes.reversed()
      }
      let text = DecodedText(bytes)
      #expect(text.text == "a😀é" && text.illFormedCount == 0)
      let bad = DecodedText(bytes + (isLittle ? [0, 0xD8, 0, 0, 7] : [0, 0, 0xD8, 0, 7]))
      #expect(bad.text == "a😀é\u{FFFD}\u{FFFD}" && bad.illFormedCount == 2)
      #expect(bad.firstIllFormed == 16)
    }
  }

  @Test func propertiesOfParagraphsInTheMiddleOfOne() {
    func run(_ start: Int, _ end: Int) -> String {
      layout(
        #"{"text":"ab\ncd","spans":[{"start":\#(start),"end":\#(end),"#
          + #""style":{"align":"center","lineHeight":2,"size":20}}]}"#
      ).errors
    }
    #expect(
      run(1, 3)
        == "textrender: note: spans[0].style: align, lineHeight have no effect: the range holds no "
        + "paragraph's first character\n")
    #expect(run(0, 1).isEmpty)
    #expect(run(1, 4).isEmpty)
    #expect(run(3, 5).isEmpty)
  }

  @Test func linesThatAreDropped() {
    let options = ["layout", "--no-system-fonts", "--text", "ab\ncd\nef", "--max-lines"]
    #expect(
      ToolRun(options + ["2"]).errors
        == "textrender: note: maxLines: the text is cut after line 2; 2 of 8 characters are left "
        + "out\n")
    #expect(ToolRun(options + ["3"]).errors.isEmpty)
    // An ellipsis shows it.
    #expect(ToolRun(options + ["2", "--ellipsis", "…"]).errors.isEmpty)
  }
}
