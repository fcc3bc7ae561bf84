// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing

@testable import SVGPictures

@Suite struct SVGValuesTests {
  @Test func numbersStandBetweenSpacesAndCommasOrEndAtASign() {
    #expect(Substring("1-2.5.5, +3e2 4").numbers == [1, -2.5, 0.5, 300, 4])
    #expect(Substring("1 x 2").numbers == [1])
  }

  @Test func lengthsHaveUnits() {
    #expect(SVGLength("2em")?.points == 32)
    #expect(SVGLength("1in")?.points == 96)
    #expect(SVGLength("50%")?.points == nil)
    #expect(SVGLength("50%")?.points(of: 30) == 15)
    #expect(SVGLength("2 px")?.points == nil)
  }

  @Test func transformsApplyFromTheLastOne() throws {
    let map = try #require(AffineTransform(svg: "translate(10 20) scale(2), rotate(90 1 1)"))
    let point = map.apply(Point(x: 2, y: 1))
    #expect(abs(point.x - 12) < 1e-9 && abs(point.y - 24) < 1e-9)
    #expect(AffineTransform(svg: "turn(3)") == nil)
  }

  @Test func viewBoxesLieInTheMiddleUnlessTold() {
    let box = Rect(x: 0, y: 0, width: 10, height: 10)
    let area = Size(width: 40, height: 20)
    #expect(SVGFit("").map(box, to: area).apply(.zero) == Point(x: 10, y: 0))
    #expect(SVGFit("xMaxYMid").map(box, to: area).apply(.zero) == Point(x: 20, y: 0))
    #expect(
      SVGFit("xMidYMin slice").map(box, to: area).apply(Point(x: 10, y: 10)) == Point(x: 40, y: 40))
    #expect(SVGFit("none").map(box, to: area).apply(Point(x: 10, y: 10)) == Point(x: 40, y: 20))
  }

  @Test func missingSidesFollowFromTheRatioOrTheArea() {
    let area = Size(width: 100, height: 50)
    var natural = NaturalSize(width: nil, height: nil)
    #expect(natural.size(width: nil, height: nil, default: area) == area)
    natural.ratio = 0.5
    #expect(natural.size(width: nil, height: nil, default: area) == Size(width: 25, height: 50))
    #expect(natural.size(width: 10, height: nil, default: area) == Size(width: 10, height: 20))
    #expect(natural.fitted(in: area, covers: true) == Size(width: 100, height: 200))
    let wide = NaturalSize(width: 30, height: nil)
    #expect(wide.size(width: nil, height: nil, default: area) == Size(width: 30, height: 50))
  }
}
