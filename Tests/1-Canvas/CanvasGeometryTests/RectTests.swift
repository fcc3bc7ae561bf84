// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing

@Suite struct RectTests {
  private let rect = Rect(x: 10, y: 20, width: 30, height: 40)

  @Test func movedAndNarrowed() {
    #expect(rect.offsetBy(dx: -3, dy: 5) == Rect(x: 7, y: 25, width: 30, height: 40))
    #expect(rect.insetBy(dx: 4, dy: 10) == Rect(x: 14, y: 30, width: 22, height: 20))
    #expect(rect.insetBy(dx: -1, dy: -2) == Rect(x: 9, y: 18, width: 32, height: 44))
    #expect(rect.insetBy(dx: 20, dy: 0).isEmpty)
  }

  @Test func negativeSizesAreStandardized() {
    let turned = Rect(x: 40, y: 60, width: -30, height: -40)
    #expect(turned.standardized == rect && rect.standardized == rect)
    #expect(
      Rect(x: 5, y: 5, width: -2, height: 3).standardized
        == Rect(x: 3, y: 5, width: 2, height: 3))
  }

  @Test func integralEdgesLieOutside() {
    #expect(
      Rect(x: 0.25, y: -0.5, width: 1, height: 2).integral
        == Rect(x: 0, y: -1, width: 2, height: 3))
    #expect(rect.integral == rect)
  }

  @Test func rectanglesMeet() {
    #expect(rect.intersects(Rect(x: 39, y: 59, width: 9, height: 9)))
    // They share an edge, and no area.
    #expect(!rect.intersects(Rect(x: 40, y: 20, width: 9, height: 9)))
    #expect(rect.midX == 25 && rect.midY == 40 && rect.center == Point(x: 25, y: 40))
  }
}
