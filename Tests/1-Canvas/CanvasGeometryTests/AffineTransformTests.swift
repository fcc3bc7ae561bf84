// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing

@Suite struct AffineTransformTests {
  private func isNear(_ a: Point, _ b: Point) -> Bool {
    abs(a.x - b.x) < 1e-12 && abs(a.y - b.y) < 1e-12
  }

  @Test func concatenationAppliesTheFirstMapFirst() {
    let move = AffineTransform.translation(x: 10, y: 0)
    let double = AffineTransform.scale(x: 2, y: 2)
    // (1, 1) moved is (11, 1), doubled (22, 2); doubled first it is (2, 2), moved (12, 2).
    #expect(move.concatenating(double).apply(Point(x: 1, y: 1)) == Point(x: 22, y: 2))
    #expect(double.concatenating(move).apply(Point(x: 1, y: 1)) == Point(x: 12, y: 2))
  }

  @Test func mapsOfThePlaneOfSpaceAndInPerspectiveHaveOneOrder() throws {
    let a = AffineTransform(a: 2, b: 0.5, c: -1, d: 3, tx: 7, ty: -4)
    let b = AffineTransform(a: 0, b: 1, c: -1, d: 0.25, tx: -2, ty: 5)
    // a takes (3, 11) to (2·3 − 11 + 7, 0.5·3 + 3·11 − 4) = (2, 30.5); b takes that to
    // (−30.5 − 2, 2 + 0.25·30.5 + 5) = (−32.5, 14.625).
    let image = Point(x: -32.5, y: 14.625)
    let p = Point(x: 3, y: 11)
    #expect(a.concatenating(b).apply(p) == image)
    #expect(Transform3D(a).concatenating(Transform3D(b)).affine?.apply(p) == image)
    #expect(Projection(a).concatenating(Projection(b)).apply(p) == image)
  }

  @Test func rotationsTurnClockwiseAsSeen() {
    // y points down: from right to down.
    let quarter = AffineTransform(rotationAngle: .pi / 2)
    #expect(quarter.apply(Point(x: 1, y: 0)) == Point(x: 0, y: 1))
    #expect(quarter.apply(Point(x: 0, y: 1)) == Point(x: -1, y: 0))
    #expect(AffineTransform.rotation(.pi / 2) == quarter)
    #expect(Transform3D(quarter) == .rotation(.pi / 2))
    let third = AffineTransform(rotationAngle: .pi / 3).apply(Point(x: 2, y: 0))
    #expect(isNear(third, Point(x: 1, y: 3.0.squareRoot())))
  }

  @Test func stepsActInTheSpaceThatThoseBeforeThemMade() {
    // Scaled last, so first of all: (1, 0) → (3, 0) → a quarter turn (0, 3) → moved (10, 23).
    let map = AffineTransform.identity.translatedBy(x: 10, y: 20).rotated(by: .pi / 2)
      .scaledBy(x: 3, y: 1)
    #expect(map.apply(Point(x: 1, y: 0)) == Point(x: 10, y: 23))
    #expect(map.apply(Point(x: 0, y: 1)) == Point(x: 9, y: 20))
    let other = AffineTransform(scaleX: 2, y: 4).translatedBy(x: 1, y: 1)
    #expect(other.apply(.zero) == Point(x: 2, y: 4))
    #expect(other == AffineTransform(translationX: 1, y: 1).concatenating(.scale(x: 2, y: 4)))
  }

  @Test func inversesUndoAndSingularMapsHaveNone() throws {
    let map = AffineTransform(translationX: 3, y: -2).scaledBy(x: 4, y: 0.5)
    let inverse = try #require(map.inverted())
    #expect(map.apply(Point(x: 1, y: 2)) == Point(x: 7, y: -1))
    #expect(inverse.apply(Point(x: 7, y: -1)) == Point(x: 1, y: 2))
    #expect(AffineTransform(scaleX: 1, y: 0).inverted() == nil)
    #expect(Transform3D.scale(x: 1, y: -1, z: 0).inverted() == nil)
    #expect(AffineTransform.identity.isIdentity && !map.isIdentity)
    #expect(Transform3D.identity.isIdentity && !Transform3D(map).isIdentity)
  }

  @Test func pointsSizesAndRectanglesAreMapped() {
    let turn = AffineTransform(translationX: 100, y: 0).rotated(by: .pi / 2)
    #expect(Point(x: 10, y: 20).applying(turn) == Point(x: 80, y: 10))
    #expect(Size(width: 10, height: 20).applying(turn) == Size(width: -20, height: 10))
    #expect(
      Rect(x: 10, y: 20, width: 30, height: 5).applying(turn)
        == Rect(x: 75, y: 10, width: 5, height: 30))
    // A square of side 100 turned by 45° is 141.42 wide.
    let box = Rect(x: -50, y: -50, width: 100, height: 100)
      .applying(AffineTransform(rotationAngle: .pi / 4))
    #expect(abs(box.width - 141.421_356_237) < 1e-8 && abs(box.minX + 70.710_678_118) < 1e-8)
  }
}
