// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// Rectangles within round corners.
struct ShapeOutlineTests {
  private static let rect = Rect(x: 10, y: 20, width: 40, height: 30)

  private func outline(_ corners: Corners) -> ShapeOutline {
    ShapeOutline(rect: Self.rect, radius: 10, corners: corners, map: .affine(.identity))
  }

  /// Each corner counts by itself, and only where it is round.
  @Test(arguments: [
    (Corners.topLeft, Rect(x: 10, y: 20, width: 20, height: 15)),
    (.topRight, Rect(x: 30, y: 20, width: 20, height: 15)),
    (.bottomLeft, Rect(x: 10, y: 35, width: 20, height: 15)),
    (.bottomRight, Rect(x: 30, y: 35, width: 20, height: 15)),
  ])
  func eachCorner(_ corner: Corners, _ quarter: Rect) {
    let all: [Corners] = [.topLeft, .topRight, .bottomLeft, .bottomRight]
    for other in all {
      #expect(outline(other).contains(quarter) == (other != corner))
    }
    #expect(!outline(corner).contains(Self.rect))
    #expect(outline([]).contains(Self.rect) && outline([]).contains(quarter))
  }

  /// The circle of radius 10 about (20, 30) has the point 10 · (1 − √½) = 2.93 from both sides.
  @Test func withinTheCircle() {
    let outline = outline(.all)
    #expect(outline.contains(Rect(x: 12.94, y: 22.94, width: 34, height: 24)))
    #expect(!outline.contains(Rect(x: 12.92, y: 22.92, width: 30, height: 20)))
    #expect(outline.contains(Rect(x: 10, y: 30, width: 40, height: 10)))
    #expect(outline.contains(Rect(x: 20, y: 20, width: 20, height: 30)))
  }

  /// What sticks out at one side is not within, an empty rectangle is.
  @Test(arguments: [
    Rect(x: 9, y: 30, width: 20, height: 10), Rect(x: 31, y: 30, width: 20, height: 10),
    Rect(x: 25, y: 19, width: 10, height: 20), Rect(x: 25, y: 31, width: 10, height: 20),
  ])
  func outside(_ rect: Rect) {
    for corners in [Corners.all, []] { #expect(!outline(corners).contains(rect)) }
    #expect(outline(.all).contains(Rect(x: rect.minX, y: rect.minY, width: 0, height: 20)))
  }
}
