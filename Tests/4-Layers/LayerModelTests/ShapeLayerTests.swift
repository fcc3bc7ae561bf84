// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("ShapeLayer")
@MainActor
struct ShapeLayerTests {
  private let shape = ShapeLayer()

  /// A picture of 100 × 100 points of the shape alone.
  private func picture(scale: Double = 1) throws -> Bitmap {
    try Layer(Rect(width: 100, height: 100), nil, [shape]).picture(scale: scale)
  }

  @Test("S-119–S-121: black inside and no line by default; a line is one point wide")
  func s119_s120_s121_defaults() throws {
    #expect(shape.path == nil)
    #expect(shape.fillColor == .black)
    #expect(shape.fillRule == .nonZero)
    #expect(shape.strokeColor == nil)
    #expect(shape.lineWidth == 1)
    #expect(shape.strokeStyle == StrokeStyle())
    #expect(shape.strokeStart == 0 && shape.strokeEnd == 1)
    shape.path = Path(rect: Rect(x: 20, y: 20, width: 40, height: 40))
    #expect(try picture().rgba(30, 30) == [0, 0, 0, 255])
    shape.fillColor = nil
    #expect(try picture().rgba(30, 30) == [255, 255, 255, 255])
    shape.strokeColor = .red
    // Half of the line lies on each side of the path.
    #expect(try (127...128).contains(picture().rgba(30, 20)[1]))
    #expect(try (127...128).contains(picture().rgba(30, 19)[1]))
    shape.lineWidth = 5
    #expect(try picture().rgba(30, 21) == [255, 0, 0, 255])
    #expect(try picture().rgba(30, 23) == [255, 255, 255, 255])
  }

