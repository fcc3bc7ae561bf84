// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Borders, corners, masks, opacity, blend modes, order.
struct StyleTests {
  /// The alpha of all pixels together, in whole pixels.
  private func ink(_ image: Bitmap) -> Double {
    var sum = 0.0
    for y in 0..<image.height {
      for x in 0..<image.width { sum += Double(image.pixel(x: x, y: y) >> 24) / 255 }
    }
    return sum
  }

  /// S-101: a border of 3 lies inside the bounds and above the sublayers.
  @Test func s101Border() throws {
    let child = RenderNode(Rect(x: -5, y: -5, width: 60, height: 10), .lime)
    let node = RenderNode(Rect(x: 10, y: 10, width: 50, height: 40), .blue, sublayers: [child]) {
      $0.borderWidth = 3
      $0.borderColor = .red
    }
    let image = try RenderTree(80, 70, background: nil, [node]).image
    var count = 0
    for y in 0..<70 {
      for x in 0..<80 where image.rgba(x, y) == [255, 0, 0, 255] { count += 1 }
    }
    #expect(count == 50 * 40 - 44 * 34)
    #expect(image.rgba(10, 10) == [255, 0, 0, 255] && image.rgba(9, 9) == [0, 255, 0, 255])
  }

  /// S-102: round corners leave out 4 r² (1 − π/4); contents are cut with `masksToBounds` alone.
  @Test(arguments: [6.0, 20, 25]) func s102Corners(_ radius: Double) throws {
    let node = RenderNode(Rect(x: 5, y: 5, width: 70, height: 50), .red) {
      $0.cornerRadius = radius
    }
    let missing = 3500 - ink(try RenderTree(80, 60, background: nil, [node]).image)
    #expect(abs(missing - 4 * radius * radius * (1 - .pi / 4)) <= 0.001 * radius * radius)

    let contents = NodeContents.image(ImageContents(try ContentsTests.plain(70, 50)))
    for masks in [false, true] {
      let node = RenderNode(Rect(x: 5, y: 5, width: 70, height: 50), contents: contents) {
        $0.cornerRadius = radius
        $0.masksToBounds = masks
      }
      let corner = try RenderTree(80, 60, background: nil, [node]).image.rgba(5, 5)
      #expect(corner[3] == (masks ? 0 : 255))
    }
  }

  /// S-102: single corners.
  @Test func s102SingleCorners() throws {
    let node = RenderNode(Rect(width: 40, height: 40), .red) {
      $0.cornerRadius = 12
      $0.maskedCorners = [.topRight, .bottomLeft]
    }
    let image = try RenderTree(40, 40, background: nil, [node]).image
    #expect(image.rgba(0, 0)[3] == 255 && image.rgba(39, 39)[3] == 255)
    #expect(image.rgba(39, 0)[3] == 0 && image.rgba(0, 39)[3] == 0)
  }

  /// S-103: a mask's alpha multiplies the layer and its sublayers; its colour does not count.
  @Test func s103Mask() throws {
    let mask = RenderNode(
      Rect(x: 10, y: 0, width: 20, height: 40), nil,
      sublayers: [
        RenderNode(Rect(x: 0, y: 0, width: 20, height: 20), Color(red: 0, green: 1, blue: 0)),
        RenderNode(Rect(x: 0, y: 20, width: 20, height: 20), Color(white: 1, alpha: 0.5)),
      ])
    let node = RenderNode(
      Rect(width: 40, height: 40), .red, mask: mask,
      sublayers: [RenderNode(Rect(x: 0, y: 30, width: 40, height: 10), .blue)])
    let image = try RenderTree(40, 40, background: nil, [node]).image
    #expect(image.rgba(5, 5) == [0, 0, 0, 0] && image.rgba(35, 35) == [0, 0, 0, 0])
    #expect(image.rgba(15, 10) == [255, 0, 0, 255] && image.rgba(15, 25) == [128, 0, 0, 128])
    #expect(image.rgba(15, 35) == [0, 0, 128, 128])
  }

  /// A mask that covers nothing hides all.
  @Test func emptyMask() throws {
    let node = RenderNode(Rect(width: 40, height: 40), .red, mask: RenderNode())
    #expect(ink(try RenderTree(40, 40, background: nil, [node]).image) == 0)
  }

  /// S-081: two sublayers that overlap do not darken each other; one alone fades by itself.
  @Test func s081GroupOpacity() throws {
    let children = [
      RenderNode(Rect(x: 0, y: 0, width: 30, height: 30), .black),
      RenderNode(Rect(x: 10, y: 10, width: 30, height: 30), .black),
    ]
    let node = RenderNode(Rect(width: 40, height: 40), sublayers: children) { $0.opacity = 0.5 }
    let image = try RenderTree(40, 40, [node]).image
    #expect(image.rgba(5, 5) == image.rgba(20, 20) && image.rgba(5, 5)[0] == 127)
    #expect(image.rgba(35, 5) == [255, 255, 255, 255])
  }

