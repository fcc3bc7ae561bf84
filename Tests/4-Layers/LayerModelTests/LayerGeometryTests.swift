// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: geometry")
@MainActor
struct LayerGeometryTests {
  private let root = Layer(Rect(width: 400, height: 400))
  private let layer = Layer(Rect(x: 100, y: 50, width: 100, height: 60))

  init() { root.addSublayer(layer) }

  @Test("S-051: a point goes up and comes back; a quarter turn is exact")
  func s051_convert() throws {
    layer.affineTransform = Transform3D.rotation(.pi / 2).affine ?? .identity
    let other = Layer(Rect(x: 7, y: 9, width: 50, height: 50))
    root.addSublayer(other)
    // The centre (150, 80) stays; the upper left corner turns to the upper right.
    #expect(layer.convert(Point(x: 0, y: 0), to: root) == Point(x: 180, y: 30))
    #expect(layer.convert(Point(x: 0, y: 0), to: other) == Point(x: 173, y: 21))
    #expect(other.convert(Point(x: 0, y: 0), from: layer) == Point(x: 173, y: 21))
    #expect(
      layer.convert(Rect(width: 100, height: 60), to: root)
        == Rect(x: 120, y: 30, width: 60, height: 100))
    #expect(
      root.convert(Rect(width: 100, height: 60), from: layer)
        == Rect(x: 120, y: 30, width: 60, height: 100))
    layer.transform = Transform3D.rotation(0.7).scaled(x: 1.7, y: -0.3)
    let deep = Layer(Rect(x: 3, y: 4, width: 10, height: 10))
    deep.transform = .rotation(1.3, x: 1, y: 0.2, z: 0.5)
    layer.addSublayer(deep)
    layer.sublayerTransform = .rotation(0.3, x: 0, y: 1, z: 0)
    layer.isGeometryFlipped = true
    let point = Point(x: 12.25, y: -7.5)
    let there = try #require(deep.convert(point, to: other))
    let back = try #require(deep.convert(there, from: other))
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    #expect(there != point)
    #expect(deep.convert(point, to: deep) == point)
  }

  @Test("S-051: a flipped superlayer and its map of the sublayers take part, in hit tests as well")
  func s051_convertSpaces() {
    layer.name = "layer"
    root.isGeometryFlipped = true
    #expect(layer.convert(Point(x: 1, y: 2), to: root) == Point(x: 101, y: 348))
    #expect(layer.convert(Point(x: 101, y: 348), from: root) == Point(x: 1, y: 2))
    #expect(root.hitTest(Point(x: 101, y: 348)) === layer)
    #expect(root.hitTest(Point(x: 101, y: 52)) === root)
    root.isGeometryFlipped = false
    root.sublayerTransform = .scale(x: 0.5, y: 0.5)
    // About the centre of the root, (200, 200).
    #expect(layer.convert(Point.zero, to: root) == Point(x: 150, y: 125))
    // The space of a mask is that of the bounds.
    let mask = Layer(Rect(x: 10, y: 20, width: 5, height: 5))
    root.mask = mask
    #expect(mask.convert(Point.zero, to: root) == Point(x: 10, y: 20))
  }

  @Test("Contents are flipped below an odd number of flipped layers")
  func contentsAreFlipped() {
    let leaf = Layer(Rect(width: 5, height: 5))
    layer.addSublayer(leaf)
    #expect(!leaf.contentsAreFlipped)
    root.isGeometryFlipped = true
    #expect(!root.contentsAreFlipped && layer.contentsAreFlipped && leaf.contentsAreFlipped)
    layer.isGeometryFlipped = true
    #expect(layer.contentsAreFlipped && !leaf.contentsAreFlipped)
    // A mask lies in the space of the bounds, which its own layer does not flip.
    let mask = Layer(Rect(width: 5, height: 5))
    layer.mask = mask
    #expect(mask.contentsAreFlipped)
    leaf.removeFromSuperlayer()
    #expect(!leaf.contentsAreFlipped)
  }

  @Test("S-051: perspective goes up and comes back")
  func s051_convertPerspective() throws {
    var perspective = Transform3D.identity
    perspective.m34 = -1 / 500
    root.sublayerTransform = perspective
    layer.transform = .rotation(0.5, x: 0, y: 1, z: 0)
    let point = Point(x: 10, y: 20)
    let there = try #require(layer.convert(point, to: root))
    let back = try #require(layer.convert(there, from: root))
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }

  @Test("S-051: no common tree, or no inverse, gives nothing")
  func s051_convertNothing() {
    #expect(layer.convert(Point.zero, to: Layer()) == nil)
    layer.transform = .scale(x: 0, y: 1)
    #expect(layer.convert(Point.zero, to: root) == Point(x: 150, y: 50))
    #expect(layer.convert(Point.zero, from: root) == nil)
    #expect(layer.convert(Rect(width: 1, height: 1), from: root) == nil)
    layer.transform = .identity
    layer.position = Point(x: .nan, y: 0)
    #expect(layer.convert(Point.zero, to: root) == nil)
  }

  @Test("S-052: an origin of the bounds moves the sublayers by its negative")
  func s052_boundsOrigin() throws {
    let inner = Layer(Rect(width: 10, height: 10), .red)
    layer.addSublayer(inner)
    layer.bounds.origin = Point(x: -20, y: -30)
    #expect(inner.convert(Point.zero, to: root) == Point(x: 120, y: 80))
    #expect(try root.picture().rgba(125, 85) == [255, 0, 0, 255])
    #expect(try root.picture().rgba(105, 55) == [255, 255, 255, 255])
  }

  @Test("S-053, S-054, S-055, S-057: position, anchor point and frame")
  func s055_frame() {
    #expect(layer.position == Point(x: 150, y: 80))
    layer.anchorPoint = .zero
    #expect(layer.position == Point(x: 150, y: 80))
    #expect(layer.frame == Rect(x: 150, y: 80, width: 100, height: 60))
    layer.anchorPoint = Point(x: 1, y: 1)
    #expect(layer.frame == Rect(x: 50, y: 20, width: 100, height: 60))
    layer.anchorPoint = Point(x: 0.5, y: 0.5)
    layer.frame = Rect(width: 100, height: 100)
    layer.transform = .rotation(.pi / 4)
    let side = 100 * 2.0.squareRoot()
    #expect(abs(layer.frame.width - side) < 1e-9 && abs(layer.frame.height - side) < 1e-9)
    #expect(abs(layer.frame.minX - (50 - side / 2)) < 1e-9)
  }

  @Test("S-056: a new layer has no extent and draws nothing")
  func s056_newLayer() throws {
    let new = Layer()
    new.backgroundColor = .red
    #expect(new.frame == .zero && new.bounds == .zero)
    root.addSublayer(new)
    #expect(try root.picture().differences(from: .filled(400, 400, .white)) == 0)
  }

  @Test("S-095: an affine transform acts about the anchor point; a quarter turn is exact")
  func s095_affineTransform() throws {
    let box = Layer(Rect(x: 10, y: 10, width: 40, height: 20), .red)
    root.addSublayer(box)
    #expect(box.affineTransform == .identity)
    box.affineTransform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(box.transform == .rotation(.pi / 2))
    #expect(box.frame == Rect(x: 20, y: 0, width: 20, height: 40))
    let turned = try root.picture()
    box.transform = .identity
    box.frame = Rect(x: 20, y: 0, width: 20, height: 40)
    #expect(try root.picture().differences(from: turned) == 0)
  }
}

