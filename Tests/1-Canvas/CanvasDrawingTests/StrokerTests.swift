// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextTestSupport

@Suite struct StrokerTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  /// The covered pixels of a square of 64 or more, as a number.
  private func ink(_ outline: Path, side: Int = 64) throws -> Double {
    try AreaOracle.coverage(outline, side: side).pixels.reduce(0) { $0 + Double($1) / 255 }
  }

  private func line(_ points: Point..., isClosed: Bool = false) -> Path {
    var path = AreaOracle.path([points])
    if !isClosed {
      path = Path()
      path.move(to: points[0])
      for q in points.dropFirst() { path.addLine(to: q) }
    }
    return path
  }

  // MARK: Rows

  @Test("S-121: the width of a line is 1 unless told, and counts in units of the path")
  func s121Width() throws {
    let path = line(p(10, 20), p(50, 20))
    #expect(path.stroked(StrokeStyle()).bounds == Rect(x: 10, y: 19.5, width: 40, height: 1))
    let wide = path.stroked(StrokeStyle(lineWidth: 5))
    #expect(wide.bounds == Rect(x: 10, y: 17.5, width: 40, height: 5))
    #expect(try abs(ink(wide) - 200) < 0.2)
    for width in [0, -1, .nan, .infinity, -.infinity] as [Double] {
      #expect(path.stroked(StrokeStyle(lineWidth: width)).isEmpty)
    }
  }

  @Test("S-122: the areas of miter, round and bevelled corners")
  func s122Joins() throws {
    let right = line(p(10, 10), p(50, 10), p(50, 50))
    // A right angle of width 8: two bars of 40, which overlap in 4 × 4, and the outer corner.
    let bars = 2 * 40 * 8.0 - 16
    for (join, corner) in [
      (LineJoin.miter, 16.0), (.round, 4 * .pi), (.bevel, 8.0),
    ] {
      let outline = right.stroked(StrokeStyle(lineWidth: 8, lineJoin: join))
      #expect(try abs(ink(outline) - bars - corner) < 0.05, "\(join)")
    }
    // The length of a miter is width / sin(angle / 2): √2 here.
    let below = right.stroked(StrokeStyle(lineWidth: 8, miterLimit: 1.414))
    #expect(try abs(ink(below) - bars - 8) < 0.05)
    let above = right.stroked(StrokeStyle(lineWidth: 8, miterLimit: 1.4143))
    #expect(try abs(ink(above) - bars - 16) < 0.05)
    // The same turn to the other side.
    let mirrored = line(p(50, 50), p(50, 10), p(10, 10)).stroked(StrokeStyle(lineWidth: 8))
    #expect(try abs(ink(mirrored) - bars - 16) < 0.05)
  }

  @Test("S-123: butt, round and square ends hold wl, wl + πw²/4 and wl + w²")
  func s123Caps() throws {
    for (cap, ends) in [(LineCap.butt, 0.0), (.round, .pi * 25), (.square, 100)] {
      for end in [p(44, 20), p(34, 44)] {
        let length = ((end.x - 20) * (end.x - 20) + (end.y - 20) * (end.y - 20)).squareRoot()
        let outline = line(p(20, 20), end).stroked(StrokeStyle(lineWidth: 10, lineCap: cap))
        let exact = length * 10 + ends
        #expect(try abs(ink(outline) / exact - 1) < 0.001, "\(cap)")
      }
    }
  }

  static var stick: Path {
    var path = Path()
    path.move(to: Point(x: 175, y: 100))
    path.addArc(
      center: Point(x: 150, y: 100), radius: 25, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
    path.addPath(Path(svg: "M150 125L150 175L125 225M150 175L175 225M100 150L200 150"))
    return path
  }

  @Test("S-124: the stick figure has 2082 pixels of ink within its bounds")
  func s124StickFigure() throws {
    let outline = Self.stick.stroked(
      StrokeStyle(lineWidth: 5, lineCap: .round, lineJoin: .round))
    let ink = try ink(outline, side: 300)
    #expect(abs(ink / 2082 - 1) < 0.005, "\(ink)")
    let b = outline.bounds
    for (value, exact) in [(b.minX, 97.5), (b.maxX, 202.5), (b.minY, 72.5), (b.maxY, 227.5)] {
      #expect(abs(value - exact) < 0.01, "\(b)")
    }
  }

  // MARK: Against the distance from the path

  /// The part of each pixel that is within a distance of a path, by 16 × 16 samples.
  private func near(_ path: Path, _ reach: Double, side: Int) -> [Double] {
    let lines = AreaOracle.flattened(path, steps: 64).flatMap { zip($0, $0.dropFirst()) }
    func distance(_ x: Double, _ y: Double) -> Double {
      var least = Double.infinity
      for (a, b) in lines {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        let t = square > 0 ? max(0, min(1, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0
        let (ex, ey) = (x - a.x - t * dx, y - a.y - t * dy)
        least = min(least, ex * ex + ey * ey)
      }
      return least.squareRoot()
    }
    return (0..<side * side).map { pixel in
      let (x, y) = (Double(pixel % side), Double(pixel / side))
      let atMiddle = distance(x + 0.5, y + 0.5) - reach
      if abs(atMiddle) > 0.71 { return atMiddle < 0 ? 1 : 0 }
      let hits = (0..<256).filter {
        distance(x + (Double($0 % 16) + 0.5) / 16, y + (Double($0 / 16) + 0.5) / 16) < reach
      }
      return Double(hits.count) / 256
    }
  }

  /// Curves that bend more tightly than the line is wide, a cusp, a loop, a line that turns back.
  @Test(arguments: [
    "M4 20C4 4 28 4 28 20", "M6 26C40 6 -8 6 26 26", "M6 8C50 28 -18 28 26 8",
    "M16 26C16 2 17 2 17 26", "M5 16Q27 16 9 16.5", "M6 16L26 16L10 16L20 24",
    "M8 8L24 8L8 9L24 10",
    "M10 16C10 12.7 22 12.7 22 16C22 19.3 10 19.3 10 16", "M16 16L16 16.2L16.1 16L15.9 16.1",
    "M6 16C46 16 -14 16 26 16",
  ])
  func roundLinesCoverWhatIsNear(_ data: String) throws {
    for width in [2.0, 9] {
      let path = Path(svg: data)
      let outline = path.stroked(
        StrokeStyle(lineWidth: width, lineCap: .round, lineJoin: .round))
      let worst = AreaOracle.worst(
        try AreaOracle.coverage(outline, side: 32).pixels, near(path, width / 2, side: 32))
      #expect(worst < 13, "\(data) \(width)")
    }
  }

  @Test func finePolylinesAreLinesWithoutHoles() throws {
    // A circle of radius 3 as 200 lines, under a line of width 9: a disc of radius 7.5.
    var points: [Point] = []
    for i in 0..<200 {
      let (sine, cosine) = Angle.sineAndCosine(Double(i) * .pi / 100)
      points.append(p(16 + 3 * cosine, 16 + 3 * sine))
    }
    for join in LineJoin.allCases {
      let outline = AreaOracle.path([points]).stroked(StrokeStyle(lineWidth: 9, lineJoin: join))
      #expect(try abs(ink(outline) - .pi * 56.25) < 0.2, "\(join)")
    }
  }

  @Test func closedContoursAreJoinedAtTheirStart() throws {
    let square = Path(rect: Rect(x: 10, y: 10, width: 30, height: 30))
    #expect(try abs(ink(square.stroked(StrokeStyle(lineWidth: 4))) - 4 * 30 * 4) < 0.01)
    // The last line may return to the start, or the end may do so alone.
    let data = "M10 10H40V40H10L10 10Z"
    #expect(try abs(ink(Path(svg: data).stroked(StrokeStyle(lineWidth: 4))) - 480) < 0.01)
    let open = "M10 10H40V40H10L10 10"
    #expect(try abs(ink(Path(svg: open).stroked(StrokeStyle(lineWidth: 4))) - 476) < 0.01)
  }

  @Test func smoothClosedLinesNeedNoCrossings() throws {
    let ring = Path(ellipseIn: Rect(x: 8, y: 8, width: 40, height: 40))
      .stroked(StrokeStyle(lineWidth: 6))
    #expect(try AreaOracle.coverage(ring, side: 64).simple)
    #expect(try abs(ink(ring) - .pi * 40 * 6) < 1)
    let polygon = Path(svg: "M10 10L50 12L54 40L30 54L8 44Z").stroked(StrokeStyle(lineWidth: 4))
    #expect(try AreaOracle.coverage(polygon, side: 64).simple)
  }

  @Test func linesWithoutLengthAreTheirCaps() throws {
    for data in ["M20 20L20 20", "M20 20Z", "M20 20C20 20 20 20 20 20", "M20 20Q20 20 20 20Z"] {
      for (cap, area) in [(LineCap.butt, 0.0), (.round, .pi * 16), (.square, 64)] {
        let outline = Path(svg: data).stroked(StrokeStyle(lineWidth: 8, lineCap: cap))
        #expect(try abs(ink(outline) - area) < 0.05, "\(data) \(cap)")
      }
    }
    #expect(Path(svg: "M20 20").stroked(StrokeStyle(lineWidth: 8, lineCap: .round)).isEmpty)
  }

  @Test func hitsAreOnTheLine() {
    let path = line(p(10, 10), p(50, 10))
    let style = StrokeStyle(lineWidth: 4, dashPattern: [10, 10])
    #expect(path.strokeContains(p(15, 11.9), style: style))
    #expect(!path.strokeContains(p(15, 12.1), style: style))
    #expect(!path.strokeContains(p(25, 10), style: style))
  }

  @Test func theScaleDecidesTheNumberOfLines() {
    let path = Path(ellipseIn: Rect(x: 0, y: 0, width: 10, height: 10))
    func count(_ scale: Double) -> Int {
      path.stroked(StrokeStyle(lineWidth: 2), scale: scale).points.count
    }
    #expect(count(1) < 200)
    #expect(count(100) > 4 * count(1))
    for scale in [0, -1, .nan, .infinity] as [Double] { #expect(count(scale) > 0) }
  }

  // MARK: Bad input

  @Test(arguments: [
    "M1e300 0L-1e300 5", "M0 0C1e9 1e9 -1e9 1e9 30 30", "M0 0L1e14 1e14", "M1e-300 0L0 1e-300",
    "M0 0C0 0 0 0 1e-30 0Z", "M5 5L5 5L5 5L20 5L20 5Z", "M0 0Q1e15 0 0 30",
  ])
  func anyPathAndWidthGiveFinitePoints(_ data: String) throws {
    for width in [1e-300, 1e-9, 1, 1e9, 1e300] {
      for cap in LineCap.allCases {
        for join in LineJoin.allCases {
          let style = StrokeStyle(
            lineWidth: width, lineCap: cap, lineJoin: join, miterLimit: 1e300)
          let outline = Path(svg: data).stroked(style)
          #expect(outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
          if cap == .round { _ = try ink(outline) }
        }
      }
    }
  }

  @Test func contoursWithNumbersThatAreNotFiniteAreLeftOut() throws {
    for bad in [Double.nan, .infinity, -.infinity] {
      var path = line(p(10, 10), p(50, 10))
      path.move(to: p(10, 30))
      path.addCurve(to: p(50, 30), control1: p(bad, 30), control2: p(50, 30))
      path.move(to: p(bad, 0))
      path.addLine(to: p(30, 30))
      path.closeSubpath()
      path.addLine(to: p(1, 1))
      #expect(try abs(ink(path.stroked(StrokeStyle(lineWidth: 2))) - 80) < 0.01)
    }
  }

  @Test func randomLinesAreDrawn() throws {
    var random = AreaOracle.Random(77)
    let values = [-1e9, -64, 0, 0.5, 1, 16, 31.75, 32, 64, 1e5, 1e9]
    for _ in 0..<40 {
      var path = Path()
      func point() -> Point {
        p(values.randomElement(using: &random)!, values.randomElement(using: &random)!)
      }
      for _ in 0..<4 {
        path.move(to: point())
        path.addLine(to: point())
        path.addCurve(to: point(), control1: point(), control2: point())
        path.addQuadCurve(to: point(), control: point())
        if Bool.random(using: &random) { path.closeSubpath() }
      }
      let style = StrokeStyle(
        lineWidth: [0.25, 3, 40, 1e4].randomElement(using: &random)!,
        lineCap: LineCap.allCases.randomElement(using: &random)!,
        lineJoin: LineJoin.allCases.randomElement(using: &random)!,
        dashPattern: [[], [300, 100], [0, 400], [1e6]].randomElement(using: &random)!,
        dashPhase: .random(in: -1e6...1e6, using: &random))
      let outline = path.strokeOutline(style, from: 0.1, to: 0.95, scale: 1)
      #expect(outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      _ = try ink(outline)
    }
  }

  /// A line that goes back on itself covers what its longer part covers: the sine and the cosine of
  /// the turn are rounded, and no inner sides meet there.
  @Test(arguments: [LineJoin.miter, .bevel])
  func aLineThatGoesBackOnItselfIsWhole(_ join: LineJoin) throws {
    for (x, y) in [(7.0, 35.0), (-4, -20), (27, -4), (-31, -1), (19, 19), (13, 37)] {
      let start = Point(x: 32 - x / 2, y: 32 - y / 2)
      for back in [0.25, 0.5, 0.75] {
        let end = Point(x: start.x + x, y: start.y + y)
        let path = line(start, end, Point(x: end.x - x * back, y: end.y - y * back))
        let area = try ink(path.stroked(StrokeStyle(lineWidth: 6, lineJoin: join)))
        let length = (x * x + y * y).squareRoot()
        #expect(abs(area - 6 * length) < 2, "\(x), \(y), back by \(back): \(area)")
      }
    }
  }
}
