// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFreeType
import CanvasDrawing
import CanvasGeometry
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct PathRasterizerTests {
  /// A star around the middle: its contour never crosses itself.
  static func star(
    _ random: inout AreaOracle.Random, side: Double, count: Int? = nil
  ) -> [Point] {
    // No two neighbours are half a turn apart, so the sides stay clear of each other.
    let n = count ?? Int.random(in: 5...24, using: &random)
    return (0..<n).map { i in
      let a = (Double(i) + Double.random(in: 0..<0.9, using: &random)) * 2 * .pi / Double(n)
      let r = Double.random(in: 0.5..<(side * 0.48), using: &random)
      return Point(x: side / 2 + r * cos(a), y: side / 2 + r * sin(a))
    }
  }

  @Test func plainPolygonsAreWithinOneLevelOfTheExactArea() throws {
    var random = AreaOracle.Random(1)
    for _ in 0..<60 {
      let polygon = Self.star(&random, side: 16)
      let exact = AreaOracle.exactAreas([polygon], side: 16)
      let (pixels, _) = try AreaOracle.coverage(AreaOracle.path([polygon]), side: 16)
      #expect(AreaOracle.worst(pixels, exact) <= 1)
    }
  }

  @Test func mostPolygonsTakeThePlainWay() throws {
    var random = AreaOracle.Random(2)
    var simple = 0
    for _ in 0..<100 {
      let polygon = Self.star(&random, side: 16)
      if try AreaOracle.coverage(AreaOracle.path([polygon]), side: 16).simple { simple += 1 }
    }
    #expect(simple > 90)
  }

  @Test(arguments: [12.0, 40, 96, 300])
  func curvesAreWithinOneLevelOfTheExactArea(size: Double) throws {
    let side = min(Int(size) + 2, 64)
    var ring = Path(ellipseIn: Rect(x: 0.3, y: 0.7, width: size, height: size))
    // A counter that runs the other way round.
    let inner = Path(
      ellipseIn: Rect(x: size * 0.25, y: size * 0.2, width: size * 0.5, height: size * 0.6))
    ring.addPath(
      inner, transform: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: size * 1.01, ty: 0))
    var leaf = Path()
    leaf.move(to: Point(x: 1, y: 1))
    leaf.addQuadCurve(to: Point(x: size, y: size), control: Point(x: size, y: 1.3))
    leaf.addQuadCurve(to: Point(x: 1, y: 1), control: Point(x: 2.2, y: size))
    leaf.closeSubpath()
    for path in [ring, leaf] {
      let exact = AreaOracle.sampledAreas(
        AreaOracle.flattened(path, steps: 300), side: side, rule: .nonZero, lines: 256)
      let (pixels, simple) = try AreaOracle.coverage(path, side: side)
      #expect(simple)
      #expect(AreaOracle.worst(pixels, exact) <= 1)
    }
  }

  @Test func smallAndUnevenCurvesAreWithinOneLevelOfTheExactArea() throws {
    var random = AreaOracle.Random(8)
    for round in 0..<60 {
      // A star whose sides are curves that stay in their own sector.
      let n = Int.random(in: 3...7, using: &random)
      let corners = Self.star(&random, side: 24, count: n)
      let middle = Point(x: 12, y: 12)
      var path = Path()
      path.move(to: corners[0])
      for k in 1...n {
        let (p, q) = (corners[k - 1], corners[k % n])
        func between(_ t: Double, _ r: Double) -> Point {
          Point(
            x: middle.x + (p.x + (q.x - p.x) * t - middle.x) * r,
            y: middle.y + (p.y + (q.y - p.y) * t - middle.y) * r)
        }
        if k % 2 == 0 {
          path.addQuadCurve(to: q, control: between(.random(in: 0.1...0.9, using: &random), 0.7))
        } else {
          path.addCurve(
            to: q, control1: between(.random(in: 0...0.5, using: &random), 0.8),
            control2: between(.random(in: 0.5...1, using: &random), 0.8))
        }
      }
      path.closeSubpath()
      let (pixels, simple) = try AreaOracle.coverage(path, side: 24)
      guard simple else { continue }
      let exact = AreaOracle.exactAreas(AreaOracle.flattened(path, steps: 200), side: 24)
      #expect(AreaOracle.worst(pixels, exact) <= 1, "round \(round)")
    }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd])
  func overlappingPolygonsHaveTrueWinding(rule: FillRule) throws {
    var random = AreaOracle.Random(3)
    for round in 0..<40 {
      let polygons = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 3...9, using: &random)).map { _ in
          Point(
            x: .random(in: 0.5..<15.5, using: &random),
            y: .random(in: 0.5..<15.5, using: &random))
        }
      }
      let expected = AreaOracle.sampledAreas(polygons, side: 16, rule: rule)
      let (pixels, _) = try AreaOracle.coverage(
        AreaOracle.path(polygons), side: 16, rule: rule)
      #expect(AreaOracle.worst(pixels, expected) <= 2, "round \(round)")
    }
  }

  @Test func hairlinesThatCrossAreNotCountedTwice() throws {
    // Two strokes of 0.3 pixel cross within one pixel: 0.3 + 0.3 - 0.09 of it is covered.
    var path = Path(rect: Rect(x: 1.2, y: 0, width: 0.3, height: 3))
    path.addPath(Path(rect: Rect(x: 0, y: 1.4, width: 3, height: 0.3)))
    let (pixels, simple) = try AreaOracle.coverage(path, side: 3)
    #expect(!simple)
    #expect(abs(Double(pixels[4]) - 0.51 * 255) <= 1)
    #expect(abs(Double(pixels[1]) - 0.3 * 255) <= 1)
  }

  @Test func opposedContoursDoNotCancelOut() throws {
    // Wound once each way beside each other: both are inside.
    let eight = [
      Point(x: 0, y: 0), Point(x: 8, y: 8), Point(x: 8, y: 0), Point(x: 0, y: 8),
    ]
    let expected = AreaOracle.sampledAreas([eight], side: 8, rule: .nonZero)
    let (pixels, simple) = try AreaOracle.coverage(AreaOracle.path([eight]), side: 8)
    #expect(!simple)
    #expect(AreaOracle.worst(pixels, expected) <= 1.5)
  }

  @Test func bothWaysAgreeOnPlainPaths() throws {
    var random = AreaOracle.Random(4)
    for _ in 0..<40 {
      let path = AreaOracle.path([Self.star(&random, side: 32)])
      let plain = try AreaOracle.coverage(path, side: 32).pixels
      let resolved = try AreaOracle.coverage(path, side: 32, resolve: true).pixels
      for (a, b) in zip(plain, resolved) { #expect(abs(Int(a) - Int(b)) <= 1) }
    }
  }

  @Test(arguments: [false, true])
  func tilesHaveTheBitsOfTheWhole(resolve: Bool) throws {
    var random = AreaOracle.Random(5)
    for _ in 0..<30 {
      var path = AreaOracle.path([Self.star(&random, side: 48)])
      path.addPath(Path(ellipseIn: Rect(x: 5.3, y: 9.1, width: 30, height: 37)))
      let whole = try AreaOracle.coverage(path, side: 48, resolve: resolve).pixels
      for tiles in [2, 3, 6, 48] {
        let tiled = try AreaOracle.coverage(path, side: 48, resolve: resolve, tiles: tiles).pixels
        #expect(whole == tiled)
      }
    }
  }

  @Test func farAwayPathsAreCutAndStillWindAround() throws {
    let huge = Path(rect: Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9))
    #expect(try AreaOracle.coverage(huge, side: 8).pixels.allSatisfy { $0 == 255 })
    var wedge = Path()
    wedge.move(to: Point(x: 0, y: 0))
    wedge.addLine(to: Point(x: 1e9, y: 1e9))
    wedge.addLine(to: Point(x: 0, y: 1e9))
    wedge.closeSubpath()
    let pixels = try AreaOracle.coverage(wedge, side: 4).pixels
    #expect(pixels[0] == 128)
    #expect(pixels[4] == 255)
    #expect(pixels[1] == 0)
  }

  /// So large that it would be too many arcs: it is flattened.
  @Test func hugeCurvesAreFlattened() throws {
    let disc = Path(ellipseIn: Rect(x: 0.5, y: -60_000, width: 120_000, height: 120_000))
    let pixels = try AreaOracle.coverage(disc, side: 8).pixels
    for y in 0..<8 {
      #expect(abs(Int(pixels[y * 8]) - 127) <= 1)
      #expect(pixels[y * 8 + 1..<y * 8 + 8].allSatisfy { $0 == 255 })
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func numbersWithoutMeaningDrawNothing(value: Double) throws {
    var path = Path(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    path.addLine(to: Point(x: value, y: 3))
    #expect(try AreaOracle.coverage(path, side: 8).pixels.allSatisfy { $0 == 0 })
    let map = AffineTransform(a: value, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    _ = try AreaOracle.coverage(
      Path(rect: Rect(x: 1, y: 1, width: 3, height: 3)), side: 8, transform: map)
  }

  @Test func manyEdgesInOneRowAreBounded() throws {
    var random = AreaOracle.Random(6)
    var path = Path()
    path.move(to: .zero)
    for _ in 0..<5000 {
      path.addLine(
        to: Point(
          x: .random(in: 0..<64, using: &random), y: .random(in: 0..<4, using: &random)))
    }
    path.closeSubpath()
    let pixels = try AreaOracle.coverage(path, side: 64).pixels
    #expect(pixels[64 + 32] > 200)
    #expect(pixels[64 * 5..<64 * 64].allSatisfy { $0 == 0 })
  }

  @Test func agreesWithTheSmoothRasteriserOfFreeType() throws {
    var library: FT_Library?
    #expect(FT_Init_FreeType(&library) == 0)
    defer { FT_Done_FreeType(library) }
    var random = AreaOracle.Random(7)
    for _ in 0..<40 {
      // Whole 26.6 coordinates, so that both see the same polygon.
      let polygon = Self.star(&random, side: 32).map {
        Point(x: ($0.x * 64).rounded() / 64, y: ($0.y * 64).rounded() / 64)
      }
      let side = 32
      var theirs = [UInt8](repeating: 0, count: side * side)
      var outline = FT_Outline()
      #expect(FT_Outline_New(library, UInt32(polygon.count), 1, &outline) == 0)
      for (i, p) in polygon.enumerated() {
        outline.points[i] = FT_Vector(x: Int(p.x * 64), y: Int(p.y * 64))
        outline.tags[i] = 1
      }
      // Int16 or UInt16, by the version of FreeType.
      outline.contours[0] = .init(polygon.count - 1)
      theirs.withUnsafeMutableBufferPointer { pixels in
        var bitmap = FT_Bitmap()
        bitmap.rows = UInt32(side)
        bitmap.width = UInt32(side)
        // A negative pitch puts the first row at the bottom of the buffer, FreeType's y-up axis on
        // ours.
        bitmap.pitch = Int32(-side)
        bitmap.buffer = pixels.baseAddress
        bitmap.num_grays = 256
        bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        #expect(FT_Outline_Get_Bitmap(library, &outline, &bitmap) == 0)
      }
      FT_Outline_Done(library, &outline)
      let ours = try AreaOracle.coverage(AreaOracle.path([polygon]), side: side).pixels
      // FreeType cuts areas off where we round, and counts in 1/256 of a pixel.
      for (a, b) in zip(ours, theirs) { #expect(abs(Int(a) - Int(b)) <= 3) }
    }
  }

  @Test func overlapIsTheSameAtAllSizes() throws {
    let rasterizer = PathRasterizer()
    let ring = Path(ellipseIn: Rect(x: 10, y: -700, width: 900, height: 700))
    var overlapping = ring
    overlapping.addPath(Path(rect: Rect(x: 400, y: -900, width: 100, height: 800)))
    var holed = ring
    holed.addPath(
      Path(ellipseIn: Rect(x: 200, y: -600, width: 300, height: 400)),
      transform: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 700, ty: 0))
    for (path, overlap) in [
      (ring, ContourOverlap.none), (overlapping, .possible), (holed, .none), (Path(), .none),
    ] {
      #expect(rasterizer.overlap(of: path, scale: 0.064) == overlap)
      for size in [9.0, 16, 40, 200] {
        for bin in 0..<4 {
          let map = AffineTransform(
            a: size / 1000, b: 0, c: 0, d: -size / 1000, tx: Double(bin) / 4, ty: 0)
          func draw(_ overlap: ContourOverlap) throws -> [UInt8] {
            let bounds = try rasterizer.prepare(path, transform: map, overlap: overlap)
            guard let mask = try rasterizer.coverage(in: bounds) else { return [] }
            #expect(mask.bounds == bounds)
            return (0..<bounds.height).flatMap { y in
              (0..<bounds.width).map { mask.pixels[y * mask.stride + $0] }
            }
          }
          let (known, found) = (try draw(overlap), try draw(.unknown))
          #expect(known == found, "\(overlap) \(size) \(bin)")
        }
      }
    }
  }

  /// The quick way over whole paths and the way over tiles, for lines of every steepness.
  @Test func tilesHaveTheBitsOfTheWholeForLinesOfAllDirections() throws {
    var random = AreaOracle.Random(9)
    for round in 0..<60 {
      var path = Path()
      let n = 90
      for i in 0..<n {
        let a = Double(i) * 2 * .pi / Double(n)
        // Teeth: long steep and flat lines next to very short ones; whole and half pixels among the
        // corners.
        let r =
          i % 3 == 0
          ? Double.random(in: 20...30, using: &random) : Double.random(in: 4...24, using: &random)
        var p = Point(x: 32 + r * cos(a), y: 32 + r * sin(a))
        if i % 5 == 0 { p = Point(x: (p.x * 2).rounded() / 2, y: p.y.rounded()) }
        if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
      }
      path.closeSubpath()
      path.addPath(Path(rect: Rect(x: 0.25, y: 0.5, width: 2.5, height: 63)))
      let whole = try AreaOracle.coverage(path, side: 64).pixels
      for tiles in [2, 8] {
        let tiled = try AreaOracle.coverage(path, side: 64, tiles: tiles).pixels
        let same = whole == tiled
        #expect(same, "\(round) \(tiles)")
      }
    }
  }
}
