// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Rounded contours within and across each other, as lines along curves have them: in most rows each
/// side is made of several edges, one below the other.
@Suite struct NestedContourTests {
  private static let side = 48

  /// A polygon of many edges around the middle.
  private static func circle(radius: Double) -> [Point] {
    (0..<128).map { k in
      let angle = Double(k) * .pi / 64
      return Point(x: 24.3 + radius * cos(angle), y: 23.8 + radius * sin(angle))
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func eachSideIsCountedByTheRule(rule: FillRule) throws {
    let circles = [22.0, 17.5, 12.25, 3.1].map(Self.circle)
    let areas = circles.map { AreaOracle.exactAreas([$0], side: Self.side) }
    // All wind the same way: inside is what the first one holds, or every other ring.
    let expected =
      rule == .nonZero
      ? areas[0]
      : areas[0].indices.map { areas[0][$0] - areas[1][$0] + areas[2][$0] - areas[3][$0] }
    let (pixels, isSimple) = try AreaOracle.coverage(
      AreaOracle.path(circles), side: Self.side, rule: rule)
    #expect(!isSimple)
    #expect(AreaOracle.worst(pixels, expected) <= 1)
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func barsAcrossARing(rule: FillRule) throws {
    let polygons = [
      Self.circle(radius: 22), Self.circle(radius: 18).reversed(),
      [Point(x: 22, y: 4), Point(x: 26, y: 4), Point(x: 27, y: 43.5), Point(x: 21, y: 43.5)],
      [Point(x: 3, y: 20), Point(x: 45, y: 22.5), Point(x: 45, y: 24), Point(x: 3, y: 23)],
    ]
    let expected = AreaOracle.sampledAreas(polygons, side: Self.side, rule: rule)
    let (pixels, _) = try AreaOracle.coverage(
      AreaOracle.path(polygons), side: Self.side, rule: rule)
    #expect(AreaOracle.worst(pixels, expected) <= 1.5)
  }
}
