// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

@Suite("Layer: setting the frame under a transform")
@MainActor
struct FrameSetterTests {
  private let layer = Layer(Rect(x: 5, y: 6, width: 7, height: 8))

  private func expect(
    _ rect: Rect, _ expected: Rect, within tolerance: Double = 1e-9, _ comment: Comment? = nil
  ) {
    for (a, b) in [
      (rect.minX, expected.minX), (rect.minY, expected.minY), (rect.width, expected.width),
      (rect.height, expected.height),
    ] {
      #expect(abs(a - b) <= tolerance, comment ?? "\(rect) is not \(expected)")
    }
  }

  @Test("S-055: under a scale the bounds are smaller by it, and the frame is the one that was set")
  func s055_scale() {
    layer.transform = .scale(x: 2, y: 2)
    layer.frame = Rect(width: 100, height: 100)
    #expect(layer.bounds == Rect(width: 50, height: 50))
    #expect(layer.position == Point(x: 50, y: 50))
    #expect(layer.frame == Rect(width: 100, height: 100))
    layer.transform = .scale(x: 2, y: 4)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds == Rect(width: 50, height: 12.5))
    #expect(layer.position == Point(x: 60, y: 45))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 50))
    // A mirroring is no negative size.
    layer.transform = .scale(x: -2, y: 1)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds == Rect(width: 50, height: 50))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test("S-055: under a quarter turn width and height change places", arguments: [1, -1, 3])
  func s055_quarterTurn(turns: Int) {
    layer.transform = .rotation(Double(turns) * .pi / 2)
    layer.anchorPoint = Point(x: 0.25, y: 1)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    expect(layer.bounds, Rect(width: 50, height: 100))
    expect(layer.frame, Rect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test("S-055: a translation moves the frame, and setting it moves the position back")
  func s055_translation() {
    layer.transform = .translation(x: 10, y: 20)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds == Rect(width: 100, height: 50))
    // The middle of the frame is (60, 45).
    #expect(layer.position == Point(x: 50, y: 25))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test("S-055: under another turn the size goes through the inverse, and the corner is kept")
  func s055_turn() {
    let half = 0.5.squareRoot()
    layer.transform = .rotation(.pi / 4)
    layer.frame = Rect(x: 3, y: 4, width: 100, height: 60)
    // (100, 60) turned back by 45°: (160, −40) / √2.
    expect(layer.bounds, Rect(width: 160 * half, height: 40 * half))
    // The box around that: (160 + 40) / 2 on both sides.
    expect(layer.frame, Rect(x: 3, y: 4, width: 100, height: 100))
  }

  @Test("S-055: a transform without inverse does not count, and the origin of the bounds stays")
  func s055_singular() {
    layer.bounds.origin = Point(x: 11, y: 22)
    layer.transform = .scale(x: 0, y: 0)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds == Rect(x: 11, y: 22, width: 100, height: 50))
    #expect(layer.position == Point(x: 60, y: 45))
    layer.transform = .scale(x: 2, y: 2)
    layer.frame = Rect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds == Rect(x: 11, y: 22, width: 50, height: 25))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 100, height: 50))
    // Squeezed to depth: only the plane counts.
    layer.transform = .scale(x: 2, y: 2, z: 0)
    layer.frame = Rect(width: 10, height: 10)
    #expect(layer.bounds.size == Size(width: 5, height: 5))
  }

  @Test("S-055: negative sizes become positive, of the frame and of the bounds")
  func s055_negative() {
    layer.frame = Rect(x: 10, y: 20, width: -100, height: -50)
    #expect(layer.frame == Rect(x: -90, y: -30, width: 100, height: 50))
    #expect(layer.bounds == Rect(width: 100, height: 50))
    #expect(layer.position == Point(x: -40, y: -5))
    layer.bounds = Rect(x: 1, y: 2, width: -30, height: 40)
    #expect(layer.bounds == Rect(x: -29, y: 2, width: 30, height: 40))
    #expect(layer.position == Point(x: -40, y: -5))
    layer.bounds = Rect(x: 1, y: 2, width: 30, height: -40)
    #expect(layer.bounds == Rect(x: 1, y: -38, width: 30, height: 40))
  }

  @Test("S-055: the layer is drawn where its frame was set")
  func s055_drawn() throws {
    layer.backgroundColor = .red
    layer.transform = .rotation(.pi / 2)
    layer.frame = Rect(x: 5, y: 10, width: 20, height: 4)
    let picture = try Layer(Rect(width: 40, height: 40), nil, [layer]).picture()
    for y in 0..<40 {
      for x in 0..<40 {
        let isInside = (5..<25).contains(x) && (10..<14).contains(y)
        #expect(picture.rgba(x, y) == (isInside ? [255, 0, 0, 255] : [255, 255, 255, 255]))
      }
    }
  }

  @Test("S-051: nil is the space around the tree, in which the position of the root lies")
  func s051_convertOut() throws {
    let root = Layer(Rect(x: 100, y: 50, width: 200, height: 200))
    root.transform = .scale(x: 2, y: 2)
    root.addSublayer(layer)
    // The root lies from (0, −50) on, twice as large; the layer from (5, 6) of it.
    #expect(layer.convert(Point(x: 1, y: 2), to: nil) == Point(x: 12, y: -34))
    #expect(layer.convert(Point(x: 12, y: -34), from: nil) == Point(x: 1, y: 2))
    #expect(root.convert(Point.zero, to: nil) == Point(x: 0, y: -50))
    #expect(
      layer.convert(Rect(x: 1, y: 2, width: 3, height: 4), to: nil)
        == Rect(x: 12, y: -34, width: 6, height: 8))
    #expect(
      layer.convert(Rect(x: 12, y: -34, width: 6, height: 8), from: nil)
        == Rect(x: 1, y: 2, width: 3, height: 4))
    root.transform = .scale(x: 0, y: 1)
    #expect(layer.convert(Point.zero, from: nil) == nil)
  }
}
