// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Runs every example that the help prints, in a folder with the files that the examples name.
@Suite(.enabled(if: ToolBinary.path != nil, ToolBinary.missing), .timeLimit(.minutes(30)))
struct HelpExampleTests {
  @Test(arguments: CommandName.allCases)
  func examplesRun(_ command: CommandName) throws {
    let examples = Self.examples(in: HelpText.text(for: command))
    #expect(examples.isEmpty == (command == .versions))
    try ToolRun.withFolder { folder in
      try ExampleFolder.makeFiles(in: folder)
      for example in examples { try ExampleFolder.run(example, in: folder) }
    }
  }

  @Test func examplesOfDocumentsRun() throws {
    let examples = Self.examples(in: DocumentPage.text)
    #expect(examples.count == 3)
    try ToolRun.withFolder { folder in
      try ExampleFolder.makeFiles(in: folder)
      for example in examples { try ExampleFolder.run(example, in: folder) }
    }
  }

  @Test func examplesAreFound() {
    let page = "Usage: a\n\nExamples\n  a b\n  c \\\n    d\n\nText\n  --text\n"
    #expect(Self.examples(in: page) == ["a b", "c \\\n    d"])
    #expect(Self.examples(in: HelpText.text(for: .render)).count == 9)
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
}
