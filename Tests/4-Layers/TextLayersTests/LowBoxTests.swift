// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Texts in boxes that are lower than one line: the upper part of the line is drawn.
@Suite("Low boxes")
@MainActor
struct LowBoxTests {
  private func layer(height: Double) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 60, height: height)
    layer.string = "Hxg"
    layer.displayAndWait()
    return layer
  }

  /// The pixels with ink in each row.
  private func ink(_ image: Bitmap) -> [Int] {
    (0..<image.height).map { y in
      (0..<image.width).count { x in image.pixel(x: x, y: y) >> 24 > 0 }
    }
  }

  @Test("A text layer of 10 points shows the upper 10 points of a line of 16 points")
  func textLayer() throws {
    let (low, high) = (layer(height: 10), layer(height: 40))
    #expect(low.displayOutcome == .committed)
    let (part, whole) = (try #require(low.contents), try #require(high.contents))
    #expect(part.height == 10 && whole.height == 40)
    for y in 0..<10 {
      for x in 0..<60 { #expect(part.pixel(x: x, y: y) == whole.pixel(x: x, y: y)) }
    }
    // Capitals of 16 points are 11.4 high, and begin at 1.0693 × 16 − 11.4 = 5.7.
    #expect(ink(part)[6...].allSatisfy { $0 > 0 })
    let layout = try #require(low.layOutNow())
    #expect(layout.isCutOff && layout.lines.count == 1 && layout.size.height == 10)
  }

  @Test("A renderer cuts the line off at the box, also with room around it")
  func renderer() async throws {
    let renderer = TextRenderer(fonts: BundledFonts.collection)
    let text = AttributedText("Hxg", style: TextStyle(size: 16))
    let options = RenderOptions(padding: 20)
    let low = try await renderer.render(text, in: TextContainer(height: 10), options: options)
    let high = try await renderer.render(text, options: options)
    #expect(low.image.height == 50)
    for y in 0..<50 {
      for x in 0..<low.image.width {
        let expected = y < 30 ? high.image.pixel(x: x, y: y) : 0
        #expect(low.image.pixel(x: x, y: y) == expected)
      }
    }
    #expect(ink(low.image)[26..<30].allSatisfy { $0 > 0 })
    #expect(try low.layout.inkBounds().maxY <= 10)
  }

  @Test("Vector contents are cut off under a transform, too")
  func vectorContents() throws {
    let layout = try TextLayout(
      AttributedText("Hxg", style: TextStyle(size: 16)), in: TextContainer(height: 10),
      fonts: BundledFonts.collection)
    let layer = Layer()
    layer.frame = Rect(x: 10, y: 10, width: 60, height: 10)
    layer.vectorContents = TextContents(layout)
    layer.transform = .scale(x: 1, y: -1, z: 0)
    let root = Layer()
    root.frame = Rect(width: 80, height: 60)
    root.addSublayer(layer)
    let image = try Compositor.image(of: RenderTree(root: root.node, size: root.frame.size))
    let rows = ink(image)
    // Mirrored in the box from 10 to 20: tops of letters, at 5.7 from its upper edge, are at 14.3.
    #expect(rows[..<10].allSatisfy { $0 == 0 } && rows[15...].allSatisfy { $0 == 0 })
    #expect(rows[10..<13].allSatisfy { $0 > 0 })
  }

  @Test("The room that was measured is not exceeded")
  func measured() async throws {
    let layer = layer(height: 40)
    let size = try await layer.size(thatFits: Size(width: 60, height: 10))
    #expect(size.height == 10 && size.width > 20)
  }

  @Test("Without wrapping a text layer aligns and truncates in its width")
  func unwrapped() throws {
    let layer = layer(height: 30)
    layer.isWrapped = false
    layer.alignmentMode = .right
    layer.displayAndWait()
    var line = try #require(layer.layOutNow()?.lines[0])
    #expect(abs(line.frame.maxX - 60) < 1e-6 && line.origin.x > 20)
    layer.string = "a text that is wider than sixty points"
    layer.displayAndWait()
    let layout = try #require(layer.layOutNow())
    line = layout.lines[0]
    #expect(layout.lines.count == 1 && layout.isTruncated && layout.tokenRect != nil)
    #expect(line.width <= 60 && abs(line.frame.maxX - 60) < 1e-6)
    layer.truncationMode = .none
    layer.displayAndWait()
    #expect(layer.layOutNow()?.isTruncated == false && layer.layOutNow()?.lines[0].origin.x == 0)
  }
}