@Suite("Layer: hit tests")
@MainActor
struct LayerHitTests {
  private let root = Layer(Rect(x: 10, y: 10, width: 100, height: 100), name: "root")
  private let back = Layer(Rect(x: 10, y: 10, width: 50, height: 50), name: "back")
  private let front = Layer(Rect(x: 30, y: 30, width: 50, height: 50), name: "front")
  private let outside = Layer(Rect(x: 60, y: 60, width: 100, height: 20), name: "outside")

  init() {
    root.sublayers = [back, front]
    front.addSublayer(outside)
  }

  private func hit(_ x: Double, _ y: Double) -> String? { root.hitTest(Point(x: x, y: y))?.name }

  @Test("The foremost layer is hit, in the superlayer's space; ends of rectangles do not count")
  func order() {
    #expect(hit(9, 9) == nil)
    #expect(hit(10, 10) == "root")
    #expect(hit(20, 20) == "back")
    #expect(hit(50, 50) == "front")
    #expect(hit(89.9, 50) == "front" && hit(90, 50) == "root")
    back.zPosition = 1
    #expect(hit(50, 50) == "back")
    front.zPosition = 1
    #expect(hit(50, 50) == "front")
  }

  @Test("A sublayer is hit outside its superlayer, unless that masks it")
  func masking() {
    #expect(hit(190, 110) == "outside")
    front.masksToBounds = true
    #expect(hit(190, 110) == nil)
    #expect(hit(50, 50) == "front")
    root.masksToBounds = true
    #expect(hit(95, 50) == "root")
  }

  @Test("What is hidden or has no opacity is passed over with all below it")
  func invisible() {
    front.isHidden = true
    #expect(hit(50, 50) == "back" && hit(190, 110) == nil)
    front.isHidden = false
    front.opacity = 0
    #expect(hit(50, 50) == "back" && hit(190, 110) == nil)
    front.opacity = 0.01
    #expect(hit(50, 50) == "front")
  }

  @Test("Transforms are followed; a singular one and a hidden back are not hit")
  func transforms() {
    front.transform = .rotation(.pi / 4)
    #expect(hit(65, 31) == "front")
    #expect(hit(42, 42) == "back")
    front.transform = .scale(x: 0, y: 1)
    #expect(hit(65, 65) == "back")
    front.transform = .rotation(.pi, x: 0, y: 1, z: 0)
    #expect(hit(65, 65) == "front")
    front.isDoubleSided = false
    #expect(hit(65, 65) == "back")
    front.transform = .identity
    front.position = Point(x: .nan, y: .infinity)
    #expect(hit(65, 65) == "back")
  }

  @Test("An override of `contains` decides")
  func contains() {
    final class Disc: Layer {
      override func contains(_ point: Point) -> Bool {
        let (x, y) = (point.x - bounds.width / 2, point.y - bounds.height / 2)
        return x * x + y * y < bounds.width * bounds.width / 4
      }
    }
    let disc = Disc(Rect(width: 100, height: 100), name: "disc")
    root.addSublayer(disc)
    #expect(hit(12, 12) == "root" && hit(50, 12) == "disc")
    #expect(!disc.contains(Point(x: 1, y: 1)) && root.contains(Point(x: 1, y: 1)))
  }
}
