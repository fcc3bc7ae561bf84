// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing

@testable import TextRenderCommand

struct RenderCommandTests {
  private func render(_ arguments: String...) -> ToolRun {
    ToolRun(["render", "--no-system-fonts", "--font", ToolRun.sans] + arguments)
  }

  @Test func pictureIsTheTextAndThePadding() throws {
    let run = render("--text", "H", "--font-size", "10", "--padding", "3", "--scale", "2")
    #expect(run.status == 0)
    let image = try Bitmap(png: run.output)
    // (7.41 + 2 × 3) × 2 by (13.62 + 2 × 3) × 2 pixels, rounded up.
    #expect(image.width == 27 && image.height == 40)
    #expect(image.pixel(x: 0, y: 0) == 0)
  }

  @Test func canvasAndOriginPlaceTheBaseline() throws {
    func ink(_ anchor: String) throws -> (left: Int, bottom: Int) {
      let run = render(
        "--text", "H", "--font-size", "20", "--canvas", "60,40", "--origin", "30,30", "--anchor",
        anchor, "--background", "#ffffffff")
      let image = try Bitmap(png: run.output)
      #expect(image.width == 60 && image.height == 40)
      var left = 60
      var bottom = 0
      for y in 0..<40 {
        for x in 0..<60 where image.pixel(x: x, y: y) & 255 < 128 {
          left = min(left, x)
          bottom = max(bottom, y)
        }
      }
      return (left, bottom)
    }
    let (start, bottom) = try ink("start")
    #expect(bottom == 29)
    #expect((30...33).contains(start))
    #expect(try (22...26).contains(ink("middle").left))
    #expect(try (15...18).contains(ink("end").left))
  }

  @Test func bareTextToAFile() throws {
    try ToolRun.withFolder { folder in
      let path = folder + "/hello.png"
      let run = ToolRun("Hello, مرحبا, नमस्ते 👩‍🚀", "-o", path, "--no-system-fonts")
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
      let image = try Bitmap(pngFile: path)
      #expect(image.width > 100 && image.height > 15)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["hello.png"])
    }
  }

  @Test func pipedTextLosesItsLastLineEnd() throws {
    let piped = ToolRun("render", "--no-system-fonts", input: "Hello\n")
    #expect(piped.status == 0)
    #expect(piped.output == ToolRun("render", "--no-system-fonts", "--text", "Hello").output)
    let empty = ToolRun("render", input: "")
    #expect(empty.status == 2 && empty.errors.contains("standard input is empty"))
  }

  @Test func pagesCoverAllLines() throws {
    try ToolRun.withFolder { folder in
      let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
      let run = render(
        "--text", text, "--page-height", "120", "-o", folder + "/p.png", "--background", "#fff")
      #expect(run.status == 0, "\(run.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == (1...6).map { "p-00\($0).png" })
      for name in names { #expect(try Bitmap(pngFile: folder + "/" + name).height == 120) }
    }
    #expect(render("--text", "a", "--page-height", "100").status == 2)
    // Pages are cut between lines below each other.
    for option in [["--writing-mode", "vertical-rl"], ["--columns", "2"]] {
      let run = ToolRun(
        ["render", "--text", "a", "--page-height", "100", "-o", "/nowhere/p.png"] + option)
      #expect(run.status == 2 && run.errors.contains("--page-height: cuts between lines"))
    }
    #expect(PageNames("a%02d.png").name(7) == "a07.png")
    #expect(PageNames("d.ir/out").name(12) == "d.ir/out-012")
    #expect(PageNames("x.png").name(1234) == "x-1234.png")
  }

  /// Stacked marks reach beyond their line into the padding, with and without pages.
  @Test func inkBeyondTheFirstAndTheLastLineIsOnThePage() throws {
    let piled =
      "a" + String(repeating: "\u{302}", count: 6) + String(repeating: "\u{323}", count: 6)
    try ToolRun.withFolder { folder in
      let options = ["--text", piled + "\n" + piled, "--padding", "40", "--font-size", "20"]
      let page = ToolRun(
        ["render", "--no-system-fonts", "--font", ToolRun.sans] + options
          + ["--page-height", "200", "-o", folder + "/p.png"])
      #expect(page.status == 0, "\(page.errors)")
      let cut = try Bitmap(pngFile: folder + "/p-001.png")
      let whole = try Bitmap(
        png: ToolRun(["render", "--no-system-fonts", "--font", ToolRun.sans] + options).output)
      func inkedRows(_ image: Bitmap) -> [Int] {
        (0..<image.height).filter { y in
          (0..<image.width).contains { image.pixel(x: $0, y: y) != 0 }
        }
      }
      #expect(inkedRows(cut) == inkedRows(whole))
      #expect(inkedRows(cut).first ?? 99 < 35 && inkedRows(cut).last ?? 0 > whole.height - 35)
    }
  }

  @Test func svgOutlines() {
    let run = render("--format", "svg", "--text", "ll", "--font-size", "1000")
    #expect(
      run.text == """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
        version="1.1" viewBox="0 -1069 516 1362">
        <symbol id="f0.l" overflow="visible"><path d="M173,0 L85,0 L85,-760 L173,-760 Z"/></symbol>
        <use xlink:href="#f0.l" x="0" y="0"/>
        <use xlink:href="#f0.l" x="258" y="0"/>
        </svg>

        """)
  }

  @Test func tooLargePicturesAreRefused() {
    let canvas = render("--text", "a", "--canvas", "100000,100000", "--origin", "0,0")
    #expect(canvas.status == 1 && canvas.output.isEmpty && !canvas.errors.isEmpty)
    let scaled = render("--text", "a", "--scale", "10000")
    #expect(scaled.status == 1 && scaled.errors.contains("16384"))
  }

  @Test(arguments: [
    ["--scale", "0"], ["--scale", "nan"], ["--canvas", "0,5"], ["--canvas", "5"],
    ["--origin", "1,1"], ["--anchor", "top", "--canvas", "5,5", "--origin", "1,1"],
    ["--padding", "-1"], ["--padding", "1em"], ["--background", "blurple"], ["--format", "gif"],
    ["--page-height", "0", "-o", "x.png"], ["--page-height", "9", "--padding", "5", "-o", "x.png"],
  ])
  func usageErrors(_ arguments: [String]) {
    let run = ToolRun(["render", "--no-system-fonts", "--text", "a"] + arguments)
    #expect(run.status == 2 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func noPNGOntoATerminal() {
    let run = ToolRun(["render", "--text", "a"], terminal: true)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("-o FILE"))
    #expect(ToolRun("a", "--preview").errors.contains("no terminal"))
    let svg = ToolRun(["render", "--text", "a", "--format", "svg"], terminal: true)
    #expect(svg.status == 0)
  }

  @Test func sameBytesEachTime() {
    let runs = (0..<4).map { _ in render("--text", "Same bytes 123", "--font-size", "24").output }
    #expect(Set(runs).count == 1)
  }
}
