// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Testing
import TextTestSupport

@testable import DocumentJSON
@testable import TextRenderCommand

/// SVG pictures hold what a PNG of the same text shows.
struct PictureSVGTests {
  private func svg(_ arguments: String...) -> String {
    let run = ToolRun(["render", "--no-system-fonts", "--format", "svg-picture"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return run.text
  }

  private func count(_ needle: String, _ text: String) -> Int {
    text.ranges(of: needle).count
  }

  @Test func rootHasTheSizeOfThePNG() throws {
    let options = ["--text", "Grüße", "--padding", "3", "--scale", "2"]
    let png = try Bitmap(png: ToolRun(["render", "--no-system-fonts"] + options).output)
    let text = ToolRun(["render", "--no-system-fonts", "--format", "svg-picture"] + options).text
    #expect(text.contains(" width=\"\(png.width)\" height=\"\(png.height)\""))
    let (width, height) = (Double(png.width) / 2, Double(png.height) / 2)
    #expect(
      text.contains("viewBox=\"0 0 \(DecimalNumber.text(width)) \(DecimalNumber.text(height))\""))
    let canvas = svg("--text", "a", "--canvas", "60,40", "--background", "#ff000080")
    #expect(canvas.contains(" width=\"60\" height=\"40\" viewBox=\"0 0 60 40\""))
    #expect(
      canvas.contains(
        "<rect width=\"100%\" height=\"100%\" fill=\"#ff0000\" fill-opacity=\"0.502\"/>"))
  }

  @Test func decorationsAreRectangles() {
    #expect(count("<rect", svg("--text", "a b")) == 0)
    #expect(count("<rect", svg("--text", "a b", "--underline")) == 1)
    #expect(count("<rect", svg("--text", "a b", "--underline", "--strikethrough")) == 2)
    let document = #"{"text":"abc","spans":[{"start":1,"end":2,"style":{"background":"gold"}}]}"#
    let run = ToolRun(
      ["render", "--no-system-fonts", "--format", "svg-picture", "--document", "-"],
      input: Array(document.utf8))
    #expect(run.text.contains("fill=\"#ffd700\""))
    // Behind the glyphs.
    let rect = run.text.firstRange(of: "<rect")
    let use = run.text.firstRange(of: "<use")
    #expect(rect.map { r in use.map { r.lowerBound < $0.lowerBound } ?? false } == true)
  }

