// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

/// Notes about fonts that were asked for and are not the ones that draw.
struct FontNoteTests {
  private func layout(_ arguments: String...) -> ToolRun {
    ToolRun(["layout", "--no-system-fonts", "--text", "a"] + arguments)
  }

  @Test func familiesBesideAFontFile() {
    let unknown = layout("--font", ToolRun.sans, "--font-family", "Nowhere")
    #expect(unknown.status == 0)
    #expect(
      unknown.errors
        == "textrender: note: no font of the family 'Nowhere' was found; NotoSans-Regular takes its "
        + "place\n")
    let idle = layout("--font", ToolRun.sans, "--default-fonts", "--font-family", "Noto Serif")
    #expect(
      idle.errors
        == "textrender: note: the family 'Noto Serif' draws nothing: the fonts given as files are "
        + "tried first, and NotoSans-Regular has the characters\n")
    #expect(layout("--font", ToolRun.sans, "--font-family", "noto sans").errors.isEmpty)
    #expect(
      layout("--font", ToolRun.sans, "--font", ToolRun.serif, "--font-family", "Noto Serif")
        .errors.isEmpty)
    #expect(layout("--font-family", "Noto Serif").errors.isEmpty)
    let listed = ToolRun(
      "fonts", "--no-system-fonts", "--font", ToolRun.sans, "--font-family", "Nowhere")
    #expect(listed.errors.contains("no font of the family 'Nowhere'"))
  }

  @Test func weightsThatNoFontHas() {
    let thin = layout("--font", ToolRun.sans, "--weight", "100")
    #expect(thin.status == 0)
    #expect(
      thin.errors
        == "textrender: note: weight: NotoSans-Regular has the weight 400, which is drawn, not 100\n"
    )
    for weight in ["300", "400", "500", "bold"] {
      #expect(layout("--font", ToolRun.sans, "--weight", weight).errors.isEmpty, "\(weight)")
    }
    let emoji = ToolRun("layout", "--no-system-fonts", "--text", "👩‍🚀", "--weight", "100")
    #expect(emoji.errors.isEmpty, "\(emoji.errors)")
  }

  @Test func builtInFontsThatWereDeclined() {
    for (members, isNoted) in [
      (#""systemFonts":false,"defaultFonts":false"#, true), (#""systemFonts":false"#, false),
      (#""defaultFonts":false"#, true),
      (#""systemFonts":false,"defaultFonts":false,"fonts":["\#(ToolRun.sans)"]"#, false),
    ] {
      let run = ToolRun("layout", "--document", "-", input: #"{"text":"a",\#(members)}"#)
      #expect(run.status == 0)
      #expect(run.errors.contains("defaultFonts: the built-in fonts are searched") == isNoted)
    }
  }
}
