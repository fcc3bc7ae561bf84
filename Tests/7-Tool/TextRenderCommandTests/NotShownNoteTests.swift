// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import ImageCodecs
import Testing

@testable import TextRenderCommand

/// Notes on standard error about what pictures do not show.
struct NotShownNoteTests {
  private let flat =
    #"{"size":[40,30],"duration":0.2,"layers":[{"name":"sky","frame":[0,0,9,9],"#
    + #""backgroundColor":"red","transform":[{"scale":[1,0]}]},{"frame":[0,0,0,5],"#
    + #""backgroundColor":"blue"}]}"#
  private let notes = """
    textrender: note: layer sky is not shown: as seen, its transform makes a line or a point of \
    it, and has no inverse
    textrender: note: layer 1 has bounds of 0 × 5 points, which show nothing of its backgroundColor

    """

  @Test func scenes() {
    let run = ToolRun("scene", "-", input: flat)
    #expect(run.status == 0 && run.errors == notes)
  }

  @Test func filmsTellEachNoteOnce() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("animate", "-", "--fps", "20", "-o", folder + "/a.gif", input: flat)
      #expect(run.status == 0 && run.errors == notes)
    }
  }

  @Test func batches() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun(
        "batch", "--into", folder, input: #"{"scene":"# + flat + "}\n")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.text.contains("layer sky is not shown"), "\(run.text)")
    }
  }

  private let low =
    #"{"text":"Hxg","height":10,"systemFonts":false,"style":{"size":16}}"#

  @Test func aTextInALowBox() throws {
    let note =
      "textrender: note: height: the text is cut off: its line ends 21.8 below the upper edge of a "
      + "box that is 10 high\n"
    let render = ToolRun("render", "--document", "-", input: low)
    #expect(render.status == 0 && render.errors == note)
    let image = try Bitmap(png: render.output)
    #expect(image.height == 10)
    #expect((0..<image.width).contains { image.pixel(x: $0, y: 8) >> 24 == 255 })
    let layout = ToolRun("layout", "--document", "-", input: low)
    #expect(layout.errors == note)
    #expect(try layout.json()["cutOff"] as? Bool == true)
    let svg = ToolRun("render", "--document", "-", "--format", "svg-picture", input: low)
    #expect(svg.errors == note && svg.text.contains("clip-path=\"url(#box)\""))
    let scene =
      #"{"size":[40,30],"layers":[{"type":"text","frame":[0,0,40,10],"string":"Hxg"}]}"#
    let drawn = ToolRun("scene", "-", input: scene)
    #expect(drawn.errors.contains("layers[0]") && drawn.errors.contains("the text is cut off"))
    let picture = try Bitmap(png: drawn.output)
    #expect((0..<40).contains { picture.pixel(x: $0, y: 8) >> 24 > 128 })
    #expect(!(0..<40).contains { picture.pixel(x: $0, y: 10) >> 24 > 0 })
  }
}
