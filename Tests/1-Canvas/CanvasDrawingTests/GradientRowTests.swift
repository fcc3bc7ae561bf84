// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import Testing
import TextTestSupport

@testable import CanvasDrawing
@testable import CanvasGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Rows of gradients: the same pixels in every part of a picture and in every variant, colours near
/// the exact ones, sudden changes, and bad input.
@Suite(.serialized) struct GradientRowTests {
  static let rainbow: [Gradient.Stop] = (0..<7).map { (k: Int) -> Gradient.Stop in
    let (red, green) = (Double(k * 5 % 7) / 6, Double(k * 3 % 7) / 6)
    let color = Color(red: red, green: green, blue: Double(k % 2), alpha: k == 3 ? 0.4 : 1)
    return Gradient.Stop(offset: Double(k) / 6, color: color)
  }

  static let geometries: [Gradient.Geometry] = [
    .axial(from: Point(x: 3, y: -5), to: Point(x: 140, y: 97)),
    .radial(center: Point(x: 70, y: 40), radius: 3, toCenter: Point(x: 70, y: 40), toRadius: 61),
    .radial(center: Point(x: 60, y: 40), radius: 5, toCenter: Point(x: 90, y: 60), toRadius: 70),
    .radial(center: Point(x: 30, y: 40), radius: 20, toCenter: Point(x: 120, y: 60), toRadius: 4),
    .conic(center: Point(x: 70.25, y: 47), startAngle: 0.3, endAngle: 5),
  ]

  static let projection = Projection(
    Transform3D.identity.with {
      $0.m14 = 0.002
      $0.m24 = -0.003
      $0.m11 = 1.2
      $0.m41 = 7
    })

