// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextTestSupport

@Suite struct PathDasherTests {
  private func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  private var line: Path { Path(svg: "M0 0L100 0") }

  /// The ends of the dashes of a horizontal line.
  private func dashes(_ pattern: [Double], phase: Double = 0) -> [[Double]] {
    AreaOracle.flattened(line.dashed(pattern, phase: phase)).map { $0.map(\.x) }
  }

  @Test func dashesAndGapsAlternate() {
    #expect(dashes([30, 20]) == [[0, 30], [50, 80]])
    #expect(dashes([30, 20], phase: 10) == [[0, 20], [40, 70], [90, 100]])
    #expect(dashes([30, 20], phase: 35) == [[15, 45], [65, 95]])
    #expect(dashes([30, 20], phase: -10) == [[10, 40], [60, 90]])
    #expect(dashes([30, 20], phase: 5e15 + 10) == dashes([30, 20], phase: 10))
    // A list of odd length counts twice.
    #expect(dashes([40]) == [[0, 40], [80, 100]])
    #expect(dashes([10, 20, 30]) == dashes([10, 20, 30, 10, 20, 30]))
    // No dash begins at the end.
    #expect(dashes([25, 25]) == [[0, 25], [50, 75]])
    #expect(dashes([0, 50]) == [[0, 0], [50, 50]])
  }

  @Test(
    arguments: [
      [], [0], [0, 0], [-1, 2], [.nan, 1], [1, .infinity], [0.000_1, 0.000_1], [1e-300, 0],
    ] as [[Double]])
  func thePathStaysWholeWithoutAUsefulPattern(_ pattern: [Double]) {
    #expect(AreaOracle.flattened(line.dashed(pattern)) == [[p(0, 0), p(100, 0)]])
  }

  /// A phase that is minus the last gap begins with all of that gap, though sums are rounded:
  /// 5 + 5 + 5.336 is not 18.336 - 3.
  @Test func aPhaseOfAWholeGapLeavesNoDash() throws {
    let first = try #require(dashes([5, 5, 5.336, 3], phase: -3).first)
    #expect(abs(first[0] - 3) < 1e-9 && abs(first[1] - 8) < 1e-9, "\(first)")
  }

  @Test func theLimitCountsTheDashesOfAllContours() {
    var path = Path()
    for y in 0..<4 {
      path.move(to: p(0, Double(y)))
      path.addLine(to: p(100, Double(y)))
    }
    let step = 400 / Double(CanvasLimits.dashes)
    func count(_ factor: Double) -> Int {
      AreaOracle.flattened(path.dashed([step * factor / 2, step * factor / 2])).count
    }
    #expect(count(1.001) > 99_000)
    #expect(count(0.999) == 4)
  }

