// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import TextRenderCommand

/// Patterns of file names.
struct PageNamesTests {
  @Test(arguments: [
    ("p-%03d.png", "needs --page-height"), ("p-%d.png", "needs --page-height"),
    ("p-%03d.svg", "needs --page-height"),
  ])
  func aPatternNeedsPages(name: String, message: String) throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("render", "a", "--no-system-fonts", "-o", "\(folder)/\(name)")
      #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
    }
  }

  @Test(arguments: ["%d-%d.png", "p-%s.png", "p-%03d-%s.png"])
  func otherPatternsAreRefused(name: String) throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun(
        "render", "a", "--no-system-fonts", "--page-height", "50", "-o", "\(folder)/\(name)")
      #expect(run.status == 2 && run.errors.contains("one %d"), "\(run.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
    }
  }

  @Test func namesWithAPercentSign() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("render", "a", "--no-system-fonts", "-o", "\(folder)/100%.png")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(PageNames("100%.png").name(2) == "100%-002.png")
    #expect(PageNames("a-%02d.png").name(2) == "a-02.png")
  }
}
