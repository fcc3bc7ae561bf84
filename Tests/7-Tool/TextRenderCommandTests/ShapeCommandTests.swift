// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import TextRenderCommand

struct ShapeCommandTests {
  @Test func jsonAndHarfBuzzForm() throws {
    let arguments = ["shape", "--font", ToolRun.sans, "--text", "fi"]
    let json = try ToolRun(arguments).json()
    #expect(json["direction"] as? String == "ltr" && json["script"] as? String == "Latn")
    #expect(json["language"] as? String == "und" && json["unitsPerEm"] as? Int == 1000)
    let glyphs = try #require(json["glyphs"] as? [[String: Any]])
    #expect(glyphs.count == 1 && glyphs[0]["name"] as? String == "fi")
    #expect(ToolRun(arguments + ["--format", "hb"]).text == "[fi=0+602]\n")
    #expect(
      ToolRun(arguments + ["--format", "hb", "--features", "liga=0"]).text == "[f=0+344|i=1+258]\n")
    #expect(
      ToolRun(arguments + ["--format", "hb", "--font-size", "2000", "--direction", "rtl"]).status
        == 0)
  }

  @Test func dashedTextIsText() {
    #expect(
      ToolRun("shape", "--font", ToolRun.sans, "--text", "-x", "--format", "hb").text
        .hasPrefix("[hyphen=0"))
  }

  @Test(arguments: [
    [], ["--font", ToolRun.sans], ["--text", "a"],
    ["--font", ToolRun.sans, "--font", ToolRun.sans, "--text", "a"],
    ["--font", ToolRun.sans, "--text", "a", "--features", "[[["],
    ["--font", ToolRun.sans, "--text", "a", "--variations", "wght=="],
    ["--font", ToolRun.sans, "--text", "a", "--font-size", "nan"],
    ["--font", ToolRun.sans, "--text", "a", "--font-size", "0"],
    ["--font", ToolRun.sans, "--text", "a", "--direction", "up"],
    ["--font", ToolRun.sans, "--text", "a", "--script", "Latin"],
    ["--font", ToolRun.sans, "--text", "a", "--cluster-level", "3"],
    ["--font", ToolRun.sans, "--text", "a", "--unicodes", "41"],
    ["--font", ToolRun.sans, "--face-index", "x", "--text", "a"],
  ])
  func usageErrors(_ arguments: [String]) {
    let run = ToolRun(["shape"] + arguments)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("textrender: "))
  }

  @Test(arguments: [
    ["--font", "missing.ttf"], ["--font", "."], ["--font", ToolRun.sans, "--face-index", "9"],
    ["--font", BundledFonts.folder + "/README.md"],
  ])
  func requestsThatCannotBeMet(_ arguments: [String]) {
    let run = ToolRun(["shape", "--text", "a"] + arguments)
    #expect(run.status == 1 && run.output.isEmpty && !run.errors.isEmpty)
  }
}
