// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import Testing
import TextLayers
import TextModel
import TextTestSupport
import TextTypesetting

/// Laid-out texts as contents of layers.
struct TextContentsTests {
  private func layout(_ text: String = "Ågfjord, мир", size: Double = 18) throws -> TextLayout {
    try TextLayout(AttributedText(text, style: TextStyle(size: size, slant: .italic)))
  }

  private func tree(_ contents: TextContents, _ transform: Transform3D, scale: Double) -> RenderTree
  {
    var properties = LayerProperties()
    properties.bounds = Rect(x: 7, y: -3, width: 160, height: 40)
    properties.position = Point(x: 150, y: 150)
    properties.transform = transform
    let node = RenderNode(properties: properties, contents: .vector(contents))
    return RenderTree(root: node, size: Size(width: 300, height: 300), scale: scale)
  }

  /// No pixel lies outside the extent, at any scale and under any turn.
  @Test(arguments: [0.25, 0.5, 1, 1.7, 3], [0.0, 0.5, 1.5])
  func theExtentHasAllInk(_ scale: Double, _ turn: Double) throws {
    for size in [7.0, 18, 40] {
      let contents = TextContents(try layout(size: size), at: Point(x: 3, y: 5))
      let tree = tree(contents, .rotation(turn), scale: scale)
      let image = try TreeRenderer().renderNow(tree).image
      let properties = tree.root.properties
      let extent = contents.extent(in: properties.bounds)
      var (count, outside) = (0, 0)
      let reach = 1 / scale
      let around = extent.insetBy(dx: -reach, dy: -reach)
      let pixels = image.allPixels
      let back = try #require(
        properties.transformToSuperlayer.inverted(), "the map can be inverted")
      for y in 0..<image.height {
        for x in 0..<image.width where pixels[y * image.width + x] != 0 {
          count += 1
          let point = back.apply(
            Point(x: (Double(x) + 0.5) / scale, y: (Double(y) + 0.5) / scale))
          if !around.contains(point) { outside += 1 }
        }
      }
      #expect(outside == 0)
      #expect(count > 5)
    }
  }

  /// A layer draws what the renderer of texts draws.
  @Test func theSamePixelsAsATextRenderer() async throws {
    let layout = try layout()
    let plain = try await TextRenderer().render(
      layout,
      options: RenderOptions(
        scale: 2, canvas: Size(width: 200, height: 60), origin: Point(x: 10, y: 12)))
    var properties = LayerProperties()
    properties.frame = Rect(x: 4, y: 5, width: 180, height: 50)
    let contents = TextContents(layout, at: Point(x: 6, y: 7))
    let node = RenderNode(properties: properties, contents: .vector(contents))
    let tree = RenderTree(root: node, size: Size(width: 200, height: 60), scale: 2)
    #expect(try TreeRenderer().renderNow(tree).image == plain.image)
  }

  @Test func equality() throws {
    let (a, b) = (try layout(), try layout())
    let contents = TextContents(a)
    #expect(contents.isEqual(to: TextContents(a)))
    #expect(!contents.isEqual(to: TextContents(b)))
    #expect(!contents.isEqual(to: TextContents(a, at: Point(x: 1, y: 0))))
    #expect(!contents.isEqual(to: TextContents(a, options: .exact)))
  }
}
