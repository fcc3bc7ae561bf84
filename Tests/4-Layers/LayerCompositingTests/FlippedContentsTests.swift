// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Contents in flipped layers. Core Animation's header says of `geometryFlipped`: "even when
/// geometry is flipped, image orientation remains the same".
struct FlippedContentsTests {
  /// 12 × 8 pixels, each quarter in a colour of its own: red, lime over blue, black.
  private static func quarters() throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: 12, height: 8), format: .rgba8)
    for (x, y, color) in [(0.0, 0.0, Color.red), (6, 0, .lime), (0, 4, .blue), (6, 4, .black)] {
      try context.fill(Rect(x: x, y: y, width: 6, height: 4), with: color)
    }
    return context.makeBitmap()
  }

  /// The quarters as a drawing at the upper left corner of the bounds, beyond which it reaches.
  private struct Drawing: VectorContents {
    let quarters: Bitmap

    func extent(in bounds: Rect) -> Rect { Rect(origin: bounds.origin, size: Self.size) }

    func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
      let source = Rect(width: 12, height: 8)
      try context.draw(
        BitmapDraw(quarters, source: source, in: extent(in: layerBounds)), alpha: 1)
    }

    func isEqual(to other: any VectorContents) -> Bool { other is Drawing }

    static let size = Size(width: 24, height: 16)
  }

  private static let frame = Rect(x: 5, y: 3, width: 24, height: 16)

  private func image(
    _ node: RenderNode, in frame: Rect = Rect(width: 60, height: 50), isFlipped: Bool
  ) throws -> Bitmap {
    let root = RenderNode(frame, sublayers: [node]) { $0.isGeometryFlipped = isFlipped }
    return try RenderTree(60, 50, background: .white, [root]).image
  }

  /// The frame of a layer of the same place in a superlayer of 50 points that is not flipped.
  private func upright(_ frame: Rect) -> Rect {
    Rect(x: frame.minX, y: 50 - frame.maxY, width: frame.width, height: frame.height)
  }

  @Test("A bitmap and a drawing stay upright at the flipped place", arguments: [false, true])
  func upright(isVector: Bool) throws {
    let quarters = try Self.quarters()
    let contents: NodeContents =
      isVector ? .vector(Drawing(quarters: quarters)) : .image(ImageContents(quarters))
    let flipped = try image(RenderNode(Self.frame, contents: contents), isFlipped: true)
    let expected = try image(
      RenderNode(upright(Self.frame), contents: contents), isFlipped: false)
    #expect(flipped == expected)
    // 50 − 3 − 16 is the upper edge.
    #expect(flipped.rgba(6, 32) == [255, 0, 0, 255] && flipped.rgba(28, 32) == [0, 255, 0, 255])
    #expect(flipped.rgba(6, 46) == [0, 0, 255, 255])
  }

  @Test("Places in the bounds and parts of contents are geometry, and are flipped")
  func geometry() throws {
    let contents = NodeContents.image(ImageContents(try Self.quarters()))
    for (gravity, other) in [
      (ContentsGravity.top, ContentsGravity.bottom), (.bottomLeft, .topLeft),
      (.resizeAspect, .resizeAspect), (.center, .center), (.right, .right),
    ] {
      let tall = Rect(x: 5, y: 3, width: 24, height: 40)
      let flipped = try image(
        RenderNode(tall, contents: contents) { $0.contentsGravity = gravity }, isFlipped: true)
      let expected = try image(
        RenderNode(upright(tall), contents: contents) { $0.contentsGravity = other },
        isFlipped: false)
      #expect(flipped == expected, "\(gravity)")
    }
    // The least y of the part is the lower edge of the picture.
    let part = Rect(x: 0, y: 0, width: 1, height: 0.25)
    let lowest = Rect(x: 0, y: 0.75, width: 1, height: 0.25)
    let flipped = try image(
      RenderNode(Self.frame, contents: contents) { $0.contentsRect = part }, isFlipped: true)
    let expected = try image(
      RenderNode(upright(Self.frame), contents: contents) { $0.contentsRect = lowest },
      isFlipped: false)
    #expect(flipped == expected)
    #expect(flipped.rgba(6, 40) == [0, 0, 255, 255])
    // Nine parts are upright, too.
    let center = Rect(x: 0.25, y: 0.125, width: 0.5, height: 0.5)
    let mirrored = Rect(x: 0.25, y: 0.375, width: 0.5, height: 0.5)
    let stretched = try image(
      RenderNode(Self.frame, contents: contents) { $0.contentsCenter = center }, isFlipped: true)
    #expect(
      try stretched
        == image(
          RenderNode(upright(Self.frame), contents: contents) { $0.contentsCenter = mirrored },
          isFlipped: false))
  }

  @Test("Two flips are none; a mask, a bitmap of its own scale, copies and spaces are upright")
  func nested() throws {
    let quarters = try Self.quarters()
    let leaf = RenderNode(
      Rect(x: 4, y: 6, width: 24, height: 16), contents: .vector(Drawing(quarters: quarters)))
    // Twice: the inner place is 50 − (3 + (40 − 22)) − … from above, computed by hand: the inner
    // layer spans y 3…43 from below, so 7…47 from above, and the leaf lies 6 points below its top.
    let twice = RenderNode(Rect(x: 5, y: 3, width: 40, height: 40), sublayers: [leaf]) {
      $0.isGeometryFlipped = true
    }
    let once = try image(twice, isFlipped: true)
    #expect(once.rgba(10, 14) == [255, 0, 0, 255] && once.rgba(10, 27) == [0, 0, 255, 255])
    // A mask whose picture leaves the upper half alone.
    var context = try GraphicsContext(pixels: PixelSize(width: 12, height: 8), format: .rgba8)
    try context.fill(Rect(width: 12, height: 4), with: .black)
    let half = RenderNode(
      Rect(width: 24, height: 16), contents: .image(ImageContents(context.makeBitmap())))
    let masked = try image(RenderNode(Self.frame, .red, mask: half), isFlipped: true)
    #expect(
      masked.rgba(10, 33) == [255, 0, 0, 255] && masked.rgba(10, 44) == [255, 255, 255, 255])
    let plain = RenderNode(Self.frame, contents: .image(ImageContents(quarters)))
    let expected = try image(plain, isFlipped: true)
    let rasterized = RenderNode(Self.frame, contents: .image(ImageContents(quarters))) {
      $0.shouldRasterize = true
      $0.rasterizationScale = 1
    }
    #expect(try image(rasterized, isFlipped: true) == expected)
    for kind in [LayerKind.transform, .replicator(ReplicatorProperties()), .plain] {
      let around = RenderNode(Rect(width: 60, height: 50), sublayers: [plain]) { $0.kind = kind }
      #expect(try image(around, isFlipped: true) == expected, "\(kind.name)")
      let flipping = RenderNode(Rect(width: 60, height: 50), sublayers: [plain]) {
        $0.kind = kind
        $0.isGeometryFlipped = true
      }
      #expect(try image(flipping, isFlipped: false) == expected, "flipped \(kind.name)")
    }
  }

  /// The part of a drawing beyond its bounds is upright, too: its shadow falls there, and a change
  /// of it is repainted.
  @Test func overhangs() throws {
    let drawing = NodeContents.vector(Drawing(quarters: try Self.quarters()))
    // 16 points of drawing from the top of bounds of 4.
    let small = Rect(x: 5, y: 30, width: 24, height: 4)
    func node(_ contents: NodeContents) -> RenderNode {
      RenderNode(small, .red, contents: contents) {
        $0.shadow = Shadow(opacity: 1, offset: Size(width: 20, height: 0), radius: 0)
      }
    }
    let image = try image(node(drawing), isFlipped: true)
    // From 50 − 34 = 16 down to 32, and its shadow beside it.
    #expect(image.rgba(6, 31) == [0, 0, 255, 255] && image.rgba(6, 33) == [255, 255, 255, 255])
    #expect(image.rgba(48, 31) == [0, 0, 0, 255] && image.rgba(48, 12) == [255, 255, 255, 255])
    func tree(_ contents: NodeContents) -> RenderTree {
      RenderTree(
        60, 50, background: .white,
        [
          RenderNode(Rect(width: 60, height: 50), sublayers: [node(contents)]) {
            $0.isGeometryFlipped = true
          }
        ])
    }
    let canvas = PixelRect(width: 60, height: 50)
    let damage = TreeDifference(from: tree(.none), to: tree(drawing), canvas: canvas).damage
    #expect(
      PixelDifference(try tree(.none).image, try tree(drawing).image, except: damage).first == nil)
  }
}
