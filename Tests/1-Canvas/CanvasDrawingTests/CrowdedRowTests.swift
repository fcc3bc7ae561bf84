// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import Testing
import TextTestSupport

import struct Synchronization.Atomic

/// Paths with very many edges in a row of pixels: charts, scribbles, hatchings.
@Suite struct CrowdedRowTests {
  /// Counts polls, and sets the flag at one of them.
  private final class Polls: Sendable {
    private let count = Atomic<Int>(0)
    let last: Int

    init(cancelsAt last: Int = .max) { self.last = last }

    var total: Int { count.load(ordering: .relaxed) }

    var cancellation: Cancellation {
      Cancellation(
        flag: CancellationFlag(poll: { flag in
          let number = self.count.wrappingAdd(1, ordering: .relaxed).newValue
          if number >= self.last { flag.set() }
        }))
    }
  }

  /// A line from left to right that goes up and down at random.
  private func chart(_ count: Int, width: Double, height: Double, low: Double = 0.1) -> Path {
    var random = AreaOracle.Random(11)
    var path = Path()
    for i in 0..<count {
      let point = Point(
        x: Double(i) * width / Double(count),
        y: height * Double.random(in: low...(1 - low), using: &random))
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// The coverage of an area that begins at the origin, row by row; `nil` if it was cancelled.
  private func coverage(
    _ path: Path, _ area: PixelRect, _ cancellation: Cancellation = .never,
    rule: FillRule = .nonZero
  ) throws -> [UInt8]? {
    let rasterizer = PathRasterizer()
    _ = try rasterizer.prepare(path, transform: .identity, cancellation: cancellation)
    guard let mask = try rasterizer.coverage(in: area, rule: rule, cancellation: cancellation)
    else { return nil }
    var pixels = [UInt8](repeating: 0, count: area.width * area.height)
    for y in 0..<mask.bounds.height {
      let start = (mask.bounds.y + y) * area.width + mask.bounds.x
      let row = unsafe UnsafeBufferPointer(
        start: mask.pixels + y * mask.stride, count: mask.bounds.width)
      unsafe pixels.replaceSubrange(start..<start + row.count, with: row)
    }
    // The mask lies in the memory of the rasteriser.
    return withExtendedLifetime(rasterizer) { pixels }
  }

  /// Triangles at random: some 1500 edges in each row. A strip counts in its middle, so a steep
  /// edge is exact and a flat one within half a strip of 1/32 pixel.
  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func scribblesHaveTrueAreas(rule: FillRule) throws {
    var random = AreaOracle.Random(12)
    for count in [150, 1200] {
      let triangles = (0..<count).map { _ in
        let middle = Point(
          x: .random(in: 0..<24, using: &random), y: .random(in: 0..<24, using: &random))
        return (0..<3).map { _ in
          Point(
            x: middle.x + .random(in: -2..<2, using: &random),
            y: middle.y + .random(in: -12..<12, using: &random))
        }
      }
      // Of many edges each line has a small part of the area.
      let expected = AreaOracle.sampledAreas(
        triangles, side: 24, rule: rule, lines: count > 1000 ? 64 : 256)
      let path = AreaOracle.path(triangles)
      let whole = try AreaOracle.coverage(path, side: 24, rule: rule).pixels
      #expect(AreaOracle.worst(whole, expected) <= 6, "\(count)")
      #expect(try AreaOracle.coverage(path, side: 24, rule: rule, tiles: 4).pixels == whole)
    }
  }

  /// 300 upright bars of 1/20 pixel, 1/15 apart: each pixel is covered by three quarters. Between
  /// two bars nothing is covered, though no group of them has few edges.
  @Test func hatchingsAreTakenApart() throws {
    var bars = Path()
    for i in 0..<300 {
      bars.addRect(Rect(x: 2 + Double(i) / 15, y: 3.25, width: 1.0 / 20, height: 10))
    }
    let pixels = try AreaOracle.coverage(bars, side: 24).pixels
    for x in 2..<22 {
      #expect(abs(Int(pixels[8 * 24 + x]) - 191) <= 1, "\(x)")
      #expect(abs(Int(pixels[3 * 24 + x]) - 143) <= 1, "\(x)")
    }
  }

  /// Some 130 edges in each row, in groups of up to 96: a group of more than 16 edges ends where it
  /// is closed, so each is cut at its crossings and exact. Strips would be up to 2.5 levels off.
  @Test func groupsOfManyEdgesEnd() throws {
    var random = AreaOracle.Random(9)
    let shapes = (0..<400).map { _ in
      let middle = Point(
        x: .random(in: 0..<96, using: &random), y: .random(in: 1..<7, using: &random))
      return (0..<5).map { _ in
        Point(
          x: middle.x + .random(in: -0.7..<0.7, using: &random),
          y: middle.y + .random(in: -0.7..<0.7, using: &random))
      }
    }
    let expected = AreaOracle.sampledAreas(shapes, side: 96, rule: .nonZero, lines: 128)
    let pixels = try AreaOracle.coverage(AreaOracle.path(shapes), side: 96).pixels
    #expect(AreaOracle.worst(pixels, expected) <= 1.5)
  }

  /// The work is counted by the questions whether to go on, one about every 16,384 steps.
  @Test func workGrowsWithTheNumberOfPoints() throws {
    func work(_ count: Int) throws -> Int {
      let polls = Polls()
      let outline = chart(count, width: 200, height: 64)
        .strokeOutline(StrokeStyle(), from: 0, to: 1, scale: 1, cancellation: polls.cancellation)
      _ = try coverage(outline, PixelRect(width: 200, height: 64), polls.cancellation)
      return polls.total
    }
    let few = try work(2000)
    let many = try work(16_000)
    #expect(few > 20 && many < 10 * few, "\(few), \(many)")
  }

  /// A chart of 8000 points in 40 columns is covered nearly everywhere: its edges are counted once
  /// a row and not once a strip.
  @Test func coveredCellsCostLittle() throws {
    let outline = chart(8000, width: 40, height: 32).stroked(StrokeStyle())
    let area = PixelRect(width: 40, height: 32)
    let polls = Polls()
    let pixels = try #require(try coverage(outline, area, polls.cancellation))
    for y in 8..<24 {
      for x in 4..<36 { #expect(pixels[y * 40 + x] == 255) }
    }
    // By parity every edge counts in every strip.
    let all = Polls()
    _ = try coverage(outline, area, all.cancellation, rule: .evenOdd)
    #expect(polls.total * 2 < all.total, "\(polls.total), \(all.total)")
  }

  @Test func cancelledWorkEndsAtOnce() throws {
    let path = chart(20_000, width: 200, height: 64)
    let area = PixelRect(width: 200, height: 64)
    let outline = path.stroked(StrokeStyle())
    let whole = Polls()
    _ = try coverage(outline, area, whole.cancellation)
    for last in [1, 2, whole.total / 4, whole.total / 2, whole.total - 1] {
      let polls = Polls(cancelsAt: last)
      #expect(try coverage(outline, area, polls.cancellation) == nil)
      // Once by the rasteriser, and by each of the two calls when it returns.
      #expect(polls.total <= last + 3, "\(last): \(polls.total)")
    }
    for last in [1, 5, 20] {
      let polls = Polls(cancelsAt: last)
      let part = path.strokeOutline(
        StrokeStyle(), from: 0, to: 1, scale: 1, cancellation: polls.cancellation)
      #expect(part.isEmpty && polls.total <= last + 3)
    }
    // Also with dashes, of a part, and where one segment has all dashes or one curve all segments.
    var line = Path()
    line.move(to: Point(x: 0, y: 9))
    line.addLine(to: Point(x: 200, y: 9))
    for (path, style, from) in [
      (path, StrokeStyle(dashPattern: [30, 10]), 0.0), (path, StrokeStyle(), 0.1),
      (path, StrokeStyle(lineCap: .round, dashPattern: [30, 10]), 0.1),
      (line, StrokeStyle(dashPattern: [0.005, 0.005]), 0),
    ] {
      func outline(_ polls: Polls) -> Path {
        path.strokeOutline(style, from: from, to: 1, scale: 1, cancellation: polls.cancellation)
      }
      let whole = Polls()
      #expect(!outline(whole).isEmpty && whole.total >= 10, "\(whole.total)")
      for last in stride(from: 1, to: whole.total, by: max(1, whole.total / 7)) {
        let polls = Polls(cancelsAt: last)
        #expect(outline(polls).isEmpty && polls.total <= last + 3, "\(last): \(polls.total)")
      }
    }
    // What was cancelled leaves nothing behind.
    let rasterizer = PathRasterizer()
    let polls = Polls(cancelsAt: whole.total / 2)
    _ = try rasterizer.prepare(outline, transform: .identity, cancellation: polls.cancellation)
    _ = try rasterizer.coverage(in: area, cancellation: polls.cancellation)
    let square = Path(rect: Rect(x: 2, y: 2, width: 4, height: 4))
    _ = try rasterizer.prepare(square, transform: .identity)
    let mask = try #require(try rasterizer.coverage(in: PixelRect(width: 8, height: 8)))
    #expect(mask.bounds == PixelRect(x: 2, y: 2, width: 4, height: 4))
    withExtendedLifetime(rasterizer) {
      for y in 0..<4 {
        for x in 0..<4 { #expect(unsafe mask.pixels[y * mask.stride + x] == 255) }
      }
    }
  }

  /// A million points take some hundred MiB, which are not kept for the next path.
  @Test func theMemoryOfALargePathIsFreed() throws {
    let rasterizer = PathRasterizer()
    let area = PixelRect(width: 8, height: 8)
    let square = Path(rect: Rect(x: 2, y: 2, width: 4, height: 4))
    func drawsTheSquare() throws {
      _ = try rasterizer.prepare(square, transform: .identity)
      let mask = try #require(try rasterizer.coverage(in: area))
      #expect(unsafe mask.bounds.width == 4 && mask.pixels[0] == 255)
    }
    try drawsTheSquare()
    #expect(!rasterizer.isLarge)
    _ = try rasterizer.prepare(chart(40_000, width: 200, height: 8), transform: .identity)
    #expect(rasterizer.isLarge)
    rasterizer.freeScratch()
    let freed = try rasterizer.coverage(in: area)
    #expect(!rasterizer.isLarge && freed == nil)
    try drawsTheSquare()
    // As it is where paths are drawn.
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      _ = try rasterizer.prepare(chart(40_000, width: 200, height: 8), transform: .identity)
    }
    PathRasterizer.withScratch { #expect(!$0.isLarge) }
  }

  /// Contexts end the filling, stroking and clipping of large paths.
  @Test func contextsAreCancelled() throws {
    let path = chart(20_000, width: 200, height: 64)
    for last in [1, 30] {
      let polls = Polls(cancelsAt: last)
      var context = try GraphicsContext(pixels: PixelSize(width: 200, height: 64))
      context.cancellation = polls.cancellation
      try context.stroke(path, with: .black)
      try context.fill(path, with: .black)
      try context.clip(to: path)
      #expect(polls.total <= last + 16, "\(polls.total)")
    }
  }

  /// The outline of a long line is made in parts; their cuts do not show.
  @Test(arguments: [LineJoin.miter, .round, .bevel], [false, true])
  func longLinesHaveNoCuts(join: LineJoin, isClosed: Bool) throws {
    // A spiral of 9000 sides, two pixels wide, whose turns are four apart.
    var spiral = Path()
    var points: [Point] = []
    for i in 0..<9000 {
      let turn = Double(i) / 9000 * 6 * 2 * .pi
      let (sine, cosine) = Angle.sineAndCosine(turn)
      let radius = 4 + turn / (2 * .pi) * 4
      points.append(Point(x: 32 + radius * cosine, y: 32 + radius * sine))
    }
    if isClosed {
      // Back along the way.
      points += points.dropFirst().dropLast().reversed()
    }
    for (i, point) in points.enumerated() {
      if i == 0 { spiral.move(to: point) } else { spiral.addLine(to: point) }
    }
    if isClosed { spiral.closeSubpath() }
    let style = StrokeStyle(lineWidth: 2, lineJoin: join)
    let pixels = try AreaOracle.coverage(spiral.stroked(style), side: 64).pixels
    // The same line as one of 900 sides.
    var coarse = Path()
    for i in stride(from: 0, to: 9000, by: 10) {
      if i == 0 { coarse.move(to: points[i]) } else { coarse.addLine(to: points[i]) }
    }
    coarse.addLine(to: points[8999])
    // Where the closed line turns round, a round join is a round cap.
    var ends = style
    if isClosed, join == .round { ends.lineCap = .round }
    let expected = try AreaOracle.coverage(coarse.stroked(ends), side: 64).pixels
    let worst = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 6, "\(worst)")
  }
}
