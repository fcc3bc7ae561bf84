// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerModel
import Testing
import TextTestSupport

@Suite("TransformLayer")
@MainActor
struct TransformLayerTests {
  /// A container of 400 × 300 points, seen from a distance of 500, and a transform layer in its
  /// middle.
  private let container = Layer(Rect(width: 400, height: 300))
  private let space = TransformLayer()

  init() {
    container.sublayerTransform.m34 = -1.0 / 500
    space.position = Point(x: 200, y: 150)
    container.addSublayer(space)
  }

  private func panel(_ name: String, _ transform: Transform3D, side: Double = 100) -> Layer {
    let layer = Layer()
    layer.name = name
    layer.bounds = Rect(width: side, height: side)
    layer.transform = transform
    space.addSublayer(layer)
    return layer
  }

  @Test("S-142, S-147: hits the nearer sublayer, never the transform layer")
  func s142_hits() {
    let far = panel("far", .translation(x: 0, y: 0, z: -50))
    let near = panel("near", .translation(x: 30, y: 0, z: 50))
    // The near panel reaches from (−20 + 30 …) · 10 / 9 to the right of the middle.
    #expect(container.hitTest(Point(x: 210, y: 150)) === near)
    #expect(container.hitTest(Point(x: 160, y: 150)) === far)
    #expect(container.hitTest(Point(x: 330, y: 150)) === container)
    space.bounds = Rect(width: 400, height: 300)
    space.position = Point(x: 200, y: 150)
    #expect(container.hitTest(Point(x: 390, y: 290)) === container)
    near.isHidden = true
    space.bounds = .zero
    #expect(container.hitTest(Point(x: 210, y: 150)) === far)
  }

  @Test("of layers in one plane the upper one is hit, however it is turned")
  func coplanarHits() {
    let turn = Transform3D.rotation(0.7, x: 0.3, y: 1, z: 0.2)
    _ = panel("face", turn)
    let label = panel("label", turn, side: 60)
    for x in stride(from: 180.0, to: 220, by: 3) {
      #expect(container.hitTest(Point(x: x, y: 150)) === label)
    }
  }

  @Test("hits in perspective are where the layer is seen")
  func hitsAreWhereLayersAreSeen() throws {
    _ = panel("turned", .rotation(0.9, x: 0, y: 1, z: 0), side: 200)
    let crossing = panel("crossing", .rotation(-0.7, x: 0.3, y: 1, z: 0), side: 160)
    crossing.backgroundColor = .blue
    space.sublayers.first?.backgroundColor = .red
    let image = try container.picture(background: nil)
    for y in stride(from: 5, to: 300, by: 10) {
      for x in stride(from: 5, to: 400, by: 10) {
        let pixel = image.rgba(x, y)
        let hit = container.hitTest(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        switch pixel {
        case [255, 0, 0, 255]: #expect(hit?.name == "turned", "\(x), \(y)")
        case [0, 0, 255, 255]: #expect(hit === crossing, "\(x), \(y)")
        case [0, 0, 0, 0]: #expect(hit === container, "\(x), \(y)")
        default: continue  // an edge
        }
      }
    }
  }

  @Test("S-051: points are converted through perspective and back")
  func s051_conversions() throws {
    let turned = panel("turned", Transform3D.rotation(0.9, x: 0, y: 1, z: 0).scaled(x: 2, y: 1))
    let other = panel("other", .rotation(-0.4, x: 1, y: 0, z: 0))
    let inner = Layer(Rect(x: 10, y: 10, width: 20, height: 20))
    turned.addSublayer(inner)
    for point in [Point(x: 3, y: 4), Point(x: 18, y: 1)] {
      let seen = try #require(inner.convert(point, to: container))
      let back = try #require(container.convert(seen, to: inner))
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
      // In the space of the transform layer both lie on one line with the eye.
      let there = try #require(inner.convert(point, to: other))
      let again = try #require(other.convert(there, to: container))
      #expect(abs(again.x - seen.x) < 1e-9 && abs(again.y - seen.y) < 1e-9)
    }
    // The centre of the transform layer is that of the container.
    let center = try #require(turned.convert(Point(x: 50, y: 50), to: container))
    #expect(abs(center.x - 200) < 1e-9 && abs(center.y - 150) < 1e-9)
    // Behind the eye there is no image.
    turned.transform = .translation(x: 0, y: 0, z: 600)
    #expect(turned.convert(Point(x: 50, y: 50), to: container) == nil)
  }

  @Test("S-105, S-143: key paths of a transform, within 1e-12")
  func s105_keyPaths() throws {
    let layer = Layer()
    try layer.setValue(.number(.pi / 4), forKeyPath: "transform.rotation.y")
    let wanted = Transform3D.rotation(.pi / 4, x: 0, y: 1, z: 0)
    for (a, b) in zip(layer.transform.elements, wanted.elements) { #expect(abs(a - b) <= 1e-12) }
    // Each step acts in the space that those before it made: translate(t) = T · t.
    let stepped = Transform3D.translation(x: 100, y: 0).rotated(.pi / 2, x: 0, y: 0, z: 1)
      .translated(x: 10, y: 0)
    let moved = stepped.apply(.zero)
    #expect(abs(moved.x - 100) <= 1e-12 && abs(moved.y - 10) <= 1e-12)
  }
}
