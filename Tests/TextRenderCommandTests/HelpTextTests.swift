// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

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

  @Test func overviewNamesEveryCommand() {
    let page = ToolRun("help").text
    for command in CommandName.allCases { #expect(page.contains("\n  \(command.rawValue) ")) }
    #expect(ToolRun("--help").text == page && ToolRun("-h").text == page)
    #expect(ToolRun("help", "rendr").status == 2)
  }

  @Test func versionsOfWhatIsLoaded() throws {
    let versions = try ToolRun("versions").json()
    #expect(
      Set(versions.keys) == ["textrender", "harfbuzz", "freetype", "icu", "unicode"])
    #expect(ToolRun("--version").output == ToolRun("versions").output)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsNameEveryOption(_ shell: String) {
    let script = ToolRun("completions", shell)
    #expect(script.status == 0)
    for option in CommandOption.allCases { #expect(script.text.contains(option.rawValue)) }
    for command in CommandName.allCases { #expect(script.text.contains(command.rawValue)) }
  }

  @Test func completionsNeedAShell() {
    #expect(ToolRun("completions").status == 2)
    #expect(ToolRun("completions", "tcsh").status == 2)
  }
}
