// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import ImageCodecs
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Notes about what was asked for and had no effect, or was cut off.
struct NoteTests {
  private func layout(_ arguments: String...) -> ToolRun {
    ToolRun(["layout", "--no-system-fonts", "--font", ToolRun.sans] + arguments)
  }

  @Test func axesThatNoFontHas() {
    let run = layout("--text", "a", "--variations", "wght=700")
    #expect(run.status == 0)
    #expect(
      run.errors
        == "textrender: note: variations: no font has the axis wght: NotoSans-Regular; it is not "
        + "variable\n")
    let shaped = ToolRun(
      "shape", "--font", ToolRun.sans, "--text", "a", "--variations", "wght=700")
    #expect(shaped.status == 0 && shaped.errors.contains("NotoSans-Regular has no axis wght"))
  }

  @Test func instancesThatNoFontHas() {
    #expect(
      layout("--text", "a", "--instance", "Thin").errors
        == "textrender: note: instance: NotoSans-Regular has no instance 'Thin'; it has none\n")
    let font = BundledFonts.testPath("OpticalSizes.ttf")
    func run(_ instance: String) -> ToolRun {
      ToolRun(
        "layout", "--no-system-fonts", "--font", font, "--text", "A", "--instance", instance)
    }
    #expect(run("Display").errors.isEmpty)
    #expect(
      run("Thin").errors.hasSuffix(
        "has no instance 'Thin'; it has Text Bold, Display, Display Black\n"))
    let list = ToolRun("fonts", "--no-system-fonts", "--font", font).output
    let lines = String(decoding: list, as: UTF8.self)
    #expect(lines.contains("  axis opsz\t8 … 144\tby itself 8\n"))
    #expect(lines.contains("  instance Display Black\topsz=144,wght=900\n"))
  }

  @Test func featuresAndWidthsThatNoFontHas() {
    #expect(
      layout("--text", "a", "--features", "zzzz,liga=0,yyyy=0").errors
        == "textrender: note: features: no font has zzzz: NotoSans-Regular\n")
    #expect(layout("--text", "a", "--features", "liga,kern,smcp").errors.isEmpty)
    let width = layout("--text", "a", "--stretch", "condensed")
    #expect(
      width.errors.hasPrefix("textrender: note: stretch: NotoSans-Regular has no other width"))
    #expect(layout("--text", "a", "--stretch", "normal").errors.isEmpty)
    let family = ToolRun("fonts", "--no-system-fonts", "--font-family", "Nowhere")
    #expect(family.status == 0 && family.errors.contains("no font of the family 'Nowhere'"))
  }

  @Test func rangesBeyondTheText() {
    let document = """
      {"text":"a😀b","spans":[{"start":1,"end":9,"style":{"size":20}},
        {"start":3,"end":3,"style":{}},{"start":0,"end":3,"style":{}},
        {"start":1,"end":1,"style":{}}],"style":{"features":["kern[0:7]=0"]}}
      """
    let run = ToolRun(
      ["layout", "--no-system-fonts", "--document", "-"], input: Array(document.utf8))
    #expect(run.status == 0)
    #expect(
      run.errors == """
        textrender: note: style.features: 0 to 7 is beyond the text, which has 3 characters
        textrender: note: spans[0]: 1 to 9 is beyond the text, which has 3 characters
        textrender: note: spans[1]: it begins at the end of the text, or beyond it
        textrender: note: spans[3]: it is empty, and has no effect

        """)
    let many = (0..<9).map { _ in #"{"start":0,"end":9,"style":{}}"# }.joined(separator: ",")
    let crowd = ToolRun(
      ["layout", "--no-system-fonts", "--document", "-"],
      input: Array(#"{"text":"a","spans":[\#(many)]}"#.utf8))
    #expect(crowd.errors.split(separator: "\n").count == 6)
    #expect(crowd.errors.hasSuffix("4 more ranges are empty or beyond the text\n"))
  }

  @Test(arguments: [
    ["--ellipsis", "…"], ["--align", "justify"], ["--overflow-wrap", "normal"],
    ["--word-break", "keep-all"],
  ])
  func optionsWithoutEffect(_ options: [String]) {
    let run = ToolRun(["layout", "--no-system-fonts", "--text", "a"] + options)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("textrender: note: \(options[0]): it has no effect without"))
    let used = ToolRun(
      ["layout", "--no-system-fonts", "--text", "a", "--width", "9", "--max-lines", "1"] + options)
    #expect(used.errors.isEmpty)
  }

  @Test func colorsDoNotShowInALayout() {
    let run = ToolRun("layout", "--no-system-fonts", "--text", "a", "--color", "red")
    #expect(run.errors.contains("--color: it has no effect on a layout"))
    let picture = ToolRun("render", "--no-system-fonts", "--text", "a", "--color", "red")
    #expect(picture.errors.isEmpty)
  }

  // MARK: - Ink

  private func fjord(_ arguments: String...) -> ToolRun {
    ToolRun(
      [
        "render", "--no-system-fonts", "--text", "fjord", "--slant", "italic", "--font-size", "40",
        "--font-family", "Noto Serif",
      ] + arguments)
  }

  /// The pixels with ink, which are all there if nothing is cut off.
  private func ink(_ run: ToolRun) throws -> Int {
    let image = try Bitmap(png: run.output)
    var count = 0
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) != 0 { count += 1 }
    }
    return count
  }

  @Test func cutInkIsNotedAndFitInkMakesRoom() throws {
    let cut = fjord()
    #expect(cut.status == 0)
    #expect(cut.errors.hasPrefix("textrender: note: ink is cut off at the left ("))
    #expect(cut.errors.contains("--fit-ink makes room"))
    let padded = fjord("--padding", "30")
    #expect(padded.errors.isEmpty)
    let fitted = fjord("--fit-ink")
    #expect(fitted.errors.isEmpty)
    #expect(try ink(fitted) == ink(padded))
    #expect(try ink(cut) < ink(padded))
    // Glyphs keep their places on the pixels: the fitted picture is a part of the padded one.
    let size = try Bitmap(png: fitted.output).pixelSize
    let before = try Bitmap(png: cut.output).pixelSize
    #expect(size.width > before.width && size.height == before.height)
  }

  @Test func tightLinesAndDecorationsFit() throws {
    for options in [
      ["--line-height", "0.4em"], ["--line-height", "0.4em", "--underline", "--scale", "3"],
    ] {
      let command = ["render", "--no-system-fonts", "--text", "Ågy\nÅgy"] + options
      #expect(ToolRun(command).errors.contains("top"))
      let fitted = ToolRun(command + ["--fit-ink"])
      #expect(fitted.errors.isEmpty)
      #expect(try ink(fitted) == ink(ToolRun(command + ["--padding", "30"])))
    }
  }

  @Test func ordinaryTextFits() {
    for text in ["Hello, world", "Grüße", "שלום", "日本語", "👩‍🚀"] {
      let run = ToolRun("render", "--no-system-fonts", "--text", text)
      #expect(run.errors.isEmpty, "\(text): \(run.errors)")
      // A picture of an emoji may reach into the next pixel.
      if text == "👩‍🚀" { continue }
      #expect(
        run.output == ToolRun("render", "--no-system-fonts", "--text", text, "--fit-ink").output)
    }
  }

  @Test func svgPicturesFitTheirInk() {
    let cut = fjord("--format", "svg-picture")
    #expect(cut.errors.contains("ink is cut off"))
    #expect(fjord("--format", "svg-picture", "--fit-ink").errors.isEmpty)
  }

  /// Ink beyond the outer edges of pages is noted as that of one picture is.
  @Test func pagesNoteTheirInk() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "p.png").path
    let cut = fjord("--page-height", "90", "-o", page)
    #expect(cut.status == 0 && cut.errors.contains("--padding makes room"), "\(cut.errors)")
    #expect(fjord("--page-height", "190", "--padding", "40", "-o", page).errors.isEmpty)
  }

  @Test func fittingThatDoesNothingIsNoted() {
    for format in ["svg", "svg-picture"] {
      let run = ToolRun(
        "render", "a", "--no-system-fonts", "--format", format, "--grid-fitting", "none")
      #expect(run.errors.contains("--grid-fitting"), "\(run.errors)")
    }
  }

  @Test func fitInkSetsTheSize() {
    #expect(fjord("--fit-ink", "--canvas", "9,9").status == 2)
    #expect(fjord("--fit-ink", "--page-height", "90", "-o", "x.png").status == 2)
    #expect(fjord("--canvas", "30,60").errors.contains("the --canvas is too small"))
  }

  @Test func unknownKeysOfDocuments() {
    let run = ToolRun(
      "layout", "--no-system-fonts", "--document", "-", input: #"{"text":"a","zoom":1}"#)
    #expect(run.status == 0 && run.errors.contains("zoom"))
  }
}
