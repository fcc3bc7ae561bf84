// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

@Suite struct PathShapeTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  @Test func shapesAreAddedToAPathAsTheirInitializersMakeThem() {
    let rect = Rect(x: 10, y: 20, width: 60, height: 40)
    var path = Path()
    path.addRect(rect)
    path.addEllipse(in: rect)
    path.addRoundedRect(in: rect, cornerWidth: 12, cornerHeight: 8, corners: .topLeft)
    var joined = Path(rect: rect)
    joined.addPath(Path(ellipseIn: rect))
    joined.addPath(
      Path(roundedRect: rect, radii: Size(width: 12, height: 8), corners: .topLeft))
    #expect(path == joined)
    #expect(
      Array(path.elements).prefix(5)
        == [.move(p(10, 20)), .line(p(70, 20)), .line(p(70, 60)), .line(p(10, 60)), .close])
    // The next step starts where the last contour did: at the top right corner.
    #expect(path.currentPoint == p(70, 20))
  }

  @Test func linesBetweenPointsAreOneContour() {
    var path = Path()
    path.addLines(between: [])
    #expect(path.isEmpty)
    path.addLines(between: [p(1, 2), p(3, 4), p(5, 6)])
    path.addLines(between: [p(7, 8)])
    #expect(
      Array(path.elements)
        == [.move(p(1, 2)), .line(p(3, 4)), .line(p(5, 6)), .move(p(7, 8))])
  }

  @Test func curvesKeepTheirControlPoints() {
    var path = Path()
    path.move(to: p(0, 0))
    path.addQuadCurve(to: p(10, 0), control: p(5, 10))
    path.addCurve(to: p(20, 0), control1: p(12, -8), control2: p(18, -8))
    path.closeSubpath()
    #expect(
      Array(path.elements) == [
        .move(p(0, 0)), .quad(control: p(5, 10), end: p(10, 0)),
        .cubic(control1: p(12, -8), control2: p(18, -8), end: p(20, 0)), .close,
      ])
    // A quadratic curve rises to half of its control point, a cubic one to three quarters.
    #expect(path.bounds == Rect(x: 0, y: -6, width: 20, height: 11))
  }

  // MARK: Arcs between tangents

  /// The points of the curves of a path at quarters of their parameter.
  private func points(_ path: Path) -> [Point] {
    var here = Point.zero
    var points: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let p), .line(let p): here = p
      case .cubic(let c, let d, let end):
        for t in [0, 0.25, 0.5, 0.75, 1.0] {
          let s = 1 - t
          let (e, f, g, h) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          points.append(
            p(
              e * here.x + f * c.x + g * d.x + h * end.x, e * here.y + f * c.y + g * d.y + h * end.y
            ))
        }
        here = end
      default: Issue.record("only lines and cubics")
      }
    }
    return points
  }

  @Test func anArcTouchesBothLines() {
    // A right angle at (100, 0): the circle of radius 30 touches at (70, 0) and (100, 30).
    var path = Path()
    path.move(to: p(0, 0))
    path.addArc(tangent1End: p(100, 0), tangent2End: p(100, 500), radius: 30)
    #expect(Array(path.elements)[1] == .line(p(70, 0)))
    #expect(abs(path.currentPoint.x - 100) < 1e-12 && abs(path.currentPoint.y - 30) < 1e-12)
    for q in points(path) {
      let distance = ((q.x - 70) * (q.x - 70) + (q.y - 30) * (q.y - 30)).squareRoot()
      #expect(abs(distance - 30) < 0.01, "\(q)")
      #expect(q.x >= 69.99 && q.y <= 30.01, "the quarter that faces the corner: \(q)")
    }
  }

  @Test(arguments: [1.0, -1.0]) func sharpCornersAndBothSidesOfTurning(side: Double) {
    // Lines from (0, 0) to the corner (100, 0), and back at 60° to the first: the circle of
    // radius 10 touches 10·√3 before the corner; its centre is 10 to the side of the second line.
    var path = Path()
    path.move(to: .zero)
    let third = 3.0.squareRoot()
    path.addArc(
      tangent1End: p(100, 0), tangent2End: p(100 - 50, side * 50 * third), radius: 10)
    guard case .line(let start) = Array(path.elements)[1] else {
      Issue.record("a line leads to the arc")
      return
    }
    #expect(abs(start.x - (100 - 10 * third)) < 1e-9 && start.y == 0)
    let end = path.currentPoint
    #expect(abs(end.x - (100 - 5 * third)) < 1e-9 && abs(end.y - side * 15) < 1e-9)
    for q in points(path) {
      let (x, y) = (q.x - (100 - 10 * third), q.y - side * 10)
      #expect(abs((x * x + y * y).squareRoot() - 10) < 0.01, "\(q)")
    }
  }

  @Test func arcsWithoutACornerAreLines() {
    for (corner, end, radius) in [
      (p(50, 0), p(90, 0), 10.0), (p(50, 0), p(0, 0), 10), (p(50, 0), p(50, 50), 0),
      (p(50, 0), p(50, 0), 10),
    ] {
      var path = Path()
      path.move(to: .zero)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      #expect(Array(path.elements) == [.move(.zero), .line(corner)])
    }
    for (corner, end, radius) in [
      (p(.nan, 0), p(90, 0), 10.0), (p(50, 0), p(.infinity, 0), 10), (p(50, 0), p(50, 50), -1),
      (p(50, 0), p(50, 50), .nan),
    ] {
      var path = Path()
      path.move(to: .zero)
      path.addArc(tangent1End: corner, tangent2End: end, radius: radius)
      #expect(Array(path.elements) == [.move(.zero)])
    }
  }
}