  /// A gradient in text is a rectangle that the text masks; a conic one, which SVG has not, is a
  /// picture.
  @Test func fillsAreMasked() {
    func text(_ fill: String) -> String {
      let document = #"{"text":"abc","style":{"fill":\#(fill)}}"#
      return ToolRun(
        ["render", "--no-system-fonts", "--format", "svg-picture", "--document", "-"],
        input: Array(document.utf8)
      ).text
    }
    let axial = text(#"{"gradient":{"colors":["gold","indigo"]}}"#)
    #expect(count("<linearGradient", axial) == 1 && count("<mask", axial) == 1)
    #expect(axial.contains(##"<stop offset="0" stop-color="#ffd700"/>"##))
    #expect(count("<image", axial) == 0 && count("<use", axial) == 3)
    let radial = text(#"{"gradient":{"type":"radial","colors":["gold",null],"endPoint":[1,1]}}"#)
    #expect(count("<radialGradient", radial) == 1 && radial.contains("stop-opacity=\"0\""))
    let conic = text(#"{"gradient":{"type":"conic","colors":["gold","indigo"]}}"#)
    #expect(count("<image", conic) == 1 && count("<mask", conic) == 1)
  }

  @Test func alignmentIsKept() throws {
    func firstX(_ arguments: String...) throws -> Double {
      let text = ToolRun(
        ["render", "--no-system-fonts", "--format", "svg-picture", "--text", "a"] + arguments
      ).text
      let start = try #require(text.firstRange(of: "\" x=\""))
      return try #require(Double(text[start.upperBound...].prefix { $0 != "\"" }))
    }
    #expect(try firstX() == 0)
    #expect(try firstX("--width", "200", "--align", "center") > 90)
    #expect(try firstX("--padding", "7") == 7)
  }

  @Test func emojiArePictures() throws {
    let text = svg("--text", "👩‍🚀👩‍🚀")
    #expect(count("<image", text) == 1 && count("<use", text) == 2)
    let start = try #require(text.firstRange(of: "data:image/png;base64,"))
    let data = String(text[start.upperBound...].prefix { $0 != "\"" })
    let png = try #require(Data(base64Encoded: data))
    #expect(try Bitmap(png: Array(png)).width == 136)
    #expect(svg("--text", "👩‍🚀", "--color", "#00000080").contains(" opacity=\"0.502\""))
  }

  @Test func colourLayersAndGradientsArePaths() {
    func picture(_ font: String) -> String {
      ToolRun(
        "render", "--no-system-fonts", "--font", BundledFonts.testPath(font), "--format",
        "svg-picture", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
      ).text
    }
    let layers = picture("ColorLayers.ttf")
    #expect(count("<g id=", layers) > 0 && count("<image", layers) == 0)
    let paints = picture("ColorPaints.ttf")
    #expect(count("<linearGradient", paints) + count("<radialGradient", paints) > 0)
  }

  @Test func syntheticBoldIsEmboldened() throws {
    func outline(_ arguments: String...) throws -> String {
      let text = ToolRun(
        [
          "render", "--no-system-fonts", "--font", ToolRun.sans, "--format", "svg-picture",
          "--text", "l", "--font-size", "1000",
        ] + arguments
      ).text
      let start = try #require(text.firstRange(of: " d=\""))
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
    #expect(try outline().contains("173,"))
    #expect(try outline("--weight", "bold") != outline())
    #expect(try outline("--slant", "italic") != outline())
  }

  /// The same picture by another program, where it is installed.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert"),
      "no /usr/bin/rsvg-convert (Debian: librsvg2-bin)"),
    arguments: [
      ["--text", "Hello 👩‍🚀, مرحبا", "--underline", "--background", "#eeeeff", "--padding", "5"],
      ["--text", "italic bold fj", "--slant", "italic", "--weight", "bold", "--font-size", "40"],
      ["--text", "in the\nmiddle", "--width", "200", "--align", "center", "--strikethrough"],
      ["--text", "on a canvas", "--canvas", "200,60", "--origin", "30,40", "--color", "crimson"],
    ])
  func anotherProgramDrawsTheSame(_ options: [String]) throws {
    try ToolRun.withFolder { folder in
      let all = ["render", "--no-system-fonts", "--scale", "2"] + options
      #expect(ToolRun(all + ["-o", "\(folder)/a.svg"]).status == 0)
      #expect(ToolRun(all + ["-o", "\(folder)/a.png"]).status == 0)
      let ended = try ToolProcess(
        "/usr/bin/rsvg-convert", ["-o", "\(folder)/b.png", "\(folder)/a.svg"])
      try #require(ended.status == 0)
      let ours = try Bitmap(pngFile: "\(folder)/a.png")
      let theirs = try Bitmap(pngFile: "\(folder)/b.png")
      try #require(ours.pixelSize == theirs.pixelSize)
      var difference = 0.0
      var ink = 0.0
      let ground = ours.pixel(x: 0, y: 0)
      for y in 0..<ours.height {
        for x in 0..<ours.width {
          let (a, b) = (ours.pixel(x: x, y: y), theirs.pixel(x: x, y: y))
          if a == ground && b == ground { continue }
          for shift in [0, 8, 16, 24] as [UInt32] {
            difference += abs(Double(a >> shift & 255) - Double(b >> shift & 255))
            ink += abs(Double(a >> shift & 255) - Double(ground >> shift & 255))
          }
        }
      }
      #expect(ink > 0 && difference / ink < 0.25, "\(difference / ink)")
    }
  }

  // MARK: - The form for programs

  @Test func outlinesNoteWhatTheyLeaveOut() {
    let plain = ToolRun("render", "--no-system-fonts", "--format", "svg", "--text", "a")
    #expect(plain.errors.isEmpty)
    let run = ToolRun(
      "render", "--no-system-fonts", "--format", "svg", "--text", "a👩‍🚀", "--underline", "--scale",
      "2")
    #expect(run.status == 0)
    #expect(
      run.errors.contains("without underlines, colour glyphs, --scale; --format svg-picture"))
  }

  @Test func fileNamesTellTheFormat() throws {
    try ToolRun.withFolder { folder in
      func render(_ name: String, _ more: String...) -> ToolRun {
        ToolRun(
          ["render", "--no-system-fonts", "--text", "a", "-o", "\(folder)/\(name)"] + more)
      }
      func text(_ name: String) throws -> String {
        try String(
          decoding: Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
      }
      #expect(render("a.svg").status == 0)
      let picture = try text("a.svg")
      #expect(picture.contains(" width="))
      #expect(render("A.SVG").status == 0 && render("b.svg", "--format", "svg").status == 0)
      let (upper, outlines) = (try text("A.SVG"), try text("b.svg"))
      #expect(upper == picture && !outlines.contains(" width="))
      #expect(render("picture").status == 0 && render("a.b").status == 0)
      for name in ["x.gif", "x.bmp", "x.ps"] {
        let run = render(name)
        #expect(run.status == 2 && run.errors.contains("not written"))
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
      }
      // The name of the outlines in JSON is read, too.
      #expect(render("c.svg", "--format", "svg-outlines").status == 0)
      #expect(try text("c.svg") == outlines)
      for (name, depth) in [("x.rgba", 4), ("x.A8", 1)] {
        #expect(render(name).status == 0)
        let png = try Bitmap(
          png: Array(
            ToolRun(
              ["render", "--no-system-fonts", "--text", "a"]).output))
        let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        #expect(data.count == depth * png.width * png.height)
      }
      #expect(render("x.a8", "--format", "rgba").status == 2)
      #expect(render("x.svg", "--format", "png").status == 2)
      #expect(render("x.png", "--format", "svg-picture").status == 2)
    }
    for command in ["render", "layout"] {
      let run = ToolRun(command, "--text", "a", "-o", "")
      #expect(run.status == 2 && run.errors.contains("the file name is empty"))
    }
  }
}
