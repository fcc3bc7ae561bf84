// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Layers that are drawn as bitmaps of a scale of their own.
struct RasterizationTests {
  /// A black bar from 2 to 10.5 points in a layer of 20 × 20.
  private func layer(
    scale: Double, x: Double = 0, _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    RenderNode(
      Rect(x: x, y: 0, width: 20, height: 20),
      sublayers: [RenderNode(Rect(x: 2, y: 4, width: 8.5, height: 8), .black)]
    ) {
      $0.shouldRasterize = true
      $0.rasterizationScale = scale
      change(&$0)
    }
  }

  private func image(_ node: RenderNode, scale: Double = 2) throws -> Bitmap {
    try RenderTree(40, 30, scale: scale, background: nil, [node]).image
  }

  @Test func atTheDevicesScaleNoPixelChanges() throws {
    let plain = try image(layer(scale: 0))
    #expect(plain == (try image(layer(scale: 2))))
    #expect(plain.rgba(20, 10)[3] == 255 && plain.rgba(21, 10)[3] == 0)
  }

  @Test func aCoarsePictureIsEnlarged() throws {
    let image = try image(layer(scale: 1))
    // At one pixel a point column 10 is half covered; enlarged, a device pixel is the average of
    // the point around its middle: a quarter of the column before, three quarters of its own, and
    // so on.
    #expect(abs(Int(image.rgba(20, 12)[3]) - 159) <= 1)
    #expect(abs(Int(image.rgba(21, 12)[3]) - 96) <= 1)
    #expect(abs(Int(image.rgba(22, 12)[3]) - 32) <= 1)
    #expect(image.rgba(10, 12)[3] == 255 && image.rgba(24, 12)[3] == 0)
  }

  @Test func theTransformTurnsTheBitmap() throws {
    // Enlarged by the transform, the picture stays that of its scale.
    let image = try image(
      layer(scale: 1) {
        $0.anchorPoint = .zero
        $0.position = .zero
        $0.transform = .scale(x: 2, y: 2)
      }, scale: 1)
    #expect(abs(Int(image.rgba(20, 12)[3]) - 159) <= 1)
  }

  @Test func opacityAndBlendModeApplyToThePicture() throws {
    let faded = try image(layer(scale: 2) { $0.opacity = 0.5 })
    #expect(faded.rgba(10, 12)[3] == 128 || faded.rgba(10, 12)[3] == 127)
    let behind = RenderNode(Rect(width: 40, height: 30), .white)
    let multiplied = layer(scale: 1) { $0.blendMode = .multiply }
    let picture = try RenderTree(40, 30, [behind, multiplied]).image
    #expect(picture.rgba(5, 6) == [0, 0, 0, 255] && picture.rgba(15, 6) == [255, 255, 255, 255])
  }

  @Test func damageReachesAsFarAsTheBitmap() throws {
    var buffers = FrameBuffers()
    func frame(_ x: Double) throws -> Bitmap? {
      let node = RenderNode(
        Rect(width: 20, height: 20),
        sublayers: [RenderNode(Rect(x: x, y: 4, width: 5, height: 8), .black, id: Self.id)]
      ) {
        $0.shouldRasterize = true
        $0.rasterizationScale = 0.5
      }
      let tree = RenderTree(40, 30, background: nil, [node])
      guard let job = try buffers.begin(tree) else { return nil }
      _ = job.run()
      let image = try buffers.finish(job).image
      #expect(image == (try tree.image), "\(x)")
      return image
    }
    for x in [2.0, 3, 7, 15, 19, 4] { _ = try frame(x) }
  }

  private static let id = LayerID()

  @Test func aPictureThatIsTooLargeIsDrawnDirectly() throws {
    let plain = try image(layer(scale: 0))
    #expect(plain == (try image(layer(scale: 1e9))))
    for scale in [-1, Double.nan, .infinity] {
      #expect(plain == (try image(layer(scale: scale))), "\(scale)")
    }
  }

  @Test func oneInAnother() throws {
    let outer = RenderNode(Rect(width: 20, height: 20), sublayers: [layer(scale: 2)]) {
      $0.shouldRasterize = true
      $0.rasterizationScale = 2
    }
    #expect(try image(layer(scale: 0)) == (try image(outer)))
  }

  /// What sticks out at one side is in the bitmap: 6 points above, or 6 to the left.
  @Test(arguments: [(6.0, -6.0), (-6, 6)]) func whatSticksOutAtOneSide(
    _ x: Double, _ y: Double
  ) throws {
    func node(_ scale: Double) -> RenderNode {
      RenderNode(
        Rect(x: 10, y: 8, width: 16, height: 16),
        sublayers: [RenderNode(Rect(x: x, y: y, width: 8, height: 8), .black)]
      ) {
        $0.shouldRasterize = true
        $0.rasterizationScale = scale
      }
    }
    let image = try image(node(2))
    for (dx, dy) in [(0.25, 0.25), (7.75, 0.25), (0.25, 7.75), (7.75, 7.75)] {
      let (column, row) = (Int(2 * (10 + x + dx)), Int(2 * (8 + y + dy)))
      #expect(image.rgba(column, row) == [0, 0, 0, 255], "\(dx) \(dy)")
    }
    #expect(try image == self.image(node(0)))
  }

  /// A bitmap may have few pixels and yet a side that no bitmap has.
  @Test(arguments: [false, true]) func aSideThatIsTooLong(isUpright: Bool) throws {
    let long = Double(CanvasLimits.bitmapSide)
    func node(_ scale: Double) -> RenderNode {
      let frame =
        isUpright
        ? Rect(x: 5, y: -9, width: 10, height: long) : Rect(x: -9, y: 5, width: long, height: 10)
      return RenderNode(frame, .black) {
        $0.shouldRasterize = true
        $0.rasterizationScale = scale
      }
    }
    #expect(RasterGrid(of: node(2), isFlipped: false)?.isPossible == false)
    #expect(RasterGrid(of: node(1), isFlipped: false)?.isPossible == true)
    let image = try image(node(2))
    #expect(image.rgba(20, 20) == [0, 0, 0, 255] && image.rgba(40, 40)[3] == 0)
    #expect(try image == self.image(node(0)))
  }

  /// Half a point is one pixel of a bitmap of one pixel a point, covered by half: a row or a column
  /// of it is two device pixels wide, and not one black one.
  @Test(arguments: [false, true]) func aBitmapOfOneRow(isUpright: Bool) throws {
    let frame = isUpright ? Rect(width: 0.5, height: 20) : Rect(width: 20, height: 0.5)
    let image = try image(
      RenderNode(frame, .black) {
        $0.shouldRasterize = true
        $0.rasterizationScale = 1
      })
    func alpha(_ across: Int) -> Int {
      Int(isUpright ? image.rgba(across, 20)[3] : image.rgba(20, across)[3])
    }
    #expect(abs(alpha(0) - 128) <= 1 && abs(alpha(1) - 128) <= 1 && alpha(2) == 0)
  }
}
