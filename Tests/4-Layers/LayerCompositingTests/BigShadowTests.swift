// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Shadows that are wide, far away, nested, or of large layers: right, and of a bounded cost.
struct BigShadowTests {
  /// A layer of two colours that casts the shadow of what it draws.
  private func pair(x: Double, offset: Size, radius: Double = 2) -> RenderNode {
    let halves = [
      RenderNode(Rect(x: 0, y: 0, width: 10, height: 20), .red),
      RenderNode(Rect(x: 15, y: 5, width: 10, height: 20), .blue),
    ]
    return RenderNode(Rect(x: x, y: 10, width: 30, height: 30), sublayers: halves) {
      $0.shadow = Shadow(opacity: 1, offset: offset, radius: radius)
    }
  }

  private func frame(_ width: Double, _ height: Double, _ nodes: [RenderNode]) throws -> Frame {
    try Compositor.frame(of: RenderTree(width, height, nodes), reporting: true)
  }

  /// The picture for the shadow has the size of the layer, whatever the distance.
  private func groupPixels(_ frame: Frame) -> Int {
    frame.report?.layers.reduce(0) { $0 + $1.groupPixels } ?? 0
  }

  /// A shadow in the picture is drawn whatever its offset, and needs no more than the layer's
  /// pixels.
  @Test(arguments: [100, 1000, 5000, 9000]) func farShadow(_ offset: Int) throws {
    let near = try frame(200, 60, [pair(x: 20, offset: Size(width: 100, height: 0))])
    let far = try frame(
      9200, 60, [pair(x: 20, offset: Size(width: Double(offset), height: 0))])
    #expect(far.image.rgba(25, 15) == [255, 0, 0, 255])
    for y in 0..<60 {
      for x in 110..<170 {
        #expect(far.image.pixel(x: x - 100 + offset, y: y) == near.image.pixel(x: x, y: y))
      }
    }
    #expect(groupPixels(far) <= 3 * 25 * 25)
  }

  /// A shadow outside the picture changes nothing.
  @Test(arguments: [1e4, -1e4, 999_999, 1e6, 1e9, 1e300]) func shadowOutside(
    _ offset: Double
  ) throws {
    let plain = try frame(80, 60, [pair(x: 20, offset: .zero, radius: 0)])
    for offset in [Size(width: offset, height: 0), Size(width: 0, height: offset)] {
      let cast = try frame(80, 60, [pair(x: 20, offset: offset)])
      #expect(cast.image == plain.image)
      #expect(groupPixels(cast) <= 25 * 25)
    }
    // Nor does one of a layer far outside.
    let away = try frame(80, 60, [pair(x: 5000, offset: Size(width: offset, height: 0))])
    #expect(ContentsTests.ink(away.image).isEmpty && groupPixels(away) == 0)
  }

  /// Layers outside the picture cast shadows into it.
  @Test func casterOutside() throws {
    let image = try frame(80, 60, [pair(x: -400, offset: Size(width: 420, height: 0))]).image
    let shown = try frame(600, 60, [pair(x: 100, offset: Size(width: 420, height: 0))]).image
    for y in 0..<60 {
      for x in 0..<80 { #expect(image.pixel(x: x, y: y) == shown.pixel(x: x + 500, y: y)) }
    }
  }

  /// Wide shadows of large nested layers: no picture is larger than the frame and 512 pixels on
  /// each side.
  @Test func nestedLargeLayers() throws {
    var node = RenderNode(
      Rect(x: -3000, y: -3000, width: 6000, height: 6000), Color(white: 0, alpha: 0.5))
    for _ in 0..<3 {
      node = RenderNode(Rect(width: 100, height: 100), sublayers: [node]) {
        $0.shadow = Shadow(opacity: 0.5, offset: Size(width: 0, height: 900), radius: 128)
      }
    }
    let frame = try frame(40, 30, [node])
    let most = (40 + 2 * 512) * (30 + 2 * 512)
    #expect(try #require(frame.report).layers.allSatisfy { $0.groupPixels <= most })
    #expect(groupPixels(frame) > most / 4)
  }

  /// A picture as wide as a bitmap may be has room for shadows, too.
  @Test func widestPicture() throws {
    let wide = try frame(
      Double(CanvasLimits.bitmapSide), 40, [pair(x: 20, offset: Size(width: 16_000, height: 0))])
    #expect(wide.image.rgba(16_025, 20)[3] == 255 && wide.image.rgba(16_025, 20)[0] < 60)
    let layer = RenderNode(
      Rect(x: -4000, y: 0, width: 30_000, height: 40), Color(white: 0, alpha: 0.5))
    let tree = RenderNode(Rect(width: 10, height: 10), sublayers: [layer]) {
      $0.shadow = Shadow(opacity: 1, offset: .zero, radius: 20)
    }
    _ = try frame(Double(CanvasLimits.bitmapSide), 40, [tree])
  }

  /// Corners too large for a blurred copy: the shadow is that of the path.
  @Test func largeCorners() throws {
    func image(_ path: Path?) throws -> Bitmap {
      let node = RenderNode(Rect(x: 30, y: 30, width: 5000, height: 5000), .white) {
        $0.cornerRadius = 2500
        $0.shadow = Shadow(opacity: 1, offset: .zero, radius: 4, path: path)
      }
      let tree = RenderTree(
        root: RenderNode(Rect(x: -740, y: -740, width: 900, height: 900), sublayers: [node]),
        size: Size(width: 90, height: 90), background: .white)
      return try tree.image
    }
    let path = Path(roundedRect: Rect(width: 5000, height: 5000), cornerRadius: 2500)
    #expect(PixelDifference(try image(nil), try image(path)).most <= 1)
    #expect(!ContentsTests.ink(try image(nil)).isEmpty)
    for radius in [2500.0, 250] {
      let outline = ShapeOutline(
        rect: Rect(width: 5000, height: 5000), radius: radius, map: .affine(.identity))
      #expect((outline.box(GaussianBlur(deviation: 4), deviation: 4) == nil) == (radius > 250))
    }
  }
}
