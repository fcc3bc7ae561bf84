// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

/// Lines along curves that turn sharply within less than the line's width, and within less than a
/// segment: the outside of such a turn is round, whatever the joins.
@Suite struct SharpCurveTests {
  private static let side = 200

  private func ink(_ path: String, _ style: StrokeStyle) throws -> Double {
    try AreaOracle.coverage(Path(svg: path).stroked(style), side: Self.side).pixels
      .reduce(0) { $0 + Double($1) / 255 }
  }

  /// The farthest covered place from a corner along a diagonal, in pixels.
  private func reach(
    _ path: String, _ style: StrokeStyle, from x: Int, _ y: Int, _ dx: Int, _ dy: Int
  ) throws -> Double {
    let pixels = try AreaOracle.coverage(Path(svg: path).stroked(style), side: Self.side).pixels
    let way = (0..<24).map { Double(pixels[(y + dy * $0) * Self.side + x + dx * $0]) / 255 }
    return way.reduce(0, +) * 2.0.squareRoot()
  }

  /// Two bars of 160 × 20 that meet at a right angle, without their common square of 10 × 10, and a
  /// quarter of a circle of radius 10 outside.
  private static let corner: Double = 6400 - 100 + Double.pi * 25

  /// The last tenth of a pixel of the curve turns by a quarter, and a line goes on from there; the
  /// same the other way round, and in a mirror.
  @Test(arguments: [
    "M175 15C175 30 175.1 175 175 175H15", "M15 175H175C175.1 175 175 30 175 15",
    "M15 175C30 175 175 175.1 175 175V15", "M175 15C175 90 175.05 175 175 175H15",
    "M175 15C175 30 175.02 175 175 175L15 175", "M175 15C175 30 175.3 175 175 175H15",
  ])
  func theOutsideIsRound(path: String) throws {
    for join in LineJoin.allCases {
      let style = StrokeStyle(lineWidth: 20, lineJoin: join)
      // A control point 0.3 to the right widens the curve by up to 0.13 pixel for a part of its
      // length.
      let bound = path.contains("175.3") ? 30.0 : 3.5
      #expect(try abs(ink(path, style) - Self.corner) < bound, "\(path) \(join)")
    }
  }

  /// Along the diagonal a round corner reaches as far as the radius; a bevel would reach 7.07, a
  /// bevel and an arc 8.5.
  @Test func theCornerReachesAsFarAsTheRadius() throws {
    for join in LineJoin.allCases {
      let style = StrokeStyle(lineWidth: 20, lineJoin: join)
      let reach = try reach(
        "M175 15C175 30 175.1 175 175 175H15", style, from: 175, 175, 1, 1)
      #expect(abs(reach - 10) < 0.3, "\(join): \(reach)")
    }
  }

  /// A curve that turns within its first and last twentieth, with caps: they stand at right angles
  /// to the curve's own ends.
  @Test func capsStandOnTheCurve() throws {
    // From (175, 175) to the left for a moment, then up: the square cap lies to the right.
    let path = "M175 175C174.95 175 175 90 175 15"
    let square = StrokeStyle(lineWidth: 20, lineCap: .square)
    let pixels = try AreaOracle.coverage(Path(svg: path).stroked(square), side: Self.side).pixels
    // The cap is 165…185 high and reaches to x = 185.
    #expect(pixels[183 * Self.side + 183] == 255 && pixels[167 * Self.side + 183] == 255)
    #expect(pixels[186 * Self.side + 183] == 0)
    let round = StrokeStyle(lineWidth: 20, lineCap: .round)
    // A bar of 160 × 20 with two half circles.
    #expect(try abs(ink(path, round) - (160 * 20 + .pi * 100)) < 3.5)
  }

  /// Beyond a true corner, where the tangents differ, the join is what is asked for.
  @Test func trueCornersKeepTheirJoins() throws {
    for (join, area) in [(LineJoin.miter, 100.0), (.bevel, 50), (.round, .pi * 25)] {
      let style = StrokeStyle(lineWidth: 20, lineJoin: join)
      let expected = 2 * 160 * 20.0 - 100 + area
      #expect(try abs(ink("M175 15C175 30 175 100 175 175H15", style) - expected) < 0.5, "\(join)")
    }
  }

  /// The joint of a dash is round as well.
  @Test func dashes() throws {
    let style = StrokeStyle(lineWidth: 20, lineJoin: .bevel, dashPattern: [400, 10])
    #expect(
      try abs(ink("M175 15C175 30 175.1 175 175 175H15", style) - Self.corner) < 3.5)
  }

  /// Two sharp turns within a curve of one pixel, beside the same as a polygon of short sides with
  /// round joins.
  @Test(arguments: [
    "M20 100C100 100 100.2 100 100.2 20", "M20 100C180 100.3 20 99.7 180 20",
    "M20 180C20 20 20.4 20 180 20", "M100 180C100 20 100.5 20 100.5 180",
    "M20 20Q100 180 100.05 180T180 20",
  ])
  func besideAPolygon(path: String) throws {
    let curve = Path(svg: path)
    var polygon = Path()
    for (i, point) in AreaOracle.flattened(curve, steps: 4000).joined().enumerated() {
      if i == 0 { polygon.move(to: point) } else { polygon.addLine(to: point) }
    }
    let expected = try AreaOracle.coverage(
      polygon.stroked(StrokeStyle(lineWidth: 20, lineJoin: .round)), side: Self.side
    ).pixels
    for join in LineJoin.allCases {
      let pixels = try AreaOracle.coverage(
        curve.stroked(StrokeStyle(lineWidth: 20, lineJoin: join)), side: Self.side
      ).pixels
      let worst = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 8, "\(path) \(join): \(worst)")
    }
  }
}
