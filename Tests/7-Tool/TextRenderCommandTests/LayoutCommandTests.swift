// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

struct LayoutCommandTests {
  private func layout(_ arguments: String...) throws -> [String: Any] {
    let run = ToolRun(["layout", "--no-system-fonts", "--font", ToolRun.sans] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try run.json()
  }

  private func lines(_ layout: [String: Any]) throws -> [[String: Any]] {
    try #require(layout["lines"] as? [[String: Any]])
  }

  @Test func linesCoverTheTextInScalars() throws {
    let all = try lines(try layout("--text", "😀 one two three\nfour", "--width", "60"))
    var at = 0
    for line in all {
      #expect(line["start"] as? Int == at)
      at = try #require(line["end"] as? Int)
      let carets = try #require(line["carets"] as? [[String: Any]])
      #expect(carets.first?["offset"] as? Int == line["start"] as? Int)
      #expect(carets.last?["offset"] as? Int == at)
    }
    #expect(at == 20)
    #expect(all.filter { $0["hardBreak"] as? Bool == true }.count == 1)
  }

  @Test func glyphsOfARun() throws {
    let line = try #require(try lines(try layout("--text", "Hi", "--font-size", "10")).first)
    let run = try #require((line["runs"] as? [[String: Any]])?.first)
    let font = try #require(run["font"] as? [String: Any])
    #expect(
      font["file"] as? String == ToolRun.sans && font["name"] as? String == "NotoSans-Regular")
    #expect(run["size"] as? Int == 10 && run["language"] as? String == "und")
    let glyphs = try #require(run["glyphs"] as? [[String: Any]])
    #expect(glyphs.map { $0["cluster"] as? Int } == [0, 1])
    #expect(glyphs[0]["ax"] as? Double == 7.41)
    #expect(glyphs[1]["x"] as? Double == 7.41)
  }

  @Test("Vertical text: places in the box, advances downwards, and which runs stand upright")
  func verticalText() throws {
    let run = ToolRun(
      "layout", "--no-system-fonts", "--text", "東京 Tokyo 12", "--writing-mode", "vertical-rl",
      "--font-size", "20", "--language", "ja", "--text-combine", "digits", "--height", "400")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let layout = try run.json()
    #expect(layout["writingMode"] as? String == "vertical-rl")
    #expect(layout["height"] as? Int == 400)
    let line = try #require(try lines(layout).first)
    let runs = try #require(line["runs"] as? [[String: Any]])
    let upright = runs.map { $0["orientation"] as? String == "upright" }
    #expect(upright.first == true && upright.contains(false))
    // Where the digits stand side by side the run is no turned one.
    let turned = try #require(runs.first { $0["orientation"] == nil })
    #expect(turned["start"] as? Int ?? 0 >= 2)
    var down = -1.0
    for run in runs {
      let glyphs = try #require(run["glyphs"] as? [[String: Any]])
      let y = try #require(run["y"] as? Double ?? (run["y"] as? Int).map(Double.init))
      #expect(y > down)
      down = y
      for glyph in glyphs {
        #expect(glyph["ax"] as? Int == 0)
      }
    }
    // Two ideographs of one em each.
    let first = try #require(runs[0]["glyphs"] as? [[String: Any]])
    #expect(first.count == 2 && first.allSatisfy { $0["ay"] as? Int == 20 })
    // Horizontal text says nothing of it.
    #expect(!ToolRun("layout", "--no-system-fonts", "--text", "東京").text.contains("orientation"))
  }