  @Test("S-116: each property is that of the value, and a new one makes a new node")
  func s116_properties() throws {
    func set(_ key: String, _ value: LayerValue, _ body: () -> Void) throws {
      let node = shape.node
      body()
      #expect(try shape.value(forKeyPath: key) == value, "\(key)")
      #expect(shape.node !== node, "\(key)")
    }
    let path = Path(rect: Rect(width: 3, height: 4))
    try set("path", .path(path)) { shape.path = path }
    try set("fillColor", .color(.red)) { shape.fillColor = .red }
    try set("fillRule", .string("evenodd")) { shape.fillRule = .evenOdd }
    try set("strokeColor", .color(.blue)) { shape.strokeColor = .blue }
    try set("strokeStart", .number(0.2)) { shape.strokeStart = 0.2 }
    try set("strokeEnd", .number(0.8)) { shape.strokeEnd = 0.8 }
    try set("lineWidth", .number(5)) { shape.lineWidth = 5 }
    try set("lineCap", .string("round")) { shape.lineCap = .round }
    try set("lineJoin", .string("bevel")) { shape.lineJoin = .bevel }
    try set("miterLimit", .number(3)) { shape.miterLimit = 3 }
    try set("lineDashPattern", .numbers([4, 2])) { shape.lineDashPattern = [4, 2] }
    try set("lineDashPhase", .number(1)) { shape.lineDashPhase = 1 }
    #expect(
      shape.strokeStyle
        == StrokeStyle(
          lineWidth: 5, lineCap: .round, lineJoin: .bevel, miterLimit: 3, dashPattern: [4, 2],
          dashPhase: 1))
  }

  @Test("S-111, S-112: a shape of 10⁴ points has no bitmap, before and after it was drawn")
  func s111_s112_noBitmap() throws {
    shape.frame = Rect(width: 10_000, height: 10_000)
    shape.path = Path(ellipseIn: Rect(width: 10_000, height: 10_000))
    shape.setNeedsDisplay()
    shape.displayIfNeeded()
    #expect(try picture().rgba(99, 99)[3] == 255)
    #expect(shape.contents == nil)
    if case .none = shape.node.contents {} else { Issue.record("the node has contents") }
    let tree = RenderTree(root: shape.node, size: Size(width: 100, height: 100))
    let report = try #require(try Compositor.frame(of: tree, reporting: true).report)
    #expect(report.layers.allSatisfy { $0.groupPixels == 0 })
    #expect(report.drawnPixels <= 100 * 100)
  }

  @Test("S-113: the path is not cut off at the bounds")
  func s113_outsideOfTheBounds() throws {
    shape.frame = Rect(x: 40, y: 40, width: 10, height: 10)
    shape.path = Path(rect: Rect(x: -20, y: -20, width: 50, height: 50))
    #expect(try picture().rgba(25, 25) == [0, 0, 0, 255])
    #expect(try picture().rgba(65, 65) == [0, 0, 0, 255])
    // Hit tests are about the bounds.
    #expect(!shape.contains(Point(x: -10, y: -10)))
    #expect(shape.contains(Point(x: 5, y: 5)))
    shape.masksToBounds = true
    #expect(try picture().rgba(25, 25) == [255, 255, 255, 255])
  }

  @Test("S-114: under a scale of 8 an edge is one pixel wide at most")
  func s114_sharpEdges() throws {
    shape.path = Path(ellipseIn: Rect(x: 1, y: 1, width: 10, height: 10))
    shape.transform = .scale(x: 8, y: 8)
    let picture = try picture()
    for y in [20, 48, 70] {
      var (run, longest) = (0, 0)
      for x in 0..<100 {
        let level = picture.rgba(x, y)[0]
        run = level > 0 && level < 255 ? run + 1 : 0
        longest = max(longest, run)
      }
      // A slanted edge passes through two pixels of a row near the top of the circle.
      #expect(longest <= (y == 48 ? 1 : 2), "row \(y)")
    }
  }

  @Test("S-114: a shape seen in perspective is sharp, too")
  func s114_perspective() throws {
    let space = Layer(Rect(width: 100, height: 100))
    space.sublayerTransform.m34 = -1 / 100
    shape.frame = Rect(x: 25, y: 25, width: 50, height: 50)
    shape.path = Path(rect: Rect(width: 50, height: 50))
    shape.transform = .translation(x: 0, y: 0, z: 50)
    space.addSublayer(shape)
    let picture = try Layer(Rect(width: 100, height: 100), nil, [space]).picture()
    // Twice as large around the centre.
    let edge = (0..<100).filter { (1...254).contains(picture.rgba($0, 50)[0]) }
    #expect(edge.count <= 2)
    #expect(picture.rgba(1, 50) == [0, 0, 0, 255] && picture.rgba(98, 50) == [0, 0, 0, 255])
  }

  @Test("S-128: background, contents, path, sublayers, from back to front")
  func s128_order() throws {
    shape.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    shape.backgroundColor = .red
    shape.contents = try .filled(50, 100, .blue)
    shape.contentsGravity = .right
    shape.path = Path(rect: Rect(x: 0, y: 50, width: 100, height: 50))
    shape.addSublayer(Layer(Rect(x: 0, y: 75, width: 100, height: 25), .white))
    let picture = try picture()
    #expect(picture.rgba(25, 25) == [255, 0, 0, 255])
    #expect(picture.rgba(75, 25) == [0, 0, 255, 255])
    #expect(picture.rgba(25, 60) == [0, 0, 0, 255])
    #expect(picture.rgba(75, 60) == [0, 0, 0, 255])
    #expect(picture.rgba(75, 90) == [255, 255, 255, 255])
  }

  @Test("S-127: a shape as a mask cuts a layer to its path")
  func s127_mask() throws {
    let card = Layer(Rect(x: 10, y: 10, width: 80, height: 80), .red)
    card.addSublayer(Layer(Rect(x: 0, y: 40, width: 80, height: 40), .blue))
    shape.path = Path(ellipseIn: Rect(x: 10, y: 10, width: 60, height: 60))
    card.mask = shape
    let picture = try Layer(Rect(width: 100, height: 100), nil, [card]).picture()
    #expect(picture.rgba(50, 30) == [255, 0, 0, 255])
    #expect(picture.rgba(50, 70) == [0, 0, 255, 255])
    for (x, y) in [(22, 22), (78, 78), (15, 50), (50, 85)] {
      #expect(picture.rgba(x, y) == [255, 255, 255, 255])
    }
  }

  @Test("S-128: opacity fades fill and line as one picture")
  func s128_opacity() throws {
    shape.path = Path(rect: Rect(x: 20, y: 20, width: 60, height: 60))
    shape.strokeColor = .black
    shape.lineWidth = 20
    shape.opacity = 0.5
    let picture = try picture()
    for x in [15, 25, 50] { #expect(picture.rgba(x, 50)[0] == picture.rgba(50, 50)[0]) }
    #expect(abs(Int(picture.rgba(15, 50)[0]) - 127) <= 1)
  }
}
