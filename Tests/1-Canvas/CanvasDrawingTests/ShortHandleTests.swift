// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextTestSupport

/// Lines along curves whose control points nearly coincide with their ends: within 1/64 device
/// pixel their direction is noise, and the line is that of the curve without them. The right areas
/// are those of bars, corners and caps.
@Suite struct ShortHandleTests {
  private static let side = 200

  private func pixels(_ path: Path, _ style: StrokeStyle) throws -> [UInt8] {
    try AreaOracle.coverage(path.stroked(style), side: Self.side).pixels
  }

  private func ink(_ pixels: [UInt8]) -> Double { pixels.reduce(0) { $0 + Double($1) / 255 } }

  private func worst(_ pixels: [UInt8], _ others: [UInt8]) -> Int {
    if pixels == others { return 0 }
    return zip(pixels, others).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// A curve from one end to the other with handles of a length in some direction.
  private func curve(_ a: Point, _ b: Point, handle: Double, direction: Double) -> Path {
    let (sine, cosine) = Angle.sineAndCosine(direction)
    var path = Path()
    path.move(to: a)
    path.addCurve(
      to: b, control1: Point(x: a.x + handle * cosine, y: a.y + handle * sine),
      control2: Point(x: b.x + handle * sine, y: b.y - handle * cosine))
    return path
  }

  private func line(_ points: Point...) -> Path {
    var path = Path()
    for (i, point) in points.enumerated() {
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  private static let ends = [
    (Point(x: 20, y: 160), Point(x: 160, y: 20)), (Point(x: 20, y: 100), Point(x: 180, y: 100)),
    (Point(x: 160, y: 20), Point(x: 20, y: 160)), (Point(x: 33, y: 180), Point(x: 61, y: 12)),
  ]

  /// The handles of a curve that is nearly a line, in any direction, change nothing of it, with any
  /// cap.
  @Test(arguments: [1e-9, 1e-6, 1e-4, 0.001, 0.01, 0.0156], LineCap.allCases)
  func aCurveThatIsNearlyALine(handle: Double, cap: LineCap) throws {
    let style = StrokeStyle(lineWidth: 20, lineCap: cap)
    for (a, b) in Self.ends {
      let straight = try pixels(line(a, b), style)
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      let caps: Double = cap == .butt ? 0 : cap == .square ? 400 : 100 * .pi
      #expect(abs(ink(straight) - (length * 20 + caps)) < 1)
      for direction in stride(from: 0.0, to: 6, by: 0.7) {
        let path = curve(a, b, handle: handle, direction: direction)
        let found = try worst(pixels(path, style), straight)
        #expect(found <= 8, "\(handle) \(direction) from \(a): \(found)")
        let bounds = path.stroked(style).bounds
        let expected = line(a, b).stroked(style).bounds
        #expect(abs(bounds.minX - expected.minX) < 0.1 && abs(bounds.maxY - expected.maxY) < 0.1)
      }
    }
  }

  /// The tolerance counts in device pixels: at a scale s, handles of 0.01 / s are noise, whatever
  /// the units of the path are.
  @Test(arguments: [1e-5, 0.01, 0.3, 1, 2, 10, 1000, 1e5])
  func atEveryScale(scale: Double) throws {
    let outline = curve(
      Point(x: 20 / scale, y: 160 / scale), Point(x: 160 / scale, y: 20 / scale),
      handle: 0.01 / scale, direction: 0
    ).stroked(StrokeStyle(lineWidth: 20 / scale), scale: scale)
    let drawn = outline.applying(.scale(x: scale, y: scale))
    let straight = try pixels(line(Self.ends[0].0, Self.ends[0].1), StrokeStyle(lineWidth: 20))
    let pixels = try AreaOracle.coverage(drawn, side: Self.side).pixels
    #expect(worst(pixels, straight) <= 8)
  }

  /// One of both handles, and handles of quadratic curves: the curve is that with the control point
  /// at the end.
  @Test(arguments: [
    ("M20 160C20.0001 160 100 20 160 100", "M20 160C20 160 100 20 160 100"),
    ("M20 160C20 159.99 100 20 160 100", "M20 160C20 160 100 20 160 100"),
    ("M20 160C60 20 160.001 100 160 100.001", "M20 160C60 20 160 100 160 100"),
    ("M20 160C20.0001 160 20 159.9999 160 20", "M20 160L160 20"),
    ("M20 160C160 20.001 159.999 20 160 20", "M20 160L160 20"),
    ("M20 160Q20.001 160 160 20", "M20 160L160 20"),
    ("M20 160Q20 160.02 160 20", "M20 160L160 20"),
    ("M20 160Q160 20.001 160 20", "M20 160L160 20"),
  ])
  func oneHandle(path: String, plain: String) throws {
    for cap in LineCap.allCases {
      let style = StrokeStyle(lineWidth: 20, lineCap: cap)
      let found = try worst(pixels(Path(svg: path), style), pixels(Path(svg: plain), style))
      #expect(found <= 8, "\(path) \(cap): \(found)")
    }
  }

  /// Where such curves meet, the corner has the join of the style; as do closed paths.
  @Test(arguments: LineJoin.allCases) func corners(join: LineJoin) throws {
    let style = StrokeStyle(lineWidth: 20, lineJoin: join)
    // Right angles of two bars: a square of 10 × 10, half of it, or a quarter of a circle.
    let corner: Double = join == .miter ? 100 : join == .bevel ? 50 : 25 * .pi
    let bars = 2 * 160 * 20.0 - 100
    for path in [
      "M175 15C175 90 175.001 175 175 175H15", "M15 175H175C175.001 175 175 90 175 15",
      "M175 15C175 15.001 174.999 175 175 175C175 174.999 15.001 175 15 175",
      "M175 15C175 90 175.01 175 175 175C174.99 175 90 175 15 175",
    ] {
      #expect(try abs(ink(pixels(Path(svg: path), style)) - bars - corner) < 3, "\(path)")
    }
    // A square of 120: its outline, and four corners.
    let closed = Path(
      svg: "M40 40C40.001 40 160 40.001 160 40C160 40.001 160 159.999 160 160"
        + "C160.001 160 40 160 40 160C40 160.001 39.999 40 40 40Z")
    let expected: Double = 4 * 120 * 20 - 400 + 4 * corner
    let found = try ink(pixels(closed, style))
    #expect(abs(found - expected) < 1)
  }

  /// Dashes, and parts of a path, begin and end at right angles to the line.
  @Test func dashesAndParts() throws {
    let path = curve(Self.ends[1].0, Self.ends[1].1, handle: 0.001, direction: 2)
    let straight = line(Self.ends[1].0, Self.ends[1].1)
    let dashed = StrokeStyle(lineWidth: 20, lineCap: .square, dashPattern: [30, 40])
    #expect(try worst(pixels(path, dashed), pixels(straight, dashed)) <= 8)
    let plain = StrokeStyle(lineWidth: 20)
    let part = try pixels(path.trimmed(from: 0, to: 0.5), plain)
    #expect(abs(ink(part) - 80 * 20) < 1)
  }

  /// In a curve that is small itself a handle is no noise: a circle of radius 0.01 is a disc, and a
  /// rectangle with such corners has round ones outside.
  @Test func smallCurvesKeepTheirDirections() throws {
    let disc = Path(
      svg: "M100 99.99C100.0055 99.99 100.01 99.9945 100.01 100C100.01 100.0055 100.0055 100.01 100"
        + " 100.01C99.9945 100.01 99.99 100.0055 99.99 100C99.99 99.9945 99.9945 99.99 100 99.99Z")
    #expect(
      try abs(ink(pixels(disc, StrokeStyle(lineWidth: 20))) - 100.2 * .pi) < 2)
    let rounded = Path(
      svg: "M40.01 40H159.99C159.9955 40 160 40.0045 160 40.01V160H40V40.01"
        + "C40 40.0045 40.0045 40 40.01 40Z")
    // Two round corners and two mitres.
    let expected = 4 * 120 * 20 - 400 + 2 * 100 + 2 * 25 * Double.pi
    #expect(try abs(ink(pixels(rounded, StrokeStyle(lineWidth: 20))) - expected) < 2)
  }
}
