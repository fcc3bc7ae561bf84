// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerModel
import Testing
import TextLayers
import TextModel
import TextPainting

@Suite("TextLayer: in frames", .timeLimit(.minutes(30)))
@MainActor
struct TextLayerFrameTests {
  private let layer = TextLayer(
    AttributedText("Wave", style: TextStyle(size: 20, color: Color(red: 0.8, green: 0, blue: 0))))

  private func frame(_ host: LayerHost) async throws -> Bitmap {
    try await host.settledFrame().image
  }

  @Test(
    "A text stands on whole pixels in its own pixels, as coverage in its tint or in colours",
    arguments: [ContentsFormat.automatic, .rgba8])
  func pixels(format: ContentsFormat) async throws {
    layer.contentsFormat = format
    layer.contentsScale = 2
    // 141.4 × 59.8 pixels at (10.6, 6.2).
    layer.frame = Rect(x: 5.3, y: 3.1, width: 70.7, height: 29.9)
    let root = Layer()
    root.frame = Rect(width: 90, height: 40)
    root.addSublayer(layer)
    let host = LayerHost(root: root, size: root.frame.size, scale: 2)
    let image = try await frame(host)
    let contents = try #require(layer.contents)
    #expect(contents.format == (format == .automatic ? .alpha8 : .rgba8))
    let expected =
      format == .automatic ? try contents.tinted(#require(layer.contentsTint)) : contents
    var ink = 0
    for y in 0..<contents.height {
      for x in 0..<contents.width {
        let pixel = expected.pixel(x: x, y: y)
        #expect(image.pixel(x: x + 11, y: y + 6) == pixel)
        if pixel >> 24 > 0 { ink += 1 }
      }
    }
    #expect(ink > 200)
  }

  @Test("A change of the text is in the next settled frame; a new tint is one")
  func change() async throws {
    layer.frame = Rect(width: 60, height: 30)
    layer.contentsFormat = .automatic
    let host = LayerHost(root: layer, size: Size(width: 60, height: 30))
    let first = try await frame(host)
    layer.string = "Wave"
    let black = try await frame(host)
    #expect(first != black)
    layer.string = "Wove"
    #expect(try await frame(host) != black)
  }

  @Test("A tint that is set is that of an assigned bitmap alone")
  func assignedTint() async throws {
    layer.contentsFormat = .automatic
    layer.bounds = Rect(width: 60, height: 30)
    layer.displayAndWait()
    let drawn = layer.contentsTint
    #expect(drawn == Color(red: 0.8, green: 0, blue: 0))
    layer.contentsTint = .white
    #expect(layer.contentsTint == drawn)
    layer.contents = layer.contents
    #expect(layer.contentsTint == .white)
    layer.contents = nil
    #expect(layer.contentsTint == nil)
  }
}