  /// Opacity beyond 1 and NaN, and colours with alpha.
  @Test func oddOpacities() throws {
    for (opacity, red) in [(2.0, UInt8(0)), (-1, 255), (.nan, 255)] {
      let node = RenderNode(Rect(width: 4, height: 4), .black) { $0.opacity = opacity }
      #expect(try RenderTree(4, 4, [node]).image.rgba(1, 1)[0] == red, "\(opacity)")
    }
  }

  /// S-050: siblings lie in the order of `zPosition`, those of equal ones in their own.
  @Test func s050Order() throws {
    let frame = Rect(width: 10, height: 10)
    let nodes = [
      RenderNode(frame, .red) { $0.zPosition = 1 }, RenderNode(frame, .lime) { $0.zPosition = 1 },
      RenderNode(frame, .blue) { $0.zPosition = -4 }, RenderNode(frame, .black),
    ]
    #expect(try RenderTree(10, 10, nodes).image.rgba(4, 4) == [0, 255, 0, 255])
    #expect(RenderNode(sublayers: nodes).sublayers.map(\.properties.zPosition) == [-4, 0, 1, 1])
  }

  /// Blend modes join a layer as a whole with what lies behind it.
  @Test func blendModes() throws {
    let behind = Color(red: 0.6, green: 0.2, blue: 0.8)
    let front = Color(red: 0.5, green: 0.9, blue: 0.1)
    for mode in BlendMode.allCases {
      let node = RenderNode(Rect(width: 10, height: 10), front) { $0.blendMode = mode }
      let image = try RenderTree(10, 10, background: behind, [node]).image
      var context = try GraphicsContext(size: Size(width: 10, height: 10), background: behind)
      try context.beginLayer(blendMode: mode)
      try context.fillClip(with: front)
      try context.endLayer()
      let expected = context.makeBitmap()
      #expect(image == expected, "\(mode)")
    }
  }

  /// `shouldRasterize` changes no pixel.
  @Test func rasterizeChangesNothing() throws {
    func image(_ rasterizes: Bool) throws -> Bitmap {
      let child = RenderNode(Rect(x: 10, y: 10, width: 30, height: 30), .lime) {
        $0.transform = .rotation(0.5)
      }
      let node = RenderNode(Rect(width: 50, height: 50), .red, sublayers: [child]) {
        $0.cornerRadius = 9
        $0.shouldRasterize = rasterizes
      }
      return try RenderTree(60, 60, [node]).image
    }
    #expect(PixelDifference(try image(true), try image(false)).most <= 1)
  }

  /// S-095: quarter turns are exact.
  @Test func s095QuarterTurn() throws {
    let node = RenderNode(Rect(x: 10, y: 20, width: 20, height: 10), .red) {
      $0.transform = .rotation(.pi / 2)
    }
    let image = try RenderTree(40, 50, [node]).image
    #expect(ContentsTests.ink(image) == PixelRect(x: 15, y: 15, width: 10, height: 20))
    #expect(image.rgba(15, 15) == [255, 0, 0, 255])
  }

  /// S-055: the frame of a turned layer is the box around it.
  @Test func s055Frame() {
    var properties = LayerProperties()
    properties.bounds = Rect(width: 100, height: 100)
    properties.transform = .rotation(.pi / 4)
    #expect(abs(properties.frame.width - 141.42135623730951) < 1e-9)
    #expect(abs(properties.frame.minX + 70.710678118654755) < 1e-9)
  }

  /// S-052: the origin of the bounds shifts the sublayers.
  @Test func s052BoundsOrigin() throws {
    let child = RenderNode(Rect(x: 10, y: 10, width: 10, height: 10), .red)
    let node = RenderNode(Rect(x: 5, y: 5, width: 40, height: 40), sublayers: [child]) {
      $0.bounds.origin = Point(x: 4, y: -3)
    }
    let image = try RenderTree(60, 60, [node]).image
    #expect(ContentsTests.ink(image) == PixelRect(x: 11, y: 18, width: 10, height: 10))
  }

  /// `geometryFlipped` places sublayers with y upwards.
  @Test func geometryFlipped() throws {
    let child = RenderNode(Rect(x: 2, y: 3, width: 10, height: 5), .red)
    let node = RenderNode(Rect(width: 40, height: 40), sublayers: [child]) {
      $0.isGeometryFlipped = true
    }
    let image = try RenderTree(40, 40, [node]).image
    #expect(ContentsTests.ink(image) == PixelRect(x: 2, y: 32, width: 10, height: 5))
  }

  /// S-079: contents stay above a background that is set alone.
  @Test func hiddenLayers() throws {
    let child = RenderNode(Rect(width: 10, height: 10), .red)
    let node = RenderNode(Rect(width: 10, height: 10), .blue, sublayers: [child]) {
      $0.isHidden = true
    }
    #expect(try RenderTree(10, 10, [node]).image.rgba(5, 5) == [255, 255, 255, 255])
  }
}
