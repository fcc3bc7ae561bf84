// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ImageCodecs
import Testing
import TextModel

@testable import StyledDocuments
@testable import TextRenderCommand

struct HelpTextTests {
  @Test(arguments: CommandName.allCases)
  func everyOptionIsExplained(_ command: CommandName) {
    let page = HelpText.text(for: command)
    for option in CommandOption.allCases
    where option.definition.commands.contains(command) && command != .help {
      #expect(page.contains(option.typed + " ") || page.contains(option.typed + "\n"))
    }
    #expect(ToolRun(command.rawValue, "--help").text == page)
    #expect(ToolRun("help", command.rawValue).status == 0)
  }

  /// The pages offer the formats that a command writes, and no others.
  @Test func pagesOfferTheFormatsOfTheirCommand() throws {
    func formats(_ command: CommandName) -> [String] {
      CommandOption.format.choices(for: command)
    }
    #expect(formats(.render) == PictureFormat.words(of: .render))
    #expect(["svg", "svg-picture", "rgba"].allSatisfy(formats(.render).contains))
    #expect(!formats(.scene).contains("svg"), "outlines are for texts")
    #expect(["svg-picture", "a8"].allSatisfy(formats(.scene).contains))
    for command in [CommandName.render, .scene] {
      #expect(!command.summary.contains("PNG picture"), "\(command.summary)")
      for format in formats(command) {
        #expect(HelpText.text(for: command).contains(format), "\(format)")
      }
    }
    #expect(!HelpText.text(for: .render).contains(".jpg"))
    #expect(HelpText.text(for: .render).contains("svg-outlines"))
    let tiles = CommandOption.format.summary(for: .tiles)
    #expect(tiles.contains("(default jpeg)") == formats(.tiles).contains("jpeg"), "\(tiles)")
    #expect(!HelpText.text(for: .batch).contains("as a PNG"))
  }

  @Test func overviewNamesEveryCommand() {
    let page = ToolRun("help").text
    for command in CommandName.allCases { #expect(page.contains("\n  \(command.rawValue) ")) }
    #expect(ToolRun("--help").text == page && ToolRun("-h").text == page)
    #expect(ToolRun("help", "rendr").status == 2)
  }

  @Test func versionsOfWhatIsLoaded() throws {
    let versions = try ToolRun("versions").json()
    #expect(
      Set(versions.keys) == [
        "textrender", "harfbuzz", "freetype", "icu", "unicode", "unicodeOfLines",
      ])
    #expect(ToolRun("--version").output == ToolRun("versions").output)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsNameEveryOption(_ shell: String) {
    let script = ToolRun("completions", shell)
    #expect(script.status == 0)
    for option in CommandOption.allCases { #expect(script.text.contains(option.name)) }
    for command in CommandName.allCases { #expect(script.text.contains(command.rawValue)) }
  }

  @Test func completionsNeedAShell() {
    #expect(ToolRun("completions").status == 2)
    #expect(ToolRun("completions", "tcsh").status == 2)
  }

  /// Completions offer the words of every option that has some, for the long name.
  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsOfferValues(_ shell: String) {
    let script = ToolRun("completions", shell).text
    for word in ["semi-bold", "condensed", "crimson", "svg-picture", "justify", "natural"] {
      let offered = word == "crimson" ? "fuchsia" : word
      #expect(script.contains(offered), "\(offered)")
    }
  }

  @Test func pageOfDocumentsNamesEveryKey() {
    let page = ToolRun("help", "document").text
    #expect(page == DocumentPage.text)
    for property in StyleProperty.allCases { #expect(page.contains("\n  \(property.key)")) }
    let tables = [
      DocumentMember.keys, FontMember.keys, SpanMember.keys, AttachmentMember.keys,
      LinkMember.keys, HighlightMember.keys, TruncationMember.keys, TokenMember.keys,
      BackgroundMember.keys, BorderMember.keys, DecorationMember.keys, TextShadowMember.keys,
      StrokeMember.keys, FillMember.keys, GradientMember.keys, LineBreakingMember.keys,
      BreakCostMember.keys,
      JustificationMember.keys, LineHeightMember.keys,
    ]
    for key in tables.joined() { #expect(page.contains("\n  \(key) "), "\(key)") }
    #expect(ToolRun("help", "documents").errors.contains("did you mean 'document'?"))
  }

  @Test func manualPageNamesEveryOption() {
    let page = ToolRun("help", "--man").text
    #expect(page.hasPrefix(".TH TEXTRENDER 1"))
    for option in CommandOption.allCases {
      let name = option.typed.map { $0 == "-" ? "\\-" : String($0) }.joined()
      #expect(page.contains("\\fB\(name)\\fR"), "\(name)")
    }
    for command in CommandName.allCases {
      #expect(page.contains(".SH \(command.rawValue.uppercased())\n"))
    }
    #expect(ManualPage.escaped(".a\n'b-c\\ .d") == "\\&.a\n\\&'b\\-c\\e .d")
    // A line of text that begins like a macro would vanish.
    let macros = [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".br", ".nf", ".fi"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(macros.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
  }

  /// Every option says which values it takes, in help and in messages.
  @Test func everyValueHasAForm() {
    for option in CommandOption.allCases {
      guard let form = option.definition.value, !form.isFile, !form.acceptsAnyText else { continue }
      #expect(!form.forms.isEmpty || !form.words.isEmpty, "\(option.typed)")
    }
    #expect(ToolRun("layout", "a", "--width", "wide").errors.contains("320px"))
    #expect(ToolRun("layout", "a", "--color", "blurple").errors.contains("rgb(204 0 0)"))
    #expect(ToolRun("layout", "a", "--align", "centre").errors.contains("did you mean center?"))
  }
}
