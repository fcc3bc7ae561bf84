// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CanvasGeometry

@Suite struct GeometryTests {
  @Test(arguments: [
    (0.0, 10.0), (10.0, 0.0), (-5.0, 5.0), (.nan, 5.0), (5.0, .nan), (.infinity, 1.0),
    (16385.0, 1.0), (1.0, 16385.0), (0.4, 0.4),
  ])
  func sizesThatCannotBeDrawnHaveNoPixels(_ width: Double, _ height: Double) {
    #expect(Size(width: width, height: height).pixels(scale: 1) == nil)
  }

  @Test func theThresholdIsOneDevicePixelNotOnePoint() {
    #expect(Size(width: 0.5, height: 0.5).pixels(scale: 2) == PixelSize(width: 1, height: 1))
    #expect(Size(width: 0.5, height: 0.5).pixels(scale: 1) == nil)
    #expect(Size(width: 10.1, height: 3).pixels(scale: 1) == PixelSize(width: 11, height: 3))
    #expect(Size(width: 10, height: 3).pixels(scale: .nan) == nil)
  }

  @Test func aTransformAndItsInverseCancel() throws {
    let t = AffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)
    let inverse = try #require(t.inverted())
    let p = inverse.apply(t.apply(Point(x: 3, y: 11)))
    #expect(abs(p.x - 3) < 1e-12 && abs(p.y - 11) < 1e-12)
    #expect(AffineTransform.scale(x: 0, y: 1).inverted() == nil)
  }

  @Test func concatenationAppliesTheInnerMapFirst() {
    let t = AffineTransform.translation(x: 1, y: 0).concatenating(.scale(x: 2, y: 2))
    #expect(t.apply(.zero) == Point(x: 2, y: 0))
  }

  @Test func rectanglesMeetAndJoin() {
    let a = Rect(x: 0, y: 0, width: 10, height: 10)
    let b = Rect(x: 5, y: 5, width: 10, height: 10)
    #expect(a.intersection(b) == Rect(x: 5, y: 5, width: 5, height: 5))
    #expect(a.union(b) == Rect(x: 0, y: 0, width: 15, height: 15))
    #expect(a.intersection(Rect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
    #expect(!a.contains(Point(x: 10, y: 5)) && a.contains(.zero))
    #expect(Rect(width: .nan, height: 1).isEmpty)
  }

  @Test func hexColoursAreReadAndRefused() {
    #expect(Color(hex: "#ff0000") == Color(red: 1, green: 0, blue: 0))
    #expect(Color(hex: "0f08")?.premultiplied8 == 0x8800_8800)
    #expect(Color(hex: "#12345678")?.alpha == 120.0 / 255)
    for bad in ["", "#", "#12", "#12345", "#1234567", "#123456789", "red", "##ffffff", "#ggg"] {
      #expect(Color(hex: bad) == nil, "\(bad)")
    }
  }
}