  private static func rows(
    _ gradient: Gradient, _ area: PixelRect, _ projection: Projection? = nil
  ) throws -> [[UInt32]] {
    let shader = try #require(
      GradientShader(
        gradient, transform: AffineTransform(a: 1, b: 0.1, c: -0.2, d: 1, tx: 4, ty: 1),
        projection: projection))
    return (area.y..<area.maxY).map { y in
      var row = [UInt32](repeating: 0x1234_5678, count: area.width)
      shader.shade(x: area.x, y: y, into: &row)
      return row
    }
  }

  @Test(arguments: geometries, [Gradient.Extend.pad, .repeat, .reflect])
  func partsAndVariantsAgreeToTheBit(
    geometry: Gradient.Geometry, extend: Gradient.Extend
  ) throws {
    defer { _ = ctk_set_level(-1) }
    let gradient = Gradient(geometry, stops: Self.rainbow, extend: extend)
    for projection in [nil, Self.projection] {
      let all = PixelRect(x: -20, y: -10, width: 197, height: 120)
      _ = ctk_set_level(-1)
      let whole = try Self.rows(gradient, all, projection)
      #expect(Set(whole.joined()).count > 100)
      for level in Int32(0)...2 {
        _ = ctk_set_level(level)
        #expect(try Self.rows(gradient, all, projection) == whole)
      }
      _ = ctk_set_level(-1)
      for part in [
        PixelRect(x: -20, y: 3, width: 1, height: 50),
        PixelRect(x: -3, y: -10, width: 64, height: 7),
        PixelRect(x: 41, y: 60, width: 131, height: 50),
      ] {
        let rows = try Self.rows(gradient, part, projection)
        for (y, row) in rows.enumerated() {
          let x = part.x - all.x
          #expect(row[...] == whole[part.y + y - all.y][x..<x + part.width])
        }
      }
    }
  }

  /// Within the line, a padded gradient has the colours of a repeated one, whose rows are computed
  /// in double precision throughout: no pixel is moved into the next cell of the line.
  @Test(arguments: [0.0, 40, 300]) func paddedCirclesHaveTheColoursOfRepeatedOnes(
    inner: Double
  ) throws {
    defer { _ = ctk_set_level(-1) }
    let center = Point(x: 512.3, y: 490.1)
    let geometry = Gradient.Geometry.radial(
      center: center, radius: inner, toCenter: center, toRadius: inner + 900)
    let shaders = try [Gradient.Extend.pad, .repeat].map { extend in
      try #require(
        GradientShader(
          Gradient(geometry, stops: Self.rainbow, extend: extend),
          transform: AffineTransform(a: 1, b: 0.01, c: -0.02, d: 0.9, tx: 4, ty: 1)))
    }
    for level in Int32(0)...2 {
      _ = ctk_set_level(level)
      var compared = 0
      for y in stride(from: 0, to: 960, by: 5) {
        var rows = [[UInt32]](repeating: [UInt32](repeating: 0, count: 1024), count: 2)
        for k in 0..<2 { shaders[k].shade(x: 0, y: y, into: &rows[k]) }
        for x in 0..<1024 {
          let (dx, dy) = (Double(x) - 506.5, Double(y) - 447)
          let radius = (dx * dx + dy * dy).squareRoot()
          // The transform moves a circle by less than an eighth of its radius.
          guard radius * 0.85 > inner, radius * 1.15 < inner + 900 else { continue }
          compared += 1
          if rows[0][x] != rows[1][x] {
            Issue.record("\(x), \(y): \(rows[0][x])")
            return
          }
        }
      }
      #expect(compared > 10_000)
    }
  }

  /// The exact colour, 0 to 255, of opaque stops.
  private static func exact(_ stops: [Gradient.Stop], _ t: Double) -> [Double] {
    let k = stops.lastIndex { $0.offset <= t } ?? 0
    let (a, b) = (stops[k], stops[min(k + 1, stops.count - 1)])
    let f = b.offset > a.offset ? max(0, min(1, (t - a.offset) / (b.offset - a.offset))) : 0
    return zip(a.color.components, b.color.components).map { 255 * ($0 + ($1 - $0) * f) }
  }

  /// Ramps between stops, and cells of the line.
  private static let ways: [Gradient.Extend] = [.pad, .reflect]

  @Test(arguments: [2, 7, 40, 700], ways)
  func coloursAreHalfALevelOffAtMostBeforeRounding(count: Int, extend: Gradient.Extend) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var stops = (0..<count).map { _ in
      Gradient.Stop(
        offset: Double.random(in: 0...1, using: &random),
        color: Color(
          red: Double.random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
          blue: Double(Int.random(in: 0...1, using: &random))))
    }
    stops[0].offset = 0
    stops[1].offset = 1
    stops.sort { $0.offset < $1.offset }
    let width = 5000
    let gradient = Gradient(
      .axial(from: .zero, to: Point(x: Double(width), y: 0)), stops: stops, extend: extend)
    let shader = try #require(GradientShader(gradient, transform: .identity))
    var row = [UInt32](repeating: 0, count: width)
    shader.shade(x: 0, y: 0, into: &row)
    var worst = 0.0
    for (x, pixel) in row.enumerated() {
      let exact = Self.exact(stops, (Double(x) + 0.5) / Double(width))
      for k in 0..<3 {
        worst = max(worst, abs(Double(pixel >> UInt32(8 * k) & 255) - exact[k]))
      }
    }
    #expect(worst <= 1.001, "\(worst)")
    if count == 2 { #expect(worst <= 0.63, "\(worst)") }
  }

  @Test(arguments: [10, 333, 20_000, 1_000_000], ways)
  func suddenChangesAreSharpAtAnySize(width: Int, extend: Gradient.Extend) throws {
    // A third, where no cell of the line begins.
    let stops = [
      Gradient.Stop(offset: 0, color: .black), .init(offset: 1 / 3, color: .black),
      .init(offset: 1 / 3, color: .white), .init(offset: 1, color: .white),
    ]
    let gradient = Gradient(
      .axial(from: .zero, to: Point(x: Double(width), y: 0)), stops: stops, extend: extend)
    let shader = try #require(GradientShader(gradient, transform: .identity))
    var row = [UInt32](repeating: 0, count: min(width, 4096))
    let left = max(0, width / 3 - row.count / 2)
    shader.shade(x: left, y: 0, into: &row)
    for (i, pixel) in row.enumerated() {
      let isBefore = (Double(left + i) + 0.5) / Double(width) < 1 / 3
      #expect(pixel == (isBefore ? 0xff00_0000 : 0xffff_ffff), "\(left + i)")
    }
    #expect(Set(row).count == 2)
  }

  @Test func anglesAreTheLibrarysWithinAMillionthOfALevel() throws {
    // 255 levels over 1e-6 of a turn around each angle: a wrong place is a wrong colour.
    for k in 0..<720 {
      let angle = Double(k) / 720 * 2 * .pi + 0.001
      let point = Point(
        x: (1e5 * cos(angle)).rounded() + 0.5, y: (1e5 * sin(angle)).rounded() + 0.5)
      var exact = atan2(point.y, point.x)
      if exact < 0 { exact += 2 * .pi }
      let gradient = Gradient(
        .conic(center: .zero, startAngle: exact - 1e-8, endAngle: exact + 1e-8),
        stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
      let shader = try #require(GradientShader(gradient, transform: .identity))
      var row: [UInt32] = [0]
      shader.shade(x: Int(point.x.rounded(.down)), y: Int(point.y.rounded(.down)), into: &row)
      // Half of the line, within 1e-11 of a radian: less than a level of 255.
      #expect(abs(Int(row[0] & 255) - 128) <= 1, "\(k)")
    }
  }

  @Test func opaqueGradientsReplaceWhatLiesBehind() throws {
    for clear in [false, true] {
      let stops = [
        Gradient.Stop(offset: 0, color: .white),
        .init(offset: 1, color: Color(white: 0, alpha: clear ? 0.5 : 1)),
      ]
      let gradient = Gradient(.axial(from: .zero, to: Point(x: 40, y: 30)), stops: stops)
      var context = try GraphicsContext(pixels: PixelSize(width: 40, height: 30))
      try context.fill(Rect(x: 0, y: 0, width: 40, height: 30), with: .red)
      // Once as a rectangle, once through coverage.
      var other = try GraphicsContext(pixels: PixelSize(width: 40, height: 30))
      try other.fill(Rect(x: 0, y: 0, width: 40, height: 30), with: .red)
      let rect = Rect(x: 3, y: 4, width: 21, height: 20)
      try context.fill(Path(rect: rect), with: gradient)
      var path = Path()
      path.move(to: Point(x: 3, y: 4))
      for p in [(13, 4), (24, 4), (24, 24), (3, 24)] {
        path.addLine(to: Point(x: Double(p.0), y: Double(p.1)))
      }
      path.closeSubpath()
      try other.fill(path, with: gradient)
      let (a, b) = (context.makeBitmap(), other.makeBitmap())
      for y in 0..<30 {
        for x in 0..<40 { #expect(a.pixel(x: x, y: y) == b.pixel(x: x, y: y)) }
      }
      #expect(a.pixel(x: 2, y: 4) == Color.red.premultiplied8)
      #expect(a.pixel(x: 3, y: 4) != Color.red.premultiplied8)
    }
  }

  @Test func badNumbersAndManyStops() throws {
    let two = [
      Gradient.Stop(offset: 0, color: .black), Gradient.Stop(offset: 1, color: .white),
    ]
    let bad: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0]
    var row = [UInt32](repeating: 0, count: 70)
    for a in bad {
      for b in bad {
        for geometry: Gradient.Geometry in [
          .axial(from: Point(x: a, y: 0), to: Point(x: b, y: 1)),
          .axial(from: Point(x: a, y: b), to: Point(x: b, y: a)),
          .radial(center: Point(x: a, y: 0), radius: 0, toCenter: Point(x: a, y: 0), toRadius: b),
          .radial(center: Point(x: a, y: 0), radius: b, toCenter: Point(x: b, y: 0), toRadius: a),
          .conic(center: Point(x: a, y: b), startAngle: a, endAngle: b),
        ] {
          for transform in [AffineTransform.identity, .scale(x: a, y: b)] {
            for stops in [two, [.init(offset: a, color: .black), .init(offset: b, color: .white)]] {
              for extend in [Gradient.Extend.pad, .reflect] {
                let gradient = Gradient(geometry, stops: stops, extend: extend)
                guard let shader = GradientShader(gradient, transform: transform) else { continue }
                shader.shade(x: -30, y: 12, into: &row)
                if shader.isOpaque { #expect(row.allSatisfy { $0 >> 24 == 255 }) }
              }
            }
          }
        }
      }
    }
    var random = SeededGenerator(seed: 5)
    let many = (0..<100_000).map { _ in
      Gradient.Stop(
        offset: Double.random(in: 0...1, using: &random),
        color: Color(white: Double.random(in: 0...1, using: &random)))
    }
    let gradient = Gradient(.axial(from: .zero, to: Point(x: 70, y: 0)), stops: many)
    let shader = try #require(GradientShader(gradient, transform: .identity))
    shader.shade(x: 0, y: 0, into: &row)
    #expect(Set(row).count > 30)
  }
}

extension Color {
  fileprivate var components: [Double] { [red, green, blue] }
}

extension Transform3D {
  fileprivate func with(_ change: (inout Transform3D) -> Void) -> Transform3D {
    var map = self
    change(&map)
    return map
  }
}