  @Test func thePatternBeginsAnewWithEachContour() {
    let both = Path(svg: "M0 0L70 0M0 9L70 9").dashed([50, 10])
    #expect(
      AreaOracle.flattened(both).map { $0.map(\.x) } == [[0, 50], [60, 70], [0, 50], [60, 70]])
  }

  @Test func dashesGoRoundCorners() {
    let path = Path(svg: "M0 0H10V10").dashed([12, 3])
    #expect(
      AreaOracle.flattened(path) == [[p(0, 0), p(10, 0), p(10, 2)], [p(10, 5), p(10, 10)]])
  }

  @Test func theDashesOfAClosedContourMeetAtItsStart() throws {
    let square = Path(svg: "M0 0H10V10H0Z")
    // 30 on, 5 off: the last 5 join the first 30.
    #expect(
      AreaOracle.flattened(square.dashed([30, 5]))
        == [[p(0, 5), p(0, 0), p(10, 0), p(10, 10), p(0, 10)]])
    // Off at the end: nothing to join.
    #expect(AreaOracle.flattened(square.dashed([30, 15])).first?.first == p(0, 0))
    // One dash all the way round is the closed contour.
    #expect(Array(square.dashed([50, 5]).elements).last == .close)
    let outline = Path(svg: "M10 10H40V40H10Z")
      .stroked(StrokeStyle(lineWidth: 4, dashPattern: [100, 10]))
    // The corner at the start is a miter: 110 of length, and the whole corner once.
    let ink = try AreaOracle.coverage(outline, side: 64).pixels.reduce(0) { $0 + Double($1) / 255 }
    #expect(abs(ink - 110 * 4) < 0.05)
  }

  @Test func dashesWithoutLengthAreDotsAlongThePath() throws {
    let slanted = Path(svg: "M10 10L50 50")
    for (cap, area) in [(LineCap.butt, 0.0), (.round, .pi * 4), (.square, 16)] {
      let style = StrokeStyle(lineWidth: 4, lineCap: cap, dashPattern: [0, 20])
      let outline = slanted.stroked(style)
      let ink = try AreaOracle.coverage(outline, side: 64).pixels
        .reduce(0) { $0 + Double($1) / 255 }
      // At 0, 20 and 40 of 56.6.
      #expect(abs(ink - 3 * area) < 0.1, "\(cap)")
    }
    let squares = slanted.stroked(
      StrokeStyle(lineWidth: 4, lineCap: .square, dashPattern: [0, 200]))
    // A square that stands on its corner.
    #expect(abs(squares.bounds.width - 4 * 2.0.squareRoot()) < 1e-9)
  }

  @Test func dashesAlongACurveHaveItsLength() {
    let circle = Path(ellipseIn: Rect(x: 0, y: 0, width: 100, height: 100))
    let dashes = AreaOracle.flattened(circle.dashed([26 * .pi, 50 * .pi], scale: 10))
    // From angle 0 to 93.6°, and from −86.4° to the start.
    #expect(dashes.count == 1)
    let ends = [dashes[0][0], dashes[0].last ?? .zero]
    for (point, exact) in zip(ends, [p(53.140, 0.099), p(46.860, 99.901)]) {
      #expect(abs(point.x - exact.x) < 0.05 && abs(point.y - exact.y) < 0.05, "\(point)")
    }
    #expect(dashes[0].contains { abs($0.x - 100) < 1e-9 && abs($0.y - 50) < 1e-9 })
  }

  // MARK: Trim

  @Test func trimmedPathsAreFractionsOfTheWholeLength() {
    let path = Path(svg: "M0 0H60M0 9H40")
    func ends(_ from: Double, _ to: Double) -> [[Double]] {
      AreaOracle.flattened(path.trimmed(from: from, to: to)).map { $0.map(\.x) }
    }
    #expect(ends(0, 1) == [[0, 60], [0, 40]])
    #expect(ends(-3, 7) == [[0, 60], [0, 40]])
    #expect(ends(0.25, 0.5) == [[25, 50]])
    #expect(ends(0.5, 0.75) == [[50, 60], [0, 15]])
    #expect(ends(0.75, 0.5) == [])
    #expect(ends(0.5, 0.5) == [])
    #expect(ends(.nan, 1) == [])
    #expect(ends(0, .nan) == [])
    #expect(abs(path.length - 100) < 1e-9)
  }

  @Test func trimmedClosedContoursAreOpenUnlessWhole() {
    let path = Path(svg: "M0 0H10V10H0ZM20 0H30V10H20Z")
    let part = path.trimmed(from: 0, to: 0.75)
    #expect(Array(part.elements).filter { $0 == .close }.count == 1)
    #expect(AreaOracle.flattened(part).last == [p(20, 0), p(30, 0), p(30, 10)])
  }

  @Test func linesAreTrimmedThenDashed() {
    let style = StrokeStyle(lineWidth: 2, dashPattern: [10, 10])
    let outline = line.strokeOutline(style, from: 0.25, to: 0.5, scale: 1)
    #expect(outline.contains(p(26, 0)) && outline.contains(p(34, 0)))
    #expect(!outline.contains(p(36, 0)) && !outline.contains(p(44, 0)))
    #expect(outline.contains(p(46, 0)) && !outline.contains(p(51, 0)))
    #expect(line.strokeOutline(style, from: 0.5, to: 0.25, scale: 1).isEmpty)
  }

  @Test func lengthsOfCurves() {
    #expect(abs(Path(svg: "M0 0Q50 100 100 0").length - 147.894_285_75) < 0.02)
    #expect(
      abs(Path(ellipseIn: Rect(x: 0, y: 0, width: 1e-6, height: 1e-6)).length - .pi * 1e-6) < 1e-9)
    #expect(Path().length == 0)
    #expect(Path(svg: "M3 3").length == 0)
  }

  /// A dash that is longer than its contour leaves it closed, whatever contours come before.
  @Test func longDashesLeaveContoursClosed() {
    var generator = SeededGenerator(seed: 36)
    for _ in 0..<200 {
      var path = Path()
      for _ in 0..<3 {
        func side() -> Double { Double.random(in: 1...40, using: &generator).rounded() / 10 + 3 }
        path.addRect(Rect(x: side() * 9, y: side() * 9, width: side(), height: side()))
      }
      let plain = path.stroked(StrokeStyle(lineWidth: 2))
      var style = StrokeStyle(lineWidth: 2)
      style.dashPattern = [1000, 10]
      #expect(path.stroked(style) == plain)
    }
  }
}
