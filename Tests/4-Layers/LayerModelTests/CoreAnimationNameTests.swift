// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// Core Animation's and UIKit's names for what has another one here.
@Suite("Names of Core Animation")
@MainActor
struct CoreAnimationNameTests {
  @Test("Literals are values")
  func literals() throws {
    let values: [LayerValue] = [0.5, 2, true, "center"]
    #expect(values == [.number(0.5), .number(2), .boolean(true), .string("center")])
    let layer = Layer()
    try layer.setValue(30, forKeyPath: "position.x")
    #expect(layer.position == Point(x: 30, y: 0))
    try layer.add(LayerAnimation("opacity", from: 1, to: 0.25), forKey: "fade")
    #expect(layer.animationKeys == ["fade"])
  }

  @Test("Speed and time offset of a layer are those of its timing")
  func timing() {
    let layer = Layer()
    #expect(layer.speed == 1 && layer.timeOffset == 0)
    layer.speed = 2
    layer.timeOffset = 3
    #expect(layer.timing == MediaTiming(duration: .infinity, speed: 2, timeOffset: 3))
    #expect(layer.localTime(at: 10) == 23)
  }

  @Test("Corners by their x and y; y runs downwards")
  func corners() {
    #expect(Corners.layerMinXMinYCorner == .topLeft && Corners.layerMaxXMinYCorner == .topRight)
    #expect(
      Corners.layerMinXMaxYCorner == .bottomLeft && Corners.layerMaxXMaxYCorner == .bottomRight)
  }

  @Test("What of views is flexible; the bits are those of UIKit")
  func autoresizing() {
    let masks: [AutoresizingMask] = [
      .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleTopMargin,
      .flexibleHeight, .flexibleBottomMargin,
    ]
    #expect(masks.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
  }

  @Test("The boxes of a path, with its control points and without")
  func boundingBoxes() {
    var path = Path()
    path.move(to: .zero)
    path.addQuadCurve(to: Point(x: 10, y: 0), control: Point(x: 5, y: 8))
    #expect(path.boundingBox == Rect(width: 10, height: 8))
    // The top of the curve lies at half of its control point.
    #expect(path.boundingBoxOfPath == Rect(width: 10, height: 4))
  }
}
