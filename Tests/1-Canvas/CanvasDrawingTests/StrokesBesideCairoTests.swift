// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing

/// Lines beside cairo's: edges within 8/255, areas within 0.3 %.
@Suite(.enabled(if: CairoPeer() != nil, "libcairo.so.2 is not installed"))
struct StrokesBesideCairoTests {
  private static let side = 300

  /// 400 sides around a wavy circle.
  static var polygon: Path {
    var path = Path()
    for i in 0..<400 {
      let (sine, cosine) = Angle.sineAndCosine(Double(i) * .pi / 200)
      let radius = 120 + 20 * Angle.sineAndCosine(Double(i) * .pi / 20).sine
      let point = Point(x: 150 + radius * cosine, y: 150 + radius * sine)
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }

  private static let circle =
    "M250 150C250 205.23 205.23 250 150 250C94.77 250 50 205.23 50 150"
    + "C50 94.77 94.77 50 150 50C205.23 50 250 94.77 250 150Z"

  private func compare(_ path: Path, _ style: StrokeStyle?, _ name: String) throws {
    let peer = try #require(CairoPeer())
    let theirs = peer.coverage(path, style: style, side: Self.side)
    let outline = style.map { path.stroked($0) } ?? path
    let ours = try AreaOracle.coverage(outline, side: Self.side).pixels
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    let worst = differences.max() ?? 0
    let (ink, cairoInk) = (ours.reduce(0) { $0 + Int($1) }, theirs.reduce(0) { $0 + Int($1) })
    let place = differences.firstIndex(of: worst) ?? 0
    #expect(worst <= 8, "\(name) at \(place % Self.side), \(place / Self.side)")
    #expect(abs(Double(ink) / Double(cairoInk) - 1) <= 0.003, "\(name): \(ink), \(cairoInk)")
  }

  @Test func stickFigures() throws {
    let style = StrokeStyle(lineWidth: 5, lineCap: .round, lineJoin: .round)
    try compare(StrokerTests.stick, style, "stick")
    try compare(
      StrokerTests.stick, StrokeStyle(lineWidth: 5, dashPattern: [12, 6]), "dashed stick")
  }

  @Test func polygons() throws {
    try compare(Self.polygon, nil, "filled")
    try compare(Self.polygon, StrokeStyle(lineWidth: 3), "stroked")
    try compare(Self.polygon, StrokeStyle(lineWidth: 3, dashPattern: [12, 7.1]), "dashed")
  }

  @Test func curves() throws {
    for width in [0.7, 4, 23] {
      try compare(Path(svg: Self.circle), StrokeStyle(lineWidth: width), "circle \(width)")
      try compare(
        Path(svg: "M40 250C340 40 -40 40 260 250"),
        StrokeStyle(lineWidth: width, lineJoin: .round), "cusp \(width)")
      try compare(
        Path(svg: "M40 250C440 40 -140 40 260 250"), StrokeStyle(lineWidth: width), "loop \(width)")
    }
  }

  @Test func joinsAndCaps() throws {
    for join in LineJoin.allCases {
      for cap in LineCap.allCases {
        for dash in [[], [31.0, 17]] {
          let style = StrokeStyle(
            lineWidth: 14, lineCap: cap, lineJoin: join, miterLimit: 4, dashPattern: dash)
          try compare(
            Path(svg: "M40 60L150 200L260 60L230 270L90 240L20 150"), style,
            "\(join) \(cap) \(dash)")
          try compare(
            Path(svg: "M40 60L150 100L260 60L230 270L90 240Z"), style,
            "closed \(join) \(cap) \(dash)")
        }
      }
    }
  }
}
