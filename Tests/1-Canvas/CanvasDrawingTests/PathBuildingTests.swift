// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

@Suite struct PathBuildingTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  @Test("S-117: moves and lines are the elements of a path")
  func s117MovesAndLines() {
    var path = Path()
    path.move(to: p(150, 125))
    path.addLine(to: p(150, 175))
    path.addLine(to: p(125, 225))
    path.closeSubpath()
    #expect(
      Array(path.elements)
        == [.move(p(150, 125)), .line(p(150, 175)), .line(p(125, 225)), .close])
  }

  @Test("S-118: an arc of a full turn has the length 2πr and starts where it is told")
  func s118Arc() {
    for clockwise in [true, false] {
      var path = Path()
      path.move(to: p(175, 100))
      path.addArc(
        center: p(150, 100), radius: 25, startAngle: 0, endAngle: 2 * .pi, clockwise: clockwise)
      #expect(abs(path.length - 50 * .pi) < 0.03)
      #expect(path.bounds.minX > 124.99 && path.bounds.minX < 125.01)
      // The current point is the start: no line leads to it.
      #expect(Array(path.elements).count == 5)
      guard case .cubic(_, _, let quarter) = Array(path.elements)[1] else {
        Issue.record("An arc is cubics.")
        return
      }
      #expect(abs(quarter.x - 150) < 1e-12)
      #expect(abs(quarter.y - (clockwise ? 125 : 75)) < 1e-12)
    }
  }

  @Test("S-118: a line leads from the current point to the arc; without one the arc starts")
  func s118LineToTheStart() {
    var path = Path()
    path.addArc(center: p(0, 0), radius: 2, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(Array(path.elements).first == .move(p(2, 0)))
    path.addArc(center: p(10, 0), radius: 2, startAngle: .pi, endAngle: 0, clockwise: true)
    #expect(Array(path.elements)[2] == .line(p(8, 0)))
    #expect(path.currentPoint == p(12, 0))
    #expect(abs(path.bounds.minY + 2) < 1e-3)
  }

  private static let sweeps: [(start: Double, end: Double, clockwise: Bool, sweep: Double)] = [
    (0, 1.5, true, 1.5), (0, 1.5, false, 4.783_185_307), (0, -1.5, true, 4.783_185_307),
    (0, -1.5, false, 1.5), (0, 100, true, 6.283_185_307), (0, 100, false, 0.530_964_915),
    (1, 1, true, 0), (1, 7.283_185_307_18, false, 6.283_185_307), (3, 3.1, true, 0.1),
  ]

  @Test func sweepsAreDirectedAndOneTurnAtMost() {
    for (start, end, clockwise, sweep) in Self.sweeps {
      var path = Path()
      path.addArc(
        center: .zero, radius: 1000, startAngle: start, endAngle: end, clockwise: clockwise)
      #expect(abs(path.length - 1000 * sweep) < 1, "\(start) \(end) \(path.length)")
    }
  }

  @Test func arcsOfNonsenseAddNothing() {
    for (radius, angle) in [(Double.nan, 1.0), (-1, 1), (1, .nan), (1, .infinity), (1, 1e300)] {
      var path = Path()
      path.addArc(center: .zero, radius: radius, startAngle: 0, endAngle: angle, clockwise: true)
      #expect(path.isEmpty)
    }
  }

  @Test func dashesOfShapesCountFromTheirStart() {
    let rect = Rect(x: 10, y: 20, width: 100, height: 60)
    #expect(Array(Path(ellipseIn: rect).elements).first == .move(p(110, 50)))
    let rounded = Path(roundedRect: rect, cornerRadius: 10)
    #expect(Array(rounded.elements).first == .move(p(100, 20)))
    let square = Path(roundedRect: rect, cornerRadius: 10, corners: [.bottomLeft])
    #expect(Array(square.elements).first == .move(p(110, 20)))
    // Clockwise as seen: the signed area of the corners is positive in y-down axes.
    for path in [Path(rect: rect), Path(ellipseIn: rect), rounded, square] {
      let polygon = AreaOracle.flattened(path)[0]
      var area = 0.0
      for i in polygon.indices {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
        area += (a.x * b.y - b.x * a.y) / 2
      }
      #expect(area > 4000)
    }
  }

  @Test func roundedRectanglesHaveTwoRadii() {
    let path = Path(
      roundedRect: Rect(x: 0, y: 0, width: 60, height: 40), radii: Size(width: 20, height: 10),
      corners: .bottomRight)
    #expect(
      Array(path.elements).prefix(3)
        == [.move(p(60, 0)), .line(p(60, 30)), Array(path.elements)[2]])
    guard case .cubic(_, _, let end) = Array(path.elements)[2] else {
      Issue.record("A corner is a cubic.")
      return
    }
    #expect(end == p(40, 40))
  }

  @Test("S-125: three round corners of 20 leave an area of 9742.5 and a full corner")
  func s125RoundedCorners() throws {
    let path = Path(
      roundedRect: Rect(x: 50, y: 50, width: 100, height: 100),
      radii: Size(width: 20, height: 20), corners: [.topRight, .bottomRight, .bottomLeft])
    let (pixels, _) = try AreaOracle.coverage(path, side: 200)
    #expect(pixels[50 * 200 + 50] == 255)
    #expect(pixels[50 * 200 + 149] == 0)
    let ink = pixels.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(ink / 9742.5 - 1) < 0.003, "\(ink)")
  }

  // MARK: Hit tests

  @Test func pointsAreInsideWherePixelsAreFull() throws {
    var random = AreaOracle.Random(31)
    for rule in [FillRule.nonZero, .evenOdd] {
      for _ in 0..<20 {
        var path = Path()
        func point() -> Point {
          p(.random(in: -8...40, using: &random), .random(in: -8...40, using: &random))
        }
        for contour in 0..<3 {
          path.move(to: point())
          for _ in 0..<3 {
            path.addLine(to: point())
            path.addQuadCurve(to: point(), control: point())
            path.addCurve(to: point(), control1: point(), control2: point())
          }
          if contour != 1 { path.closeSubpath() }
        }
        let (pixels, _) = try AreaOracle.coverage(path, side: 32, rule: rule)
        for y in 0..<32 {
          for x in 0..<32 where pixels[y * 32 + x] == 255 || pixels[y * 32 + x] == 0 {
            let isInside = path.contains(p(Double(x) + 0.5, Double(y) + 0.5), rule: rule)
            #expect(isInside == (pixels[y * 32 + x] == 255), "\(rule) \(x) \(y)")
          }
        }
      }
    }
    #expect(!Path(rect: Rect(width: 9, height: 9)).contains(p(.nan, 3)))
    var broken = Path(rect: Rect(width: 9, height: 9))
    broken.addLine(to: p(.infinity, 3))
    #expect(!broken.contains(p(3, 3)))
  }

  // MARK: SVG path data

  @Test func writtenDataReadsBackAsTheSamePath() {
    var random = AreaOracle.Random(5)
    var path = Path()
    func number() -> Double {
      let bits = Double(bitPattern: random.next())
      return Bool.random(using: &random) && bits.isFinite
        ? bits : Double(Int.random(in: -999...999, using: &random)) / 8
    }
    for _ in 0..<300 {
      path.move(to: p(number(), number()))
      path.addLine(to: p(number(), number()))
      path.addQuadCurve(to: p(number(), number()), control: p(number(), number()))
      path.addCurve(
        to: p(number(), number()), control1: p(number(), number()), control2: p(number(), number()))
      if Bool.random(using: &random) { path.closeSubpath() }
    }
    #expect(Path(svg: path.svgData) == path)
    #expect(
      Path(svg: "m10 0.5h-3.25l-.5 1e-7 1e20-0q1,2 3,4z").svgData
        == "M10 .5L6.75 .5L6.25 .5000001L1e+20 .5000001Q1e+20 2.5000001 1e+20 4.5000001Z")
    var broken = Path(svg: "M1 2L3 4")
    broken.addLine(to: p(.nan, 0))
    broken.addLine(to: p(5, 6))
    #expect(broken.svgData == "M1 2L3 4")
  }
}