  @Test("Columns, a height and wrong words on the command line")
  func columnsAndHeight() throws {
    let words = "one two three four five six seven eight nine ten"
    let single = try lines(try layout("--text", words, "--width", "200"))
    let double = try lines(try layout("--text", words, "--width", "200", "--columns", "2"))
    #expect(double.count > single.count)
    let xs = Set(double.compactMap { $0["x"] as? Double ?? ($0["x"] as? Int).map(Double.init) })
    // 200 less the gap of 16, halved, and the gap.
    #expect(xs == [0, 108])
    let low = try lines(try layout("--text", words, "--width", "60", "--height", "3em"))
    #expect(low.count == 2)
    for arguments in [
      ["--columns", "0"], ["--columns", "1001"], ["--height", "-1"], ["--writing-mode", "down"],
      ["--text-orientation", "x"], ["--text-combine", "digits 9"],
    ] {
      let run = ToolRun(["layout", "--text", "a"] + arguments)
      #expect(run.status != 0 && run.errors.contains(arguments[0]), "\(run.errors)")
    }
    let idle = ToolRun("layout", "--text", "a", "--columns", "2", "--text-orientation", "upright")
    #expect(idle.errors.contains("--columns: it has no effect without --width"))
    #expect(idle.errors.contains("--text-orientation: it has no effect in horizontal lines"))
  }

  @Test func emptyTextHasOneLine() throws {
    let all = try lines(try layout("--text", ""))
    #expect(all.count == 1 && all[0]["end"] as? Int == 0)
  }

  @Test func truncationLineHeightAndIndent() throws {
    let plain = try layout("--text", "a b c d e f", "--width", "20")
    let cut = try layout(
      "--text", "a b c d e f", "--width", "20", "--max-lines", "1", "--ellipsis", "…")
    #expect(try lines(plain).count > 1 && lines(cut).count == 1)
    #expect(cut["truncated"] as? Bool == true)
    let high = try layout("--text", "a", "--line-height", "100px")
    #expect(high["height"] as? Int == 100)
    let indented = try lines(try layout("--text", "a", "--first-line-indent", "30"))
    #expect(indented[0]["x"] as? Int == 30)
  }

  @Test func missingCharactersAreANote() throws {
    let run = ToolRun(
      "layout", "--no-system-fonts", "--font", ToolRun.sans, "--text", "a\u{E000}\u{E001}")
    #expect(run.status == 0)
    #expect(run.errors == "textrender: note: no font has U+E000, U+E001\n")
    #expect(try run.json()["missing"] != nil)
  }

  @Test func explainTellsWhatIsArtificial() {
    func explain(_ options: String...) -> String {
      ToolRun(["layout", "--no-system-fonts", "--text", "ক", "--explain"] + options).errors
    }
    #expect(explain().hasSuffix("embedded default font\n"))
    #expect(explain("--weight", "700").hasSuffix("embedded default font, artificially bold\n"))
    #expect(
      explain("--slant", "italic").hasSuffix("embedded default font, artificially slanted\n"))
    #expect(
      explain("--weight", "700", "--slant", "oblique").hasSuffix(
        "embedded default font, artificially bold and slanted\n"))
  }

  @Test func explainNamesFontsAndReasons() {
    let run = ToolRun(
      "layout", "--no-system-fonts", "--text", "abc अआ", "--explain")
    #expect(run.errors.contains("NotoSans-Regular") && run.errors.contains("NotoSansDevanagari"))
    #expect(run.errors.contains("embedded default font"))
  }

  @Test func builtInFontsWithoutAnyFile() throws {
    let run = ToolRun("layout", "--no-system-fonts", "--text", "Hello")
    #expect(run.status == 0 && run.errors.isEmpty && run.text.contains("NotoSans-Regular"))
  }

  @Test(arguments: [
    ["--text", "a", "--font-size", "big"], ["--text", "a", "--font-size", "-1"],
    ["--text", "a", "--width", "-1"], ["--text", "a", "--align", "top"],
    ["--text", "a", "--color", "blurple"], ["--text", "a", "--tabs", "x"], ["a", "b"],
    ["--document", "-", "--text", "a"],
  ])
  func usageErrors(_ arguments: [String]) {
    let run = ToolRun(["layout"] + arguments, input: Array("{}".utf8))
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func sizesOverTheLimit() {
    #expect(ToolRun("layout", "--text", "a", "--font-size", "20000").status == 1)
  }
}
